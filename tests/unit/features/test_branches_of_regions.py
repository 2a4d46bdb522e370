"""Loops of a region under a condition count where it holds, if its value is known where the region begins."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.unit.features.test_counts import features

N = 50
TEXT = """double a[1000], x[4]; int chosen[4]; enum {{ FULL = 1 }}; struct options {{ int kind; }};
void f(int n, int kind, int k, const struct options *o) {{
  #pragma omp parallel
  {{
    {inside}
    for (int t = 0; t < 20; t++) {{
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
  }}
}}"""
SIZES = {"sizeof a": 8000, "sizeof x": 32, "sizeof chosen": 16, "sizeof *o": 4, "FULL": 1, "x[0]": 0.0}


def counted(condition: str, inside: str = "", readable: int = 1, **names: int) -> tuple[float, float, float]:
    """Executions of loops on the CPU, kernels' work-items, and launches; all by the steps of the loop around."""
    text = TEXT.format(condition=condition, inside=inside)
    known = {"n": N, "kind": 0, "k": 0, "chosen[2]": 1, "o->kind": 3, "__mrt_readable": readable, **SIZES, **names}
    found = features(text, known)
    return found["cpu_loops"] / 20, found["work_items"] / 20, found["launches"] / 20


@pytest.mark.parametrize(
    ("condition", "names", "loops"),
    [
        ("kind", {"kind": 3}, 1),
        ("kind", {"kind": 0}, 4),
        ("!kind", {"kind": 0}, 1),
        ("kind == 2", {"kind": 2}, 1),
        ("kind == 2", {"kind": 1}, 4),
        ("kind > 1 && k < 3", {"kind": 2, "k": 4}, 4),
        ("FULL", {}, 1),
        ("FULL == 2", {}, 4),
        ("n % 8 == 2", {}, 1),
        ("chosen[2] == 1", {}, 1),
        ("o->kind == 1", {}, 4),
        ("t % 4 == 3", {}, 0.25 + 0.75 * 4),
        ("t % k != 0", {"k": 5}, 0.8 + 0.2 * 4),
        ("t % 4", {}, 0.75 + 0.25 * 4),
        ("t & 1", {}, 0.5 + 0.5 * 4),
        ("!(t % k)", {"k": 10}, 0.1 + 0.9 * 4),
        ("t % 4 == 0 && kind", {"kind": 1}, 0.25 + 0.75 * 4),
        ("t % 4 == 0 && kind", {"kind": 0}, 4),
        ("kind || x[t] > 0.5", {"kind": 1}, 1),
        ("o->kind == 1 || t % 2 == 0", {}, 0.5 + 0.5 * 4),
    ],
)
def test_each_side_counts_as_often_as_it_is_taken(condition: str, names: Mapping[str, int], loops: float) -> None:
    assert counted(condition, "", **names) == pytest.approx((loops, loops * N, loops))


def test_a_variable_that_is_set_once_in_the_region_is_known() -> None:
    assert counted("own", "const int own = n > 5;") == (1, N, 1)


@pytest.mark.parametrize(
    ("condition", "readable"),
    [
        ("o->kind == 1", 0),  # what can't be read may be anything
        ("n / k > 2", 1),  # it may fail there
        ("t > 5", 1),
        ("x[t] > 0.5", 1),
        ("kind && x[t] > 0.5", 1),
    ],
)
def test_both_sides_count_where_it_is_not_known(condition: str, readable: int) -> None:
    assert counted(condition, readable=readable, kind=1) == (5, 5 * N, 5)


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


@pytest.mark.parametrize(
    ("condition", "names", "cheap"),
    [
        ("kind == 2", {"kind": 2}, 1.0),
        ("kind == 2", {"kind": 1}, 0.0),
        ("(unsigned)kind + 1u == 3u", {"kind": 2}, 1.0),
        ("o->kind == 2", {}, 0.0),
        ("i % 10 == 0", {}, 0.5),
        ("own == 2", {}, 0.5),
        ("x[i % 4] > 0.5", {}, 0.5),
        ("kind == 2 && x[i % 4] > 0.5", {"kind": 2}, 0.5),
    ],
)
@pytest.mark.parametrize("transformed", [False, True])
def test_branches_of_kernels(condition: str, names: Mapping[str, int], cheap: float, transformed: bool) -> None:
    """A parameter that the code changes is not what it was given."""
    found = features(
        f"""double a[1000], x[4]; struct options {{ int kind; }};
        void f(int n, int kind, int k, int own, const struct options *o) {{
          #pragma omp parallel for firstprivate(own)
          for (int i = 0; i < n; i++) {{
            double s = 0.0;
            own = i;
            for (int r = 0; r < 2; r++) {{
              if ({condition}) s += 1.0; else s = s * 2.0 + 1.0 + s * 3.0;
            }}
            a[i] = s;
          }}
        }}""",
        {"n": N, "kind": 0, "k": 1, "own": 2, "o->kind": 3, "__mrt_readable": 1, **SIZES, **names},
        transformed=transformed,
    )
    compared = 2 * N if "x[" in condition and "&&" not in condition else 0
    expected = 2 * N * (cheap + (1.0 - cheap) * 4)
    assert found["cpu_double_ops"] - compared == pytest.approx(expected, abs=2 * N if "x[" in condition else 1e-9)


SWITCH = """switch (kind) {{
  case 1: {{ {0} }} break;
  case 2: case 3: {{ {1} break; }}
  case 4:
  default: {{ {2} }}
}}"""


@pytest.mark.parametrize(("kind", "chosen"), [(1, 0), (2, 1), (3, 1), (4, 2), (7, 2)])
def test_the_case_that_is_chosen_counts(kind: int, chosen: int) -> None:
    loops = ["\n#pragma omp for\n for (int i = 0; i < n; i++) a[i] += 1.0;\n" * (each + 1) for each in range(3)]
    region = SWITCH.format(*loops)
    text = f"double a[1000]; void f(int n, int kind) {{\n#pragma omp parallel\n{{ {region} }} }}"
    found = features(text, {"n": N, "kind": kind, "sizeof a": 8000})
    assert (found["cpu_loops"], found["work_items"]) == (chosen + 1, (chosen + 1) * N)
    sums = ["s += 1.0;", "s += 1.0 + 2.0 * s;", "s = s * s * s * s * s + 1.0;"]
    text = f"""double a[1000]; void f(int n, int kind) {{
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {{ double s = 0.0; {SWITCH.format(*sums)} a[i] = s; }} }}"""
    found = features(text, {"n": N, "kind": kind, "sizeof a": 8000})
    assert found["double_ops"] == found["cpu_double_ops"] == (1, 3, 5)[chosen] * N


def test_cases_that_go_on_with_the_next_count_as_before() -> None:
    switch = "switch (kind) { case 1: s += 1.0; case 2: s += 2.0; break; default: s += 3.0; }"
    text = f"""double a[1000]; void f(int n, int kind) {{
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {{ double s = 0.0; {switch} a[i] = s; }} }}"""
    found = features(text, {"n": N, "kind": 1, "sizeof a": 8000})
    assert found["cpu_double_ops"] == 0.5 * 3 * N


@pytest.mark.parametrize(("kind", "calls"), [(0, 0), (1, 1), (2, 0)])
def test_functions_choose_by_what_the_kernel_is_given(kind: int, calls: int) -> None:
    text = """enum shape { FLAT, ROUND, STEEP }; double exp(double); double a[1000];
        static double value(double x, enum shape shape) {
          switch (shape) { case FLAT: return x; case ROUND: return exp(x); case STEEP: return x * x; }
          return 0.0;
        }
        void f(int n, enum shape kind) {
        #pragma omp parallel for
        for (int i = 0; i < n; i++) a[i] = value(a[i], kind);
        }"""
    assert features(text, {"n": N, "kind": kind, "sizeof a": 8000})["special_ops"] == calls * N
