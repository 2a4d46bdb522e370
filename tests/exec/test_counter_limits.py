"""Loops whose iterations don't fit the type of their counter run on the CPU, as the C compiler makes them."""

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


def test_the_cpu_runs_them(folder: Path, environment: Environment, tmp_path: Path) -> None:
    source = tmp_path / "limits.c"
    source.write_text(TEXT % "".join(LOOP % header for header in HEADERS))
    subprocess.run(["gcc", "-fopenmp", "-w", source, "-o", tmp_path / "gcc"], check=True)
    expected = execute([tmp_path / "gcc"], environment.on("cpu"))
    flags = ("-std=c11", "-w")
    example = Example("limits", (source,), offloaded=len(HEADERS), kept=(), flags=flags)
    built = mapped(example, tmp_path, environment.variables["MAPPER_CACHE_DIR"])
    assert len(built.offloadable) == len(HEADERS)
    done = subprocess.run(
        [built.executable],
        env=environment.on("opencl", MAPPER_INFO="1"),
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == expected
    assert done.stderr.count("its iterations don't fit the type of its counter") == len(HEADERS)
