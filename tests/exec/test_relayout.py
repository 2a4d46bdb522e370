"""Kernels on copies of arrays in another order: forced, chosen by a tree, and where calls of OpenCL fail."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.harness.build import Built, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

LAUNCHES = {
    "relayout_turns": {"main_1": (4, 4), "main_3": (4, 4)},
    "relayout_parts": {"shift_1": (6, 3), "gather_1": (18, 18)},
}
"""Launches of each loop, and those on copies where these are forced."""

TRANSPOSITIONS = {"relayout_turns": 11, "relayout_parts": 25}
"""Of copies, to make them right or to bring home what was written to them, where they are forced."""


def translated(name: str, folder: Path, environment: Environment) -> Built:
    """The program, in which arrays have no other order than that of copies."""
    example = load(PROGRAMS / f"{name}.c")
    return mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "-fno-layout")


def run(name: str, built: Built, folder: Path, variables: dict[str, str]) -> dict[str, dict[str, Any]]:
    """The loops of the profile, by what follows the program's name in their ids; the output must be right."""
    example = load(PROGRAMS / f"{name}.c")
    profile = folder / "relayout.profile.json"
    actual = execute([built.executable], {**variables, "MAPPER_PROFILE": str(profile)})
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    return {loop["id"].removeprefix(f"{name}_"): loop for region in regions for loop in region["loops"]}


def launches(name: str, built: Built, folder: Path, variables: dict[str, str]) -> list[tuple[str, str]]:
    """All launches in their order: the kernel, and the sizes of the grid and of a work-group."""
    log = folder / "launches"
    run(name, built, folder, {**variables, "FAKE_LAUNCHES": str(log)})
    lines = log.read_text(encoding="utf-8").splitlines()
    return [(kernel, shape) for kernel, _, shape in (line.partition(" ") for line in lines)]


@pytest.mark.parametrize("discrete", [False, True])
@pytest.mark.parametrize("more", [{}, {"MAPPER_LANES": "32"}, {"MAPPER_VERIFY": "1"}], ids=str)
@pytest.mark.parametrize("name", LAUNCHES)
def test_copies_are_used_where_they_are_forced(
    name: str, more: dict[str, str], discrete: bool, tmp_path: Path, environment: Environment, fake: Path
) -> None:
    built = translated(name, tmp_path, environment)
    variables = environment.on_discrete("opencl", fake) if discrete else environment.on("opencl")
    loops = run(name, built, tmp_path, {**variables, "MAPPER_RELAYOUT": "1", **more})
    if "MAPPER_VERIFY" not in more:
        found = {loop: (loops[loop]["launches"], loops[loop]["relaid_launches"]) for loop in LAUNCHES[name]}
        assert found == LAUNCHES[name]


@pytest.mark.parametrize("name", LAUNCHES)
def test_versions_are_launched_alike_and_copies_kept(
    name: str, tmp_path: Path, environment: Environment, fake: Path
) -> None:
    """Work-groups of one work-item, or a transposition for each launch, would give the same results slowly."""
    built = translated(name, tmp_path, environment)
    discrete = environment.on_discrete("opencl", fake)
    plain = launches(name, built, tmp_path, {**discrete, "MAPPER_RELAYOUT": "0"})
    relaid = launches(name, built, tmp_path, {**discrete, "MAPPER_RELAYOUT": "1"})
    transposed = [kernel for kernel, _ in relaid if kernel.startswith("transpose")]
    assert len(transposed) == TRANSPOSITIONS[name]
    assert any(kernel.endswith("_relaid") for kernel, _ in relaid)
    alike = [
        (kernel.removesuffix("_relaid"), shape) for kernel, shape in relaid if not kernel.startswith("transpose")
    ]
    assert alike == plain


def test_the_tree_is_asked_with_what_happened_before(tmp_path: Path, environment: Environment, fake: Path) -> None:
    """The tests' tree has arrays copied whose elements are used more than 1.5 times between two changes."""
    name = "relayout_parts"
    built = translated(name, tmp_path, environment)
    discrete = environment.on_discrete("opencl", fake)
    loops = run(name, built, tmp_path, discrete)
    assert 0 < loops["gather_1"]["relaid_launches"] < loops["gather_1"]["launches"]
    assert run(name, built, tmp_path, {**discrete, "MAPPER_RELAYOUT": "0"})["gather_1"]["relaid_launches"] == 0
    assert run(name, built, tmp_path, environment.on("opencl"))["gather_1"]["relaid_launches"] == 0


@pytest.mark.parametrize("name", LAUNCHES)
@pytest.mark.parametrize(
    "fault",
    [
        {"FAKE_MEMORY": "60000"},
        {"FAKE_MEMORY": "150000"},
        {"FAKE_MEMORY": "260000"},
        {"FAKE_FAIL": "clEnqueueNDRangeKernel:2:-5"},
        {"FAKE_FAIL": "clEnqueueNDRangeKernel:5+:-5"},
        {"FAKE_FAIL": "clCreateBuffer:4:-4"},
        {"FAKE_FAIL": "clCreateKernel:3:-5"},
        {"FAKE_FAIL": "clSetKernelArg:20:-5"},
    ],
    ids=str,
)
def test_results_are_right_where_copies_fail(
    name: str, fault: dict[str, str], tmp_path: Path, environment: Environment, fake: Path
) -> None:
    built = translated(name, tmp_path, environment)
    example = load(PROGRAMS / f"{name}.c")
    variables = {**environment.on_discrete("opencl", fake), "MAPPER_RELAYOUT": "1", **fault}
    done = subprocess.run(
        [built.executable], env=variables, capture_output=True, text=True, timeout=500, check=True
    )
    assert difference(sequential_output(example, tmp_path), done.stdout, example.tolerance) is None
    reports = done.stderr.splitlines()
    assert len(set(reports)) == len(reports)  # a loop that isn't launched is reported once
    if "FAKE_MEMORY" in fault:
        assert all("the device has no memory for its arrays" in report for report in reports)
    else:
        assert len(reports) <= 1  # the device failed
