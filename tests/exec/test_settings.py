"""Environment variables that concern single loops, on whole programs."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

LOOPS = {f"reduce_region_total_{number}" for number in (1, 2, 4)}


@pytest.mark.parametrize(
    ("device", "force", "expected"),
    [
        ("cpu", "reduce_region_total_4:opencl", {4}),
        ("cpu", "reduce_region_total_[24]:gpu", {2, 4}),
        ("cpu", "reduce_region_total_1:opencl", {1, 2, 4}),
        ("cpu", "*:opencl,reduce_region_total_1:cpu", {2, 4}),
        ("opencl", "reduce_region_total_2:cpu", {1, 4}),
        ("opencl", "reduce_region_total_1:cpu", set()),
        ("opencl", "*:cpu,reduce_region_total_4:opencl", {4}),
    ],
)
def test_single_loops_are_forced(
    device: str, force: str, expected: set[int], folder: Path, environment: Environment, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "reduce_region.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    assert set(built.offloadable) == LOOPS
    profile = tmp_path / "profile.json"
    variables = environment.on(device, MAPPER_FORCE=force, MAPPER_PROFILE=str(profile))
    actual = execute([built.executable], variables)
    assert difference(sequential_output(example, folder), actual) is None
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    launched = {loop["id"] for region in regions for loop in region["loops"] if loop["launches"]}
    assert launched == {f"reduce_region_total_{number}" for number in expected}


@pytest.mark.parametrize(
    "name",
    [
        "reduce_region",
        "data_array_of_structs",
        "app_jacobi",
        "data_local_arrays",
        "orphan_callers",
        "host_swap",
        "rows_grid",
        "rows_ragged",
    ],
)
@pytest.mark.parametrize("discrete", [False, True], ids=["shared", "separate"])
def test_right_programs_verify(
    name: str, discrete: bool, folder: Path, environment: Environment, fake: Path
) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = environment.on_discrete("opencl", fake) if discrete else environment.on("opencl")
    done = subprocess.run(
        [built.executable],
        env={**variables, "MAPPER_VERIFY": "1", "MAPPER_INFO": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert difference(sequential_output(example, folder), done.stdout, example.tolerance) is None
    assert " verified" in done.stderr
    assert "differ" not in done.stderr
    assert "on the device and" not in done.stderr
