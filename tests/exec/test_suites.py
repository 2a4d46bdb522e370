"""`python -m benchmarks.suites`: a program of the user's is built, run in each version, compared, and judged."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from mapper_training import suites
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

PROGRAM = """
#include <stdio.h>
#include <stdlib.h>
#ifndef N
#define N 1000
#endif
int main(int count, char **words)
{
  static double x[N];
  double sum = 0.0;
  int steps = count > 1 ? atoi(words[1]) : 1;
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 0; i < N; i++) x[i] += 0.5 * i + t;
  }
  for (int i = 0; i < N; i++) sum += x[i];
  printf("sum %.3f\\nseconds: %.6f\\n", sum + WRONG, 0.001);
  return 0;
}
"""

TABLE = """
[[program]]
name = "adds"
folder = "code"
sizes = { few = "2", many = "20" }
build = "$CC -O1 -fopenmp -DWRONG=0 adds.c -o adds"
run = "./adds {size}"
time = 'seconds: (\\S+)'

[[program]]
name = "differs"
folder = "code"
build = "case $CC in gcc) W=0;; *) W=1000;; esac; $CC -O1 -fopenmp -DWRONG=$W adds.c -o adds"
run = "./adds"
check = "./adds 3"
time = 'seconds: (\\S+)'

[[program]]
name = "serial"
folder = "code"
build = "grep -v pragma adds.c > serial.c; $CC -O1 -DWRONG=0 serial.c -o serial"
run = "./serial"

[[program]]
name = "broken"
folder = "code"
build = "$CC missing.c"
run = "./a.out"
"""


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory, environment: Environment) -> Path:
    folder = tmp_path_factory.mktemp("suites")
    (folder / "code").mkdir()
    (folder / "code" / "adds.c").write_text(PROGRAM, encoding="utf-8")
    (folder / "table.toml").write_text(TABLE, encoding="utf-8")
    words = [str(folder / "table.toml"), "-o", str(folder / "out"), "--work", str(folder / "work")]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.suites", *words, "--threads", "2", "--jobs", "2"],
        env=dict(environment.variables),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr  # two versions differ
    return folder / "out"


def test_each_version_is_run_and_compared(output: Path) -> None:
    with (output / "runs.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    def verdicts(program: str, size: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for row in rows:
            if (row["program"], row["class"]) == (program, size):
                found.setdefault(row["version"], []).append(row["verified"].partition(":")[0])
        return found

    twice = ["SUCCESSFUL"] * 2
    for size in ("few", "many"):
        assert verdicts("adds", size) == {
            "openmp": twice,
            "opencl": twice,
            "mapped": twice,
            "cold": twice[:1],
        }
    differs = verdicts("differs", "default")
    assert differs["openmp"] == twice
    assert differs["opencl"] == differs["mapped"] == ["UNSUCCESSFUL"] * 2
    assert verdicts("serial", "default") == {"openmp": ["SUCCESSFUL"], "opencl": ["on the CPU"]}
    assert verdicts("broken", "default") == {"openmp": ["build failed"]}
    adds = [row for row in rows if row["program"] == "adds"]
    assert all(float(row["seconds"]) == 0.001 < float(row["whole"]) for row in adds)
    assert all("1 of 1 regions" in row["device"] for row in adds if row["version"] == "opencl" and row["device"])


def test_profiles_have_both_sides(output: Path) -> None:
    for side, calls in (("cpu", 20), ("opencl", 20)):
        profile = json.loads((output / "profiles" / f"adds.many.{side}.json").read_text(encoding="utf-8"))
        assert profile["regions"][0][side]["calls"] == calls


def test_the_model_is_judged_by_the_times(output: Path) -> None:
    files = suites.report(output, "pocl-2core")
    ways, cases, regions = (
        [line.strip("| ").split(" | ") for line in part.splitlines()[2:]]
        for part in files["report.md"].split("\n\n")
        if part.startswith("|")
    )
    assert [row[0] for row in ways] == [
        "the model, predicted",
        "always OpenMP",
        "always OpenCL",
        "one threshold, predicted",
        "as mapped, warm, measured",
        "as mapped, cold, measured",
    ]
    assert all(row[1].split()[2] == "2" for row in ways)
    assert [row[0] for row in cases] == ["adds.few", "adds.many"]
    assert all(row[8].startswith(("OpenMP", "OpenCL")) for row in cases)
    assert [(row[0], row[2]) for row in sorted(regions)] == [("adds.few", "2"), ("adds.many", "20")]
    assert "differs.default has no opencl time: UNSUCCESSFUL" in files["report.md"]
