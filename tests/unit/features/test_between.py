"""What serial code uses between two executions of a region counts as going to and fro."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.harness.mapper import run_mapper

SOURCE = """
#include <stdio.h>
#include <stdlib.h>
enum {{ N = 100 }};
double a[N][N], b[N], total;
double **rows;

static void region(void)
{{
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i][i] += b[i];
}}

static double look(int i) {{ return b[i]; }}

int main(void)
{{
  region();
  for (int k = 0; k < 10; k++) {{
    {before}
    region();
    {behind}
  }}
  printf("%g %g\\n", total + look(3), a[0][0]);
  return 0;
}}
"""

WRITE_ALL = "for (int i = 0; i < N; i++) b[i] = i * k;"
READ_ALL = "for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) total += a[i][j];"


def shuttled(folder: Path, source: str) -> str:
    """The bytes that go to and fro at each execution, as the program computes them."""
    (folder / "uses.c").write_text(source, encoding="utf-8")
    done = run_mapper("compile", "--emit", "features", folder / "uses.c", check=True)
    found = re.search(r"^ *shuttled +(.*)$", done.stdout, re.MULTILINE)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("before", "behind", "expected"),
    [
        ("", "", "0.0"),
        (WRITE_ALL, "", "(double) (sizeof(b))"),  # up
        ("", READ_ALL, "(double) (sizeof(a))"),  # down
        (WRITE_ALL, READ_ALL, "(double) (sizeof(a)) + (double) (sizeof(b))"),
        ("", "total += b[k];", "0.0"),  # the device has not changed it
        ("", "total += a[k][3];", "0.0"),  # one element
        ("", "if (k % 5 == 0) { " + READ_ALL + " }", "0.0"),
        ("for (int i = 0; i < k; i++) b[i] = 0;", "", "(double) (sizeof(b))"),  # whole, as it may be
        ("", "int m = k; for (int i = 0; i < m; i++) total += a[i][5];", "0.0"),  # the region knows no `m`
        ("", "for (int i = 0; i < N; i++) total += a[i][k];", "(double) (8L * 100L)"),
    ],
)
def test_what_moves_counts(tmp_path: Path, before: str, behind: str, expected: str) -> None:
    assert shuttled(tmp_path, SOURCE.format(before=before, behind=behind)) == expected


@pytest.mark.parametrize(
    ("between", "expected"),
    [
        (READ_ALL, "0.5 * (double) (sizeof(a))"),  # down, once in two executions
        (WRITE_ALL.replace("k", "2"), "0.5 * (double) (sizeof(b))"),  # up
        ("total += a[7][3]; b[2] = 1;", "0.0"),  # elements
        ("if (total > 0) { " + READ_ALL + " }", "0.0"),
        ("for (int k = 0; k < 2; k++) total += look(k);", "0.0"),
    ],
)
def test_what_crosses_between_two_executions(tmp_path: Path, between: str, expected: str) -> None:
    """Also where no loop repeats the region; what is read at the end is part of `transfer`."""
    twice = SOURCE.format(before="", behind=READ_ALL).replace("for (int k = 0; k < 10; k++)", between)
    assert shuttled(tmp_path, twice) == expected


def test_crossings_of_a_region_whose_executions_are_not_known_do_not_count(tmp_path: Path) -> None:
    """Features are for one execution: they are multiplied by as many as there are."""
    source = SOURCE.format(before="", behind="").replace("int main(void)", "int main(int argc, char **argv)")
    source = source.replace("for (int k = 0; k < 10; k++)", READ_ALL + "for (int k = 0; k < argc; k++)")
    assert shuttled(tmp_path, source) == "0.0"
