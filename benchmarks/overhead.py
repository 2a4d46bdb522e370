"""What mapping costs on the CPU path: emitted programs against `gcc -O3 -fopenmp` on the same sources.

Usage: `python -m benchmarks.overhead [--pairs N | --instructions]`.  Both versions run in turn, so many times,
with OpenMP forced in the mapped one; the table gives the median of each, and that of the ratios of the pairs.

On a machine that others use, medians of equal programs differ by 2% and more.  `--instructions` has valgrind count
the instructions of each version's run with one thread instead: the numbers hardly change from run to run.
"""

from __future__ import annotations

import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.programs import Case, compile_command, kernel, npb, run

CASES = (Case(npb("cg", "A")), kernel("jacobi2d", 1000, 500))
MAPPER = (sys.executable, "-m", "mapper", "compile")


def pair(case: Case, plain: Path, mapped: Path, environment: Mapping[str, str], swap: bool) -> tuple[float, float]:
    """Run both versions right after each other; returns the seconds of the plain and of the mapped one."""
    seconds = {}
    for executable in (mapped, plain) if swap else (plain, mapped):
        seconds[executable] = run(executable, case.arguments, environment).seconds
    return seconds[plain], seconds[mapped]


def instructions(case: Case, executable: Path, environment: Mapping[str, str]) -> int:
    """The instructions that one run with one thread executes, from start to exit, as callgrind counts them."""
    count = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    done = subprocess.run(
        [*count, str(executable), *case.arguments],
        env={**environment, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"Collected : (\d+)", done.stderr)
    if found is None:
        raise RuntimeError(f"callgrind says nothing of {executable}:\n{done.stderr}")
    return int(found[1])


def build(case: Case, work: Path) -> tuple[Path, Path]:
    """Build the plain and the mapped version."""
    plain = work / f"{case.program.name}.plain"
    mapped = work / f"{case.program.name}.mapped"
    subprocess.run(compile_command(["gcc"], case.program, plain, "-fopenmp"), check=True)
    subprocess.run(compile_command(MAPPER, case.program, mapped), check=True)
    return plain, mapped


def counted(case: Case, work: Path, environment: Mapping[str, str]) -> str:
    """Build one case and count both versions' instructions; returns its line of the table."""
    first, second = (instructions(case, executable, environment) for executable in build(case, work))
    return f"{case.program.name:<10} {case.size:>12} {first:14d} {second:14d} {second / first:10.6f}"


def measure(case: Case, work: Path, environment: Mapping[str, str], pairs: int) -> str:
    """Build and run one case; returns its line of the table."""
    plain, mapped = build(case, work)
    pair(case, plain, mapped, environment, False)
    runs = [pair(case, plain, mapped, environment, bool(number % 2)) for number in range(pairs)]
    ratio = statistics.median(second / first for first, second in runs)
    first, second = (statistics.median(side) for side in zip(*runs, strict=True))
    return f"{case.program.name:<10} {case.size:>12} {first:10.4f} {second:10.4f} {ratio:8.4f}"


def main() -> int:
    """Measure all cases and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=21, help="pairs of runs of each program (default 21)")
    parser.add_argument("--instructions", action="store_true", help="count instructions (needs valgrind)")
    arguments = parser.parse_args()
    environment = {**os.environ, "MAPPER_DEVICE": "cpu", "OMP_PROC_BIND": "true"}
    if arguments.instructions:
        print(f"{'program':<10} {'size':>12} {'plain':>14} {'mapped':>14} {'ratio':>10}")
    else:
        print(f"{'program':<10} {'size':>12} {'plain s':>10} {'mapped s':>10} {'ratio':>8}")
    with tempfile.TemporaryDirectory() as directory:
        for case in CASES:
            work = Path(directory)
            if arguments.instructions:
                print(counted(case, work, environment), flush=True)
            else:
                print(measure(case, work, environment, arguments.pairs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
