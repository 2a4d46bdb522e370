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

from mapper.analysis.kernels.loops import Header
from mapper.ir.trees import build
from mapper.ir.trees.nodes import INCREMENTS, clone, walk

_LEAVES = c_ast.Goto | c_ast.Return | c_ast.Break | c_ast.Continue | c_ast.Switch | c_ast.Label
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


def assigns(node: c_ast.Node | None, name: str, changed: Set[str]) -> bool:
    """Whether a statement assigns a variable in each of a loop's iterations, or in none.

    `changed` are the names that differ between the iterations: its counter, and what the loop writes.
    """
    if node is None or any(isinstance(each, _LEAVES) for each in walk(node)):
        return False
    match node:
        case c_ast.Compound():
            return any(assigns(item, name, changed) for item in node.block_items or [])
        case c_ast.If(iffalse=other) if other is not None:
            return assigns(node.iftrue, name, changed) and assigns(other, name, changed)
        case c_ast.For():
            return _runs_alike(node, changed) and assigns(node.stmt, name, changed)
        case c_ast.Assignment(lvalue=c_ast.ID(name=target)):
            return bool(target == name)
        case c_ast.UnaryOp(op=op, expr=c_ast.ID(name=target)) if op in INCREMENTS:
            return bool(target == name)
    return False


def _runs_alike(loop: c_ast.For, changed: Set[str]) -> bool:
    """Whether an inner loop runs as often in each iteration: no name of its bounds, but its counter, changes."""
    match loop:
        case c_ast.For(
            init=c_ast.Assignment(op="=", lvalue=c_ast.ID(name=counter), rvalue=first),
            cond=c_ast.BinaryOp(left=c_ast.ID(name=tested), right=bound),
        ) if counter == tested:
            pass
        case c_ast.For(
            init=c_ast.DeclList(decls=[c_ast.Decl(name=counter, init=first)]),
            cond=c_ast.BinaryOp(left=c_ast.ID(name=tested), right=bound),
        ) if counter == tested and first is not None:
            pass
        case _:
            return False
    names = {each.name for part in (first, bound) for each in walk(part) if isinstance(each, c_ast.ID)}
    return not names & changed
