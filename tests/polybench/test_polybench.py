"""The PolyBench-style kernels agree on every path, at sizes that no tile or vector divides."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from benchmarks.harness.execute import Outcome, execute
from benchmarks.polybench.kernels import KERNELS, SIZES, polybench
from benchmarks.programs import HERE, compile_command
from tests.conftest import Golden
from tests.harness.applied import applied
from tests.harness.build import once
from tests.harness.mapper import run_command
from tests.harness.opencl import Environment

WARNINGS = ("-Wall", "-Wextra", "-Werror", "-Wno-unknown-pragmas")
SANITIZERS = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
MAPPER = ("mapper", "compile")
SECONDS = 500
TRANSFORMS = Path(__file__).parent / "transforms"


def build(name: str, folder: Path, version: str, compiler: tuple[str, ...], *flags: str) -> Path:
    """An executable of the tiny size."""
    executable = folder / f"polybench-{name}.{version}"

    def make() -> None:
        command = compile_command(compiler, polybench(name, "tiny"), executable, *flags, *WARNINGS)
        if compiler == MAPPER:
            run_command([*command, "--report", _report(executable)], check=True)
        else:
            subprocess.run(command, check=True, stderr=subprocess.PIPE)

    return once(executable, make)


def _report(executable: Path) -> Path:
    return executable.with_name(executable.name + ".report")


def plain(name: str, folder: Path) -> Path:
    """The sequential version, with sanitizers."""
    return build(name, folder, "plain", ("gcc",), "-fno-openmp", "-O1", *SANITIZERS)


def mapped(name: str, folder: Path) -> Path:
    """The version that mapper makes."""
    return build(name, folder, "mapped", MAPPER)


def checksum(outcome: Outcome) -> float:
    """The checksum of a run that went well and said nothing."""
    assert (outcome.failure, outcome.said) == (None, "")
    assert 0 < float(outcome.values["Seconds"]) < SECONDS
    assert float(outcome.values["First"]) > 0
    return float(outcome.values["Checksum"])


@pytest.mark.parametrize("name", KERNELS)
def test_no_transformation_is_lost(name: str, folder: Path, golden: Golden) -> None:
    """What is applied to each loop is what was measured: a check that refuses more shows here."""
    golden(TRANSFORMS / f"{name}.txt", applied(_report(mapped(name, folder))))


@pytest.mark.opencl
@pytest.mark.parametrize("name", KERNELS)
def test_agrees_on_every_path(name: str, folder: Path, tmp_path: Path, environment: Environment) -> None:
    expected = checksum(execute(plain(name, folder), ("1",), environment.variables, SECONDS))
    assert expected != 0
    profile = tmp_path / "profile.json"
    for device in ("cpu", "opencl", "auto"):
        variables = environment.on(device, MAPPER_PROFILE=str(profile))
        actual = checksum(execute(mapped(name, folder), ("2",), variables, SECONDS))
        assert actual == pytest.approx(expected, rel=1e-10)
        regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
        calls = {place: sum(region[place]["calls"] for region in regions) for place in ("cpu", "opencl")}
        if device != "auto":
            assert calls[device] > 0
            assert calls["opencl" if device == "cpu" else "cpu"] == 0


@pytest.mark.opencl
@pytest.mark.parametrize("name", KERNELS)
def test_agrees_as_on_gpus(name: str, folder: Path, environment: Environment) -> None:
    expected = checksum(execute(plain(name, folder), ("1",), environment.variables, SECONDS))
    actual = checksum(execute(mapped(name, folder), ("1",), environment.on("opencl", MAPPER_LANES="32"), SECONDS))
    assert actual == pytest.approx(expected, rel=1e-10)


@pytest.mark.oclgrind
@pytest.mark.parametrize("lanes", ["1", "32"])
@pytest.mark.parametrize("name", KERNELS)
def test_kernels_are_clean(name: str, lanes: str, folder: Path, tmp_path: Path, environment: Environment) -> None:
    log = tmp_path / "log"
    expected = checksum(execute(plain(name, folder), ("1",), environment.variables, SECONDS))
    variables = environment.under_oclgrind(log, MAPPER_LANES=lanes)
    actual = checksum(execute(mapped(name, folder), ("1",), variables, SECONDS))
    assert log.read_text(encoding="utf-8") == ""
    assert actual == pytest.approx(expected, rel=1e-10)


def test_every_kernel_has_its_file_and_all_sizes() -> None:
    assert {path.stem for path in (HERE / "polybench").glob("*.c")} == KERNELS.keys()
    assert all(set(sizes) == set(SIZES) for sizes in KERNELS.values())
