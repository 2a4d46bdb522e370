"""Kernels whose work-groups count in local memory give the same results, with other passes and without."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.exec.test_transforms import outcomes
from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


@pytest.mark.parametrize("flag", ["--passes=privatize", "-fprivatize"])
@pytest.mark.parametrize("most", ["0", "600"])
@pytest.mark.parametrize(
    "name",
    [
        "privatize_counts",
        "privatize_rows",
        "thread_histogram",
        "reduction_arrays",
        "reduction_array_kinds",
        "privatize_groups",
    ],
)
def test_same_result(name: str, most: str, flag: str, folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], flag)
    actual = execute([built.executable], environment.on("opencl", MAPPER_LANES="32", MAPPER_MAX_ITEMS=most))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


@pytest.mark.parametrize("lanes", ["1", "32"])
def test_short_arrays_have_replicas(lanes: str, folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / "privatize_groups.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = environment.on("opencl", MAPPER_LANES=lanes, MAPPER_INFO="2")
    done = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
    assert difference(sequential_output(example, folder), done.stdout, example.tolerance) is None
    told = [line for line in done.stderr.splitlines() if "replicas of short arrays" in line]
    loops = ["by_group_1", "by_section_1", "by_structure_1", "around_zero_1", "both_ways_1", "own_sums_1"]
    loops += ["main_2"] if lanes == "1" else []  # counters of rows are for GPUs
    assert {line.split()[1] for line in told} == {f"privatize_groups_{loop}:" for loop in loops}
    assert sum("by_group_1" in line for line in told) == 3  # with 5,000 groups it adds in global memory


def test_long_and_used_counters_stay() -> None:
    reasons = [loop["privatize"][1] for loop in outcomes("privatize_counts") if "privatize" in loop]
    assert reasons == [
        None,
        None,
        None,
        "the analysis can't show that neighbouring iterations meet in few elements of `wider`",
        None,
        None,
        None,
        "`other` is used in other ways, too",
    ]


def test_iterations_keep_the_rows_that_they_overwrite() -> None:
    reasons = [loop["privatize"][1] for loop in outcomes("privatize_rows") if "privatize" in loop]
    assert reasons == [
        None,
        None,
        "no loop overwrites a row of `added` first",
        "rows of `wide` are too long for local memory",
        "no loop overwrites a row of `rank` first",
    ]


@pytest.mark.parametrize("lanes", ["8", "32"])
def test_rows_with_other_passes(lanes: str, folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / "privatize_rows.c")
    built = mapped(
        example, folder, environment.variables["MAPPER_CACHE_DIR"], "--passes=gang,schedule,privatize,unroll"
    )
    actual = execute([built.executable], environment.on("opencl", MAPPER_LANES=lanes))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


@pytest.mark.oclgrind
def test_rows_have_no_races(folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / "privatize_rows.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "-fno-unroll")
    log = folder / "privatize_rows.oclgrind"
    actual = execute([built.executable], environment.under_oclgrind(log, MAPPER_LANES="8"))
    assert log.read_text(encoding="utf-8") == ""
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
