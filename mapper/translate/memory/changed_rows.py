"""Tables of which a loop changes rows, so that the device must find all of their rows there.

    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];

The host could load `d[k]`, which stays the same.  It would be another pointer to one of the rows that iterations
change, and analyses would take both for different memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.ir.expressions.integers import polynomial_of_terms
from mapper.ir.expressions.polynomials import Polynomial, constant
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.names import assigned_names, changed_place, declared_names, names_in
from mapper.ir.trees.nodes import walk
from mapper.translate.loops.canonical import CanonicalLoop

Rows = tuple[Polynomial, Polynomial] | None
"""The first and the last row, each by the text of its number; None where that is not known."""


def changed_rows(
    body: c_ast.Node, loops: Sequence[CanonicalLoop], symbols: Symbols
) -> Iterator[tuple[c_ast.Node, Rows]]:
    """The tables of pointers to data of which iterations change rows, each with the rows of one change."""
    ranges = {each.counter: _range(each) for each in loops}
    varying = {each.counter.name for each in loops} | assigned_names(body) | declared_names(body)
    for place in filter(None, map(changed_place, walk(body))):
        row = place.name if isinstance(place, c_ast.ArrayRef) else None
        if not isinstance(row, c_ast.ArrayRef) or varying.isdisjoint(names_in(row.subscript)):
            continue
        if isinstance(symbols.type_of(row), PointerType):
            symbol = symbols.symbol(row.subscript) if isinstance(row.subscript, c_ast.ID) else None
            yield row.name, ranges.get(symbol) if symbol is not None else None


def is_apart(rows: Rows, number: c_ast.Node) -> bool:
    """Whether a row is none of these for certain."""
    if rows is None:
        return False
    first, last = rows
    at = polynomial_of_terms(number)
    gaps = [each.constant for each in (first - at, at - last)]
    return any(gap is not None and gap > 0 for gap in gaps)


def _range(loop: CanonicalLoop) -> Rows:
    lower, bound = polynomial_of_terms(loop.lower), polynomial_of_terms(loop.bound)
    match loop.relation:
        case "<":
            return lower, bound - constant(1)
        case "<=":
            return lower, bound
        case ">":
            return bound + constant(1), lower
        case ">=":
            return bound, lower
    return None
