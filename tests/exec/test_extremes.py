"""Of equal extremes under `critical` the device keeps the one that a single thread would."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.examples import Example
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

TEXT = """
#include <stdio.h>
#define N 30011
static int value[N];
int main(void)
{
  for (int i = 0; i < N; i++)
    value[i] = 3 + i * 7 % 1009;
  for (int first = 0; first < 4; first++) {
    int best = first == 3 ? 3 : 5000, where = -1, most = 0, last = -1;
#pragma omp parallel for
    for (int i = first; i < N; i++)
      if (value[i] < best) {
#pragma omp critical
        if (value[i] < best) {
          best = value[i];
          where = i;
        }
      }
#pragma omp parallel for
    for (int i = first; i < N - first * 1000; i++) {
#pragma omp critical
      if (value[i] >= most)
        most = value[i], last = i;
    }
    printf("%d %d %d %d\\n", best, where, most, last);
  }
  return 0;
}
"""


def test_ties_are_kept_as_one_thread_keeps_them(tmp_path: Path, environment: Environment, fake: Path) -> None:
    path = tmp_path / "ties.c"
    path.write_text(TEXT, encoding="utf-8")
    example = Example("ties", (path,), 2, ())
    built = mapped(example, tmp_path, environment.variables["MAPPER_CACHE_DIR"])
    assert len(built.offloadable) == 2
    expected = sequential_output(example, tmp_path)
    for variables in (environment.on("opencl"), environment.on_discrete("opencl", fake)):
        assert execute([built.executable], variables) == expected
