"""Where nothing is in any cache, drivers compile while the program runs: it ends as well as ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


@pytest.mark.parametrize("name", ["host_ends_at_once", "host_signal_handler"])
def test_programs_end_well(name: str, folder: Path, environment: Environment, tmp_path: Path) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    (tmp_path / "pocl").mkdir()
    variables = environment.on(
        "opencl", MAPPER_CACHE_DIR=str(tmp_path / "kernels"), POCL_CACHE_DIR=str(tmp_path / "pocl")
    )
    assert execute([built.executable], variables) == sequential_output(example, folder)
