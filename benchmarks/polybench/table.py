"""The CSV of a campaign as a table: each kernel's seconds, and how these compare with those of other compilers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

from benchmarks.harness.profiles import aligned
from benchmarks.harness.rows import Row, read
from benchmarks.harness.versions import OPENCL, OPENMP
from benchmarks.polybench.kernels import REFERENCES

HEADINGS = ("kernel", "size", "OpenMP", "OpenCL", "clang", "gcc", "best / OpenCL")


def table(path: Path) -> str:
    """The table of one file: the best of all runs, or what is wrong with one of them; `-`: there is none.

    The last column is how many times as fast OpenCL is as the better of the references, and its geometric mean.
    """
    rows = read(path)
    keys = list(dict.fromkeys((row.program, row.size) for row in rows))
    lines = [list(HEADINGS)]
    ratios: list[float] = []
    for name, size in keys:
        mine = [row for row in rows if (row.program, row.size) == (name, size)]
        reference = REFERENCES.get(name) if size == "large" else None
        ours = _best(mine, OPENCL)
        known = [each for each in (reference.clang, reference.gcc) if each is not None] if reference else []
        ratio = min(known) / ours if known and ours else None
        if ratio is not None:
            ratios.append(ratio)
        others = (
            [f"{each:.4f}" if each is not None else "-" for each in (reference.clang, reference.gcc)]
            if reference
            else ["-", "-"]
        )
        times = [_cell(mine, version) for version in (OPENMP, OPENCL)]
        lines.append([name, size, *times, *others, "-" if ratio is None else f"{ratio:.2f}"])
    if ratios:
        mean = math.exp(sum(math.log(each) for each in ratios) / len(ratios))
        lines.append(["geometric mean", *[""] * (len(HEADINGS) - 2), f"{mean:.2f}"])
    return aligned(lines)


def _best(rows: Sequence[Row], version: str) -> float | None:
    """The fastest right run."""
    times = [float(row.seconds) for row in rows if row.version == version and row.verified == "SUCCESSFUL"]
    return min(times, default=None)


def _cell(rows: Sequence[Row], version: str) -> str:
    """The seconds of the fastest right run, or how a run went that was not right."""
    seconds = _best(rows, version)
    wrong = [row.verified for row in rows if row.version == version and row.verified != "SUCCESSFUL"]
    return wrong[0] if wrong else "-" if seconds is None else f"{seconds:.4f}"
