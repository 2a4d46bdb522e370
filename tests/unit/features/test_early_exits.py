"""Loops that may end before their bound, and iterations that end before their last statement."""

from __future__ import annotations

import pytest

from mapper.features import schema
from tests.unit.features.test_counts import features

N, LENGTH = 1000, 100
SIZES = {"n": N, "m": LENGTH, "best": 5, "__mrt_bytes": 8 * N}
SIZES |= {"sizeof *p": 8, "sizeof *q": 8, "sizeof wanted": 4000}


def multiplications(body: str, functions: str = "") -> float:
    """What one iteration of a parallel loop with this body multiplies, on the CPU."""
    text = f"""{functions}
        int wanted[1000];
        void f(int n, int m, int best, double *restrict p, double *restrict q) {{
          #pragma omp parallel for
          for (int i = 0; i < n; i++) {{
            double s = 1.0;
            {body}
            q[i] = s;
          }}
        }}"""
    return features(text, SIZES)["cpu_double_ops"] / N


@pytest.mark.parametrize(
    ("loop", "trips"),
    [
        ("for (int j = 0; j < m; j++) s *= 3.0;", LENGTH),
        ("for (int j = 0; j < m; j++) { s *= 3.0; if (wanted[j] < i) break; }", LENGTH / 2),
        ("for (int j = 0; j < m; j++) { if (wanted[j] < i) { i; break; } s *= 3.0; }", LENGTH / 2),
        ("for (int j = 0; j < m && wanted[j] < i; j++) s *= 3.0;", LENGTH / 2),
        ("int j = m; while (j > 0 && wanted[j - 1] > i) { s *= 3.0; j--; }", LENGTH / 2),
        ("int found = 0; for (int j = 0; !found && j < m; j++) { s *= 3.0; found = wanted[j] == i; }", LENGTH / 2),
    ],
)
def test_a_loop_with_another_way_out_counts_half(loop: str, trips: float) -> None:
    assert multiplications(loop) == trips


@pytest.mark.parametrize(
    "loop",
    [
        "for (int j = 0; j < m && best > 2; j++) s *= 3.0;",  # that does not change
        "for (int j = 0; j < m && j < 100; j++) s *= 3.0;",
        "int k = 0; for (int j = 0; j < m && k < 100; j++) { s *= 3.0; k++; }",
        "for (int j = 0; j < m; j++) { do { s *= 3.0; if (wanted[j] < i) break; } while (0); }",
        "for (int j = 0; j < m; j++) { s *= 3.0; switch (wanted[j]) { case 1: break; default: break; } }",
    ],
)
def test_what_does_not_end_a_loop_before_its_bound(loop: str) -> None:
    assert multiplications(loop) == LENGTH


def test_a_return_from_two_loops_halves_the_outer_one() -> None:
    inner = """static double sum(int n, int best, const int *a) {
        double s = 1.0;
        for (int j = 0; j < n; j++)
          for (int k = 0; k < 10; k++) { s *= 3.0; if (a[k] > best) return s; }
        for (int k = 0; k < 10; k++) { s *= 3.0; if (a[k] < best) break; }
        return s;
      }"""
    assert multiplications("s = sum(m, best, wanted);", inner) == LENGTH / 2 * 10 + 5


@pytest.mark.parametrize(
    ("condition", "share"),
    [
        ("wanted[i] < 3", 0.5),
        ("wanted[i] != best", 1 / schema.UNKNOWN_TRIPS),  # of several values that it may have
        ("wanted[i] == best", 1 - 1 / schema.UNKNOWN_TRIPS),
        ("wanted[i] != 3", 0.5),
        ("i + 3 < best || i > m", 1.0),  # a border
    ],
)
def test_statements_behind_one_that_ends_the_iteration(condition: str, share: float) -> None:
    skipped = multiplications(f"if ({condition}) continue; for (int j = 0; j < m; j++) s *= 3.0;")
    assert skipped == pytest.approx(LENGTH * share)


def test_an_element_that_equals_a_variable_is_one_of_many() -> None:
    asked = multiplications("if (wanted[i] == best) for (int j = 0; j < m; j++) s *= 3.0;")
    assert asked == LENGTH / schema.UNKNOWN_TRIPS
