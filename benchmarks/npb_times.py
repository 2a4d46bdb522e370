"""Seconds of the NPB programs on an H200 as tables: OpenMP, OpenCL, and hand-written CUDA.

Usage: `python -m benchmarks.npb_times [--data data/nvidia-h200/npb] [--pages docs]`.  The folder holds `npb.csv`,
which `python -m benchmarks.npb` wrote, and `cuda.csv`, with the seconds of NPB-GPU's programs.  The best run of
each counts.  Without `--pages` the tables are printed; with it they replace those in `npb.md` and
`npb/PROGRAM.md` there.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.harness.pages import fill, table
from benchmarks.harness.rows import read

PROGRAMS = ("BT", "CG", "EP", "FT", "IS", "LU_HP", "MG", "SP")
SIZES = ("A", "B", "C")
HEADINGS = ("OpenMP", "OpenCL", "OpenMP / OpenCL", "CUDA", "CUDA / OpenCL")

Times = Mapping[tuple[str, str, str], float]
"""Seconds of the timed part by program, class and version (`openmp`, `opencl`, `mapped`, `cuda`)."""


def best(folder: Path) -> Times:
    """The fastest run of each program, class and version without flags that verified."""
    found: dict[tuple[str, str, str], float] = {}
    for row in read(folder / "npb.csv"):
        if row.verified == "SUCCESSFUL" and row.seconds and not row.flags:
            key = (row.program, row.size, row.version)
            found[key] = min(found.get(key, math.inf), float(row.seconds))
    with (folder / "cuda.csv").open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            found[line["program"], line["class"], "cuda"] = float(line["seconds"])
    return found


def cells(times: Times, program: str, size: str) -> list[str]:
    """One line of a table; `-` where a time is missing."""
    openmp, opencl, cuda = (times.get((program, size, version)) for version in ("openmp", "opencl", "cuda"))
    return [_number(openmp), _number(opencl), _ratio(openmp, opencl), _number(cuda), _ratio(cuda, opencl)]


def lead(times: Times, size: str, programs: Sequence[str]) -> float:
    """The geometric mean of CUDA's seconds over OpenCL's, over the programs that have both."""
    pairs = [(times.get((each, size, "cuda")), times.get((each, size, "opencl"))) for each in programs]
    logarithms = [math.log(cuda / opencl) for cuda, opencl in pairs if cuda and opencl]
    return math.exp(sum(logarithms) / len(logarithms))


def summary(times: Times) -> str:
    """The means of a class, with and without the program whose algorithm is another one."""
    others = [each for each in PROGRAMS if each != "IS"]
    means = ", ".join(f"{lead(times, size, PROGRAMS):.2f} at class {size}" for size in SIZES)
    without = ", ".join(f"{lead(times, size, others):.2f}" for size in SIZES)
    mapped = ", ".join(f"{each} {_number(times.get((each, 'B', 'mapped')))}" for each in PROGRAMS)
    return (
        f"Geometric mean of CUDA / OpenCL: {means}; without IS {without}.\n\n"
        f"Where the model chooses (`mapped`), class B takes, in seconds: {mapped}.\n"
    )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def _ratio(one: float | None, other: float | None) -> str:
    return "-" if one is None or other is None else f"{one / other:.3g}"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 2 where a table or page is missing or has no places."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("data/nvidia-h200/npb"), metavar="FOLDER")
    parser.add_argument(
        "--pages", type=Path, metavar="FOLDER", help="put the tables into the pages of this folder"
    )
    chosen = parser.parse_args(arguments)
    try:
        times = best(chosen.data)
        rows = [
            [f"[{each}](npb/{each}.md)", size, *cells(times, each, size)] for size in SIZES for each in PROGRAMS
        ]
        texts = {"times": table(("program", "class", *HEADINGS), rows), "means": summary(times)}
        if chosen.pages is None:
            print("\n".join(texts.values()), end="")
            return 0
        fill(chosen.pages / "npb.md", texts)
        for each in PROGRAMS:
            own = table(("class", *HEADINGS), [[size, *cells(times, each, size)] for size in SIZES])
            fill(chosen.pages / "npb" / f"{each}.md", {"times": own})
    except (OSError, ValueError) as error:
        print(f"npb_times: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
