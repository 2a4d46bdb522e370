"""What `make run` prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import show_cg
from benchmarks.programs import Result
from benchmarks.show_cg import fastest, short


def test_loops_of_one_function_stand_together() -> None:
    assert short(["cg_solve_1", "cg_solve_3", "cg_solve_2", "cg_main_1"]) == ["cg_solve_1..3", "cg_main_1"]
    assert short(["f_1", "f_3"]) == ["f_1", "f_3"]


@pytest.mark.parametrize(
    ("runs", "shown"),
    [
        ([(3.0, True), (1.0, True), (2.0, True)], (1.0, True)),
        ([(3.0, True), (1.0, True), (2.0, False)], (2.0, False)),
        ([(30.0, True)], (30.0, True)),
    ],
)
def test_the_fastest_run_is_shown(
    runs: list[tuple[float, bool]], shown: tuple[float, bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    results = iter([Result(seconds, 1.0, verified) for seconds, verified in runs])
    monkeypatch.setattr(show_cg, "run", lambda *_: next(results))
    result = fastest(Path("cg"), {})
    assert (result.seconds, result.verified) == shown
    assert next(results, None) is None
