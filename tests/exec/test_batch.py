"""Launches that follow each other become one, with the same results, and failures are told or do no harm."""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests.harness.build import Built, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import ROOT, Example
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

DRIVER = ROOT / "tests" / "golden" / "drivers" / "batch_planes.c"
EXAMPLE = Example("batch_planes", (DRIVER,), offloaded=0, kept=(), flags=("-std=c11",))
REACH = ROOT / "tests" / "programs" / "batch_reach.c"
SWEEPS, PLANES, ROWS = 3, 45, 32
"""What the driver does, and how many launches become one at most."""


def build(folder: Path, environment: Environment) -> Built:
    return mapped(EXAMPLE, folder, environment.variables["MAPPER_CACHE_DIR"], "--passes=batch")


@pytest.mark.parametrize(
    "more", [{}, {"MAPPER_CLOCKS": "0"}, {"MAPPER_MAX_ITEMS": "8"}, {"MAPPER_VERIFY": "1"}], ids=str
)
@pytest.mark.parametrize("batch", ["0", "1"])
@pytest.mark.parametrize("discrete", [False, True])
def test_same_results(
    discrete: bool, batch: str, more: dict[str, str], tmp_path: Path, environment: Environment, fake: Path
) -> None:
    variables = environment.on_discrete("opencl", fake) if discrete else environment.on("opencl")
    variables |= {"MAPPER_LANES": "32", "MAPPER_BATCH": batch, "MAPPER_PROFILE": str(tmp_path / "profile"), **more}
    actual = execute([build(tmp_path, environment).executable], variables)
    assert difference(sequential_output(EXAMPLE, tmp_path), actual) is None


def test_a_sweep_takes_few_launches(tmp_path: Path, environment: Environment, fake: Path) -> None:
    log = tmp_path / "launches"
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_LAUNCHES": str(log)}
    execute([build(tmp_path, environment).executable], variables)
    found = Counter(line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines())
    assert (found["batch_planes_sweep_1"], found["batch_planes_sweep_1_batch"]) == (
        SWEEPS,
        SWEEPS * (1 + (PLANES - 1) // ROWS),
    )
    assert "batch_planes_steps_1_batch" not in found  # the host comes in between


def test_launches_that_reach_differently_far_are_collected(
    tmp_path: Path, environment: Environment, fake: Path
) -> None:
    example = Example("batch_reach", (REACH,), offloaded=3, kept=(), flags=("-std=c11",))
    log = tmp_path / "launches"
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_LAUNCHES": str(log)}
    built = mapped(example, tmp_path, environment.variables["MAPPER_CACHE_DIR"], "--passes=batch")
    assert difference(sequential_output(example, tmp_path), execute([built.executable], variables)) is None
    found = Counter(line.partition(" ")[0] for line in log.read_text(encoding="utf-8").splitlines())
    assert found["batch_reach_solve_1_batch"] == 2  # 38 steps
    assert found["batch_reach_levels_1_batch"] == 1


@pytest.mark.parametrize(
    "fault",
    [
        "clEnqueueNDRangeKernel:2:-5",
        "clEnqueueNDRangeKernel:2+:-5",
        "clCreateKernel:2:-5",
        "clCreateBuffer:3:-4",
        "clSetKernelArg:12:-5",
        "clSetKernelArg:12+:-5",
        "clSetKernelArg:25:-5",
    ],
)
def test_failures_are_told(fault: str, tmp_path: Path, environment: Environment, fake: Path) -> None:
    """Where launches that were collected can't be made up for, the program ends with a message and code 70."""
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32", "FAKE_FAIL": fault}
    command = [build(tmp_path, environment).executable]
    done = subprocess.run(command, env=variables, capture_output=True, text=True, timeout=500, check=False)
    if done.returncode != 70:
        assert done.returncode == 0
        assert difference(sequential_output(EXAMPLE, tmp_path), done.stdout) is None
    else:
        assert "can't be read" in done.stderr
        assert "+" in fault
