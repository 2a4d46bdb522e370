"""The breakdown's CSV as a table and a plot.

Usage: `python -m benchmarks.breakdown_table FILE [--over STEP] [--markdown FILE] [--plot FILE.svg]`.  The table
gives seconds, the best of all runs; `!` marks results that are not right.  Its last line and the plot give
speed-ups over a step, the one without transformations if no other is named; in Markdown each step is a line.
The plot needs matplotlib; the rest needs Python only.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.harness.profiles import aligned
from benchmarks.harness.rows import Row, read
from benchmarks.harness.versions import OPENCL, OPENMP

PLAIN = "plain"


@dataclass(frozen=True)
class Line:
    """One program and size: seconds by step (`OpenMP`, `plain`, `+NAME`), None where no run ended well."""

    name: str
    seconds: dict[str, float | None]
    wrong: frozenset[str]

    def speedup(self, step: str, over: str = PLAIN) -> float | None:
        """Over another step; None where one of both has no right result."""
        base, own = self.seconds.get(over), self.seconds.get(step)
        return base / own if base and own and not self.wrong & {over, step} else None


def step_of(row: Row) -> str | None:
    """What a row is called in the table; None for other versions."""
    if row.version == OPENMP:
        return "OpenMP"
    if row.version != OPENCL:
        return None
    passes = [word for word in row.flags.split() if word.startswith("--passes=")]
    return f"+{passes[0].partition('=')[2].rpartition(',')[2]}" if passes else PLAIN


def lines(rows: Sequence[Row]) -> tuple[list[str], list[Line]]:
    """The steps, and a line for each program and size, both in the order of the file."""
    found: dict[str, dict[str, list[Row]]] = {}
    steps: dict[str, None] = {}
    for row in rows:
        step = step_of(row)
        if step is not None:
            steps[step] = None
            found.setdefault(f"{row.program}.{row.size}", {}).setdefault(step, []).append(row)
    return list(steps), [_line(name, by_step) for name, by_step in found.items()]


def _line(name: str, by_step: dict[str, list[Row]]) -> Line:
    seconds = {
        step: min((float(row.seconds) for row in rows if row.seconds), default=None)
        for step, rows in by_step.items()
    }
    wrong = frozenset(step for step, rows in by_step.items() if any(row.verified != "SUCCESSFUL" for row in rows))
    return Line(name, seconds, wrong)


def cells(steps: Sequence[str], found: Sequence[Line], over: str = PLAIN) -> list[list[str]]:
    """Headings, a row for each line, and the geometric means of the speed-ups over a step."""
    table = [["program", *steps]]
    for line in found:
        table.append([line.name, *(_cell(line, step) for step in steps)])
    means = [mean([line.speedup(step, over) for line in found]) for step in steps]
    table.append([f"speed-up over {over}", *(f"{value:.2f}x" if value else "-" for value in means)])
    return table


def _cell(line: Line, step: str) -> str:
    seconds = line.seconds.get(step)
    return "-" if seconds is None else f"{seconds:.4f}{'!' if step in line.wrong else ''}"


def mean(values: Sequence[float | None]) -> float | None:
    """The geometric mean of those that are there."""
    logs = [math.log(value) for value in values if value]
    return math.exp(sum(logs) / len(logs)) if logs else None


def as_markdown(table: Sequence[Sequence[str]]) -> str:
    """The table for a page."""
    head, *rest = (f"| {' | '.join(row)} |" for row in table)
    rule = "|---" + "|--:" * (len(table[0]) - 1) + "|"
    return "\n".join([head, rule, *rest]) + "\n"


def plot(steps: Sequence[str], found: Sequence[Line], path: Path, over: str = PLAIN) -> None:
    """Bars of the speed-ups over a step, a group for each program, on a logarithmic axis."""
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "breakdown"
    from matplotlib import pyplot

    shown = [step for step in steps if step != over]
    figure, axes = pyplot.subplots(figsize=(max(6.0, 0.25 * len(found) * (len(shown) + 1)), 4.5))
    width = 0.8 / max(1, len(shown))
    for position, step in enumerate(shown):
        places = [number + (position - (len(shown) - 1) / 2) * width for number in range(len(found))]
        heights = [(line.speedup(step, over) or math.nan) - 1.0 for line in found]
        axes.bar(places, heights, width, bottom=1.0, label=step)
    axes.axhline(1.0, color="black", linewidth=0.8)
    axes.set_yscale("log")
    for kind in (axes.yaxis.set_major_formatter, axes.yaxis.set_minor_formatter):
        kind(lambda value, _: f"{value:g}")
    axes.set_ylabel("speed-up over no transformation" if over == PLAIN else f"speed-up over {over}")
    axes.set_xticks(range(len(found)), [line.name for line in found], rotation=45, ha="right")
    axes.legend(fontsize="small", ncols=4)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)


def main(arguments: list[str] | None = None) -> int:
    """Print the table, and write what else is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("csv", type=Path, help="what benchmarks.breakdown wrote")
    parser.add_argument("--over", default=PLAIN, metavar="STEP", help="what speed-ups are over (%(default)s)")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table as Markdown")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the plot (.svg, .png)")
    chosen = parser.parse_args(arguments)
    steps, found = lines(read(chosen.csv))
    table = cells(steps, found, chosen.over)
    print(aligned(table, right=range(1, len(table[0]))), end="")
    if chosen.markdown is not None:
        chosen.markdown.write_text(as_markdown(list(zip(*table, strict=True))), encoding="utf-8")
    if chosen.plot is not None:
        plot(steps, found, chosen.plot, chosen.over)
    return 0


if __name__ == "__main__":
    sys.exit(main())
