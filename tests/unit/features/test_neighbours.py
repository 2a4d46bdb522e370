"""How neighbouring work-items use arrays, as the report tells it."""

from __future__ import annotations

import json
from pathlib import Path

from tests.harness.mapper import run_mapper

SOURCE = """
#define N 100
double a[N][N], b[N], p[N][3], x[N];
int index[N];

void point(int n)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    x[i] = a[0][i] + a[i][0] + b[3] + p[i][1] + p[i][2] + b[index[i]] + b[n * i];
}

void row(void)
{
#pragma omp parallel for
  for (int i = 0; i < N; i++) {
    double sum = 0.0;
    for (int j = 0; j < N; j++)
      sum += a[i][j] * b[j];
    x[i] += sum;
  }
}
"""


def accesses(folder: Path, *flags: str) -> dict[str, list[tuple[object, ...]]]:
    """For each function array, way of access, pattern, stride and number of places."""
    (folder / "uses.c").write_text(SOURCE, encoding="utf-8")
    done = run_mapper("compile", "--emit", "report", *flags, folder / "uses.c", check=True)
    keys = ("array", "access", "pattern", "stride", "places")
    return {
        loop["function"]: [tuple(each[key] for key in keys) for each in loop["accesses"]]
        for loop in json.loads(done.stdout)["loops"]
    }


def test_each_class_is_told(tmp_path: Path) -> None:
    assert accesses(tmp_path)["point"] == [
        ("a", "read", "coalesced", None, 1),
        ("a", "read", "strided", 100, 1),
        ("b", "read", "constant", None, 1),
        ("b", "read", "strided", None, 1),
        ("b", "read", "irregular", None, 1),
        ("index", "read", "coalesced", None, 1),
        ("p", "read", "strided", 3, 2),
        ("x", "write", "coalesced", None, 1),
    ]


def test_lanes_are_neighbours(tmp_path: Path) -> None:
    alone = [("a", "read", "strided", 100, 1), ("b", "read", "constant", None, 1)]
    shared = [("a", "read", "coalesced", None, 1), ("b", "read", "coalesced", None, 1)]
    assert accesses(tmp_path, "-fno-gang")["row"][:2] == alone
    assert accesses(tmp_path)["row"][:2] == shared
