"""Time and peak memory of translating generated programs of 3,600, 10,000 and 40,000 lines.

Usage: `python -m benchmarks.translate_time [--repeat N] [LINES...]`.  Prints one line for each size: lines, loops,
seconds (the least of the runs), processor seconds, and peak memory of the compiler and what it starts.  It is to
stay under 3 s and 500 MB for 3,600 lines on two cores, and grow no worse than linearly to 40,000.  There
is a parallel loop on every 24th line; in real OpenMP programs it is every 60th.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

SIZES = (3600, 10000, 40000)

PROLOGUE = """\
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 256

struct cell { double value; int kind; float weight[3]; };

static double a[N][N], b[N][N], x[N], y[N];
static int place[N];
static struct cell cells[N];

static double blend(double left, double right, int kind)
{
  switch (kind % 3) {
  case 0: return left + right;
  case 1: return left * right;
  default: return sqrt(fabs(left - right));
  }
}
"""

FUNCTION = """
/* Part {k}, sequential: sorts, searches and tables, as the greater part of most programs is. */
static int order_{k}[N];

static void sort_{k}(const double *keys, int n)
{{
  int i, j, held;

  for (i = 0; i < n; i++)
    order_{k}[i] = i;
  for (i = 1; i < n; i++) {{
    held = order_{k}[i];
    for (j = i - 1; j >= 0 && keys[order_{k}[j]] > keys[held]; j--)
      order_{k}[j + 1] = order_{k}[j];
    order_{k}[j + 1] = held;
  }}
}}

static int find_{k}(const double *keys, int n, double wanted)
{{
  int low = 0, high = n - 1;

  while (low <= high) {{
    int middle = low + (high - low) / 2;

    if (keys[order_{k}[middle]] < wanted)
      low = middle + 1;
    else if (keys[order_{k}[middle]] > wanted)
      high = middle - 1;
    else
      return order_{k}[middle];
  }}
  return -1;
}}

static void prepare_{k}(double *values, int n)
{{
  int i, found;

  sort_{k}(values, n);
  for (i = 0; i < n; i++) {{
    found = find_{k}(values, n, values[i] * 0.5);
    if (found < 0)
      found = (i * 7 + {k}) % N;
    place[i] = found;
    switch ((found + {k}) % 4) {{
    case 0:
      x[i] = values[found] + 1.0;
      break;
    case 1:
      x[i] = -values[found];
      break;
    default:
      x[i] = found > N / 2 ? 0.5 * values[i] : 2.0 * values[i];
    }}
    cells[i].kind = found % 5;
  }}
}}

/* Part {k}, parallel: a stencil, a gather through subscripts, a reduction, an update of an array of structs. */
static double part_{k}(double *values, int n, double scale)
{{
  int i, j;
  double sum = 0.0;

  prepare_{k}(values, n);
#pragma omp parallel for private(j)
  for (i = 1; i < N - 1; i++)
    for (j = 1; j < N - 1; j++)
      b[i][j] = 0.25 * scale * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]) + {k}.0;

#pragma omp parallel private(i)
  {{
#pragma omp for
    for (i = 0; i < n; i++)
      y[i] = blend(x[place[i]], values[i], i + {k});
#pragma omp for reduction(+ : sum)
    for (i = 0; i < n; i++)
      sum += y[i] * scale;
  }}

#pragma omp parallel for
  for (i = 0; i < N; i++) {{
    cells[i].value += sum / (i + {k} + 1);
    if (cells[i].kind == {k} % 7)
      cells[i].weight[i % 3] *= 0.5f;
    else
      cells[i].kind++;
  }}
  return sum + b[{k} % N][3];
}}
"""

MAIN = """
int main(void)
{{
  double total = 0.0;
  double *values = calloc(N, sizeof *values);

  if (!values)
    return 1;
{calls}
  printf("%.12g\\n", total);
  free(values);
  return 0;
}}
"""

LOOPS_IN_A_PART = 4


def program(lines: int) -> tuple[str, int]:
    """A program of about so many lines, and its number of parallel loops."""
    height = FUNCTION.count("\n") + 1  # and its call
    parts = max(1, (lines - PROLOGUE.count("\n") - MAIN.count("\n")) // height)
    functions = "".join(FUNCTION.format(k=k) for k in range(parts))
    calls = "\n".join(f"  total += part_{k}(values, N, 1.0 + {k} * 0.5);" for k in range(parts))
    return PROLOGUE + functions + MAIN.format(calls=calls), parts * LOOPS_IN_A_PART


@dataclass(frozen=True)
class Measured:
    """One translation: wall-clock and processor seconds, and peak resident memory in MB (10^6 bytes)."""

    seconds: float
    processor: float
    megabytes: float


def translate(source: Path) -> Measured:
    """Run `mapper compile --emit c` on a file; raises `RuntimeError` when it fails."""
    command = [sys.executable, "-m", "mapper", "compile", "--emit", "c", str(source), "-o", str(source) + ".out.c"]
    begin = time.perf_counter()
    child = os.posix_spawn(sys.executable, command, os.environ)
    _, status, usage = os.wait4(child, 0)
    seconds = time.perf_counter() - begin
    if status:
        raise RuntimeError(f"{' '.join(command)} failed with status {os.waitstatus_to_exitcode(status)}")
    return Measured(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / 1e6)


def main() -> int:
    """Measure each size and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("lines", nargs="*", type=int, default=list(SIZES), metavar="LINES")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each size (default 3)")
    arguments = parser.parse_args()
    print(f"{'lines':>7} {'loops':>6} {'seconds':>8} {'cpu s':>8} {'us/line':>8} {'peak MB':>8}")
    with tempfile.TemporaryDirectory() as directory:
        for lines in arguments.lines:
            text, loops = program(lines)
            source = Path(directory) / f"generated_{lines}.c"
            source.write_text(text, encoding="utf-8")
            runs = [translate(source) for _ in range(arguments.repeat)]
            seconds = min(run.seconds for run in runs)
            processor = min(run.processor for run in runs)
            peak = max(run.megabytes for run in runs)
            count = text.count("\n")
            each = processor / count * 1e6
            print(f"{count:7d} {loops:6d} {seconds:8.2f} {processor:8.2f} {each:8.0f} {peak:8.0f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
