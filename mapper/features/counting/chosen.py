"""Which loops' kernels run where the host chooses: the parts of an iteration, or one kernel for the whole."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from mapper.analysis.names.symbols import Symbols
from mapper.features.expressions.expr import ONE, Expr, Number, add, multiply, positive, subtract
from mapper.features.expressions.extents import HostValue, iterations
from mapper.ir.program.kernel import Dimension
from mapper.ir.program.region import Carried, Part, WorkLoop


def share_of_runs(loop: WorkLoop, number: int, value_of: HostValue, symbols: Symbols | None) -> Expr:
    """1 where the host launches this loop's kernel, else 0; the loop has a `number` of parts.

    Parts are taken where lengths are not known.
    """
    part = loop.part
    if part is None or not part.whole:
        return ONE
    parts: Expr = ONE
    if part.inner and _are_known([each.dimension for each in part.inner], value_of):
        made = (
            multiply(iterations(each.dimension, value_of), Number(float(each.accesses))) for each in part.inner
        )
        parts = _at_least(reduce(add, made), Part.FEWEST_ACCESSES * (number - 1))
    if _are_known(part.dimensions, value_of):
        count = reduce(multiply, (iterations(each, value_of) for each in part.dimensions))
        for most in {_most(each, symbols) for each in part.carried} - {None}:
            parts = multiply(parts, _at_least(multiply(Number(-1.0), count), -(most or 0)))
    return parts if loop.is_further_part else subtract(ONE, parts)


def _most(carried: Carried, symbols: Symbols | None) -> int | None:
    """The most iterations that there is memory for; None where that does not depend on their number."""
    size = symbols.constant_sizeof(carried.type) if symbols is not None and carried.elements > 1 else None
    return Carried.MOST_BYTES // (size * carried.elements) if size else None


def _are_known(dimensions: Iterable[Dimension], value_of: HostValue) -> bool:
    return all(value_of(part) is not None for each in dimensions for part in each.parts)


def _at_least(count: Expr, limit: int) -> Expr:
    """1 where an integer is no smaller than another, else 0."""
    above = subtract(count, Number(float(limit)))
    return subtract(positive(add(above, ONE)), positive(above))
