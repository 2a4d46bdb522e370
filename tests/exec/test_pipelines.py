"""Pipelines of threads whose flags don't let one thread end: the program stops with a message, not in silence."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, Example, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

TEXT = """
#include <stdio.h>
#include <stdlib.h>
enum { N = 60, M = 40 };
static double a[N][M];
static int flag[N], sign[N];
int main(int count, char **words)
{
  int i, j, last = count > 1 ? atoi(words[1]) : N;

  for (i = 0; i < N; i++) {
    sign[i] = i < last;
    for (j = 0; j < M; j++)
      a[i][j] = (i * 7 + j) % 13;
  }
#pragma omp parallel private(j)
  {
#pragma omp for schedule(static, 1)
    for (i = 1; i < N; i++) {
      while (i > 1 && flag[i - 1] == 0) {
#pragma omp flush
      }
      for (j = 1; j < M; j++)
        a[i][j] += 0.25 * a[i - 1][j] + 0.25 * a[i][j - 1];
      flag[i] = sign[i];
#pragma omp flush
    }
  }
  printf("%.6f\\n", a[N - 1][M - 1]);
  return 0;
}
"""


def test_a_wait_without_end_is_reported(folder: Path, environment: Environment) -> None:
    source = folder / "waits.c"
    source.write_text(TEXT, encoding="utf-8")
    program = mapped(Example("waits", (source,), 1, ()), folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = environment.on("opencl")
    ends = subprocess.run([program.executable], env=variables, capture_output=True, text=True, check=True)
    assert ends.stdout
    waits = subprocess.run([program.executable, "17"], env=variables, capture_output=True, text=True)
    assert waits.returncode < 0
    assert "can't end the spin loop `(i > 1) && (flag[i - 1] == 0)'; MAPPER_DEVICE=cpu runs" in waits.stderr


def test_all_threads_of_a_team_keep_its_flags(folder: Path, environment: Environment) -> None:
    """Each thread waits for its neighbours: none may be missing where OpenMP may choose smaller teams."""
    example = load(PROGRAMS / "pipeline_numbers.c")
    program = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = environment.on("opencl", OMP_DYNAMIC="true", OMP_NUM_THREADS="9")
    actual = execute([program.executable], variables)
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
