"""The breakdown's CSV as tables and a plot.

Usage: `python -m benchmarks.breakdown_table FILE... [--page FILE.md] [--details FILE.md] [--plot FILE.svg]`.
Prints the tables; `--page` puts them into a page that has places for them (`<!-- NAME -->` to `<!-- end -->`, the
names are in `pieces`), `--details` writes a page with seconds of all versions.  The plot needs matplotlib.
Classes of which only OpenMP's times are known are left out.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.breakdown import tables
from benchmarks.breakdown.tables import as_markdown
from benchmarks.harness.profiles import aligned
from mapper_training.evaluation.steps import Case, measured, read

NOTHING = "Not measured.\n"
_PLACE = re.compile(r"(<!-- (?P<name>[\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def pieces(cases: Sequence[Case]) -> Mapping[str, str]:
    """What a page can hold, by name."""
    found = {"overview": as_markdown(tables.overview(cases)), "steps": as_markdown(tables.by_step(cases))}
    for size in tables.sizes(cases):
        found[f"effects-{size}"] = as_markdown(tables.effects(cases, size))
        table = tables.all_but_one(cases, size)
        found[f"without-{size}"] = as_markdown(table) if len(table) > 1 else NOTHING
    sentences = tables.slower(cases)
    count = tables.compared(cases)
    head = f"Of {count} pairs with and without a transformation, {len(sentences)} are slower with it"
    found["slower"] = (
        "\n".join([f"{head}{':' if sentences else '.'}\n", *(f"- {one}" for one in sentences)]) + "\n"
    )
    return found


def filled(page: str, found: Mapping[str, str]) -> str:
    """The page with all its places filled, those of sizes that nothing is known of with a word that says so."""
    return _PLACE.sub(lambda match: f"{match[1]}\n{found.get(match['name'], NOTHING)}\n{match[3]}", page)


def details(cases: Sequence[Case]) -> str:
    """The page with the seconds of all versions."""
    parts = [
        "# What each transformation brings: seconds\n",
        "Seconds of the timed part of each program as transformations are added in their order, and what each\n"
        "step brings (seconds before / after). Empty: the step leaves the program as it is. `>`: cut off after\n"
        "so long. `!`: a run failed or its result was wrong. Bold: slower. See [the breakdown](breakdown.md) for\n"
        "what is measured and how, and when that is said.\n",
    ]
    for size in tables.sizes(cases):
        parts += [
            f"## {size}\n",
            as_markdown(tables.seconds(cases, size)),
            as_markdown(tables.effects(cases, size)),
        ]
    return "\n".join(parts)


def main(arguments: list[str] | None = None) -> int:
    """Print the tables, and write what else is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("csv", type=Path, nargs="+", help="what benchmarks.breakdown wrote")
    parser.add_argument("--page", type=Path, metavar="FILE", help="put the tables into this page")
    parser.add_argument("--details", type=Path, metavar="FILE", help="write a page with all seconds")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write the plot (.svg, .png)")
    chosen = parser.parse_args(arguments)
    try:
        cases = measured(read(chosen.csv))
    except OSError as error:
        parser.error(str(error))
    except KeyError as error:
        parser.error(f"not a table of benchmarks.breakdown: it has no column {error}")
    _print(cases)
    if chosen.page is not None:
        page = filled(chosen.page.read_text(encoding="utf-8"), pieces(cases))
        chosen.page.write_text(page, encoding="utf-8")
    if chosen.details is not None:
        chosen.details.write_text(details(cases), encoding="utf-8")
    if chosen.plot is not None:
        from mapper_training.evaluation import stepplot

        stepplot.save(stepplot.figure(cases), chosen.plot)
    return 0


def _print(cases: Sequence[Case]) -> None:
    """All tables, as text."""
    shown = [tables.overview(cases), tables.by_step(cases)]
    for size in tables.sizes(cases):
        shown += [tables.seconds(cases, size), tables.effects(cases, size), tables.all_but_one(cases, size)]
    for table in shown:
        if len(table) > 1:
            print(aligned(table, right=range(1, len(table[0]))))
    print(pieces(cases)["slower"], end="")


if __name__ == "__main__":
    sys.exit(main())
