"""Loops whose bounds are the lesser or the greater of two values; counters that change in a loop's statements."""

from __future__ import annotations

import pytest

from mapper.features import schema
from mapper.model import store
from mapper.model.tree import score
from tests.unit.features.test_counts import features

N = 4096


def merging(bounds: str, merge: str, functions: str = "") -> str:
    """A pass of a merge sort: `bounds` gives `mid` and `hi` for the pair of runs that begins at `lo`."""
    return f"""{functions}
    void f(int n, int w, double *restrict p, double *restrict q) {{
    #pragma omp parallel for
    for (int lo = 0; lo < n; lo += 2 * w) {{
      {bounds}
      int i = lo, j = mid, k = lo;
      {merge}
    }}
    }}"""


STEPS = "for (; k < hi; k++) if (i < mid && (j >= hi || p[i] <= p[j])) q[k] = p[i++]; else q[k] = p[j++];"
LEAST = "#define LEAST(a, b) ((b) < (a) ? (b) : (a))"
FUNCTION = "static int least(int a, int b) { return a < b ? a : b; }"
RETURNS = "static int least(int a, int b) { if (a < b) return a; return b; }"


@pytest.mark.parametrize(
    ("bounds", "functions"),
    [
        ("int mid = lo + w < n ? lo + w : n; int hi = lo + 2 * w < n ? lo + 2 * w : n;", ""),
        ("int mid = n <= lo + w ? n : lo + w, hi = n > lo + 2 * w ? lo + 2 * w : n;", ""),
        ("int mid = lo + w, hi = lo + 2 * w; if (mid > n) mid = n; if (hi > n) hi = n;", ""),
        ("int mid = lo + w, hi = mid + w; if (n < mid) { mid = n; } if (hi >= n) { hi = n; }", ""),
        ("int mid = LEAST(lo + w, n), hi = LEAST(lo + 2 * w, n);", LEAST),
        ("int mid = least(lo + w, n), hi = least(lo + 2 * w, n);", FUNCTION),
        ("int mid = least(lo + w, n), hi = least(lo + 2 * w, n);", RETURNS),
    ],
)
@pytest.mark.parametrize("w", [1, 16, N // 4])
def test_the_lesser_of_two_bounds_is_known(bounds: str, functions: str, w: int) -> None:
    found = features(merging(bounds, STEPS, functions), {"n": N, "w": w}, segment=8.0 * N)
    assert found["work_items"] == N / (2 * w)
    assert found["mem"] == N * 4  # two loads for the comparison, half of two stores and of two loads
    deeper = features(merging(bounds, STEPS, functions), {"n": 2 * N, "w": 2 * w}, segment=16.0 * N)
    assert deeper["depth"] > 1.5 * found["depth"] - 30


def test_the_greater_of_two_bounds_is_known() -> None:
    found = features(
        """double y[1000];
        void f(int n) {
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++) {
          int from = 0 > n - 10 ? 0 : n - 10;
          y[i] = 0.0;
          for (int j = from; j < n; j++) y[i] += 0.5;
        }
        }""",
        {"n": 60},
    )
    assert found["double_ops"] == 1000 * 10


def test_conditions_that_choose_no_extreme_are_the_mean_or_unknown() -> None:
    found = features(
        """double y[1000];
        void f(int n, int m) {
        #pragma omp parallel for
        for (int i = 0; i < 1000; i++) {
          int end = i < m ? n : m, other = n;
          if (i > m) other = m;
          y[i] = 0.0;
          for (int j = 0; j < end; j++) y[i] += 0.5;
          for (int j = 0; j < other; j++) y[i] += 0.5;
        }
        }""",
        {"n": 20, "m": 100},
    )
    assert found["double_ops"] == 1000 * (schema.UNKNOWN_TRIPS + 60)


@pytest.mark.parametrize(
    ("merge", "stores"),
    [
        ("while (i < mid) q[k++] = p[i++];", 1),
        ("while (i < mid) { double v = p[i++]; q[k++] = v; }", 1),
        ("while (i < mid && j < hi) q[k++] = p[i] <= p[j] ? p[i++] : p[j++];", 2),
        ("while (i < mid && j < hi) { if (p[i] <= p[j]) { q[k] = p[i++]; } else q[k] = p[j++]; k++; }", 2),
    ],
)
def test_counters_that_statements_change(merge: str, stores: int) -> None:
    """A counter that changes under a condition changes half of the time."""
    bounds = "int mid = lo + w, hi = lo + 2 * w;"
    found = features(merging(bounds, merge), {"n": N, "w": 64}, segment=8.0 * N)
    one = features(merging(bounds, merge), {"n": N, "w": 32}, segment=8.0 * N)
    assert found["cpu_mem"] == one["cpu_mem"]  # half of the iterations, twice as long
    assert found["depth"] > 1.5 * one["depth"]
    loads = {1: 1, 2: 3}[stores]
    assert found["mem"] == N / 2 * stores * (1 + loads)


def test_counters_that_inner_loops_change_are_not_known() -> None:
    merge = "while (i < mid) for (; p[j] > 0.0; j++) q[k++] = p[i++];"
    found = features(merging("int mid = lo + w, hi = lo + 2 * w;", merge), {"n": N, "w": 64}, segment=8.0 * N)
    assert found["mem"] == N / 128 * schema.UNKNOWN_TRIPS**2 * 3


def test_a_launch_of_one_long_iteration_is_for_the_cpu() -> None:
    """The last pass of a merge sort: one iteration merges all."""
    model, _ = store.choose(None, "nvidia-h200")
    text = merging("int mid = lo + w < n ? lo + w : n; int hi = lo + 2 * w < n ? lo + 2 * w : n;", STEPS)

    def chosen(n: int, w: int) -> float:
        raw = features(text, {"n": n, "w": w}, segment=8.0 * n)
        return score(model, schema.combine([raw[name] for name in schema.RAW_NAMES], weights=model.weights))

    assert chosen(1 << 23, 1 << 22) < -0.5
    assert chosen(1 << 23, 4) > 0.5
