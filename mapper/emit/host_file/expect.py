"""What the emitted program announces of its later executions.

Loops outside of regions announce their trip counts, and a function adds up how often each region is executed, with
the features of those that are known at the file scope:

  __mrt_trips_0_1 = __mrt_positive((double)(steps));          before the loop, in the user's text

A loop whose count changes from one time to the next announces the mean of all that it has announced.

static __MRT_EXPECTATIONS void __mrt_expect(double *calls, double *raw)
{
  const double __mrt_often_0 = 1.0; /* main */
  calls[0] = __mrt_often_0 * __mrt_trips_0_1; /* saxpy_main_1 */
  raw[0] = 2.0 * __mrt_positive((double)(n));
  ...
}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pycparser import c_ast

from mapper.emit.text.c_printer import CPrinter
from mapper.emit.text.splice import Insertion
from mapper.features import schema
from mapper.features.expressions.expr import Expr, to_tree
from mapper.features.frequencies.forecast import Expected
from mapper.features.frequencies.frequency import EnclosingLoop, Frequencies, Site
from mapper.frontend.tokens.ranges import insertion_offset, text_range
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees.unit import TextRange, Unit

_UNKNOWN = '__builtin_nan("")'


def announced(frequencies: Frequencies) -> dict[str, EnclosingLoop]:
    """The loops that announce their trip counts, by name: those whose place in the text allows it."""
    return {
        loop.name: loop
        for loop in frequencies.loops
        if loop.trips is not None and place_of(loop.node, loop.unit) is not None
    }


def trip_insertions(loops: Iterable[EnclosingLoop], unit: Unit) -> list[Insertion]:
    """The announcements of one unit."""
    found: list[Insertion] = []
    for loop in loops:
        place = place_of(loop.node, loop.unit)
        if loop.unit.path != unit.path or loop.trips is None or place is None:
            continue
        value = CPrinter().expression(to_tree(loop.trips))
        if loop.varies:
            value = f"__mrt_mean({_said(loop.name)}, {value})"
        text = f"  {loop.name} = {value};\n"
        if loop.alone:
            found.append(Insertion(place.reading, place.start, "{\n" + text, place.end))
            found.append(Insertion(place.reading, place.end, "}\n", place.start, closing=True))
        else:
            found.append(Insertion(place.reading, place.start, text, place.end))
    return found


def _said(name: str) -> str:
    """Where the number and the sum of a loop's announcements are."""
    return f"{name}_said"


def place_of(loop: c_ast.Node, unit: Unit) -> TextRange | None:
    """Where a loop is in its unit's main file; None where nothing can be put there."""
    extent = unit.extents.get(id(loop))
    if extent is None or isinstance(insertion_offset(unit, extent[0]), str):
        return None
    where = text_range(unit, *extent)
    return None if isinstance(where, str) or where.reading else where


def trip_declarations(loops: Mapping[str, EnclosingLoop], unit: Unit, *, alone: bool) -> list[str]:
    """The variables of all loops for the head of a unit's file; `alone` says that it is the only file."""
    lines = [
        f"static double {_said(name)}[2];"
        for name, loop in loops.items()
        if loop.varies and loop.unit.path == unit.path
    ]
    for name, loop in loops.items():
        if alone:
            lines.append(f"static double {name} = {loop.sure!r};")
        elif loop.unit.path == unit.path:
            lines.append(f"double {name} = {loop.sure!r};")
        else:
            lines.append(f"extern double {name};")
    return lines


def expect_function(
    regions: Sequence[ParallelRegion],
    frequencies: Frequencies,
    forecasts: Mapping[str, Sequence[Expected]],
    loops: Mapping[str, EnclosingLoop],
) -> str:
    """`__mrt_expect` for the regions of one file; `forecasts` has their features, `loops` those that announce."""
    names = [f"__mrt_often_{number}" for number in range(len(frequencies.functions))]

    def product(site: Site) -> str:
        factors = [names[site.function]] if site.function >= 0 else []
        factors += [loop.name if loop.name in loops else repr(loop.sure) for loop in site.loops]
        return " * ".join(factors) or "1.0"

    lines = ["static __MRT_EXPECTATIONS void __mrt_expect(double *calls, double *raw)", "{"]
    for name, (function, sites) in zip(names, frequencies.functions, strict=True):
        lines.append(f"  const double {name} = {' + '.join(map(product, sites)) or '1.0'}; /* {function} */")
    at = 0
    for number, region in enumerate(regions):
        site = frequencies.regions.get(region.id, Site(-1, ()))
        lines.append(f"  calls[{number}] = {product(site)}; /* {region.id} */")
        expected = forecasts[region.id]
        weights = [product(each.site) if each.site is not None else "1.0" for each in expected]
        for feature in range(len(schema.RAW)):
            lines.append(f"  raw[{at}] = {_mean([each.values[feature] for each in expected], weights)};")
            at += 1
    return "\n".join([*lines, "}", ""])


def _mean(values: Sequence[Expr | None], weights: Sequence[str]) -> str:
    """The mean of a feature over the calls of its region's function, by how often each is expected."""
    if None in values:
        return _UNKNOWN
    texts = [CPrinter().expression(to_tree(value)) for value in values if value is not None]
    if len(set(texts)) == 1:
        return texts[0]
    total = " + ".join(f"{weight} * ({text})" for weight, text in zip(weights, texts, strict=True))
    return f"__mrt_ratio({total}, {' + '.join(weights)})"
