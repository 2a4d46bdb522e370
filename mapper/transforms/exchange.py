"""Exchanges two nested loops: the inner one may then become a dimension, as far as it is parallel (`nest`).

    for k                                    for j
      scale = a[i][k];                         for k
      for j                           ->         scale = a[i][k];
        c[i][j] += scale * b[k][j];              c[i][j] += scale * b[k][j];

Where the iterations of the new outer loop are independent, each does what it did, in the same order.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.kernelloops import loop_header
from mapper.analysis.symbols import Symbols
from mapper.ir.names import assigned_names, names_in
from mapper.ir.nodes import LOOPS, children, has_effects
from mapper.transforms.inline import flattened
from mapper.transforms.loops import is_short


def exchanged(loop: c_ast.For, symbols: Symbols) -> c_ast.For | None:
    """The loop in the loop as the outer one; None where the two can't change places, or the inner one is short.

    What is between them may only compute private variables.  That the new outer loop is parallel is for others to
    prove.
    """
    items = [item for item in flattened(c_ast.Compound([loop.stmt])) if not isinstance(item, c_ast.EmptyStatement)]
    inner = items[-1] if items else None
    if not isinstance(inner, c_ast.For) or is_short(inner, symbols) or not all(map(_is_private, items[:-1])):
        return None
    outside, inside = loop_header(loop), loop_header(inner)
    if outside is None or inside is None or _leaves(inner.stmt):
        return None
    changed = assigned_names(loop) & names_in(inside.lower, inside.bound)
    if changed or names_in(outside.lower, outside.bound) & assigned_names(loop):
        return None
    turned = c_ast.For(loop.init, loop.cond, loop.next, c_ast.Compound([*items[:-1], inner.stmt]), loop.coord)
    return c_ast.For(inner.init, inner.cond, inner.next, c_ast.Compound([turned]), inner.coord)


def _is_private(item: c_ast.Node) -> bool:
    """Whether a statement only sets a variable."""
    match item:
        case c_ast.Decl():
            return item.init is None or not has_effects(item.init)
        case c_ast.Assignment(op="=", lvalue=c_ast.ID()):
            return not has_effects(item.rvalue)
    return False


def _leaves(node: c_ast.Node, *, inside: bool = False) -> bool:
    """Whether a loop's body may leave the loop."""
    if isinstance(node, c_ast.Break) and not inside:
        return True
    hidden = inside or isinstance(node, (*LOOPS, c_ast.Switch))
    return any(_leaves(child, inside=hidden) for child in children(node))
