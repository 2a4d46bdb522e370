"""Loops whose iterations don't fit the type of their counter run on the CPU, as the C compiler makes them.

Each header represents a loop of its own, for one whose threads carry a state along, and for one of four loops that
collapse, but for those which gcc then gives nearly endless iterations.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped
from tests.harness.examples import Example
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

HEADERS = [
    "signed char i = (signed char)low8; i < high8; i++",
    "signed char i = (signed char)high8; i > low8; i--",
    "signed char i = (signed char)low8; i < high8; i += 3",
    "unsigned char i = 0; i < most8; i += 10",
    "short i = (short)low16; i < high16; i += 1000",
    "int i = high32; i > low32; i -= step32",
    "int i = low32; i < high32; i += step32",
]
TEXT = """
#include <stdio.h>
static volatile int low8 = -128, high8 = 120, most8 = 255, low16 = -32000, high16 = 32000;
static volatile int low32 = -2000000000, high32 = 2000000000, step32 = 1000000000;
static int count[1];
int main(void)
{
%s
  return 0;
}
"""
LOOP = """
  count[0] = 0;
#pragma omp parallel for
  for (%s) {
#pragma omp atomic
    count[0] += 1;
  }
  printf("%%d\\n", count[0]);
"""
COLLAPSED = """
  count[0] = 0;
#pragma omp parallel for collapse(4)
  for (int a = 0; a < 2; a++)
    for (%s)
      for (int b = 0; b < 3; b++)
        for (long c = 0; c < 2; c++) {
#pragma omp atomic
          count[0] += 1;
        }
  printf("%%d\\n", count[0]);
"""
CARRIED = """
  forget(most);
#pragma omp parallel
  {
    long mine[KEPT];
    forget(mine);
#pragma omp for nowait
    for (%s)
      keep(mine, i);
#pragma omp critical
    merge(most, mine);
  }
  for (int i = 0; i < KEPT; i++)
    printf("%%ld\\n", most[i]);
"""
LISTS = """
enum { KEPT = 3 };
static long most[KEPT];
static void forget(long list[KEPT])
{
  for (int at = 0; at < KEPT; at++)
    list[at] = -5000000000;
}
static void keep(long list[KEPT], long value)
{
  int at = KEPT - 1;
  if (value <= list[at])
    return;
  for (; at > 0 && list[at - 1] < value; at--)
    list[at] = list[at - 1];
  list[at] = value;
}
static void merge(long list[KEPT], const long other[KEPT])
{
  for (int at = 0; at < KEPT; at++)
    keep(list, other[at]);
}
int main(void)"""
KINDS = {
    "alone": (TEXT, LOOP, HEADERS),
    "collapsed": (TEXT, COLLAPSED, HEADERS[3:]),
    "carried": (TEXT.replace("int main(void)", LISTS), CARRIED, HEADERS),
}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_cpu_runs_them(kind: str, folder: Path, environment: Environment, tmp_path: Path) -> None:
    text, loop, headers = KINDS[kind]
    source = tmp_path / "limits.c"
    source.write_text(text % "".join(loop % header for header in headers))
    subprocess.run(["gcc", "-fopenmp", "-w", source, "-o", tmp_path / "gcc"], check=True)
    expected = execute([tmp_path / "gcc"], environment.on("cpu"))
    flags = ("-std=c11", "-w")
    example = Example("limits", (source,), offloaded=len(headers), kept=(), flags=flags)
    built = mapped(example, tmp_path, environment.variables["MAPPER_CACHE_DIR"])
    assert len(built.offloadable) == len(headers)
    why = "its iterations don't fit the type of its counter"
    told = [f"mapper: {loop}: not launched: {why}; it runs on the CPU with OpenMP" for loop in built.offloadable]
    sent = environment.on("opencl"), environment.on("auto", MAPPER_FORCE="*:opencl")
    for variables in (*sent, environment.on("opencl", MAPPER_INFO="1")):
        done = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
        assert done.stdout == expected
        said = done.stderr.splitlines()
        assert sorted(line for line in said if line.endswith("it runs on the CPU with OpenMP")) == sorted(told)
        assert sum(line.endswith(f"1 on the CPU: {why}") for line in said) == len(told) * (
            "MAPPER_INFO" in variables
        )
