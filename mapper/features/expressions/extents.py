"""How many work-items a kernel has and how large its buffers are, as expressions of values known on the host."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from mapper.features.expressions.expr import Expr, Host, Number, add, divide, positive, subtract
from mapper.features.schema import UNKNOWN_TRIPS
from mapper.ir.program.kernel import Buffer, Dimension
from mapper.ir.trees import build
from mapper.ir.trees.nodes import clone
from mapper.translate.outline.iterations import TEAM_SIZE

HostValue = Callable[[c_ast.Node], Expr | None]
"""Gives a host expression's value as an `Expr`, or None where it is not known when the region is entered."""

SEGMENT_BYTES = "__mrt_bytes"
"""The run-time library's function that gives the size of the segment behind a pointer."""

ROWS_BYTES = "__mrt_rows_bytes"
"""The one that gives the size of all that a table of pointers leads to."""

ROWS_PIECES = "__mrt_rows_pieces"
"""The one that gives how many blocks of memory that is."""


def buffer_bytes(buffer: Buffer, value_of: HostValue) -> Expr | None:
    """The size of a buffer, asked of the run-time library where the program does not say it."""
    size = value_of(buffer.bytes) if buffer.bytes is not None else None
    if size is not None:
        return size
    pointer = value_of(buffer.pointer)
    if not isinstance(pointer, Host):
        return None
    return Host(c_ast.FuncCall(c_ast.ID(SEGMENT_BYTES), c_ast.ExprList([clone(pointer.tree)])))


def bound_of(dimension: Dimension, value_of: HostValue) -> Expr | None:
    """A dimension's bound; of a team of virtual threads, without the limit that its states' size sets."""
    bound = dimension.bound
    known = value_of(bound)
    if known is None and isinstance(bound, c_ast.FuncCall) and bound.name.name == TEAM_SIZE:
        return value_of(build.call(TEAM_SIZE, bound.args.exprs[0], build.integer(0)))
    return known


def iterations(dimension: Dimension, value_of: HostValue) -> Expr:
    """How many work-items a dimension has."""
    lower, bound, step = value_of(dimension.lower), bound_of(dimension, value_of), value_of(dimension.step)
    if lower is None or bound is None or step is None:
        return Number(UNKNOWN_TRIPS)
    distance = subtract(bound, lower)
    if dimension.relation in ("<=", ">="):
        distance = add(distance, step)
    return positive(divide(distance, step))
