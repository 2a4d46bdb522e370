"""What `make run` prints."""

from __future__ import annotations

from benchmarks.show_cg import short


def test_loops_of_one_function_stand_together() -> None:
    assert short(["cg_solve_1", "cg_solve_3", "cg_solve_2", "cg_main_1"]) == ["cg_solve_1..3", "cg_main_1"]
    assert short(["f_1", "f_3"]) == ["f_1", "f_3"]
