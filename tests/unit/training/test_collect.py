"""Collecting: which points are measured, in which order, and what ends a program's sizes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mapper_training.collect import SPREAD, Step, Summary, collect
from mapper_training.config import Config, Point, load_config, points
from mapper_training.journal import Journal
from mapper_training.measure import LateError, Result
from tests.unit.training.fakes import PLATFORM, Machine, config


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    opened = Journal(tmp_path, PLATFORM)
    yield opened
    opened.close()


def run(settings: Config, journal: Journal, machine: Machine, memory: float = 1e9) -> tuple[Summary, list[Step]]:
    """Collect the programs of a configuration on a made-up machine."""
    steps: list[Step] = []
    built = list(settings.programs)
    return collect(
        settings,
        journal,
        machine.measuring(settings),
        steps.append,
        built=built,
        memory=memory,
        clock=machine.clock,
    ), steps


def test_one_row_for_each_size(journal: Journal) -> None:
    _, steps = run(config(4, 6), journal, Machine())
    assert [(step.point.size, step.outcome) for step in steps] == [(4, "measured"), (6, "measured")]
    table = journal.table()
    assert table["seconds_cpu"].tolist() == [4.0, 6.0]
    assert table["seconds_opencl"].tolist() == [8.0, 12.0]
    assert table["startup_seconds"].tolist() == [0.25, 0.25]
    assert table["work_items"].tolist() == [4.0, 6.0]
    assert table["upload_bytes"].tolist() == [8.0, 8.0]
    assert table["calls"].tolist() == [2, 2]


def test_any_beginning_is_spread_over_programs_and_sizes() -> None:
    settings = config(programs={"a": (1, 2, 3, 4), "b": (5, 6, 7)}, touch={"b"})
    order = [(point.program, point.arguments) for point in points(settings)]
    assert order[:4] == [("a", "1"), ("b", "5 touch"), ("a", "3"), ("b", "6")]
    assert order[4:6] == [("a", "2"), ("b", "7 touch")]
    assert order[6:8] == [("a", "4"), ("b", "5")]
    assert len(set(order)) == len(order) == 4 + 2 * 3


def test_a_point_whose_runs_were_broken_off_is_measured_by_another_start(journal: Journal) -> None:
    def late(*_: object) -> Result:
        raise LateError

    settings = config(4)
    summary = collect(settings, journal, late, lambda _: None, built=["p"])
    assert (summary.outcomes["late"], len(journal.table())) == (1, 0)
    again, _ = run(settings, journal, Machine())
    assert again.outcomes["measured"] == 1


def test_however_little_time_there_is_small_sizes_of_some_programs_are_measured(journal: Journal) -> None:
    settings = config(programs={f"p{i}": (1, 100, 1000) for i in range(40)})
    summary = collect(
        settings, journal, Machine().measuring(settings), lambda _: None, built=list(settings.programs), seconds=0
    )
    assert summary.outcomes["measured"] == SPREAD
    assert journal.table()["program"].nunique() == SPREAD
    assert set(journal.table()["arguments"]) == {"1"}


def test_in_less_time_runs_are_shorter_and_fewer() -> None:
    full = config(limit=4.0, runs=8, minutes=40.0)
    less = full.within(10.0)
    assert (less.minutes, less.limit, less.runs) == (10.0, 1.0, 2)
    more = full.within(80.0)
    assert (more.minutes, more.limit, more.runs) == (80.0, 4.0, 8)


def test_the_variants_are_rows_of_their_own(journal: Journal) -> None:
    run(config(4, touch={"p"}), journal, Machine())
    assert journal.table()["arguments"].tolist() == ["4", "4 touch"]


def test_a_program_with_other_results_is_left_out_and_the_rest_goes_on(journal: Journal) -> None:
    settings = config(programs={"a": (1, 13, 14), "b": (1, 2, 3)}, minutes=1e6)
    summary, _ = run(settings, journal, Machine(wrong=[13]))
    assert journal.table()["program"].tolist() == ["b"] * 3
    assert summary.outcomes == {"measured": 4, "differs": 1, "ended": 1}
    (problem,) = summary.problems
    assert "a 13 gives other results" in problem


def test_a_run_that_fails_ends_its_program_and_says_why(journal: Journal) -> None:
    summary, _ = run(config(4, 6, 8), journal, Machine(broken=[6]))
    assert summary.problems == ["p 6 failed: out of memory"]
    assert journal.table()["arguments"].tolist() == ["4"]


def test_the_limit_ends_the_sizes(journal: Journal) -> None:
    summary, _ = run(config(4, 6, 80, limit=60.0, minutes=1e6), journal, Machine())
    assert journal.table()["arguments"].tolist() == ["4", "6"]
    assert summary.outcomes == {"measured": 2, "long": 1}


def test_fewer_calls_fit_into_the_limit(journal: Journal) -> None:
    run(config(1, 2, 4, 8, calls=10, limit=70.0, minutes=1e6), journal, Machine())
    table = journal.table()
    assert dict(zip(table["arguments"], table["calls"], strict=True)) == {"1": 10, "2": 10, "4": 8, "8": 4}


def test_the_budget_costs_the_largest_sizes(journal: Journal) -> None:
    settings = config(programs={"a": (1, 2, 4), "b": (1, 2, 4)}, minutes=2.0)
    summary, steps = run(settings, journal, Machine())
    assert {step.point.size for step in steps if step.outcome == "late"} <= {2, 4}
    assert summary.outcomes["late"] >= 1
    assert {row for row in journal.table()["arguments"]} >= {"1"}
    assert all(step.remaining >= 0 for step in steps)


def test_what_takes_too_much_memory_is_not_run(journal: Journal) -> None:
    machine = Machine(memory=lambda point: point.size * 1000)
    summary, _ = run(config(10, 20, 10000), journal, machine, memory=1e6)
    assert summary.outcomes["large"] == 1
    assert "10000" not in {arguments for _, arguments, _, _ in machine.runs}


def test_programs_that_were_not_built_are_passed_over(journal: Journal) -> None:
    machine = Machine()
    collect(config(4), journal, machine.measuring(config(4)), lambda _: None, built=[], clock=machine.clock)
    assert not machine.runs


def test_the_estimate_shrinks_to_nothing(journal: Journal) -> None:
    _, steps = run(config(1, 2, 4, 8), journal, Machine())
    remaining = [step.remaining for step in steps]
    assert remaining == sorted(remaining, reverse=True)
    assert remaining[0] > 0
    assert remaining[-1] == 0


@pytest.mark.parametrize("suite", ["quick", "full"])
def test_the_suites(suite: str) -> None:
    found = load_config(suite)
    assert len(found.programs) >= 60
    assert found.limit > 0
    assert 0 < found.precision < 1
    assert all(sizes == tuple(sorted(set(sizes))) for sizes in found.programs.values())
    assert all(found.programs.values())


def test_shards_share_out_the_programs() -> None:
    shards = [load_config("full", (i, 3)).programs for i in (1, 2, 3)]
    everything = load_config("full").programs
    assert sum(map(len, shards)) == len(everything)
    assert {name for shard in shards for name in shard} == set(everything)


def test_a_point_is_a_word_of_the_files() -> None:
    assert [Point("p", 5).arguments, Point("p", 5, True).arguments] == ["5", "5 touch"]
