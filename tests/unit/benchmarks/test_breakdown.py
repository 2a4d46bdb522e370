"""The breakdown: its steps, versions that come out the same, the table and the plot."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import breakdown, breakdown_table
from benchmarks.harness import campaign
from benchmarks.harness.campaign import Series, Settings
from benchmarks.harness.rows import Row, Table
from benchmarks.harness.versions import LONGEST_TAG, Variant
from benchmarks.programs import Case, Program

PROGRAM = """#include <stdio.h>
int main(void)
{
  puts("Seconds = 0.5\\nVerification = SUCCESSFUL");
  return 0;
}
"""


def row(program: str, version: str, flags: str, seconds: str, verified: str = "SUCCESSFUL") -> Row:
    """One run of class S."""
    return Row(program, "S", version, flags, seconds, "1.0", "", verified, "", "", "")


ROWS = [
    row("CG", "openmp", "", "3.0"),
    row("CG", "opencl", "-fno-nest -fno-swap", "8.0"),
    row("CG", "opencl", "-fno-nest -fno-swap", "9.0"),
    row("CG", "opencl", "--passes=nest", "4.0"),
    row("CG", "opencl", "--passes=nest,swap", "2.0"),
    row("MG", "openmp", "", "1.0"),
    row("MG", "opencl", "-fno-nest -fno-swap", "1.0"),
    row("MG", "opencl", "--passes=nest", "0.25", "UNSUCCESSFUL"),
    row("MG", "opencl", "--passes=nest,swap", "", "timeout"),
]


def test_steps_add_one_transformation_at_a_time() -> None:
    assert breakdown.steps(["nest", "swap"], ["nest", "swap", "tile"]) == [
        ("-fno-nest", "-fno-swap", "-fno-tile"),
        ("--passes=nest",),
        ("--passes=nest,swap",),
    ]


def test_kernels_run_sequentially_too() -> None:
    found = breakdown.series(["CG", "gemm"], ["S"], ["tiny"], [])
    assert [(one.program, one.case.size, one.variant.version) for one in found] == [
        ("CG", "S", "openmp"),
        ("CG", "S", "opencl"),
        ("gemm", "tiny", "sequential"),
        ("gemm", "tiny", "openmp"),
        ("gemm", "tiny", "opencl"),
    ]


def test_many_flags_make_a_short_name() -> None:
    tags = {
        Variant("opencl", tuple(f"-fno-{word}" for word in "abcdefghijklmnop"[:count])).tag for count in (15, 16)
    }
    assert len(tags) == 2
    assert all(len(tag) < LONGEST_TAG for tag in tags)


def test_a_step_without_effect_is_not_run_again(tmp_path: Path) -> None:
    (tmp_path / "same.c").write_text(PROGRAM, encoding="utf-8")
    case = Case(Program("same", (str(tmp_path / "same.c"),)), ("1",))
    series = [Series(case, Variant("opencl", flags)) for flags in ((), ("-fno-strict-aliasing",), ("-DX=1",))]
    settings = Settings(work=tmp_path / "work", threads=1, timeout=20, repeats=2, share=True)
    rows = list(campaign.measure(series, Table(tmp_path / "table.csv"), settings, "card"))
    assert [(one.flags, one.said) for one in rows] == [
        ("", ""),
        ("", ""),
        *[("-fno-strict-aliasing", "the same program as with no flags")] * 2,
        *[("-DX=1", "the same program as with no flags")] * 2,
    ]
    assert {one.seconds for one in rows} == {"0.5"}
    assert rows[2].whole == rows[0].whole


def test_the_table_gives_the_best_seconds_and_mean_speedups() -> None:
    steps, found = breakdown_table.lines(ROWS)
    assert breakdown_table.cells(steps, found) == [
        ["program", "OpenMP", "plain", "+nest", "+swap"],
        ["CG.S", "3.0000", "8.0000", "4.0000", "2.0000"],
        ["MG.S", "1.0000", "1.0000", "0.2500!", "-"],
        ["speed-up over plain", "1.63x", "1.00x", "2.00x", "4.00x"],
    ]
    assert breakdown_table.cells(steps, found, over="OpenMP")[-1] == [
        "speed-up over OpenMP",
        "1.00x",
        "0.61x",
        "0.75x",
        "1.50x",
    ]


def test_table_and_plot_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(tmp_path / "table.csv")
    for one in ROWS:
        table.append(one)
    page, plot = tmp_path / "table.md", tmp_path / "plot.svg"
    command = [str(table.path), "--markdown", str(page), "--plot", str(plot)]
    assert breakdown_table.main(command) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["program", "OpenMP", "plain", "+nest", "+swap"]
    assert page.read_text(encoding="utf-8").startswith(
        "| program | CG.S | MG.S | speed-up over plain |\n|---|--:|"
    )
    first = plot.read_bytes()
    assert b"<svg" in first
    assert breakdown_table.main(command) == 0
    assert plot.read_bytes() == first
