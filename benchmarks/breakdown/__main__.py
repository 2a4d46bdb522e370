"""What each transformation brings: programs with none of them, then with one more at a time; and with all but one.

Usage: `python -m benchmarks.breakdown --programs CG,gemm --parts S,S-,small --csv FILE`, see `--help`; then
`python -m benchmarks.breakdown_table FILE`.  A part is a class or a size, with one transformation more at a time;
with `-` behind it all transformations, and all but one for each that changes a kernel.  All runs force OpenCL;
plain OpenMP is measured too, or taken from another table.  Versions whose text is the same are run once.
"""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from pathlib import Path

from benchmarks.breakdown import plan, versions
from benchmarks.breakdown.session import Session, Settings
from benchmarks.breakdown.versions import PROGRAMS, Groups, Part
from benchmarks.harness import hold, machine, options
from benchmarks.harness.rows import Row, Table, read
from benchmarks.harness.versions import OPENMP
from mapper.transforms.names import NAMES
from mapper_training.evaluation import steps
from mapper_training.evaluation.steps import SAME


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 1 where a result is wrong or a version can't be built, else 0."""
    begin = time.monotonic()
    chosen = _parser().parse_args(arguments)
    parts = [part for group in chosen.parts for part in group]
    if chosen.csv is not None:
        chosen.csv.parent.mkdir(parents=True, exist_ok=True)
    table = Table(chosen.csv)
    known = [row for path in chosen.known for row in read(path)]
    settings = Settings(
        work=chosen.work,
        threads=chosen.threads,
        jobs=chosen.jobs,
        cap=chosen.cap,
        repeats=chosen.repeats,
        deadline=begin + chosen.budget,
        reuse=chosen.reuse,
        options=tuple(chosen.options),
        foresee=chosen.foresee,
    )
    if chosen.plan:
        print(
            plan.text(chosen.programs, parts, chosen.steps, [*table.rows, *known], settings, chosen.budget), end=""
        )
        return 0
    session = Session(chosen.programs, chosen.steps, table, settings)
    _take_references(table, known, chosen.programs, parts)
    if chosen.build_only:
        for group in chosen.parts:
            session.prepare(group, warm=False)
        for name, said in session.failures.items():
            print(f"{name}: {said}", file=sys.stderr)
        return 1 if session.failures else 0
    platform = machine.describe(settings.threads, settings.options)
    if chosen.csv is not None:
        machine.write(chosen.csv.with_name("breakdown.json"), platform)
    session.device = platform["device"]
    good = True
    with hold.device():
        for row in session.run(chosen.parts):
            good = good and row.verified in ("SUCCESSFUL", "timeout")
            if not row.said.startswith(SAME):
                print(f"{time.monotonic() - begin:6.1f}  {_line(row)}", flush=True)
    return 0 if good else 1


def _take_references(table: Table, known: list[Row], programs: list[str], parts: list[Part]) -> None:
    """The fastest runs with OpenMP that other tables have, where this one has none."""
    wanted = {(program, part.size) for program in programs for part in parts}
    best: dict[tuple[str, str, str, str], Row] = {}
    for row in known:
        right = row.version == OPENMP and row.verified == "SUCCESSFUL" and (row.program, row.size) in wanted
        if right and (row.key not in best or float(row.seconds) < float(best[row.key].seconds)):
            best[row.key] = row
    for key, row in best.items():
        if table.missing(key, 1):
            table.append(row)


def _line(row: Row) -> str:
    label = steps.label(row.version, row.flags) or row.version
    name, seconds = f"{row.program}.{row.size}", row.seconds or "-"
    return f"{name:<10} {label:<14} {seconds:>10} {row.verified:<12} {row.device} {row.said[:60]}"


def _parts(text: str) -> Groups:
    try:
        return versions.parts(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="python -m benchmarks.breakdown", description=(__doc__ or "").partition("\n")[0]
    )
    add = made.add_argument
    add("--programs", type=options.words(PROGRAMS), default=list(PROGRAMS), help="CG,gemm,... (all)")
    add(
        "--parts",
        type=_parts,
        default=versions.parts("S"),
        help="in this order, and what seems slower again behind each group: A,B/B-,small (S)",
    )
    add("--steps", type=options.words(NAMES), default=list(NAMES), help=f"{','.join(NAMES)} (all)")
    add("--csv", type=Path, metavar="FILE", help="append each row there; what is there is not measured again")
    add("--known", type=Path, action="append", default=[], metavar="FILE", help="take times of OpenMP from there")
    add("--budget", type=float, default=float("inf"), metavar="SECONDS", help="end after so long")
    add("--plan", action="store_true", help="print what would be run and how long that takes")
    add("--build-only", action="store_true", help="build what would be run")
    add("--threads", type=int, default=len(os.sched_getaffinity(0)), help="OpenMP's threads (all processors)")
    add("--cap", type=float, default=10, metavar="SECONDS", help="for the timed part of each run (10)")
    add("--repeats", type=int, default=3, help="runs of what seems slower than before (3)")
    add("--jobs", type=int, default=1, help="builds at a time (1); timed runs are always one at a time")
    add("--work", type=Path, default=Path("build/breakdown"), help="where programs are built (build/breakdown)")
    add("--reuse", action="store_true", help="take executables that are there")
    add("--foresee", action="store_true", help="don't build what was another version's program at two other sizes")
    add("--options", type=shlex.split, default=[], metavar="'-march=native'", help="for the C compiler, after -O3")
    return made


if __name__ == "__main__":
    sys.exit(main())
