"""Kernels whose iterations several work-items share give the same results, with any number of them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.harness.build import Built, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, ROOT, Example, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

NAMES = [
    "app_spmv",
    "collapse_rows",
    "gang_counters",
    "gang_counts",
    "gang_histograms",
    "gang_lines",
    "gang_order",
    "gang_panels",
    "gang_recurrence",
    "gang_reductions",
    "gang_rounding",
    "gang_stages",
    "loop_wrapping",
    "data_static_arrays",
    "data_vla",
]
RECURRENCES = ["gang_recurrence", "gang_stages", "interleave_lines", "rotate_recurrences", "split_lines"]


def on_lanes(built: Built, environment: Environment) -> subprocess.CompletedProcess[str]:
    """A run with work-groups of 32, and what the library says."""
    variables = environment.on("opencl", MAPPER_LANES="32", MAPPER_INFO="2")
    return subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)


def test_lanes_by_length_of_rows(folder: Path, environment: Environment) -> None:
    """Rows of many lengths: each form of the kernel runs, in turn, and all give the right sums."""
    driver = ROOT / "tests" / "golden" / "drivers" / "schedule_rows.c"
    example = Example("schedule_rows", (driver,), offloaded=0, kept=(), flags=("-std=c11",))
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "--passes=inline,gang,schedule")
    ran = on_lanes(built, environment)
    taken = re.findall(r"schedule_rows_multiply_1: (\d+) work-items? for each row", ran.stderr)
    assert set(taken) == {"1", "8", "32", "128", "512"}
    assert difference(sequential_output(example, folder), ran.stdout) is None


def test_rows_that_are_longer_than_apart_are_for_the_cpu(folder: Path, environment: Environment) -> None:
    source = ROOT / "tests" / "programs" / "gang_panels.c"
    example = Example("gang_panels", (source,), offloaded=4, kept=(), flags=("-std=c11",))
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "--passes=inline,gang,unroll")
    ran = on_lanes(built, environment)
    refused = "gang_panels_panel_rows_1: not launched: its subscripts may leave the rows of its arrays"
    assert ran.stderr.count(f"mapper: {refused}\n") == 1
    assert difference(sequential_output(example, folder), ran.stdout) is None


@pytest.mark.parametrize(("pairs", "lanes"), [("20", 0), ("5000", 1)])
def test_diagonals_are_shared_where_iterations_are_few(
    pairs: str, lanes: int, folder: Path, environment: Environment
) -> None:
    driver = ROOT / "tests" / "golden" / "drivers" / "wavefront_table.c"
    flags = ("-std=c11", f"-DPAIRS={pairs}", "-DN=9", "-DM=5")
    example = Example(f"wavefront_{pairs}", (driver,), offloaded=0, kept=(), flags=flags)
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "--passes=wavefront")
    ran = on_lanes(built, environment)
    assert ran.stderr.count(f"wavefront_table_align_1: 1 work-item for each of {pairs} iterations") == lanes
    assert difference(sequential_output(example, folder), ran.stdout) is None


def test_columns_are_shared_where_iterations_are_few(folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / "gang_few.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "--passes=promote,gang")
    ran = on_lanes(built, environment)
    for name in ("solve", "product", "symmetric", "steps"):
        assert ran.stderr.count(f"gang_few_{name}_1: 1 work-item for each of 1100 iterations") == 1
    assert "of 30 iterations" not in ran.stderr
    assert difference(sequential_output(example, folder), ran.stdout) is None


def test_rows_that_end_in_another_array_are_counted(folder: Path, environment: Environment) -> None:
    """Levels of at most 60 rows, of 3,600 that have 3 elements on average in the array."""
    example = load(PROGRAMS / "levels_between.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    ran = on_lanes(built, environment)
    assert set(re.findall(r"levels_between_solve_1: (\d+) work-items? for each row", ran.stderr)) == {"1"}
    assert difference(sequential_output(example, folder), ran.stdout) is None


@pytest.mark.parametrize(("units", "lanes"), [("1", 0), ("64", 1)])
def test_blocks_have_work_groups_where_they_are_few(
    units: str, lanes: int, folder: Path, environment: Environment
) -> None:
    """Nine blocks: more than one unit holds groups of 256 of, and less than 64 units do."""
    example = load(PROGRAMS / "gang_counters.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = environment.on("opencl", MAPPER_LANES="32", MAPPER_INFO="2", MAPPER_UNITS=units)
    ran = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
    for name in ("scatter", "scatter_pairs", "colliding", "partition", "lists"):
        assert ran.stderr.count(f"gang_counters_{name}_1: 256 work-items for each of 9 iterations") == lanes
    assert difference(sequential_output(example, folder), ran.stdout) is None


@pytest.mark.parametrize("lanes", ["2", "32"])
@pytest.mark.parametrize(
    ("name", "passes"),
    [
        *((name, "inline,gang,unroll") for name in NAMES),
        *((name, "inline,nest,gang,interleave") for name in RECURRENCES),
        *((name, "inline,gang,interleave,unroll,split,rotate") for name in RECURRENCES),
        ("gang_columns", "inline,gang,columns,interleave,split,rotate"),
        ("fuse_lines", "inline,nest,fuse,gang,interleave,split,rotate"),
    ],
)
def test_same_result(name: str, passes: str, lanes: str, folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], f"--passes={passes}")
    actual = execute([built.executable], environment.on("opencl", MAPPER_LANES=lanes))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
