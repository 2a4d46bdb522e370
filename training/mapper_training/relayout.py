"""Micro-benchmarks of copies in another order: when do they pay?

A generated program for each element type holds loops over arrays of some row lengths: work-items that walk along
rows, that turn an array, or that change it in place.  Each loop runs with `MAPPER_RELAYOUT=0` and `=1`, over
arrays from kilobytes to a limit, some number of times after each change of the array.

    mapper train --platform NAME --only relayout
"""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import pandas as pd

from mapper_training.building import build
from mapper_training.device import setting
from mapper_training.measure import RunError, run_process
from mapper_training.tablefile import read_csv

FILE = "relayout.csv"
OPTIONS = ("-fno-layout",)
"""Arrays keep their order but for the copies."""

ELEMENTS = {"double": 8, "float": 4, "char": 1}
COLUMNS = (3, 5, 8, 32, 128, 1000)
REUSES = (1, 2, 4, 8, 16)
SMALLEST, LARGEST = 1 << 16, 1 << 28
"""Bytes of the arrays; each is four times the one before."""

KINDS = ("walk", "turn", "change")
"""The kinds of loops: the first two use each element once."""

SECONDS = 4.0
"""After which a run begins no larger arrays."""

PROCESSES = 6
"""For each version, in turns: what differs from process to process would count as the version's."""

VERSIONS = ("0", "1")
"""`MAPPER_RELAYOUT` without and with copies."""

_HEAD = """\
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

typedef ELEMENT T;

static T *out;
static void *memory;

static void wait_for(void)
{
  double sum = 0.0;
  int i;

#pragma omp parallel for reduction(+ : sum)
  for (i = 0; i < 1; i++)
    sum += (double)out[i];
  if (sum == 0.123)
    printf("odd\\n");
}
"""

_LOOPS = """
static void fill_M(T (*a)[M], int n)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 0; j < M; j++)
      a[i][j] = (T)((i + j) % 5);
}

static void walk_M(T (*a)[M], int n)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++) {
    T s = 0;

    for (j = 0; j < M; j++)
      s = (T)(s * (T)3 + a[i][j]);
    out[i] = s;
  }
}

static void turn_M(T (*a)[M], int n)
{
  int i, j;

#pragma omp parallel for collapse(2)
  for (j = 0; j < M; j++)
    for (i = 0; i < n; i++)
      out[(size_t)j * n + i] = a[i][j];
}

static void change_M(T (*a)[M], int n)
{
  int i, j;

#pragma omp parallel for private(j)
  for (i = 0; i < n; i++)
    for (j = 1; j < M; j++)
      a[i][j] = (T)(a[i][j] * (T)3 + a[i][j - 1]);
}
"""

_POINT = """
static void point_KIND_M(int n, int reuse, int repeats)
{
  double best = 1e30;

  while (repeats-- > 0) {
    double start, seconds;
    int left;

    fill_M(memory, n);
    wait_for();
    start = omp_get_wtime();
    for (left = reuse; left > 0; left--)
      KIND_M(memory, n);
    wait_for();
    seconds = omp_get_wtime() - start;
    if (seconds < best)
      best = seconds;
  }
  printf("KIND M %d %d %.9f\\n", n, reuse, best);
  fflush(stdout);
}
"""

_MAIN = """
int main(int count, char **arguments)
{
  size_t limit = count > 1 ? strtoull(arguments[1], 0, 10) : SMALLEST, size;
  double begin = 0.0, allowed = count > 2 ? atof(arguments[2]) : 1.0;

  memory = malloc(limit);
  out = malloc(limit);
  if (!memory || !out)
    return 1;
  for (size = SMALLEST; size <= limit; size *= 4) {
    if (begin > 0.0 && omp_get_wtime() - begin > allowed)
      break;
POINTS
    if (begin == 0.0)
      begin = omp_get_wtime();
  }
  return 0;
}
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A loop over an array of `rows` x `columns`, run `reuse` times.

    `bytes`, `uses` and `runs` are the features of that name; seconds are of all runs.
    """

    element: int
    columns: int
    kind: str
    rows: int
    reuse: int
    bytes: float
    uses: float
    pitch: int
    runs: float
    seconds_plain: float
    seconds_relaid: float


def read_rows(path: Path, code: str) -> pd.DataFrame:
    """A table of `Row`; raises `MapperError` with this code where it is none."""
    names = [each.name for each in fields(Row)]
    numbers = [name for name in names if name != "kind"]
    what = "rows of copies in another order"
    times = ("seconds_plain", "seconds_relaid")
    return read_csv(path, code, what, words=("kind",), needed=names, numbers=numbers, seconds=times)


def program(element: str) -> str:
    """The C program for one element type; arguments: bytes of the largest array, seconds."""
    text = _HEAD.replace("ELEMENT", element if element != "char" else "signed char")
    points = []
    for columns in COLUMNS:
        text += _LOOPS.replace("M", str(columns))
        for kind in KINDS:
            text += _POINT.replace("KIND", kind).replace("_M", f"_{columns}").replace(" M ", f" {columns} ")
            for reuse in REUSES if kind != "change" else (1,):
                count = f"(int)(size / (sizeof(T) * {columns}))"
                points.append(f"    point_{kind}_{columns}({count}, {reuse}, 3);")
    return text + _MAIN.replace("SMALLEST", str(SMALLEST)).replace("POINTS", "\n".join(points))


def collect(folder: Path, limit: int = LARGEST, seconds: float = SECONDS, processes: int = PROCESSES) -> None:
    """Measure, and write the table into `folder` after each round; raises `RunError`.

    `limit` is the size of the largest array in bytes, `seconds` the time after which no larger ones are begun.
    A round is a process of each program and version; there are `processes` of them.
    """
    with tempfile.TemporaryDirectory(prefix="mapper-relayout-") as name:
        work = Path(name)
        for element in ELEMENTS:
            (work / f"{element}.c").write_text(program(element), encoding="utf-8")
        sources = {element: work / f"{element}.c" for element in ELEMENTS}
        _, problems = build(sources, work, lambda _: None, OPTIONS)
        if problems:
            raise RunError(f"the micro-benchmarks don't compile: {next(iter(problems.values()))}")
        offered = {element: _offered(work / element) for element in ELEMENTS}
        runs: dict[tuple[str, str], list[dict[_Key, float]]] = {}
        for _ in range(processes):
            for element in ELEMENTS:
                for version in VERSIONS:
                    found = _run(work / element, version, limit, seconds)
                    runs.setdefault((element, version), []).append(found)
            rows = [row for element in ELEMENTS for row in _rows(element, offered[element], runs)]
            _write(rows, folder / FILE)


_Key = tuple[str, int, int, int]
"""Kind, columns, rows, and runs between changes."""

_Runs = Mapping[tuple[str, str], Sequence[Mapping[_Key, float]]]
"""What each process of an element and version took."""


def _rows(element: str, offered: Collection[tuple[str, int]], runs: _Runs) -> list[Row]:
    """The rows of one program; `offered` are the loops that have a version for copies."""
    plain, relaid = (_best(runs[element, version]) for version in VERSIONS)
    return [_row(element, key, plain[key], relaid[key]) for key in plain if key in relaid and key[:2] in offered]


def _best(runs: Sequence[Mapping[_Key, float]]) -> dict[_Key, float]:
    """The least seconds of what several processes ran; some had no time for the largest arrays."""
    return {key: min(run[key] for run in runs if key in run) for run in runs for key in run}


def _offered(file: Path) -> set[tuple[str, int]]:
    """The kinds and columns of the loops that have a version for copies."""
    profile = file.with_suffix(".json")
    _run(file, "1", SMALLEST, 0.0, MAPPER_PROFILE=str(profile))
    document = json.loads(profile.read_text(encoding="utf-8"))
    ids = [loop["id"] for region in document["regions"] for loop in region["loops"] if loop.get("relaid_launches")]
    return {(kind, int(columns)) for _, kind, columns, _ in (each.split("_") for each in ids)}


def _run(file: Path, version: str, limit: int, seconds: float, **more: str) -> dict[_Key, float]:
    environment = {**os.environ, "MAPPER_DEVICE": setting("opencl"), "MAPPER_RELAYOUT": version, **more}
    output, problem, _, _ = run_process([str(file), str(limit), str(seconds)], environment)
    if problem is not None:
        raise RunError(f"{file.name}: {problem}")
    found = {}
    for line in output.splitlines():
        kind, columns, rows, reuse, taken = line.split()
        found[kind, int(columns), int(rows), int(reuse)] = float(taken)
    return found


def _row(element: str, key: _Key, plain: float, relaid: float) -> Row:
    kind, columns, rows, reuse = key
    size = ELEMENTS[element]
    moved = float(rows * columns * size)
    if kind == "change":  # there and back; three accesses of all elements but the first of each row
        uses, moved = 1.5 * (columns - 1) / columns, 2 * moved
    else:
        uses = float(reuse)
    runs = 0.0 if kind == "turn" else 1.0
    return Row(size, columns, kind, rows, reuse, moved, uses, columns * size, runs, plain, relaid)


def _write(rows: Sequence[Row], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(Row))
        writer.writerows(astuple(row) for row in rows)
