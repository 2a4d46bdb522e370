"""Oclgrind runs the kernels of every program: no access outside a buffer, no data race, and the right results."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, Example, load, load_all
from tests.harness.oclgrind import CANNOT_BUILD, MISTAKEN, faults
from tests.harness.opencl import Environment

pytestmark = pytest.mark.oclgrind

LIMITED = MISTAKEN | CANNOT_BUILD.keys()
EXAMPLES = [
    pytest.param(example, id=example.name)
    for example in load_all()
    if example.offloaded and example.name not in LIMITED
]
LOCAL_BYTES = str(96 * 1024)
"""More than kernels use: Oclgrind adds up the local memory of all kernels whose names begin with that of one."""
WARNINGS = re.compile(r"\d+ warnings? generated\.")
"""What it says of loops that are not unrolled as a pragma asks."""


@pytest.mark.parametrize("example", EXAMPLES)
def test_kernels_are_clean(example: Example, folder: Path, environment: Environment) -> None:
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *example.small)
    log = folder / f"{example.name}.oclgrind"
    variables = environment.under_oclgrind(log, OCLGRIND_LOCAL_MEM_SIZE=LOCAL_BYTES)
    actual = execute([built.executable], variables, but=WARNINGS)
    assert faults(log.read_text(encoding="utf-8")) == []
    assert difference(sequential_output(example, folder, *example.small), actual, example.tolerance) is None


@pytest.mark.parametrize("name", sorted(CANNOT_BUILD))
def test_oclgrind_cannot_build_all_kernels(name: str, folder: Path, environment: Environment) -> None:
    """One that it can build by now belongs among the others again."""
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *example.small)
    variables = environment.under_oclgrind(folder / f"{name}.oclgrind")
    done = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
    assert CANNOT_BUILD[name] in done.stderr
    assert difference(sequential_output(example, folder, *example.small), done.stdout, example.tolerance) is None


@pytest.mark.parametrize("name", ["privatize_rows", "gang_counts"])
def test_compilers_accept_the_hints_of_shared_iterations(
    name: str, folder: Path, environment: Environment
) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *example.small)
    variables = environment.under_oclgrind(folder / f"{name}.lanes", MAPPER_LANES="32")
    done = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
    assert done.stderr == ""
