"""The plot of what each transformation brings: a panel for a program, a line for a size; needs matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator

from mapper_training.evaluation.steps import OPENMP, PLAIN, Case, Time, ladder, size_order

COLUMNS = 2
_COLOURS = ("#9ecae1", "#4292c6", "#08519c", "#fd8d3c", "#a63603")
_OTHER = "#555555"
_APART = 1.0 / 13  # of an axis: how far names of lines are from each other


def figure(cases: Sequence[Case]) -> Figure:
    """Speed-ups over OpenMP, on logarithmic axes, as one transformation more is added at a time.

    Steps that change no program are left out.  A dot is where a step changes the program, a triangle where a
    run was cut off: its speed-up is below that.
    """
    steps = [
        step
        for step in ladder(cases)
        if step == PLAIN or any(step in case.times and case.times[step].same is None for case in cases)
    ]
    programs = sorted({case.program for case in cases})
    sizes = sorted({case.size for case in cases}, key=size_order)
    colours = {
        size: _COLOURS[number] if len(sizes) <= len(_COLOURS) else _OTHER for number, size in enumerate(sizes)
    }
    columns = min(COLUMNS, len(programs))
    rows = -(-len(programs) // columns)
    made = Figure(figsize=(0.8 + 5.0 * columns, 0.9 + 2.0 * rows), layout="constrained")
    panels = made.subplots(rows, columns, sharex=True, squeeze=False)
    for number, axes in enumerate(panels.flat):
        if number >= len(programs):
            axes.remove()
            continue
        own = sorted(
            (case for case in cases if case.program == programs[number]), key=lambda case: size_order(case.size)
        )
        axes.set_title(programs[number], fontsize=9, loc="left", pad=3)
        _panel(axes, own, steps, colours)
        if number + columns >= len(programs):
            axes.tick_params(labelbottom=True)
            axes.set_xticks(range(len(steps)), steps, rotation=90, fontsize=7)
    made.supylabel("speed-up over OpenMP", fontsize=9)
    return made


def _panel(axes: Axes, cases: Sequence[Case], steps: Sequence[str], colours: dict[str, str]) -> None:
    """All sizes of one program."""
    axes.set_yscale("log")
    axes.yaxis.set_minor_locator(NullLocator())
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    axes.tick_params(axis="y", labelsize=7)
    axes.grid(axis="y", color="#e4e4e4", linewidth=0.5)
    axes.axhline(1.0, color="black", linewidth=0.7)
    axes.set_xlim(-0.5, len(steps) + 0.6)
    ends = [
        (value, case.size) for case in cases if (value := _line(axes, case, steps, colours[case.size])) is not None
    ]
    if not ends:
        axes.text(0.5, 0.5, "not measured", transform=axes.transAxes, ha="center", va="center", fontsize=8)
        return
    low, high = axes.get_ylim()
    axes.set_ylim(low / 1.15, high * 1.15)
    subs = (1.0, 2.0, 5.0) if high < 300 * low else (1.0,)
    axes.yaxis.set_major_locator(LogLocator(subs=subs, numticks=12))
    to_axes = axes.transData + axes.transAxes.inverted()
    ends.sort()
    places = _spread([to_axes.transform((0, value))[1] for value, _ in ends])
    for place, (_, size) in zip(places, ends, strict=True):
        axes.text(
            0.975,
            place,
            size,
            transform=axes.transAxes,
            color=colours[size],
            fontsize=8,
            va="center",
            weight="bold",
        )


def _spread(places: Sequence[float]) -> list[float]:
    """Places in order, moved as far as they must be to stand apart and inside."""
    found: list[float] = []
    for number, place in enumerate(places):
        lowest = found[-1] + _APART if found else 0.0
        found.append(min(max(place, lowest), 1 - _APART * (len(places) - number - 0.5)))
    return found


def _line(axes: Axes, case: Case, steps: Sequence[str], colour: str) -> float | None:
    """One size; the speed-up at the end, None where nothing is known."""
    base = case.times.get(OPENMP, Time()).least
    found = [(number, case.times[step]) for number, step in enumerate(steps) if step in case.times]
    known = [(number, base / time.seconds) for number, time in found if base and time.seconds]
    axes.step(*_apart(known), where="post", color=colour, linewidth=1.2)
    dots = [(number, base / time.seconds) for number, time in found if base and time.seconds and time.same is None]
    axes.plot(*_apart(dots), "o", color=colour, markersize=3)
    cut = [(number, base / time.more) for number, time in found if base and not time.seconds and time.more]
    axes.plot(*_apart(cut), "v", color=colour, markersize=4, markerfacecolor="white")
    return known[-1][1] if known else None


def _apart(points: Sequence[tuple[int, float]]) -> tuple[list[int], list[float]]:
    return [number for number, _ in points], [value for _, value in points]


def save(made: Figure, path: Path) -> None:
    """Write a picture that is always the same."""
    with matplotlib.rc_context({"svg.hashsalt": "mapper", "svg.fonttype": "none", "font.family": "DejaVu Sans"}):
        made.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
