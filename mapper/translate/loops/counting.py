"""Loops that count by one through a range: `for (k = low; k < high; k++)`, and down."""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols, remembered
from mapper.ir.trees.nodes import INCREMENTS, walk
from mapper.translate.common.uses import written_object
from mapper.translate.loops.parts import Bound, Index, bound


@dataclass(frozen=True, slots=True)
class Counting:
    """A loop whose counter has each value of a range once, unless the loop is left early.

    `counter` and `values` are its counter and that range as indices, `number` is that of the
    counter's symbol.  `changed` are the numbers of the variables that the loop changes, the counter among them;
    none of them is in `values`.  `runs` is true if the range is not empty.
    """

    counter: Index
    values: Index
    number: int
    changed: frozenset[int]
    runs: bool


def counting(loop: c_ast.For, symbols: Symbols, fixed: frozenset[Symbol]) -> Counting | None:
    """What is known of a loop; `fixed` are the variables that nothing changes but assignments to their names."""
    first = _first(loop.init, symbols)
    test = loop.cond
    if first is None or not isinstance(test, c_ast.BinaryOp) or not isinstance(test.left, c_ast.ID):
        return None
    counter, start = first
    if counter not in fixed or symbols.symbol(test.left) is not counter:
        return None
    up = _step(loop.next, counter, symbols)
    if up is None or counter.number in changed_in(loop.stmt, symbols):
        return None
    changed = changed_in(loop, symbols) | {counter.number}
    first_value, last_value = bound(start, symbols, fixed), bound(test.right, symbols, fixed)
    if first_value is None or last_value is None:
        return None
    names = first_value.names | last_value.names
    ends = _ends(first_value.low, last_value.low, test.op, up=up)
    if ends is None or names & changed:
        return None
    values = Index(*ends, names)
    runs = ends[0].base == ends[1].base and ends[0].offset < ends[1].offset
    at = bound(test.left, symbols, fixed)
    assert at is not None
    return Counting(at, values, counter.number, changed, runs)


def _first(init: c_ast.Node | None, symbols: Symbols) -> tuple[Symbol, c_ast.Node] | None:
    """The counter and its first value."""
    if isinstance(init, c_ast.DeclList) and len(init.decls) == 1 and init.decls[0].init is not None:
        symbol = symbols.symbol(init.decls[0])
        return None if symbol is None else (symbol, init.decls[0].init)
    if isinstance(init, c_ast.Assignment) and init.op == "=" and isinstance(init.lvalue, c_ast.ID):
        symbol = symbols.symbol(init.lvalue)
        return None if symbol is None else (symbol, init.rvalue)
    return None


def _step(node: c_ast.Node | None, counter: Symbol, symbols: Symbols) -> bool | None:
    """Whether the counter goes up by one; False: down by one; None: otherwise."""
    match node:
        case c_ast.UnaryOp(op="++" | "p++" | "--" | "p--") if symbols.symbol(node.expr) is counter:
            return "+" in node.op
        case c_ast.Assignment(op="+=" | "-=") if symbols.symbol(node.lvalue) is counter:
            return node.op == "+=" if symbols.constant(node.rvalue) == 1 else None
    return None


def _ends(first: Bound, last: Bound, relation: str, *, up: bool) -> tuple[Bound, Bound] | None:
    """The least of a counter's values, and the one behind the greatest."""
    if up and relation in ("<", "<="):
        return first, last if relation == "<" else last.plus(1)
    if not up and relation in (">", ">="):
        return last if relation == ">=" else last.plus(1), first.plus(1)
    return None


@remembered
def changed_in(root: c_ast.Node, symbols: Symbols) -> frozenset[int]:
    """The numbers of the variables that code changes by name."""
    found = set()
    for node in walk(root):
        target: c_ast.Node | None = None
        if isinstance(node, c_ast.Assignment):
            target = node.lvalue
        elif isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS:
            target = node.expr
        elif isinstance(node, c_ast.Decl):
            symbol = symbols.symbol(node)
            found |= {symbol.number} if symbol is not None else set()
        name = written_object(target, symbols) if target is not None else None
        symbol = symbols.symbol(name) if name is not None else None
        if symbol is not None:
            found.add(symbol.number)
    return frozenset(found)
