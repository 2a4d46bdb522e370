"""What a session would run, and how long that takes, as far as earlier tables tell."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from benchmarks.breakdown import choices, versions
from benchmarks.breakdown.session import Settings
from benchmarks.breakdown.versions import Part
from benchmarks.harness.profiles import aligned
from benchmarks.harness.rows import Row
from benchmarks.harness.versions import OPENCL
from mapper_training.evaluation.steps import SAME

BUILD = 6.0
"""Seconds of one processor for a version of a large program: translation, and compiling what differs."""

LARGE = ("BT", "SP", "LU", "LU_HP")
REPEATED = 0.5
"""The share of versions that run a second time."""


def text(
    programs: Sequence[str],
    parts: Sequence[Part],
    names: Sequence[str],
    rows: Sequence[Row],
    settings: Settings,
    budget: float,
) -> str:
    """A line for each part and program: versions that differ, seconds a run, all of them, the sum so far."""
    lines = [["part", "program", "versions", "s a run", "cut off", "s in all", "sum"]]
    total = 0.0
    for part in parts:
        for program in programs:
            if versions.series(program, part.size, versions.ladder(names)[0]) is None:
                continue
            count, each, cut = _known(program, part, len(names) + 1, rows)
            builds = count * (BUILD if program in LARGE else 1.0) / settings.jobs
            seconds = count * each * (1 + REPEATED) + cut * settings.cap / 2 + builds
            total += seconds
            mark = "" if total <= budget else "  over the budget"
            lines.append(
                [str(part), program, str(count), f"{each:.2f}", str(cut), f"{seconds:.1f}", f"{total:.0f}{mark}"]
            )
    return aligned(lines, right=range(2, 6))


def _known(program: str, part: Part, steps: int, rows: Sequence[Row]) -> tuple[int, float, int]:
    """Versions that differ, seconds of a run, runs that will be cut off."""
    own = [row for row in rows if row.program == program and row.version == OPENCL]
    ladder = [row for row in own if "--passes=" in row.flags]
    by_size: dict[str, set[str]] = {}
    for row in ladder:
        if not row.said.startswith(SAME):
            by_size.setdefault(row.size, set()).add(row.flags)
    count = max(map(len, by_size.values()), default=steps // 2)
    here = [float(row.whole) for row in own if row.size == part.size and row.whole and row.seconds]
    each = median(here) if here else choices.STARTUP
    cut = {row.flags for row in own if row.verified == "timeout" and row.size == part.size}
    return count, each, 0 if part.without else len(cut)
