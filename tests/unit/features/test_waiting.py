"""What the longest chain of a work-item makes of the diagonals of a nest: each waits for the one before."""

from __future__ import annotations

import pytest

from mapper.features.counting.counts import LATENCY, WEIGHTS
from tests.unit.features.test_counts import features

NEST = "t[j][i][k] = t[j][i - 1][k] + t[j][i][k - 1];"
SIZES = {"sizeof t": 200 * 50 * 50 * 8.0, "n": 9, "m": 41, "l": 30}


def waits(statement: str, inner: str = "int k = 1; k < l; k++") -> float:
    """How often a work-item waits for what others of its group have written, in a nest with this body."""
    text = f"""static double t[200][50][50];
        void f(int n, int m, int l) {{
        #pragma omp parallel for
        for (int j = 0; j < n; j++) for (int i = 1; i < m; i++) for ({inner}) {{ {statement} }}
        }}"""
    found = features(text, SIZES, transformed=True)
    work = sum(weight * found[name] for name, weight in WEIGHTS.items())
    return float((found["depth"] - work / found["work_items"]) / LATENCY)


def test_each_diagonal_waits() -> None:
    assert waits(NEST) == pytest.approx(40 + 29 - 1)


@pytest.mark.parametrize(
    ("statement", "inner"),
    [
        ("t[j][i][k] = t[j][i - 1][k] + 1.0;", "int k = 1; k < l; k++"),  # lanes go on by themselves
        (NEST, "int k = 1; k < 3; k++"),
    ],
)
def test_other_kernels_do_not(statement: str, inner: str) -> None:
    assert waits(statement, inner) == pytest.approx(0.0, abs=1e-9)
