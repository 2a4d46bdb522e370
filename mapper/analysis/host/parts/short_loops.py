"""Loops of the host's that may have few iterations: the single elements that they touch move alone.

for (int k = 0; k < probes; k++)       whole arrays are announced before the loop where probes > 32,
trace[k][t] = p[place[k]];           otherwise each element before the statement that touches it
"""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import is_integer, unqualified
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.trees import build
from mapper.ir.trees.names import names_in, objects_in
from mapper.ir.trees.nodes import clone, has_effects, walk

MOST = 32
"""How many iterations are few: the run-time library takes more parts of an array for a whole one."""

_NAMING = (c_ast.Decl, c_ast.Typedef, c_ast.Enumerator)


@dataclass(frozen=True, slots=True)
class ShortLoop:
    """The statements of a loop's body, and whether it has few iterations, as C; None where it always has."""

    statements: tuple[c_ast.Node, ...]
    few: c_ast.Node | None

    @property
    def many(self) -> c_ast.Node | None:
        """Whether it has more; None where it never has."""
        return None if self.few is None else c_ast.UnaryOp("!", self.few)


def short_loop(node: c_ast.For, effects: EffectsOf, symbols: Symbols) -> ShortLoop | None:
    """A loop that counts up from a constant to a bound that it doesn't change; None for others."""
    counter = _counter(node, symbols)
    if counter is None or not isinstance(node.cond, c_ast.BinaryOp) or node.cond.op not in ("<", "<="):
        return None
    seen, bound = symbols.symbol(node.cond.left), node.cond.right
    if seen is None or seen is not symbols.symbol(counter) or not _is_number(bound, symbols):
        return None
    if not (effects.unchanged(counter, node.stmt, symbols) and effects.unchanged(bound, node, symbols)):
        return None
    named = {part.name for part in walk(node.stmt) if isinstance(part, _NAMING)}
    if named & names_in(bound):
        return None  # the bound means something else there
    items = node.stmt.block_items or [] if isinstance(node.stmt, c_ast.Compound) else [node.stmt]
    known = symbols.constant(bound)
    if known is None:
        return ShortLoop(tuple(items), build.binary("<=", clone(bound), build.integer(MOST)))
    return ShortLoop(tuple(items), None) if known <= MOST else None


def _counter(node: c_ast.For, symbols: Symbols) -> c_ast.ID | None:
    """The counter of a loop that begins at a constant, and is one more in each iteration."""
    match node.init:
        case c_ast.DeclList(decls=[c_ast.Decl(init=start) as first]):
            begun = symbols.symbol(first)
        case c_ast.Assignment(op="=", lvalue=c_ast.ID() as first, rvalue=start):
            begun = symbols.symbol(first)
        case _:
            return None
    match node.next:
        case c_ast.UnaryOp(op="++" | "p++", expr=c_ast.ID() as counter) if symbols.symbol(counter) is begun:
            value = symbols.constant(start) if start is not None else None
            return counter if begun is not None and value is not None and value >= 0 else None
    return None


def _is_number(bound: c_ast.Node, symbols: Symbols) -> bool:
    """Whether a bound is an integer that can be evaluated once more, with the same value."""
    if has_effects(bound) or any(isinstance(part, c_ast.Compound) for part in walk(bound)):
        return False
    places = [part for part in walk(bound) if isinstance(part, c_ast.ArrayRef | c_ast.StructRef | c_ast.UnaryOp)]
    changing = any(symbols.type_of(place).volatile for place in (*places, *objects_in(bound)))
    return not changing and is_integer(unqualified(symbols.type_of(bound)))
