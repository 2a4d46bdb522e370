"""The table of loops: what runs on the device, and why the rest does not."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from benchmarks import loops
from benchmarks.programs import Program

TEXT = """int main(void)
{
  static double a[100];
  int i;

#pragma omp parallel for
  for (i = 0; i < 100; i++)
    a[i] = i;
#pragma omp parallel for ordered
  for (i = 1; i < 100; i++) {
#pragma omp ordered
    a[i] += 0.5 * a[i - 1];
  }
  return a[0] != 0.0;
}
"""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> list[loops.Loop]:
    """The loops of a program with one on the device and one that is ordered."""
    source = tmp_path_factory.mktemp("loops") / "two.c"
    source.write_text(TEXT, encoding="utf-8")
    return loops.loops("two", Program("two", (str(source),)))


def test_each_loop_has_a_verdict_and_a_place(found: list[loops.Loop]) -> None:
    first, second = found
    assert (first.program, first.function, first.offloaded, first.code) == ("two", "main", True, "")
    assert Path(first.place.rpartition(":")[0]).name == "two.c"
    assert first.place.endswith(":6")
    assert (second.offloaded, second.code[0], bool(second.reason)) == (False, "K", True)
    assert second.kept_at.rpartition(":")[2] in {"9", "11"}


def test_text_and_markdown_hold_counts_and_reasons(found: list[loops.Loop]) -> None:
    assert loops.counts(found) == [("two", "2", "1", "1"), ("all", "2", "1", "1")]
    lines = loops.as_text(found).splitlines()
    assert [line.split() for line in lines[:3]] == [
        ["program", "loops", "offloaded", "kept"],
        ["two", "2", "1", "1"],
        ["all", "2", "1", "1"],
    ]
    assert found[1].reason in lines[-1]
    page = loops.as_markdown(found)
    assert "| two | 2 | 1 | 1 |" in page
    assert f"| `{found[1].loop}` | two |" in page
    assert loops.as_text(found[:1]).count("\n") == 3


def test_csv_has_a_row_for_each_loop(found: list[loops.Loop]) -> None:
    rows = list(csv.DictReader(io.StringIO(loops.as_csv(found))))
    assert [(row["loop"], row["offloaded"], row["code"]) for row in rows] == [
        (found[0].loop, "1", ""),
        (found[1].loop, "0", found[1].code),
    ]


def test_the_command_writes_a_benchmark(tmp_path: Path) -> None:
    output = tmp_path / "ep.csv"
    assert loops.main(["--programs", "ep", "--format", "csv", "-o", str(output)]) == 0
    [row] = csv.DictReader(io.StringIO(output.read_text(encoding="utf-8")))
    assert (row["program"], row["function"], row["offloaded"]) == ("EP", "make_pairs", "1")
    assert row["place"].startswith("npb/EP/ep.c:")
