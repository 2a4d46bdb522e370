"""Shares of all rows' elements: taken where they are right and wanted, and right where calls of OpenCL fail."""

from __future__ import annotations

import re
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from tests.harness.build import mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

EXAMPLE = load(PROGRAMS / "collapse_rows.c")
RISE, FALL = "the longest row", "the rows do not"


def run(folder: Path, environment: Environment, variables: dict[str, str], *more: str) -> str:
    """What the program tells on standard error; its output must be right."""
    built = mapped(EXAMPLE, folder, environment.variables["MAPPER_CACHE_DIR"], *more)
    ran = subprocess.run(
        [built.executable],
        env={**variables, "MAPPER_LANES": "32"},
        capture_output=True,
        text=True,
        check=True,
        timeout=500,
    )
    assert difference(sequential_output(EXAMPLE, folder), ran.stdout, EXAMPLE.tolerance) is None
    return ran.stderr


@pytest.mark.parametrize(("discrete", "more"), [(False, []), (True, []), (False, ["-fno-schedule"])], ids=str)
@pytest.mark.parametrize("wish", [{}, {"MAPPER_COLLAPSE": "1"}], ids=str)
def test_shares(
    wish: dict[str, str], discrete: bool, more: list[str], folder: Path, environment: Environment, fake: Path
) -> None:
    """Rows are looked at once for each time that they change, if not too often, and shared where they rise."""
    variables = environment.on_discrete("opencl", fake) if discrete else environment.on("opencl")
    told: dict[str, list[str]] = defaultdict(list)
    stderr = run(folder, environment, {**variables, "MAPPER_INFO": "2", **wish}, *more)
    for loop, what in re.findall(rf"collapse_rows_main_(\d): ({RISE}|{FALL}|\d+ shares of)", stderr):
        told[loop].append(what)
    looks = [what for what in told["2"] if "shares" not in what]
    assert looks == ([RISE, RISE, RISE, FALL, RISE] if wish else [RISE, RISE, RISE, FALL])
    if wish and not more:  # its second launch reads and writes parts of one array
        forms = re.findall(r"collapse_rows_multiply_1: \d+ (shares|work-items)", stderr)
        assert forms == ["shares", "work-items"]
    taken = {loop for loop, what in told.items() if any("shares" in each for each in what)}
    assert taken == ({"2", "3", "4", "5", "6", "7", "8"} if wish else {"2", "3", "4", "5", "8"})


@pytest.mark.parametrize(("wish", "more"), [({"MAPPER_COLLAPSE": "0"}, []), ({}, ["-fno-collapse"])], ids=str)
def test_whole_rows(wish: dict[str, str], more: list[str], folder: Path, environment: Environment) -> None:
    stderr = run(folder, environment, {**environment.on("opencl"), "MAPPER_INFO": "2", **wish}, *more)
    assert "shares of" not in stderr
    assert RISE not in stderr


@pytest.mark.parametrize("discrete", [False, True], ids=["shared", "discrete"])
def test_rows_under_conditions(discrete: bool, folder: Path, environment: Environment, fake: Path) -> None:
    """Shares where elements have conditions, loops, or sums for a reduction."""
    example = load(PROGRAMS / "gang_uneven_rows.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = environment.on_discrete("opencl", fake) if discrete else environment.on("opencl")
    variables |= {"MAPPER_LANES": "32", "MAPPER_COLLAPSE": "1", "MAPPER_INFO": "2"}
    ran = subprocess.run(
        [built.executable], env=variables, capture_output=True, text=True, check=True, timeout=500
    )
    assert difference(sequential_output(example, folder), ran.stdout, example.tolerance) is None
    shared = set(re.findall(r"gang_uneven_rows_(\w+)_1: \d+ shares of", ran.stderr))
    assert shared == {"triangles", "reduced", "peeled", "counted", "left", "stored", "pushed"}


def test_sums_are_the_same_in_each_run(folder: Path, environment: Environment) -> None:
    built = mapped(EXAMPLE, folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = environment.on("opencl", MAPPER_LANES="32", MAPPER_COLLAPSE="1")
    outputs = {subprocess.check_output([built.executable], env=variables) for _ in range(3)}
    assert len(outputs) == 1


@pytest.mark.parametrize(
    "fault",
    [
        *({"FAKE_FAIL": f"clEnqueueNDRangeKernel:{number}:-5"} for number in (2, 3, 4, 16, 20)),
        {"FAKE_FAIL": "clEnqueueNDRangeKernel:6+:-5"},
        {"FAKE_FAIL": "clCreateBuffer:6:-4"},
        {"FAKE_FAIL": "clCreateKernel:3:-5"},
        {"FAKE_FAIL": "clCreateKernel:4:-5"},
        {"FAKE_FAIL": "clSetKernelArg:15:-5"},
        {"FAKE_FAIL": "clSetKernelArg:35:-5"},
        {"FAKE_FAIL": "clCreateUserEvent:1:-5"},
        {"FAKE_MEMORY": "300000"},
        {"FAKE_GROUP": "128"},
    ],
    ids=str,
)
def test_results_are_right_where_calls_fail(
    fault: dict[str, str], folder: Path, environment: Environment, fake: Path
) -> None:
    run(folder, environment, {**environment.on_discrete("opencl", fake), "MAPPER_COLLAPSE": "1", **fault})
