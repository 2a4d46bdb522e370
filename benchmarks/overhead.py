"""What mapping costs on the CPU path: emitted programs against `gcc -O3 -fopenmp` on the same sources.

Usage: `python -m benchmarks.overhead [--pairs N]`.  Both versions run in turn, so many times, with OpenMP forced
in the mapped one; the table gives the median of each, and the median of the ratios of the pairs.
"""

from __future__ import annotations

import argparse
import os
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


def measure(case: Case, work: Path, pairs: int) -> str:
    """Build and run one case; returns its line of the table."""
    plain = work / f"{case.program.name}.plain"
    mapped = work / f"{case.program.name}.mapped"
    subprocess.run(compile_command(["gcc"], case.program, plain, "-fopenmp"), check=True)
    subprocess.run(compile_command(MAPPER, case.program, mapped), check=True)
    environment = {**os.environ, "MAPPER_DEVICE": "cpu", "OMP_PROC_BIND": "true"}
    pair(case, plain, mapped, environment, False)
    runs = [pair(case, plain, mapped, environment, bool(number % 2)) for number in range(pairs)]
    ratio = statistics.median(second / first for first, second in runs)
    first, second = (statistics.median(side) for side in zip(*runs, strict=True))
    return f"{case.program.name:<10} {case.size:>12} {first:10.4f} {second:10.4f} {ratio:8.4f}"


def main() -> int:
    """Measure all cases and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pairs", type=int, default=21, help="pairs of runs of each program (default 21)")
    arguments = parser.parse_args()
    print(f"{'program':<10} {'size':>12} {'plain s':>10} {'mapped s':>10} {'ratio':>8}")
    with tempfile.TemporaryDirectory() as directory:
        for case in CASES:
            print(measure(case, Path(directory), arguments.pairs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
