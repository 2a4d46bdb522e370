"""A GPU is not opened for a few passes over a matrix, but for many: what the H200's model answers at first."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.harness.build import COMPILER, SECONDS
from tests.harness.mapper import run_mapper
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

FRAME = """\
#include <stdio.h>
#include <stdlib.h>
static void passes(int n, double (*a)[n], double *x, double *y, double *z)
{
%s}
int main(int count, char **words)
{
    int n = atoi(words[1]), repeats = count > 2 ? atoi(words[2]) : 1;
    double (*a)[n] = malloc(sizeof(double[n][n])), *x = malloc(sizeof(double[n])), *y = malloc(sizeof(double[n])),
         *z = malloc(sizeof(double[n]));
    for (int i = 0; i < n; i++) {
        x[i] = y[i] = z[i] = (double)i / n;
        for (int j = 0; j < n; j++)
            a[i][j] = (double)(i ^ j) / n;
    }
    for (int r = 0; r < repeats; r++) {
        passes(n, a, x, y, z);
        if (count > 3)
            break; /* the questions have been asked */
    }
    printf("%%g\\n", z[n / 2]);
    return 0;
}
"""

UPDATE = """\
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i][j] += x[i] * y[j] + y[i] * x[j];
"""
ROWS = """\
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double sum = 0.0;
        for (int j = 0; j < n; j++)
            sum += a[i][j] * x[j];
        z[i] = sum;
    }
"""
COLUMNS = ROWS.replace("a[i][j] * x[j]", "a[j][i] * z[j]").replace("z[i] = ", "y[i] = ")

PASSES = {
    "a sum of each row": ROWS,
    "rows, then columns": ROWS + COLUMNS,
    "an update, columns and rows": UPDATE + COLUMNS + ROWS,
    "the same in one region": "#pragma omp parallel\n{\n"
    + (UPDATE + COLUMNS + ROWS).replace("parallel for", "for")
    + "}\n",
}


def scores(folder: Path, environment: Environment, *words: str) -> list[float]:
    """The answers to the questions about the whole program."""
    profile = folder / "profile.json"
    variables = environment.on("cpu", MAPPER_PROFILE=str(profile))
    subprocess.run(
        ["./passes", *words], cwd=folder, env=variables, check=True, timeout=SECONDS, capture_output=True
    )
    document: dict[str, Any] = json.loads(profile.read_text(encoding="utf-8"))
    return [question["score"] for question in document["questions"] if question["about"] == "program"]


@pytest.mark.parametrize("name", PASSES)
def test_few_passes_stay_on_the_cpu(name: str, tmp_path: Path, environment: Environment) -> None:
    (tmp_path / "passes.c").write_text(FRAME % PASSES[name], encoding="utf-8")
    command = ("compile", "--cc", COMPILER, "-O2", "--platform", "nvidia-h200", "passes.c", "-o", "passes")
    run_mapper(*command, folder=tmp_path, environment=environment.variables, check=True)
    for size in ("500", "4000"):
        assert max(scores(tmp_path, environment, size)) < 0
    assert scores(tmp_path, environment, "4000", "3000", "once")[-1] > 0
