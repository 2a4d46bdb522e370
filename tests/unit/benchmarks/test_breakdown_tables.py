"""The breakdown's tables, page and plot."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import breakdown_table
from benchmarks.breakdown import tables
from benchmarks.harness.rows import Row, Table
from mapper_training.evaluation import steps

SAME = "the same program as with --passes=nest"
PASSES = "--passes=nest,swap"


def row(
    program: str, flags: str, seconds: str, verified: str = "SUCCESSFUL", said: str = "", size: str = "S"
) -> Row:
    """One run; without flags with OpenMP."""
    version = "opencl" if flags else "openmp"
    return Row(program, size, version, flags, seconds, "1.0", "", verified, "", "", said)


ROWS = [
    row("CG", "", "3.0"),
    row("CG", "-fno-nest -fno-swap", "8.0"),
    row("CG", "-fno-nest -fno-swap", "9.0"),
    row("CG", "--passes=nest", "2.0"),
    row("CG", PASSES, "2.0", said=SAME),
    row("CG", "--passes=nest", "1.6"),
    row("CG", "-fno-nest", "8.5"),
    row("MG", "", "1.0"),
    row("MG", "-fno-nest -fno-swap", "", "timeout", "more than 5 s"),
    row("MG", "--passes=nest", "0.25"),
    row("MG", PASSES, "0.5"),
    row("MG", "-fno-swap", "0.25"),
    row("MG", "--passes=nest", "", "on the CPU", size="W"),
]
CASES = steps.cases([{**vars(one), "class": one.size} for one in ROWS])


def test_a_version_that_is_the_same_has_all_runs_of_that_one() -> None:
    time = CASES[0].times["+swap"]
    assert (time.seconds, time.runs, time.same) == (1.6, 2, "+nest")
    assert CASES[1].times["plain"] == steps.Time(None, 5.0)
    assert CASES[2].times["+nest"].wrong


def test_labels() -> None:
    assert steps.label("openmp", "") == "OpenMP"
    assert steps.label("opencl", "-fno-a -fno-b") == "plain"
    assert steps.label("opencl", "-fno-a") == "-a"
    assert steps.label("opencl", "") is None
    assert steps.label("mapped", "-fno-a") is None


def test_tables() -> None:
    cases = [case for case in CASES if case.size == "S"]
    assert tables.overview(cases) == [
        ["program", "S"],
        ["CG", "5 (1.88)"],
        ["MG", ">10 (2)"],
        ["geometric mean", ">7.07 (1.94)"],
    ]
    assert tables.by_step(cases) == [
        ["with", "S", "changes"],
        ["plain", "<0.27", ""],
        ["+nest", "2.74", "CG, MG"],
        ["+swap", "1.94", "MG"],
    ]
    assert tables.effects(cases, "S") == [
        ["", "CG", "MG"],
        ["OpenMP, s", "3", "1"],
        ["plain, s", "8", ">5"],
        ["+nest", "5", ">20"],
        ["+swap", "", "**0.50**"],
        ["all, s", "1.6", "0.5"],
    ]
    assert tables.all_but_one(cases, "S") == [
        ["without", "CG", "MG"],
        ["nest", "5.31", ""],
        ["swap", "", "**0.50**"],
        ["runs differ by", "25.0%", "-"],
    ]
    assert tables.slower(cases) == ["MG.S: 0.5 (one run) s with `swap`, 0.25 (one run) without"]
    assert tables.compared(cases) == 2


@pytest.mark.parametrize(
    ("own", "others", "said"),
    [
        ([2.02, 2.05], [1.99, 2.0], ["CG.S: 2.02-2.05 (2 runs) s with `nest`, 1.99-2 (2 runs) without"]),
        ([2.02, 2.05], [1.99, 2.02], []),  # the runs overlap
        ([2.005, 2.05], [1.99, 2.0], []),  # hardly
        ([2.05], [2.0, 2.01], []),  # one run
    ],
)
def test_slower_is_what_all_runs_show(own: list[float], others: list[float], said: list[str]) -> None:
    rows = [row("CG", "--passes=nest", str(each)) for each in own]
    rows += [row("CG", "-fno-nest", str(each)) for each in others]
    cases = steps.cases([{**vars(one), "class": one.size} for one in rows])
    assert tables.slower(cases) == said
    assert ("**" in tables.all_but_one(cases, "S")[1][1]) == bool(said)


def test_sizes_of_which_only_openmp_is_known_are_left_out() -> None:
    only = [
        row("CG", "", "3.0", size="B"),
        row("MG", "", "1.0", size="C"),
        row("MG", "-fno-nest", "", "exit 1", size="C"),
    ]
    bound = row("CG", "-fno-nest -fno-swap", "", "timeout", "more than 5 s", size="A")
    cases = steps.cases([{**vars(one), "class": one.size} for one in [*ROWS, *only, bound]])
    assert tables.sizes(cases) == ["S", "W", "A", "B", "C"]
    assert tables.sizes(steps.measured(cases)) == ["S", "W", "A", "C"]
    assert [case for case in steps.measured(cases) if case.size in "SW"] == CASES


def test_the_page_the_details_and_the_plot_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = Table(tmp_path / "table.csv")
    for one in [*ROWS, row("CG", "", "3.0", size="B")]:
        table.append(one)
    page, details, plot = tmp_path / "page.md", tmp_path / "details.md", tmp_path / "plot.svg"
    page.write_text("# Words\n\n<!-- overview -->\nold\n<!-- end -->\n\n<!-- slower -->\n<!-- end -->\nlast\n")
    command = [str(table.path), "--page", str(page), "--details", str(details), "--plot", str(plot)]
    assert breakdown_table.main(command) == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["program", "S", "W"]
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Words\n\n<!-- overview -->\n\n| program | S | W |\n|---|--:|--:|\n")
    assert text.endswith("0.25 (one run) without\n\n<!-- end -->\nlast\n")
    assert "old" not in text
    first = plot.read_bytes()
    assert b"<svg" in first
    assert breakdown_table.main(command) == 0
    assert plot.read_bytes() == first
    assert page.read_text(encoding="utf-8") == text
    assert "## S" in details.read_text(encoding="utf-8")
