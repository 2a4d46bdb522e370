"""Counters that a thread's iterations count up and use in order: `place[begin[b] + count[thread][b]++] = x[i];`.

Each iteration needs the value that it would find if the iterations of its thread ran one after the other.  That is
the value before the loop, and how many of them have counted the same element before.  Work-groups can find it
without running the rest of the iteration, if what is counted does not depend on the counters: see
`mapper.transforms.histograms.ordered_entries`.
"""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.types import unqualified
from mapper.ir.trees.ctypes import ArrayType, IntType
from mapper.ir.trees.nodes import ids, replace_child, same_text, statements_of, walk
from mapper.translate.threads.numbers import NUMBER, asked
from mapper.translate.threads.thread_state import ThreadState, meet

MOST_COUNTERS = 1 << 20
"""Elements of a thread's row: the device holds two for each thread at least."""
_BITS = 32


@dataclass(frozen=True, eq=False, slots=True)
class OrderedCounter:
    """`use` is `x[thread + first][slot]++`; `place` is what is added to it in the subscript of the only store.

    It is None where the count decides on no subscript.
    """

    use: c_ast.UnaryOp
    slot: c_ast.Node
    row: int
    first: int
    place: c_ast.Node | None


def ordered_counter(state: ThreadState) -> OrderedCounter | None:
    """The counters of a loop; None where it does not store by its thread's number in this way."""
    found = [node for node in walk(state.body) if isinstance(node, c_ast.UnaryOp) and node.op == "p++"]
    uses = [node for node in found if _row_of(state, node.expr) is not None]
    items = statements_of(state.body)
    if len(uses) != 1 or not items or not isinstance(items[-1], c_ast.Assignment):
        return None
    use, store = uses[0], items[-1]
    targets = [target for target in state.targets() if target is not use.expr]
    if targets != [store.lvalue] or store.op != "=" or not all(map(_is_value, items[:-1])):
        return None
    inside = ids(store.lvalue)
    place: c_ast.Node | None = None
    if id(use) in inside:
        subscript = store.lvalue.subscript if isinstance(store.lvalue, c_ast.ArrayRef) else None
        place = _rest(state, subscript, use)
        plain = isinstance(store.lvalue, c_ast.ArrayRef) and isinstance(store.lvalue.name, c_ast.ID)
        if place is None or not plain or state.depends(place):
            return None
    elif state.depends(store.lvalue) or not any(part is use for part in walk(store.rvalue)):
        return None
    slot = use.expr.subscript
    if state.depends(slot) or not _are_apart(state, use, store):
        return None
    row, first = _row_of(state, use.expr) or (0, 0)
    return OrderedCounter(use, slot, row, first, place)


def _row_of(state: ThreadState, node: c_ast.Node) -> tuple[int, int] | None:
    """The length of a row, and the row of thread 0, if an lvalue is `x[thread + first][...]`."""
    if not isinstance(node, c_ast.ArrayRef) or not isinstance(node.name, c_ast.ArrayRef):
        return None
    ctype = unqualified(state.symbols.type_of(node))
    row = unqualified(state.symbols.type_of(node.name))
    base = node.name.name
    first = _distance(state, node.name.subscript)
    if first is None or first < 0 or not isinstance(base, c_ast.ID) or state.symbols.symbol(base) in state.own:
        return None
    if not isinstance(ctype, IntType) or ctype.bits != _BITS or not isinstance(row, ArrayType):
        return None
    return None if row.length is None or row.length > MOST_COUNTERS else (row.length, first)


def _distance(state: ThreadState, node: c_ast.Node | None) -> int | None:
    """What an expression adds to the number of the thread; None for all others."""
    symbols = state.symbols
    match node:
        case c_ast.ID() if (symbol := symbols.symbol(node)) is not None:
            if symbol in state.numbers:
                return 0
            return (
                _distance(state, state.shares.value(symbol, symbols)) if symbol in state.shares.symbols else None
            )
        case c_ast.BinaryOp(op="+"):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                distance, more = _distance(state, one), symbols.constant(other)
                if distance is not None and more is not None:
                    return distance + more
        case c_ast.FuncCall() if asked(node, symbols, state.context) == NUMBER:
            return 0
    return None


def _is_value(item: c_ast.Node) -> bool:
    """Whether a statement only sets a variable of the iteration."""
    return isinstance(item, c_ast.Assignment | c_ast.Decl)


def _rest(state: ThreadState, node: c_ast.Node | None, use: c_ast.Node) -> c_ast.Node | None:
    """What is added to a part of a sum; the part may be converted to a type that holds all its values."""
    if isinstance(node, c_ast.Cast) and node.expr is use:
        ctype = unqualified(state.symbols.type_of(node))
        node = use if isinstance(ctype, IntType) and ctype.bits >= _BITS else None
    if node is use:
        return c_ast.Constant("int", "0")
    if not isinstance(node, c_ast.BinaryOp) or node.op != "+":
        return None
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if any(part is use for part in walk(one)):
            rest = _rest(state, one, use)
            return None if rest is None else c_ast.BinaryOp("+", rest, other)
    return None


def _are_apart(state: ThreadState, use: c_ast.UnaryOp, store: c_ast.Assignment) -> bool:
    """Whether the counters and what is stored are used in no other way."""
    points, symbols = state.effects.points, state.symbols
    counters, stored = points.located(use.expr, symbols), points.located(store.lvalue, symbols)
    if meet(counters, stored):
        return False
    for part in walk(state.body):
        if isinstance(part, c_ast.FuncCall) and asked(part, symbols, state.context) != NUMBER:
            return False
    for access in state.accesses():
        if access.place is not use.expr and meet(access.objects, counters):
            return False
        if access.place is not store.lvalue and meet(access.objects, stored):
            return False
    return True


def replaced(node: c_ast.Node, by: c_ast.Node, slot: c_ast.Node) -> c_ast.Node:
    """An expression with all parts that are spelled like `slot` replaced."""
    if same_text(node, slot):
        return by
    for name, child in node.children():
        fresh = replaced(child, by, slot)
        if fresh is not child:
            replace_child(node, name, fresh)
    return node
