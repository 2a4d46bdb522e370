"""All NPB programs, written for this project, verify on every path, built by `mapper compile` and `mapper-cc`."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.programs import NPB, NPB_NAMES, Result, compile_command, npb, run
from tests.cc.project import Project
from tests.conftest import Golden
from tests.harness.applied import applied
from tests.harness.build import once
from tests.harness.mapper import run_command
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

CASES = [pytest.param(name, size, id=f"{name}.{size}") for size in ("S", "W") for name in NPB_NAMES]
MAPPER = ("mapper", "compile")
TRANSFORMS = Path(__file__).parent / "transforms"
MOST_EXACT = 1e-10  # how well sums agree with the sequential program's, after another order of additions
OTHER = {"cpu": "opencl", "opencl": "cpu"}


def build(name: str, size: str, folder: Path, *compiler: str) -> Path:
    """An executable of one benchmark and class; mapper writes its report beside it."""
    executable = folder / f"{name}.{size}.{Path(compiler[-1]).name.strip('-')}"

    def make() -> None:
        command = compile_command(compiler, npb(name, size), executable, "-Wno-unknown-pragmas")
        if compiler == MAPPER:
            run_command([*command, "--report", _report(executable)], check=True)
        else:
            subprocess.run(command, check=True)

    return once(executable, make)


def _report(executable: Path) -> Path:
    return executable.with_name(executable.name + ".report")


def offloadable(name: str, size: str, folder: Path) -> set[str]:
    """The loops that some kernel runs, by mapper's report."""
    report = _report(build(name, size, folder, *MAPPER))
    loops = json.loads(report.read_text(encoding="utf-8"))["loops"]
    return {loop["id"] for loop in loops if loop["offloadable"]}


def launched(device: str, profile: Path) -> set[str]:
    """The loops that ran on the device; where one was forced, no region ran elsewhere.

    A run without any region that could go to a device writes no profile.
    """
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"] if profile.exists() else []
    assert device not in OTHER or not any(region[OTHER[device]]["calls"] for region in regions)
    kernels = [loop for region in regions for loop in region["loops"] if loop["launches"]]
    return {name for each in kernels for name in (each["id"], *each["others"]) if "_fused" not in name}


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
    if device != "auto":
        assert launched(device, profile) == (offloadable(name, size, folder) if device == "opencl" else set())


@pytest.mark.parametrize("name", NPB_NAMES)
def test_no_transformation_is_lost(name: str, folder: Path, golden: Golden) -> None:
    """What is applied to each loop is what was measured: a check that refuses more shows here."""
    golden(TRANSFORMS / f"{name}.txt", applied(_report(build(name, "S", folder, *MAPPER))))


@pytest.mark.parametrize(("name", "size"), CASES)
def test_plain_openmp_verifies(name: str, size: str, folder: Path, environment: Environment) -> None:
    assert run(build(name, size, folder, "gcc", "-fopenmp"), (), environment.variables).verified


@pytest.mark.parametrize("name", NPB_NAMES)
@pytest.mark.parametrize("device", ["cpu", "opencl"])
def test_make_with_the_drop_in_compiler(name: str, device: str, folder: Path, environment: Environment) -> None:
    made = folder / "mapper-cc"
    made.mkdir(exist_ok=True)
    words = ("CC=mapper-cc", "CLASS=S", f"BIN={made}", f"BUILD={made}/build", f"PYTHON={sys.executable}")

    def make() -> None:
        Project(NPB, environment).build("make", *words, name.upper())

    executable = once(made / f"{name}.S", make)
    profile = made / f"{name}.{device}.json"
    assert run(executable, (), environment.on(device, MAPPER_PROFILE=str(profile))).verified
    assert launched(device, profile) == (offloadable(name, "S", folder) if device == "opencl" else set())


@pytest.mark.parametrize("name", ["bt", "sp", "lu", "lu_hp"])
@pytest.mark.parametrize("layout", ["1", "0"])
def test_verifies_with_layouts_on_separate_memory(
    name: str, layout: str, folder: Path, environment: Environment, fake: Path, expected_small: Result
) -> None:
    executable = build(name, "S", folder, *MAPPER)
    result = run(executable, (), {**environment.on_discrete("opencl", fake), "MAPPER_LAYOUT": layout})
    assert result.verified
    assert result.checksum == pytest.approx(expected_small.checksum, rel=MOST_EXACT)


@pytest.fixture
def expected_small(name: str, folder: Path, environment: Environment) -> Result:
    """The sequential program's result for class S."""
    return run(build(name, "S", folder, "gcc", "-fno-openmp"), (), environment.variables)
