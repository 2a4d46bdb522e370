"""Build and run the programs of a table with OpenMP, with OpenCL and as mapped, and compare what they print.

Usage: `python -m benchmarks.suites TABLE -o FOLDER`, see `--help`; `suites/table.py` says what a table is.
FOLDER gets `runs.csv`, `profiles/` and `platform.json`.  With `--platform NAME` a report follows of how well the
model of that platform chose (`python -m mapper_training.suites FOLDER`, which needs what `mapper evaluate` needs).
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from pathlib import Path

from benchmarks.harness import machine
from benchmarks.harness.rows import Table
from benchmarks.suites import measure, table


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 where two versions disagree, 2 where the table is wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    cores = len(os.sched_getaffinity(0))
    add("table", type=Path)
    add(
        "-o", "--output", type=Path, required=True, help="the folder for what is measured; it must be new or empty"
    )
    add("--work", type=Path, default=Path("build/suites"), help="where programs are built (build/suites)")
    add("--threads", type=int, default=cores, help="OpenMP's threads (all processors)")
    add("--jobs", type=int, default=cores, help="builds at a time (all processors); timed runs are one at a time")
    add("--repeats", type=int, default=2, help="runs of each version (2)")
    add("--timeout", type=float, default=60.0, metavar="SECONDS", help="for each run (60)")
    add("--budget", type=float, default=float("inf"), metavar="SECONDS", help="for all: no run begins after it")
    add("--only", default="", metavar="WORDS", help="programs whose names contain one of these, as `gemm,CG`")
    add("--platform", default="", metavar="NAME", help="report how well this platform's model chose")
    chosen = parser.parse_args(arguments)
    until = time.monotonic() + chosen.budget
    try:
        cases = table.read(chosen.table)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    if chosen.only:
        cases = [case for case in cases if any(word in case.name for word in chosen.only.split(","))]
    runs = chosen.output / "runs.csv"
    if runs.exists():
        parser.error(f"{runs} is there already")
    profiles = chosen.output / "profiles"
    profiles.mkdir(parents=True, exist_ok=True)
    chosen.work.mkdir(parents=True, exist_ok=True)
    settings = measure.Settings(
        chosen.work.absolute(),
        profiles.absolute(),
        chosen.threads,
        chosen.jobs,
        chosen.repeats,
        chosen.timeout,
        until,
    )
    machine.write(chosen.output / "platform.json", machine.describe(settings.threads, ()))
    begin = time.monotonic()
    built = measure.build(cases, settings)
    print(f"built and checked in {time.monotonic() - begin:.1f} s", flush=True)
    said: Counter[str] = Counter()
    for row in measure.measure(built, Table(runs), settings):
        said[row.verified.partition(":")[0]] += 1
        name = f"{row.program}.{row.size}"
        line = f"{name:<28} {row.version:<8} {row.seconds:>12} {row.whole:>10}  {row.verified}"
        print(f"{line}  {row.device} {row.said}".rstrip(), flush=True)
    print(
        f"{time.monotonic() - begin:.1f} s: "
        + ", ".join(f"{count} {what}" for what, count in sorted(said.items()))
    )
    if chosen.platform:
        from mapper_training.suites import main as report

        report([str(chosen.output), "--platform", chosen.platform])
    return 1 if said["UNSUCCESSFUL"] else 0


if __name__ == "__main__":
    sys.exit(main())
