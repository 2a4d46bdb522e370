"""NPB CG, EP and FT, written for this project, verify on every path."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.programs import Result, compile_command, npb, run
from tests.harness.build import once
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

CASES = [
    pytest.param(name, size, id=f"{name}.{size}", marks=marks)
    for size, marks in (("S", []), ("W", [pytest.mark.slow]))
    for name in ("cg", "ep", "ft")
]
MAPPER = (sys.executable, "-m", "mapper", "compile")
MOST_EXACT = 1e-10  # how well sums agree with the sequential program's, after another order of additions


def build(name: str, size: str, folder: Path, *compiler: str) -> Path:
    """An executable of one benchmark and class."""
    executable = folder / f"{name}.{size}.{Path(compiler[-1]).name.strip('-')}"

    def make() -> None:
        subprocess.run(compile_command(compiler, npb(name, size), executable, "-Wno-unknown-pragmas"), check=True)

    return once(executable, make)


@pytest.fixture
def expected(name: str, size: str, folder: Path, environment: Environment) -> Result:
    """The sequential program's result."""
    return run(build(name, size, folder, "gcc", "-fno-openmp"), (), environment.variables)


@pytest.mark.parametrize(("name", "size"), CASES)
@pytest.mark.parametrize("device", ["cpu", "opencl", "auto"])
def test_verifies(
    name: str, size: str, device: str, folder: Path, environment: Environment, expected: Result
) -> None:
    profile = folder / f"{name}.{size}.{device}.json"
    executable = build(name, size, folder, *MAPPER)
    result = run(executable, (), environment.on(device, MAPPER_PROFILE=str(profile)))
    assert expected.verified
    assert result.verified
    assert result.checksum == pytest.approx(expected.checksum, rel=MOST_EXACT)
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    if device != "auto":
        other = {"cpu": "opencl", "opencl": "cpu"}[device]
        assert sum(region[device]["calls"] for region in regions) > 0
        assert sum(region[other]["calls"] for region in regions) == 0


@pytest.mark.parametrize(("name", "size"), CASES)
def test_plain_openmp_verifies(name: str, size: str, folder: Path, environment: Environment) -> None:
    assert run(build(name, size, folder, "gcc", "-fopenmp"), (), environment.variables).verified
