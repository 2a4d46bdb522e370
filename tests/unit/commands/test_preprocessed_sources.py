"""Sources that the preprocessor has seen, with names that end in `.i`, are read like others."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.harness.build import COMPILER
from tests.harness.mapper import run_mapper

LOOP = """\
#define START 1.5
void fill(int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = START + i;
}
"""
MAIN = """\
#include <stdio.h>
void fill(int n, double *a);
int main(void)
{
  static double a[100];
  fill(100, a);
  printf("%g\\n", a[99]);
  return 0;
}
"""


@pytest.mark.parametrize(("markers", "offloadable"), [("-P", 1), ("-w", 0)], ids=["text", "of_another_file"])
def test_their_loops_are_seen(tmp_path: Path, markers: str, offloadable: int) -> None:
    (tmp_path / "fill.c").write_text(LOOP)
    (tmp_path / "main.c").write_text(MAIN)
    subprocess.run([COMPILER, "-E", markers, "fill.c", "-o", "other.i"], cwd=tmp_path, check=True)
    (tmp_path / "fill.c").unlink()
    output = tmp_path / "program"
    done = run_mapper("compile", tmp_path / "main.c", tmp_path / "other.i", "-o", output)
    assert f"1 parallel loop: {offloadable} offloadable" in done.stderr
    assert subprocess.run([output], capture_output=True, text=True, check=True).stdout == "100.5\n"
