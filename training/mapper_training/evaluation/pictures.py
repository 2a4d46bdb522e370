"""The plots of a report; needs matplotlib.  Every function gives a finished figure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullFormatter

from mapper.model.tree import Model
from mapper_training.evaluation.data import OPENCL, OPENMP, SEQUENTIAL, WHOLE
from mapper_training.evaluation.relayouts import Region
from mapper_training.evaluation.results import (
    CHOSEN,
    ORACLE,
    SHOWN,
    Result,
    by_program,
    geometric_mean,
    parts,
    sizes,
)

COLOURS = {OPENMP: "#4477aa", OPENCL: "#ee7733", CHOSEN: "#228833", ORACLE: "#bbbbbb"}
WORDS = {OPENMP: "OpenMP", OPENCL: "OpenCL", CHOSEN: "mapped", ORACLE: "oracle", SEQUENTIAL: "sequential"}
PARTS = {"opening": "#aa3377", "copies": "#ccbb44", "kernels": "#ee7733", "host": "#4477aa"}
PART_WORDS = {
    "opening": "opening the device, kernels",
    "copies": "copies",
    "kernels": "kernels",
    "host": "host: all else, set-up included",
}
WIDTH = 10.5
FAR = 3.0
"""Expectations that are wrong by more than this factor are named."""

_STYLE: dict[Any, Any] = {
    "font.size": 9.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "svg.hashsalt": "mapper",
    "svg.fonttype": "none",
    "font.family": "DejaVu Sans",
    "figure.constrained_layout.use": True,
}


@contextmanager
def style() -> Iterator[None]:
    """How all plots look."""
    with matplotlib.rc_context(_STYLE):
        yield


def as_svg(figure: Figure) -> str:
    """The figure as SVG text, always the same for the same figure."""
    stream = BytesIO()
    with style():
        figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    return stream.getvalue().decode()


def as_png(figure: Figure) -> bytes:
    """The figure as a picture file."""
    stream = BytesIO()
    with style():
        figure.savefig(stream, format="png", dpi=130, metadata={"Software": None})
    return stream.getvalue()


def speedups(results: Sequence[Result], view: str, over: str) -> Figure:
    """Bars for each program, a panel for each class and one for the geometric means; logarithmic."""
    found = sizes(results)
    with style():
        figure = Figure(figsize=(WIDTH, 2.3 * (len(found) + 1)))
        panels = figure.subplots(len(found) + 1, 1, squeeze=False)[:, 0]
        for axes, size in zip(panels, found, strict=False):
            here = [each for each in results if each.case.size == size]
            bars = {version: [each.speedup(view, version, over) for each in here] for version in SHOWN}
            names = [each.case.program + ("*" if _estimated(each, over) else "") for each in here]
            _bars(axes, names, bars)
            _mark(axes, here, view, over)
            axes.set_title(f"class {size}", loc="left", fontweight="bold")
        means = {
            version: [
                geometric_mean(each.speedup(view, version, over) for each in results if each.case.size == size)
                for size in found
            ]
            + [geometric_mean(each.speedup(view, version, over) for each in results)]
            for version in SHOWN
        }
        _bars(panels[-1], [*(f"class {size}" for size in found), "all"], means, numbers=True)
        panels[-1].set_title("geometric means", loc="left", fontweight="bold")
        for axes in panels:
            axes.set_ylabel(f"speed-up over\n{WORDS[over]}")
        _legend(figure, panels[0])
        return figure


def averaged(results: Sequence[Result], view: str, over: str) -> Figure:
    """The same, averaged over the classes of each program."""
    with style():
        figure = Figure(figsize=(WIDTH, 3.2))
        axes = figure.subplots()
        values = {
            version: by_program(results, lambda each, version=version: each.speedup(view, version, over))  # type: ignore[misc]
            for version in SHOWN
        }
        names = list(values[OPENMP])
        bars = {
            version: [*values[version].values(), geometric_mean(e.speedup(view, version, over) for e in results)]
            for version in SHOWN
        }
        _bars(axes, [*names, "all"], bars, numbers=True)
        axes.set_ylabel(f"speed-up over {WORDS[over]}")
        _legend(figure, axes)
        return figure


def _estimated(each: Result, over: str) -> bool:
    return over in each.case.runs and each.case.runs[over].estimated


def _bars(
    axes: Axes, names: Sequence[str], bars: Mapping[str, Sequence[float | None]], numbers: bool = False
) -> None:
    """Groups of bars that begin at 1, so that slower is below and faster above."""
    known = {version: values for version, values in bars.items() if any(values)}
    width = 0.84 / max(len(known), 1)
    for position, (version, values) in enumerate(known.items()):
        places = [number + (position - (len(known) - 1) / 2) * width for number in range(len(names))]
        heights = [(value or 1.0) - 1.0 for value in values]
        axes.bar(places, heights, width * 0.95, bottom=1.0, label=WORDS[version], color=COLOURS[version])
        if numbers:
            for place, value in zip(places, values, strict=True):
                if value:
                    above = value >= 1.0
                    axes.annotate(
                        _short(value),
                        (place, value),
                        xytext=(0, 2 if above else -2),
                        textcoords="offset points",
                        ha="center",
                        va="bottom" if above else "top",
                        fontsize=6.5,
                    )
    axes.set_yscale("log")
    axes.margins(y=0.14)
    axes.axhline(1.0, color="black", linewidth=0.8)
    axes.grid(axis="y", color="#dddddd", linewidth=0.6)
    for of in (axes.yaxis.set_major_formatter, axes.yaxis.set_minor_formatter):
        of(_plain)
    axes.tick_params(axis="y", which="both", labelsize=8)
    axes.set_xticks(range(len(names)), names)
    axes.set_xlim(-0.6, len(names) - 0.4)


def _short(value: float) -> str:
    """Two digits in as few letters as possible: .47, 1.9, 23."""
    return (f"{value:.2g}" if value < 10 else f"{value:.0f}").removeprefix("0")


def _plain(value: float, _: Any) -> str:
    """Numbers of a logarithmic axis: 1, 2 and 5 times powers of ten."""
    digit = value / 10 ** math.floor(math.log10(value)) if value > 0 else 0.0
    return f"{value:g}" if round(digit, 6) in (1.0, 2.0, 5.0) else ""


def _mark(axes: Axes, results: Sequence[Result], view: str, over: str) -> None:
    """A cross above the bars of each program with a wrong choice, and where OpenCL was cut off."""
    for number, each in enumerate(results):
        if each.case.runs[OPENCL].cut_off:
            axes.annotate(
                "OpenCL cut off",
                (number, 1),
                xycoords=("data", "axes fraction"),
                xytext=(0, -2),
                textcoords="offset points",
                ha="center",
                va="top",
                color="#bb5500",
                fontsize=8,
            )
        if each.right(view) is False:
            axes.annotate(
                "✗ wrong",
                (number, max(1.0, *(each.speedup(view, version, over) or 1.0 for version in SHOWN))),
                xytext=(0, 2),
                textcoords="offset points",
                ha="center",
                color="#cc0000",
                fontsize=8,
            )


def _legend(figure: Figure, axes: Axes) -> None:
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper right", ncols=len(labels), frameon=False)


def scores(results: Sequence[Result]) -> Figure:
    """The model's score against how much faster the device really was, for each process with a choice."""
    known = [each for each in results if each.choice is not None]
    with style():
        figure = Figure(figsize=(WIDTH * 0.72, 4.4))
        axes = figure.subplots()
        axes.axhline(0, color="black", linewidth=0.8)
        axes.axvline(0, color="black", linewidth=0.8)
        for right, colour, marker, label in (
            (True, COLOURS[CHOSEN], "o", "right"),
            (False, "#cc0000", "X", "wrong"),
        ):
            points = [
                (_advantage(each), each.choice.score) for each in known if each.choice and each.right() is right
            ]
            if points:
                xs, ys = zip(*points, strict=True)
                axes.scatter(xs, ys, c=colour, marker=marker, label=label, s=28, alpha=0.75, edgecolors="none")
        for each in known:
            if each.right() is False and each.choice:
                axes.annotate(
                    each.case.name,
                    (_advantage(each), each.choice.score),
                    xytext=(5, 3),
                    textcoords="offset points",
                    fontsize=8,
                )
        axes.set_xlabel("the device is 2ˣ times as fast as OpenMP (whole process, measured)")
        axes.set_ylabel("score: above 0 the model chooses the device")
        axes.grid(color="#eeeeee", linewidth=0.6)
        axes.legend(frameon=False)
        return figure


def expected(results: Sequence[Result], models: Mapping[str, Model]) -> Figure | None:
    """What models of sums expected of each process when it began, over the measured times; None without them."""
    points: dict[str, list[tuple[float, float, str]]] = {OPENMP: [], OPENCL: []}
    for each in results:
        asked = next((question for question in each.case.questions if question.about_program), None)
        sums = models[each.case.group].sums if each.case.group in models else None
        if asked is not None and sums is not None:
            for version, seconds in zip((OPENMP, OPENCL), sums.seconds(asked.features), strict=True):
                points[version].append((each.seconds[WHOLE][version], seconds, each.case.name))
    if not points[OPENMP]:
        return None
    with style():
        figure = Figure(figsize=(WIDTH, 4.8))
        for axes, (version, found) in zip(figure.subplots(1, 2), points.items(), strict=True):
            measured, guessed, _ = zip(*found, strict=True)
            axes.scatter(measured, guessed, c=COLOURS[version], s=26, alpha=0.8, edgecolors="none")
            ends = [min(*measured, *guessed) / 1.5, max(*measured, *guessed) * 1.5]
            axes.plot(ends, ends, color="black", linewidth=0.8)
            for x, y, name in found:
                if not 1 / FAR < x / y < FAR:
                    axes.annotate(name, (x, y), xytext=(4, 3), textcoords="offset points", fontsize=7)
            axes.set_xscale("log")
            axes.set_yscale("log")
            for axis in (axes.xaxis, axes.yaxis):
                axis.set_major_formatter(_plain)
                axis.set_minor_formatter(NullFormatter())
                axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if ends[1] < 200 * ends[0] else (1.0,)))
            axes.set_title(WORDS[version], loc="left", fontweight="bold")
            axes.set_xlabel("measured, whole process (s)")
            axes.set_ylabel("expected when it began (s)")
            axes.grid(color="#eeeeee", linewidth=0.6)
        return figure


def _advantage(each: Result) -> float:
    times = each.seconds[WHOLE]
    return math.log2(times[OPENMP] / times[OPENCL])


def breakdown(results: Sequence[Result]) -> Figure | None:
    """Where the time went in processes with all regions on the device; None without profiles."""
    known = [(each, found) for each in results if (found := parts(each.case)) is not None]
    if not known:
        return None
    with style():
        figure = Figure(figsize=(WIDTH, 0.7 + 0.235 * len(known)))
        axes = figure.subplots()
        left = [0.0] * len(known)
        for name in PARTS:
            shares = [
                100 * getattr(found, name) / (found.opening + found.copies + found.kernels + found.host)
                for _, found in known
            ]
            axes.barh(range(len(known)), shares, left=left, color=PARTS[name], label=PART_WORDS[name], height=0.78)
            left = [a + b for a, b in zip(left, shares, strict=True)]
        for number, (each, _) in enumerate(known):
            axes.text(101, number, f"{each.seconds[WHOLE][OPENCL]:.3g} s", va="center", fontsize=8)
        axes.set_yticks(range(len(known)), [each.case.name for each, _ in known], fontsize=8)
        axes.invert_yaxis()
        axes.set_xlim(0, 100)
        axes.margins(y=0.005)
        axes.set_xlabel("share of the whole process's time with OpenCL (%)")
        _legend(figure, axes)
        return figure


def copies(regions: Sequence[Region]) -> Figure | None:
    """Speed-up over no copy of copies in another order, for each loop of the micro-benchmarks."""
    if not regions:
        return None
    sides = {OPENCL: "always", CHOSEN: "chosen", ORACLE: "oracle"}
    with style():
        figure = Figure(figsize=(WIDTH, 4.2))
        axes = figure.subplots()
        bars = {version: [getattr(each, name) for each in regions] for version, name in sides.items()}
        _bars(axes, [each.name for each in regions], bars)
        axes.tick_params(axis="x", labelrotation=90, labelsize=8)
        axes.set_ylabel("speed-up over no copy")
        handles, _ = axes.get_legend_handles_labels()
        labels = ["copy always", "as chosen", "oracle"]
        figure.legend(handles, labels, loc="outside upper right", ncols=3, frameon=False)
        return figure
