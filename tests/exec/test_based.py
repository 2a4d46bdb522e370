"""Pointers that lie outside of their memory: loops are launched, with the memory that they are for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

REFUSED: dict[str, set[str]] = {
    "based_f2c": set(),
    "based_solvers": set(),
    "based_vectors": {"based_vectors_run_2", "based_vectors_run_3"},
    "based_rows": {"based_rows_run_1"},
    "based_given": {"based_given_gather_1", "based_given_scatter_1", "based_given_main_1", "based_given_main_2"},
    "based_elsewhere": {"based_elsewhere_main_3", "based_elsewhere_weigh_1"},
}
"""Loops that reach elements by data, through pointers that may lie in another block: they may be refused."""


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_reached_says_which_memory(
    name: str, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_PROFILE": str(profile)}
    actual = execute([built.executable], variables)
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
    loops = [
        loop for region in json.loads(profile.read_text(encoding="utf-8"))["regions"] for loop in region["loops"]
    ]
    assert len(loops) == len(built.offloadable)
    assert {loop["id"] for loop in loops if loop["refused"]} <= REFUSED[name]


def test_launches_that_reach_less_each_time_are_collected(
    folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    built = mapped(load(PROGRAMS / "based_steps.c"), folder, environment.variables["MAPPER_CACHE_DIR"])
    counts = tmp_path / "counts"
    execute([built.executable], environment.on_discrete("opencl", fake) | {"FAKE_COUNTS": str(counts)})
    calls = dict(line.split() for line in counts.read_text(encoding="utf-8").splitlines())
    assert int(calls["clEnqueueNDRangeKernel"]) < 59 / 4  # one for each step, if they were launched alone
