"""Where regions with `#pragma mapper target` run."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.harness.mapper import run_mapper
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

LOOP = """\
#pragma mapper target({})
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
        a[i] += i;
"""
TARGETS = ("openmp", "opencl", "opencl:gpu", "auto")
PROGRAM = f"""\
#include <stdio.h>
double a[100];
int main(void)
{{
{"".join(map(LOOP.format, TARGETS))}
    printf("%g\\n", a[99]);
    return 0;
}}
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory, environment: Environment) -> Path:
    """A program with a region for each target."""
    folder = tmp_path_factory.mktemp("pragmas")
    (folder / "p.c").write_text(PROGRAM)
    done = run_mapper("compile", "p.c", "-o", "p", folder=folder, environment=environment.variables)
    assert done.returncode == 0, done.stderr
    return folder / "p"


def _ran(program: Path, variables: dict[str, str]) -> tuple[dict[str, str], str]:
    """Where each region ran, and what else was said."""
    done = subprocess.run(
        [program], env={**variables, "MAPPER_INFO": "1"}, capture_output=True, text=True, check=True
    )
    assert done.stdout == "396\n"
    rows = re.findall(r"^p_main_(\d)\s+(CPU|OpenCL)\s", done.stderr, re.MULTILINE)
    return {TARGETS[int(number) - 1]: side for number, side in rows}, done.stderr


def test_regions_run_where_the_source_says(program: Path, environment: Environment) -> None:
    ran, said = _ran(program, environment.on("auto"))
    assert "openmp" not in ran
    assert (ran["opencl"], ran["opencl:gpu"]) == ("OpenCL", "CPU")
    assert "mapper: p_main_3: the source wants it on a GPU, and there is none; it runs on the CPU" in said
    assert said.count("because the source says so") == 2


def test_a_gpu_is_there(program: Path, environment: Environment, fake: Path) -> None:
    ran, said = _ran(program, environment.on_discrete("auto", fake))
    assert (ran["opencl"], ran["opencl:gpu"]) == ("OpenCL", "OpenCL")
    assert "there is none" not in said


@pytest.mark.parametrize(("device", "side"), [("cpu", "CPU"), ("opencl", "OpenCL")])
def test_the_environment_is_stronger(device: str, side: str, program: Path, environment: Environment) -> None:
    assert set(_ran(program, environment.on(device))[0].values()) == {side}
