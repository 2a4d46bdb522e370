"""How long the rows of a sparse matrix are: loops from `start[i]` to `start[i + 1]`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pycparser import c_ast

from mapper.analysis.kernels.loops import elements_of_row, loop_header, row_bounds
from mapper.features.expressions.expr import ONE, Expr, add, divide, positive, subtract


def mean_length(
    node: c_ast.For,
    values: Mapping[str, c_ast.Node],
    elements_of: Callable[[str], Expr | None],
    rows: Expr,
) -> Expr | None:
    """The mean trips of such a loop, which runs for `rows` rows; None for others, and where nothing is known.

    It looks at each element of some array at most once, so that all rows together have as many as the array, of
    which `elements_of` gives the number.  Where iterations are about some of the rows (a frontier, a level), it is
    `start` that says how many there are in all.  `values` are those of variables that may represent the bounds.
    """
    name = elements_of_row(node, values)
    elements = elements_of(name) if name is not None else None
    header = loop_header(node)
    if elements is None or header is None:
        return None
    bounds = row_bounds(header, values)
    starts = bounds[0].name if bounds is not None else None
    every = elements_of(starts.name) if isinstance(starts, c_ast.ID) else None
    if every is not None:
        rows = add(rows, positive(subtract(subtract(every, ONE), rows)))
    return divide(elements, rows)
