"""The plot of what each transformation brings: a panel for each program and size; needs matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator

from training.evaluation.steps import OPENMP, Case, Time, ladder, size_order

_LINE, _CUT = "#ee7733", "#999999"


def figure(cases: Sequence[Case]) -> Figure:
    """Speed-ups over OpenMP on one logarithmic axis, as one transformation more is added at a time.

    A dot stands where a step changes the program, a triangle where a run was cut off: its speed-up is below that.
    """
    steps = ladder(cases)
    programs = sorted({case.program for case in cases})
    sizes = sorted({case.size for case in cases}, key=size_order)
    by_key = {(case.program, case.size): case for case in cases}
    made = Figure(figsize=(1.4 + 2.1 * max(2, len(sizes)), 0.9 + 1.15 * len(programs)), layout="constrained")
    panels = made.subplots(len(programs), len(sizes), sharex=True, sharey=True, squeeze=False)
    for row, program in enumerate(programs):
        for column, size in enumerate(sizes):
            axes = panels[row][column]
            _panel(axes, by_key.get((program, size), Case(program, size)), steps)
            axes.set_title(f"{program}.{size}", fontsize=8, loc="left", pad=2)
            axes.minorticks_off()
            axes.tick_params(bottom=row == len(programs) - 1, left=column == 0)
    for axes in panels[-1]:
        axes.set_xticks(range(len(steps)), steps, rotation=90, fontsize=5.5)
    for axes in panels[:, 0]:
        axes.tick_params(axis="y", labelsize=7)
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    made.supylabel("speed-up over OpenMP", fontsize=9)
    return made


def _panel(axes: Axes, case: Case, steps: Sequence[str]) -> None:
    base = case.times.get(OPENMP, Time()).least
    axes.set_yscale("log")
    axes.yaxis.set_major_locator(LogLocator(numticks=5))
    axes.axhline(1.0, color="black", linewidth=0.6)
    axes.grid(axis="y", color="#dddddd", linewidth=0.5)
    axes.margins(x=0.03)
    found = [(number, case.times[step]) for number, step in enumerate(steps) if step in case.times]
    if not base or not found:
        axes.text(0.5, 0.5, "not measured", transform=axes.transAxes, ha="center", va="center", fontsize=7)
        return
    known = [(number, base / time.seconds) for number, time in found if time.seconds]
    axes.step(
        [number for number, _ in known], [value for _, value in known], where="post", color=_LINE, linewidth=1
    )
    dots = [(number, base / time.seconds) for number, time in found if time.seconds and time.same is None]
    axes.plot([number for number, _ in dots], [value for _, value in dots], "o", color=_LINE, markersize=2.5)
    cut = [(number, base / time.more) for number, time in found if not time.seconds and time.more]
    axes.plot([number for number, _ in cut], [value for _, value in cut], "v", color=_CUT, markersize=3)


def save(made: Figure, path: Path) -> None:
    """Write a picture that is always the same."""
    with matplotlib.rc_context({"svg.hashsalt": "mapper", "svg.fonttype": "none", "font.family": "DejaVu Sans"}):
        made.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
