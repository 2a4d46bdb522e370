"""Heads of loops with commas: what is not the counter's is put before the loop, or at the end of its body.

    for (sum = 0, i = k; i < n; i++, p += m)      ->      sum = 0;
      ...                                                 for (i = k; i < n; i++) { ...  p += m; }

So the loop has the form that analysis and transformations require.
"""

from __future__ import annotations

from collections.abc import Collection

from pycparser import c_ast

from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import mentions
from mapper.ir.trees.nodes import ELEMENTS, INCREMENTS, has_effects, statements_of, walk


def plain_head(loop: c_ast.For, buffers: Collection[str]) -> tuple[list[c_ast.Node], c_ast.For]:
    """What is to be before the loop, and the loop, as far as its head can be split.  All names are unique.

    `buffers` are the names of memory in which no variable of an iteration is.
    """
    body, after = _without_more_steps(loop, buffers)
    before, init = _without_more_values(loop.init, _given(after, buffers) if after is not None else "", buffers)
    return before, c_ast.For(init, loop.cond, after, body, loop.coord)


def _without_more_steps(loop: c_ast.For, buffers: Collection[str]) -> tuple[c_ast.Node, c_ast.Node | None]:
    """The body and the step, where the body has taken the steps of other variables than the condition's one."""
    match loop.next:
        case c_ast.ExprList(exprs=steps) if not leaves(loop.stmt, (c_ast.Continue,), ()):
            pass
        case _:
            return loop.stmt, loop.next
    own = [each for each in steps if loop.cond is not None and mentions(loop.cond, _given(each, buffers))]
    others = [each for each in steps if each not in own]
    plain = len(own) == 1 and all(_given(each, buffers) for each in steps)
    if not plain or any(_meet(own[0], each, buffers) for each in others):
        return loop.stmt, loop.next
    return c_ast.Compound([*statements_of(loop.stmt), *others]), own[0]


def _without_more_values(
    init: c_ast.Node | None, counter: str, buffers: Collection[str]
) -> tuple[list[c_ast.Node], c_ast.Node | None]:
    """What is before a loop, and the first value of its counter."""
    match init:
        case c_ast.ExprList(exprs=items) | c_ast.DeclList(decls=items):
            pass
        case _:
            return [], init
    at = [number for number, each in enumerate(items) if _given(each, buffers) == counter]
    if len(items) == 1 or len(at) != 1 or not all(_given(each, buffers) for each in items):
        return [], init
    own, later = items[at[0]], items[at[0] + 1 :]
    if any(_meet(own, each, buffers) for each in later):
        return [], init
    others = [*items[: at[0]], *later]
    return others, c_ast.DeclList([own]) if isinstance(init, c_ast.DeclList) else own


def _given(node: c_ast.Node, buffers: Collection[str]) -> str:
    """The variable that an expression or declaration gives a value, if it does nothing else; otherwise empty."""
    match node:
        case c_ast.Decl(name=name):
            parts = [node.init] if node.init is not None else []
        case c_ast.Assignment(lvalue=c_ast.ID(name=name), rvalue=value):
            parts = [value]
        case c_ast.UnaryOp(op=op, expr=c_ast.ID(name=name)) if op in INCREMENTS:
            parts = []
        case _:
            return ""
    return "" if any(has_effects(each) or _reads_anything(each, buffers) for each in parts) else str(name)


def _reads_anything(tree: c_ast.Node, buffers: Collection[str]) -> bool:
    """Whether an expression may read a variable that it does not name: by a pointer, if not to a buffer."""
    for node in walk(tree):
        if isinstance(node, c_ast.UnaryOp) and node.op in ("*", "&"):
            return True
        if isinstance(node, c_ast.ArrayRef) or (isinstance(node, c_ast.StructRef) and node.type == "->"):
            base = node.name
            while isinstance(base, ELEMENTS):
                base = base.name
            if not isinstance(base, c_ast.ID) or base.name not in buffers:
                return True
    return False


def _meet(one: c_ast.Node, other: c_ast.Node, buffers: Collection[str]) -> bool:
    """Whether the order of two parts of a head matters."""
    return mentions(one, _given(other, buffers)) or mentions(other, _given(one, buffers))
