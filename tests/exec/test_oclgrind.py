"""Oclgrind runs the kernels of every program: no access outside a buffer, no data race, and the right results."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, Example, load, load_all
from tests.harness.opencl import Environment

pytestmark = pytest.mark.oclgrind

EXAMPLES = [pytest.param(example, id=example.name) for example in load_all() if example.offloaded]


@pytest.mark.parametrize("example", EXAMPLES)
def test_kernels_are_clean(example: Example, folder: Path, environment: Environment) -> None:
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *example.small)
    log = folder / f"{example.name}.oclgrind"
    actual = execute([built.executable], environment.under_oclgrind(log))
    assert log.read_text(encoding="utf-8") == ""
    assert difference(sequential_output(example, folder, *example.small), actual, example.tolerance) is None


@pytest.mark.parametrize("name", ["privatize_rows", "gang_counts"])
def test_compilers_accept_the_hints_of_shared_iterations(
    name: str, folder: Path, environment: Environment
) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *example.small)
    variables = environment.under_oclgrind(folder / f"{name}.lanes", MAPPER_LANES="32")
    done = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
    assert done.stderr == ""
