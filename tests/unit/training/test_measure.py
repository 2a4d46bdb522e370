"""One point: repeats until the mean is known, comparisons of results, processes that misbehave."""

from __future__ import annotations

import math
import os
import time
from pathlib import Path

import pytest

from mapper_training import measure as rooms
from mapper_training.config import Point
from mapper_training.measure import (
    LateError,
    RunError,
    Sample,
    error,
    measure,
    process_runner,
    run_process,
    same_output,
)
from mapper_training.profiles import Moved
from tests.unit.training.fakes import Machine, config, raw

POINT = Point("p", 4)


def test_the_interval_is_students() -> None:
    # two values: t = 12.706, s = 1.41421, n = 2
    assert error([9.0, 11.0]) == pytest.approx(12.7062 * math.sqrt(2) / math.sqrt(2) / 10, rel=1e-4)
    assert error([5.0]) == math.inf
    assert error([5.0, 5.0, 5.0]) == 0
    assert error([0.0, 0.0]) == 0


def test_equal_times_are_measured_twice() -> None:
    machine = Machine()
    (row,) = measure(POINT, 2, config(4, runs=8), machine).rows
    assert (row["runs_cpu"], row["runs_opencl"]) == (2, 2)
    assert row["error_opencl"] == 0


def test_noise_is_measured_more_often() -> None:
    machine = Machine(noise=[1.0, 1.3, 1.0, 1.0, 1.0, 1.0])
    (row,) = measure(POINT, 2, config(4, runs=8, limit=1e9), machine).rows
    assert row["runs_cpu"] == 2
    assert 3 <= row["runs_opencl"] <= 8


def test_repeating_ends_at_the_most_runs() -> None:
    machine = Machine(noise=[1.0, 2.0, 1.0, 2.0, 1.0, 2.0, 1.0])
    (row,) = measure(POINT, 2, config(4, runs=4), machine).rows
    assert row["runs_opencl"] == 4
    assert row["error_opencl"] > 0.1


def test_long_runs_are_not_repeated() -> None:
    (row,) = measure(POINT, 2, config(4, runs=8, limit=7.0), Machine()).rows
    assert (row["runs_cpu"], row["error_cpu"]) == (1, None)


def test_times_come_from_runs_without_clocks() -> None:
    (row,) = measure(POINT, 2, config(4), Machine(seconds=lambda _: 0.01)).rows
    assert row["seconds_opencl"] == pytest.approx(0.02)
    assert (row["runs_opencl"], row["kernel_seconds"], row["steady"]) == (2, 0.125, 1)


def test_what_the_host_waits_for_is_shared_out_as_the_clocks_tell() -> None:
    def run(point: Point, calls: int, device: str, clocks: bool) -> Sample:
        times = {("a", raw(1)): (9, 3.0 if clocks else 0.1), ("b", raw(2)): (9, 6.0 if clocks else 0.2)}
        moved = {name: Moved(10, 0.0, 0.0, 0.0, 0.0, 0.0) for name in "ab"}
        waited = 0.0 if clocks or device == "cpu" else 2.4
        return Sample("1", times, moved, 0.0, 9.0, 1, waited, {("b", raw(2)): 0.75} if device == "cpu" else {})

    first, second = measure(POINT, 10, config(4), run).rows
    assert first["seconds_opencl"] == pytest.approx(0.1)
    assert second["seconds_opencl"] == pytest.approx(0.2)
    assert second["seconds_cpu"] == pytest.approx(0.2 / 9)
    assert (first["first_cpu"], second["first_cpu"]) == (0.0, 0.75)


@pytest.mark.parametrize(("vectors", "expected"), [(1, [0]), (3, [0, 1, 2]), (101, [0, 20, 40, 60, 80, 100])])
def test_a_region_with_many_vectors_gives_a_few_rows(vectors: int, expected: list[int]) -> None:
    def run(point: Point, calls: int, device: str, clocks: bool) -> Sample:
        times = {("r", raw(i)): (1, 0.5) for i in range(vectors)}
        moved = {"r": Moved(1, 0.0, 0.0, 0.0, 0.0, 0.0)}
        return Sample("1", times, moved, startup=0.0, whole=0.5, memory=1)

    assert [row["work_items"] for row in measure(POINT, 1, config(4), run).rows] == expected


def test_other_results_give_no_row() -> None:
    result = measure(POINT, 2, config(4), Machine(wrong=[4]))
    assert (result.outcome, result.rows) == ("differs", [])
    assert "'4'" in result.detail
    assert "'5'" in result.detail


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1.0 2.0", "1.000001 2.0", True),
        ("1.0", "1.1", False),
        ("1 2", "1", False),
        ("a 1", "a 1", True),
        ("a", "b", False),
        ("0", "0.0", True),
    ],
)
def test_outputs_agree_within_rounding(one: str, other: str, same: bool) -> None:
    assert same_output(one, other) is same


def test_a_process_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "TIMEOUT", 0.2)
    _, problem, whole, _ = run_process(["sleep", "20"], dict(os.environ))
    assert problem is not None
    assert "did not end" in problem
    assert whole < 10


def test_a_process_ends_when_the_time_for_all_is_over(tmp_path: Path) -> None:
    with pytest.raises(LateError):
        run_process(["sleep", "20"], dict(os.environ), until=time.monotonic() + 0.2)
    begun = tmp_path / "begun"
    with pytest.raises(LateError):
        run_process(["touch", str(begun)], dict(os.environ), until=time.monotonic())
    assert not begun.exists()


def test_a_process_says_what_it_took() -> None:
    output, problem, whole, memory = run_process(["echo", "5"], dict(os.environ))
    assert (output, problem) == ("5\n", None)
    assert whole > 0
    assert memory > 1000


@pytest.mark.parametrize(
    ("text", "reason"), [("echo no memory >&2; exit 3", "cpu: no memory"), ("exit 3", "cpu: exit status 3")]
)
def test_a_program_that_fails_says_why(tmp_path: Path, text: str, reason: str) -> None:
    program = tmp_path / "p"
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(0o755)
    with pytest.raises(RunError, match=reason):
        process_runner(tmp_path)(POINT, 1, "cpu", False)
