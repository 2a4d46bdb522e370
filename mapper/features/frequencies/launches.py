"""How often one run of the program launches each kernel, as far as constants show.

That is how often its region runs, times the sequential loops in the region around the work-shared loop, through
the team functions that lead to it.  A trip count that is not known counts as `schema.UNKNOWN_TRIPS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.features import schema
from mapper.features.expressions.entry import Entry
from mapper.features.expressions.expr import evaluate
from mapper.ir.program.region import ParallelRegion


def launches(
    regions: Sequence[ParallelRegion], units: Mapping[str, Symbols], executions: Mapping[str, float]
) -> dict[str, float]:
    """The launches of each loop that has a kernel, by its id; `executions` are those of each region, by its id."""
    found: dict[str, float] = {}
    for region in regions:
        if region.kept is not None:
            continue
        symbols = units[region.unit.path]

        def value_of(tree: c_ast.Node, symbols: Symbols = symbols) -> float:
            value = symbols.constant(tree)
            return schema.UNKNOWN_TRIPS if value is None else float(value)

        entry = Entry(region, units)
        for loop in (*region.loops, *region.sweeps):
            if loop.kernel is not None:
                often = sum(evaluate(way.often, value_of) for way in entry.contexts(loop))
                found[loop.id] = found.get(loop.id, 0.0) + often * executions.get(region.id, 1.0)
    return found
