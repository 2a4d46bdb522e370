"""Questions about loops in kernels that several transformations ask."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeGuard

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, loop_header
from mapper.analysis.names.constants import evaluate
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ULONG
from mapper.ir.trees.headers import counter_values
from mapper.ir.trees.literals import is_zero
from mapper.ir.trees.nodes import LOOPS, clone, flattened, statements_in, walk

SHORT = 8
"""Loops of at most so many iterations are left to the device's compiler, which unrolls them."""


def runs_once(node: c_ast.Node) -> bool:
    """Whether a statement is `do ... while (0)`."""
    return isinstance(node, c_ast.DoWhile) and is_zero(node.cond)


def holds_loop(node: c_ast.Node) -> bool:
    """Whether there is a loop in some code."""
    return any(isinstance(part, LOOPS) and not runs_once(part) for part in statements_in(node))


def is_short(loop: c_ast.Node, symbols: Symbols) -> bool:
    """Whether a loop runs between constants, at most SHORT times."""
    return short_values(loop, symbols) is not None


def holds_long_loop(root: c_ast.Node, symbols: Symbols) -> bool:
    """Whether there is a loop in some code that is not short."""
    return any(
        isinstance(node, LOOPS) and not runs_once(node) and not is_short(node, symbols)
        for node in statements_in(root)
    )


def short_values(loop: c_ast.Node, symbols: Symbols) -> range | None:
    """The values of the counter of a short loop; None for all other code."""
    header = loop_header(loop)
    if header is None:
        return None
    return few_values(header, _value(header.lower, symbols), _value(header.bound, symbols))


def few_values(header: Header, low: int | None, high: int | None) -> range | None:
    """The values of a counter that begins at `low` and has `high` for a bound; None where they are many."""
    if low is None or high is None:
        return None
    found = counter_values(low, header.relation, high, header.step)
    return None if found[SHORT:] else found


def is_long(item: c_ast.Node, symbols: Symbols) -> TypeGuard[c_ast.For]:
    """Whether a statement is a counting loop that is not short."""
    return isinstance(item, c_ast.For) and loop_header(item) is not None and not is_short(item, symbols)


def long_loops(kernel: Kernel, symbols: Symbols) -> list[c_ast.For]:
    """The counting loops at the top of a kernel's body that are not short."""
    return [item for item in flattened(kernel.body) if is_long(item, symbols)]


def trip_count(header: Header, first: c_ast.Node) -> c_ast.Node:
    """How often a loop runs whose counter has the value of `first` at its beginning, an `ulong`."""
    size = abs(header.step)
    low, high = (first, header.bound) if header.step > 0 else (header.bound, first)
    span: c_ast.Node = build.binary("-", build.cast(ULONG, clone(high)), build.cast(ULONG, clone(low)))
    strict = header.relation in ("<", ">")
    if size != 1:
        span = build.binary("+", span, build.integer(size - 1)) if strict else span
        span = build.binary("/", span, build.integer(size))
    trips = span if strict else build.shifted(span, 1)
    return c_ast.TernaryOp(
        build.binary(header.relation, clone(first), clone(header.bound)), trips, build.integer(0)
    )


def pragma_before(node: c_ast.Node, child: c_ast.Node) -> c_ast.Pragma | None:
    """The pragma that is before a statement in a block."""
    items = node.block_items or [] if isinstance(node, c_ast.Compound) else []
    for before, item in pairwise(items):
        if item is child and isinstance(before, c_ast.Pragma):
            return before
    return None


def blank(node: c_ast.Node, pragma: c_ast.Pragma | None) -> None:
    """Put an empty statement in the place of a block's pragma, so that the places of others stay."""
    if pragma is not None:
        assert isinstance(node, c_ast.Compound)
        node.block_items = [c_ast.EmptyStatement() if item is pragma else item for item in node.block_items]


def without_blanks(node: c_ast.Node) -> None:
    """Take the empty statements out of a block."""
    if isinstance(node, c_ast.Compound) and node.block_items:
        node.block_items = [item for item in node.block_items if not isinstance(item, c_ast.EmptyStatement)]


def _value(node: c_ast.Node, symbols: Symbols) -> int | None:
    """The value of an integer constant expression without names."""
    if any(isinstance(part, c_ast.ID) for part in walk(node)):
        return None
    return evaluate(node, symbols)
