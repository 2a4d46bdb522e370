"""Stores of last values behind a loop, and which iterations assign what they store.

    for k                                  for k
      t = ...;                       ->      t = ...;
    if (last of j)                           if (last of j && !(k + 1 < n))
      *t_last = t;                             *t_last = t;

The work-item of the outer loop's last iteration stores them (`lastprivate`).
"""

from __future__ import annotations

from collections.abc import Set

from pycparser import c_ast

from mapper.analysis.kernels.assigned import assigned, may_leave
from mapper.analysis.kernels.loops import Header
from mapper.ir.trees import build
from mapper.ir.trees.names import is_named, names_in
from mapper.ir.trees.nodes import clone, walk

_UNSAFE = c_ast.FuncCall | c_ast.Assignment


def last_values(item: c_ast.Node) -> list[str] | None:
    """The variables whose values a statement stores under a condition; None where it does anything more."""
    match item:
        case c_ast.If(iftrue=c_ast.Compound(block_items=stores), iffalse=None) if not any(
            isinstance(node, _UNSAFE) for node in walk(item.cond)
        ):
            names = [_stored(store) for store in stores or []]
            return None if None in names else [name for name in names if name is not None]
    return None


def _stored(store: c_ast.Node) -> str | None:
    match store:
        case c_ast.Assignment(op="=", lvalue=c_ast.UnaryOp(op="*", expr=c_ast.ID()), rvalue=c_ast.ID(name=name)):
            return str(name)
    return None


def in_last_iteration(item: c_ast.Node, header: Header) -> c_ast.If:
    """The same stores, for the last iteration of a loop."""
    assert isinstance(item, c_ast.If)
    following = build.binary("+", build.identifier(header.variable), build.integer(header.step))
    last = c_ast.UnaryOp("!", build.binary(header.relation, following, clone(header.bound)))
    return c_ast.If(build.binary("&&", item.cond, last), item.iftrue, None)


def assigns(node: c_ast.Node, name: str, changed: Set[str]) -> bool:
    """Whether a statement assigns a variable in each of a loop's iterations, or in none.

    `changed` are the names that differ between the iterations: its counter, and what the loop writes.
    """
    return not may_leave(node) and assigned(
        node,
        lambda target: is_named(target, name),
        lambda header: not names_in(header.lower, header.bound) & changed,
    )
