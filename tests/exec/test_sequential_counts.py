"""The CPU's features against what instrumented loops do: accesses, and how many are beside the one before.

Each access of a loop goes through `AT`, each update through `UPDATED`: an instrumented build has them count
themselves, by the place in the text.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mapper.commands import features
from tests.harness.build import COMPILER, SECONDS

BEGIN = """
#include <stdio.h>
#ifdef COUNT
static long accesses, near;
#define TIMES(n, a) (*({ static char *last; char *now = (char *)&(a); long apart = now - last; accesses += n; \\
  near += last && apart <= (long)sizeof(a) && -apart <= (long)sizeof(a) ? n : 0; \\
  last = now; (__typeof__(a) *)now; }))
#else
#define TIMES(n, a) a
#endif
#define AT(a) TIMES(1, a)
#define UPDATED(a) TIMES(2, a)
#define N 48
#define M 40
static double a[N][N], b[N][N], c[N][N];
static int where[N];
int main(void) {
  for (int i = 0; i < N; i++) where[i] = i * 7 % N;
#pragma omp parallel for
"""
END = """
#ifdef COUNT
  printf("%ld %ld\\n", accesses, near);
#endif
  return c[1][2] > 0;
}
"""

LOOPS = {
    "covariance": """
  for (int i = 0; i < N; i++)
    for (int j = i; j < N; j++) {
      AT(c[i][j]) = 0;
      for (int k = 0; k < M; k++) UPDATED(c[i][j]) += AT(a[k][i]) * AT(a[k][j]);
      AT(c[j][i]) = AT(c[i][j]);
    }""",
    "rank_update": """
  for (int i = 0; i < N; i++) {
    for (int j = 0; j <= i; j++) UPDATED(c[i][j]) *= 0.5;
    for (int k = 0; k < M; k++)
      for (int j = 0; j <= i; j++) UPDATED(c[i][j]) += AT(a[i][k]) * AT(a[j][k]);
  }""",
    "product_ijk": """
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < M; k++) sum += AT(a[i][k]) * AT(b[k][j]);
      AT(c[i][j]) = sum;
    }""",
    "product_ikj": """
  for (int i = 0; i < N; i++)
    for (int k = 0; k < M; k++)
      for (int j = 0; j < N; j++) UPDATED(c[i][j]) += AT(a[i][k]) * AT(b[k][j]);""",
    "product_of_transposed": """
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < M; k++) UPDATED(c[i][j]) += AT(a[k][i]) * AT(b[j][k]);""",
    "stencil": """
  for (int i = 1; i < N - 1; i++)
    for (int j = 1; j < N - 1; j++)
      AT(c[i][j]) = AT(a[i][j]) + AT(a[i - 1][j]) + AT(a[i + 1][j]) + AT(a[i][j - 1]) + AT(a[i][j + 1]);""",
    # the first of a row is not beside the last of the one before, and rows are short here
    "window": """
  for (int i = 2; i < N - 2; i++)
    for (int j = 2; j < N - 2; j++) {
      double sum = 0;
      for (int k = -2; k <= 2; k++)
        for (int l = -2; l <= 2; l++) sum += AT(a[i + k][j + l]);
      AT(c[i][j]) = sum;
    }""",
    "gather": """
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) AT(c[i][j]) = AT(a[i][AT(where[j])]);""",
    "columns": """
  for (int j = 0; j < N; j++) {
    double sum = 0;
    for (int i = 0; i < N; i++) sum += AT(a[i][j]);
    for (int i = 0; i < N; i++) UPDATED(a[i][j]) -= sum / N;
  }""",
    "counted_down": """
  for (int i = 0; i < N; i++) {
    int n = M;
    while (n-- > 0) UPDATED(c[i][n]) += AT(a[n][i]);
  }""",
}


@pytest.mark.parametrize("name", sorted(LOOPS))
def test_accesses_are_those_of_the_loop_as_written(name: str, tmp_path: Path) -> None:
    source = tmp_path / "loop.c"
    source.write_text(BEGIN + LOOPS[name] + END, encoding="utf-8")
    program = tmp_path / "loop"
    subprocess.run([COMPILER, "-DCOUNT", "-w", str(source), "-o", str(program)], check=True, timeout=SECONDS)
    said = subprocess.run([str(program)], capture_output=True, text=True, check=False, timeout=SECONDS).stdout
    accesses, near = map(int, said.split())
    words = (line.split() for line in features.run([str(source)]).splitlines())
    counted = {each[0]: float(each[1]) for each in words if len(each) == 2}
    assert counted["cpu_mem"] == pytest.approx(accesses, rel=0.03)
    assert counted["cpu_near"] == pytest.approx(near, rel=0.25 if name == "window" else 0.06)
