"""The costliest kernels of NPB profiles, with what they ask of the memory and of the arithmetic units.

Usage: `python -m benchmarks.kernel_rates PROFILE... [--most 5] [--pages FOLDER]`.  A profile is one that
`python -m benchmarks.npb --profiles` wrote, `NAME.CLASS.VERSION.json`.  Without `--pages` the tables are printed;
with it each replaces the table in its place in `FOLDER/NAME.md`, which must be there.

What a launch does is counted as for the model (`mapper/features/counting/counts.py`): accesses to global memory,
caches included, taken as 8 bytes each, and operations on doubles; a loop in it whose bounds only the run knows
counts as often as there.  A kernel whose ND-range is no constant of the program has no rates.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycparser import c_ast

from benchmarks.harness import pages
from benchmarks.harness.pages import fill
from benchmarks.harness.profiles import aligned
from benchmarks.programs import compile_command, npb
from mapper.analysis.names.symbols import Symbols, resolve
from mapper.commands.arguments import parse
from mapper.commands.features import UnknownError, Values
from mapper.features.counting.counts import count_run
from mapper.features.counting.execution import execution
from mapper.features.expressions.expr import ZERO, Expr, Number, evaluate
from mapper.ir.program.region import WorkLoop
from mapper.model import store
from mapper.stages.pipeline import map_program
from mapper.transforms.names import NAMES

BYTES = 8
PLACE = "kernels"
COUNTS = ("work_items", "mem", "double_ops")
HEADINGS = ("kernel", "place", "launches", "ms", "share", "work-items", "GB/s", "Gflop/s")


@dataclass(frozen=True)
class Counted:
    """What one launch does, and where the loop is; None where a number isn't known before the run."""

    place: str
    work_items: float | None
    accesses: float | None
    operations: float | None


@dataclass(frozen=True)
class Measured:
    """A kernel in a profile; `seconds` are those of all launches."""

    name: str
    launches: int
    seconds: float


def counted(name: str, size: str) -> dict[str, Counted]:
    """The loops that run on the device in one program and class, by name."""
    with tempfile.TemporaryDirectory() as folder:
        command = compile_command((), npb(name.lower(), size), Path(folder) / "program")
        mapped = map_program(parse(command, None, NAMES), store.choose(None, None)[0])
    units = {unit.path: resolve(unit) for unit in mapped.program.units}
    return {
        loop.id: _counts(loop, units[(loop.team.unit if loop.team is not None else region.unit).path])
        for region in mapped.program.regions
        for loop in region.loops
        if loop.kernel is not None
    }


def _counts(loop: WorkLoop, symbols: Symbols) -> Counted:
    """Counts of a launch as far as its ND-range is a constant of the program: launches of one size."""
    assert loop.kernel is not None
    values = Values({}, symbols, loop.place)
    place = f"{Path(loop.where.file).name}:{loop.where.line}"

    def constant(tree: c_ast.Node) -> Expr | None:
        try:
            return Number(values.of(tree))
        except UnknownError:
            return None

    limits = [limit for each in loop.kernel.dimensions for limit in (each.lower, each.bound, each.step)]
    if None in map(constant, limits):
        return Counted(place, None, None, None)
    counts = count_run(execution(loop.kernel, symbols), constant, symbols)
    items, accesses, operations = (evaluate(counts.get(key, ZERO), values.of) for key in COUNTS)
    return Counted(place, items, accesses, operations)


def measured(profile: Path) -> list[Measured]:
    """The kernels of a profile, the costliest first."""
    content = json.loads(profile.read_text(encoding="utf-8"))
    found = [
        Measured(loop["id"], loop["launches"], loop["kernel_seconds"])
        for region in content["regions"]
        for loop in region["loops"]
    ]
    return sorted(found, key=lambda each: (-each.seconds, each.name))


def table(kernels: Sequence[Measured], counts: Mapping[str, Counted], most: int) -> list[tuple[str, ...]]:
    """The rows below `HEADINGS`."""
    whole = sum(each.seconds for each in kernels) or 1.0
    unknown = Counted("-", None, None, None)
    return [
        (
            each.name,
            counts.get(each.name, unknown).place,
            str(each.launches),
            f"{1e3 * each.seconds:.1f}",
            f"{each.seconds / whole:.0%}",
            _text(counts.get(each.name, unknown).work_items, 1.0),
            _text(counts.get(each.name, unknown).accesses, _per_second(each) * BYTES),
            _text(counts.get(each.name, unknown).operations, _per_second(each)),
        )
        for each in kernels[:most]
    ]


def _per_second(kernel: Measured) -> float:
    """Launches a second, in units of 10^9."""
    return kernel.launches / kernel.seconds / 1e9 if kernel.seconds else 0.0


def _text(value: float | None, factor: float) -> str:
    return "-" if value is None else f"{value * factor:.0f}"


def main(arguments: list[str] | None = None) -> int:
    """Run the command; 2 where a profile can't be read, or a page is missing or has no marks."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("profiles", nargs="+", type=Path, metavar="PROFILE")
    parser.add_argument("--most", type=int, default=5, help="how many kernels of each (default 5)")
    parser.add_argument("--pages", type=Path, metavar="FOLDER", help="put the tables into FOLDER/NAME.md")
    chosen = parser.parse_args(arguments)
    try:
        for profile in chosen.profiles:
            _show(profile, chosen.most, chosen.pages)
    except (OSError, ValueError) as error:
        print(f"kernel_rates: {error}", file=sys.stderr)
        return 2
    return 0


def _show(profile: Path, most: int, folder: Path | None) -> None:
    """Print the table of one profile, or put it into its page."""
    rows = measured(profile)
    if len(parts := profile.name.split(".")) < 3:
        raise ValueError(f"{profile} is not called PROGRAM.CLASS.DEVICE.json")
    name, size = parts[:2]
    shown = table(rows, counted(name, size), most)
    if folder is None:
        print(f"{name}.{size}\n{aligned([HEADINGS, *shown], right=tuple(range(2, len(HEADINGS))))}")
    else:
        fill(folder / f"{name}.md", {PLACE: pages.table(HEADINGS, shown)})


if __name__ == "__main__":
    sys.exit(main())
