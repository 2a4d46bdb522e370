"""What the device path announces behind a loop whose threads' own sums are added up in shared memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import COMPILER
from tests.harness.mapper import run_mapper

PROGRAM = """\
#include <stdlib.h>
static int key[1000];
static double x[1000];
void count(double *all, int m)
{{
#pragma omp parallel
  {{
    {0}
#pragma omp for
    for (int i = 0; i < 1000; i++)
      mine[key[i] % m] += x[i];
#pragma omp critical
    for (int k = 0; k < m; k++)
      all[k] += mine[k];
    {1}
  }}
}}
int main(int argc, char **argv)
{{
  double *all = calloc(argc, sizeof *all);
  count(all, argc);
  return all[0] > 1.0 || argv[0][0] == 0;
}}
"""


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("double *mine = calloc(m, sizeof *mine);", "free(mine);"),
        ("double mine[m]; for (int k = 0; k < m; k++) mine[k] = 0;", ""),
    ],
)
def test_sums_stay_on_the_device(before: str, behind: str, tmp_path: Path) -> None:
    source = tmp_path / "count.c"
    source.write_text(PROGRAM.format(before, behind), encoding="utf-8")
    run = run_mapper("compile", source, "--emit", "c", "--cc", COMPILER)
    assert run.returncode == 0, run.stderr
    assert "__mrt_region_count_count_1" in run.stdout
    _, _, behind_loop = run.stdout.rpartition("__MRT_CHECK(&__mrt_run);")
    device_path, done, _ = behind_loop.partition("__mrt_done = 1;")
    assert done
    assert "__MRT_HOST" not in device_path
