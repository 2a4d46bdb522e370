"""Loops of a region under a condition count where it holds, if its value is known where the region begins."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.unit.features.test_counts import features

N = 50
TEXT = """double a[1000]; int chosen[4]; enum {{ FULL = 1 }};
void f(int n, int kind, int k) {{
  #pragma omp parallel
  {{
    {inside}
    if ({condition}) {{
      #pragma omp for
      for (int i = 0; i < n; i++) a[i] += 1.0;
    }} else {{
      for (int s = 0; s < 4; s++) {{
        #pragma omp for
        for (int i = 0; i < n; i++) a[i] *= 2.0;
      }}
    }}
  }}
}}"""


def counted(condition: str, inside: str = "", **names: int) -> tuple[float, float, float]:
    """Executions of loops on the CPU, kernels' work-items, and launches."""
    text = TEXT.format(condition=condition, inside=inside)
    known = {"n": N, "kind": 0, "k": 0, "sizeof a": 8000, "sizeof chosen": 16, "chosen[2]": 1, **names}
    found = features(text, known)
    return found["cpu_loops"], found["work_items"], found["launches"]


@pytest.mark.parametrize(
    ("condition", "names", "loops"),
    [
        ("kind", {"kind": 3}, 1),
        ("kind", {"kind": 0}, 4),
        ("kind == 2", {"kind": 2}, 1),
        ("kind == 2", {"kind": 1}, 4),
        ("kind > 1 && k < 3", {"kind": 2, "k": 4}, 4),
        ("FULL", {}, 1),
        ("FULL == 2", {}, 4),
        ("n % 8 == 2", {}, 1),
    ],
)
def test_one_side_counts(condition: str, names: Mapping[str, int], loops: int) -> None:
    assert counted(condition, "", **names) == (loops, loops * N, loops)


@pytest.mark.parametrize(
    ("condition", "inside"),
    [
        ("chosen[2]", ""),  # it may be unreadable there
        ("n / k > 2", ""),  # it may fail there
        ("own", "int own = n > 5;"),
        ("a[0] > 1.0", ""),
    ],
)
def test_both_sides_count_where_it_is_not_known(condition: str, inside: str) -> None:
    assert counted(condition, inside=inside) == (5, 5 * N, 5)


def test_conditions_of_team_functions_have_the_arguments_of_each_call() -> None:
    found = features(
        """double a[1000];
        void part(int n, int kind) {
          if (kind == 1) {
            #pragma omp for
            for (int i = 0; i < n; i++) a[i] += 1.0;
          }
        }
        void f(int n, int kind) {
          #pragma omp parallel
          { part(n, 1); part(n, 2); part(n, kind); }
        }""",
        {"n": N, "kind": 1, "sizeof a": 8000},
    )
    assert (found["cpu_loops"], found["work_items"]) == (2, 2 * N)
