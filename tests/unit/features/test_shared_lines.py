"""Writes to cache lines that several threads write count for the CPU as atomic updates do."""

from __future__ import annotations

import pytest

from mapper.features.counting.shared_lines import THREADS
from tests.unit.features.test_counts import features

ROWS = 300
COLUMNS = {
    "all write the same": ("j < 40", "", "c[k][7] += x;", 1.0),
    "each its own column, in turns": ("j < 40", "schedule(static, 1)", "c[k][j] = x;", 1 / (1 + (8 / 64) ** 2)),
    "as they come": ("j < 40", "schedule(dynamic)", "c[k][j] += x;", 1 / (1 + (8 / 64) ** 2)),
    "one line each": ("j < 40", "schedule(static, 8)", "c[k][j] = x;", 0.5),
    "few columns each": ("j < 40", "", "c[k][j]++;", 1 / (1 + (40 / THREADS * 8 / 64) ** 2)),
    "backwards": ("j < 40", "schedule(static, 1)", "c[k][40 - j] = x;", 1 / (1 + (8 / 64) ** 2)),
    "half a line apart": ("j < 40", "schedule(static, 1)", "c[k][4 * j] = x;", 0.8),
    "single precision": ("j < 40", "schedule(static, 1)", "f[k][j] = x;", 1 / (1 + (4 / 64) ** 2)),
}
OTHERS = {
    "along rows": ("j < 40", "schedule(static, 1)", "c[j][k] = x;"),
    "lines of their own": ("j < 40", "schedule(static, 1)", "c[k][8 * j] = x;"),
    "reads": ("j < 40", "schedule(static, 1)", "x += c[k][j];"),
    "an array of the thread's own": ("j < 40", "schedule(static, 1)", "own[k] = x; x += own[k / 2];"),
    "the same element": ("j < 40", "schedule(static, 1)", "c[0][j] += x;"),
    "by an index": ("j < 40", "schedule(static, 1)", "c[k][at[j]] = x;"),
}


def updates(bounds: str, clauses: str, statement: str) -> float:
    """Atomic updates and their like, for each iteration of the inner loop."""
    text = f"""double c[{ROWS}][400]; float f[{ROWS}][400]; int at[400]; double y[400];
        void g(void) {{
        #pragma omp parallel for {clauses}
        for (int j = 0; {bounds}; j++) {{
          double x = y[j], own[{ROWS}];
          for (int k = 0; k < {ROWS}; k++) {{ {statement} }}
          y[j] = x;
        }} }}"""
    known = {"sizeof c": ROWS * 3200.0, "sizeof f": ROWS * 1600.0, "sizeof at": 1600.0, "sizeof y": 3200.0}
    return features(text, known)["updates"] / (40 * ROWS)


@pytest.mark.parametrize("name", COLUMNS)
def test_columns_side_by_side_share_lines(name: str) -> None:
    bounds, clauses, statement, share = COLUMNS[name]
    assert updates(bounds, clauses, statement) == pytest.approx(share)


@pytest.mark.parametrize("name", OTHERS)
def test_other_writes_share_none(name: str) -> None:
    assert updates(*OTHERS[name]) == 0.0


def test_of_many_columns_few_are_at_a_border() -> None:
    text = """double c[300][100000];
        void g(int n) {
        #pragma omp parallel for
        for (int j = 0; j < n; j++) for (int k = 0; k < 300; k++) c[k][j] += 1.0;
        }"""
    found = features(text, {"sizeof c": 2.4e8, "n": 100000})
    assert 0.0 < found["updates"] < 1e-5 * 300 * 100000


def test_columns_of_a_collapsed_nest_are_apart() -> None:
    text = """double c[300][40][40];
        void g(void) {
        #pragma omp parallel for collapse(2) schedule(static, 1)
        for (int i = 0; i < 40; i++) for (int j = 0; j < 40; j++) for (int k = 0; k < 300; k++) c[k][i][3] += j;
        }"""
    assert features(text, {"sizeof c": 3.84e6})["updates"] == 0.0
