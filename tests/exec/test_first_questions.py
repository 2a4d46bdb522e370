"""What a program asks its models at first, before any device is open, does not depend on where its arrays lie."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.harness.build import COMPILER, SECONDS
from tests.harness.mapper import run_mapper
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

# How often the inner loop runs is known from the size of `entry`.
SOURCE = """\
#include <stdio.h>
#include <stdlib.h>
enum { ROWS = 200, EACH = 50 };
#ifdef ALLOCATED
static int *start, *column;
static double *entry, *x, *y;
static void allocate(void)
{
    start = calloc(ROWS + 1, sizeof *start);
    column = calloc(ROWS * EACH, sizeof *column);
    entry = calloc(ROWS * EACH, sizeof *entry);
    x = calloc(ROWS, sizeof *x);
    y = calloc(ROWS, sizeof *y);
}
#else
static int start[ROWS + 1], column[ROWS * EACH];
static double entry[ROWS * EACH], x[ROWS], y[ROWS];
static void allocate(void) {}
#endif
static void multiply(double y[], const double entry[], const double x[], const int start[], const int column[])
{
#pragma omp parallel for
    for (int i = 0; i < ROWS; i++) {
        double sum = 0;
        for (int k = start[i]; k < start[i + 1]; k++)
            sum += entry[k] * x[column[k]];
        y[i] = sum;
    }
}
int main(void)
{
    allocate();
    for (int i = 0; i <= ROWS; i++)
        start[i] = i * EACH;
    for (int k = 0; k < ROWS * EACH; k++) {
        column[k] = k % ROWS;
        entry[k] = 1;
    }
    multiply(y, entry, x, start, column);
    printf("%g\\n", y[0]);
    return 0;
}
"""


def first_features(folder: Path, environment: Environment, *flags: str) -> list[float]:
    """The features of the program's first question."""
    (folder / "rows.c").write_text(SOURCE, encoding="utf-8")
    command = ("compile", "--cc", COMPILER, "-O1", *flags, "rows.c", "-o", "rows")
    run_mapper(*command, folder=folder, environment=environment.variables, check=True)
    profile = folder / "profile.json"
    variables = environment.on("auto", MAPPER_PROFILE=str(profile))
    subprocess.run(["./rows"], cwd=folder, env=variables, timeout=SECONDS, check=True)
    question = json.loads(profile.read_text(encoding="utf-8"))["questions"][0]
    assert question["about"] == "program"
    return list(question["features"])


def test_static_arrays_count_as_allocated_ones(tmp_path: Path, environment: Environment) -> None:
    static = first_features(tmp_path, environment)
    assert static == first_features(tmp_path, environment, "-DALLOCATED")
    assert 2 * 200 * 50 in static  # additions and multiplications of the rows
