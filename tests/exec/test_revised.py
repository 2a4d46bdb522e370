"""Whole programs whose model is always wrong: they are taken to and fro, and their results are right."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from mapper.model.document import dumps
from mapper.model.tree import Granularity, Leaf, Model
from tests.harness.build import COMPILER, execute
from tests.harness.mapper import run_mapper
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
enum { LEVELS = 5, ROUNDS = 400 };
static unsigned *grid[LEVELS];
static unsigned triangle[96][96], *rows[40];
int main(void) {
  unsigned long total = 0;
  for (int l = 0; l < LEVELS; l++) {
    grid[l] = malloc((size_t)(64 << 2 * l) * sizeof **grid);
    for (int i = 0; i < 64 << 2 * l; i++)
      grid[l][i] = (unsigned)i;
  }
  for (int i = 0; i < 40; i++)
    rows[i] = calloc(30, sizeof **rows);
  for (int round = 0; round < ROUNDS; round++) {
    for (int l = LEVELS - 1; l > 0; l--) {
      unsigned *fine = grid[l], *coarse = grid[l - 1];
      int n = 64 << 2 * (l - 1);
      #pragma omp parallel for
      for (int i = 0; i < n; i++)
        coarse[i] += fine[4 * i] + 3 * fine[4 * i + 1] + 5 * fine[4 * i + 3];
      #pragma omp parallel for
      for (int i = 0; i < 4 * n; i++)
        fine[i] = fine[i] * 3 + (unsigned)round;
    }
    int size = round % 96;
    #pragma omp parallel for
    for (int i = 0; i < size; i++)
      for (int j = 0; j <= i; j++)
        triangle[i][j] += triangle[j][i] + (unsigned)(i * round);
    #pragma omp parallel for
    for (int i = 0; i < 40; i++)
      for (int j = 0; j < 30; j++)
        rows[i][j] += triangle[i][j] + (unsigned)j;
    if (round % 11 == 0)
      for (int i = 0; i < 40; i++)
        rows[i][round % 30] += grid[1][i];
    unsigned sum = 0;
    #pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 64; i++)
      sum += grid[0][i];
    total += sum;
    if (round % 7 == 0)
      grid[0][round % 64] += triangle[5][3];
  }
  for (int l = 0; l < LEVELS; l++)
    total = total * 31 + grid[l][17] + triangle[90][l] + rows[8 * l][6 * l];
  printf("%lu\\n", total);
  return 0;
}
"""


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the program prints as its author means it."""
    folder = tmp_path_factory.mktemp("plain")
    (folder / "p.c").write_text(PROGRAM, encoding="utf-8")
    subprocess.run([COMPILER, "-O1", folder / "p.c", "-o", folder / "p"], check=True)
    return subprocess.run([folder / "p"], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("granularity", [Granularity.PROGRAM, Granularity.REGION])
@pytest.mark.parametrize("score", [1.0, -1.0], ids=["opencl", "cpu"])
def test_same_result(
    score: float, granularity: Granularity, plain: str, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    model = Model("wrong", (Leaf(score),), startup=1e-4, granularity=granularity)
    (tmp_path / "m.json").write_text(dumps(model), encoding="utf-8")
    (tmp_path / "p.c").write_text(PROGRAM, encoding="utf-8")
    words = ("compile", "--cc", COMPILER, "-O1", "p.c", "-o", "p", "--model", "m.json")
    run_mapper(*words, folder=tmp_path, environment=environment.variables, check=True)
    profile = tmp_path / "profile.json"
    variables = environment.on_discrete("auto", fake) | {"MAPPER_LANES": "1", "MAPPER_LAYOUT": "0"}
    for revise in ("1", "0"):
        watched = variables | {"MAPPER_PROFILE": str(profile), "MAPPER_REVISE": revise}
        assert execute([tmp_path / "p"], watched) == plain
        facts = json.loads(profile.read_text(encoding="utf-8"))
        sides = {side for region in facts["regions"] for side in ("cpu", "opencl") if region[side]["calls"]}
        if revise == "1":
            assert facts["trials"]
            assert sides == {"cpu", "opencl"}
        else:
            assert facts["trials"] == []
            assert sides == {"opencl" if score > 0 else "cpu"}
    assert execute([tmp_path / "p"], variables) == plain
    slow = {"FAKE_BUILD": "100", "MAPPER_CACHE_DIR": str(tmp_path / "cold")}  # kernels are built one by one
    assert execute([tmp_path / "p"], variables | slow) == plain


COMMUTING = """
#include <stdio.h>
#include <string.h>
enum { N = 30000, STEPS = 120 };
static double a[N], b[N];
static int order[N];
int main(void) {
  double sum = 0;
  for (int i = 0; i < N; i++) {
    a[i] = i % 17;
    order[i] = (int)(i * 7919L % N);
  }
  for (int s = 0; s < STEPS; s++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      b[i] = a[i] * 0.5 + s;
BETWEEN
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      a[i] = b[i] * 0.75 + 1;
  }
  for (int i = 0; i < N; i++)
    sum += a[i] * (i % 5);
  printf("%.10g\\n", sum);
  return 0;
}
"""
SWEEP = """\
    for (int i = 1; i < N; i++)
      b[order[i]] += 0.25 * b[order[i - 1]];
"""
KEPT = """\
#pragma omp parallel for
    for (int i = 0; i < N / 100; i++)
      b[100 * i] += strcoll("b", "a") > 0;
"""


@pytest.mark.parametrize("between", [SWEEP, KEPT], ids=["sweep", "kept"])
def test_neighbours_of_host_code_change_sides(
    between: str, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    """Where code on the CPU makes an array commute, both regions go to the CPU, as copies count for their side."""
    model = Model("opencl", (Leaf(1.0),), startup=1e-4, granularity=Granularity.REGION)
    (tmp_path / "m.json").write_text(dumps(model), encoding="utf-8")
    (tmp_path / "p.c").write_text(COMMUTING.replace("BETWEEN\n", between), encoding="utf-8")
    words = ("compile", "--cc", COMPILER, "-O1", "p.c", "-o", "p", "--model", "m.json")
    run_mapper(*words, folder=tmp_path, environment=environment.variables, check=True)
    profile = tmp_path / "profile.json"
    variables = environment.on_discrete("auto", fake) | {"FAKE_SLOW": "2", "MAPPER_PROFILE": str(profile)}
    outputs = []
    for revise in ("0", "1"):  # the first run fills the cache of kernels
        outputs.append(execute([tmp_path / "p"], variables | {"MAPPER_REVISE": revise}))
        regions = [
            region
            for region in json.loads(profile.read_text(encoding="utf-8"))["regions"]
            if region["cpu"]["calls"] + region["opencl"]["calls"] == 120
        ]
        calls = [region["cpu"]["calls"] for region in regions]
        commuted = sum(region["upload"]["count"] for region in regions)
        if revise == "0":
            assert calls == [0, 0]
            assert commuted >= 120
        else:
            assert min(calls) > 60
            assert commuted < 60
    assert outputs[0] == outputs[1]
