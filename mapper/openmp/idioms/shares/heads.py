"""The heads of loops that threads deal out by hand."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.trees.headers import Head, head_of, loop_start
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import mentions_any, names_in


def counter_setting(node: c_ast.For) -> tuple[c_ast.Node | None, list[c_ast.Node]]:
    """What the head of a loop sets its counter to, and what else it sets: `for (i = me, sum[me] = 0; ...)`."""
    if not isinstance(node.init, c_ast.ExprList) or node.next is None:
        return node.init, []
    moved = names_in(node.next)
    parts = node.init.exprs
    found = [
        each
        for each in parts
        if isinstance(each, c_ast.Assignment) and isinstance(each.lvalue, c_ast.ID) and each.lvalue.name in moved
    ]
    others = [each for each in parts if each not in found]
    plain = all(isinstance(each, c_ast.Assignment) for each in others)
    if len(found) != 1 or not plain or any(mentions_any(each, {found[0].lvalue.name}) for each in others):
        return node.init, []
    return found[0], others


def plain_header(node: c_ast.For) -> Head | None:
    """The head of a loop that counts up, and that is entered and left by its head; None for others."""
    head = head_of(node)
    left = leaves(node.stmt, (c_ast.Break,), (c_ast.Goto, c_ast.Label, c_ast.Return))
    if left or head is None or not head.rises:
        return None
    declared = head.start.node
    return None if isinstance(declared, c_ast.Decl) and not isinstance(declared.type, c_ast.TypeDecl) else head


def lower_bound(node: c_ast.For) -> c_ast.Node:
    """The first value of a loop's counter."""
    found = loop_start(node)
    assert found is not None
    return found.value


def set_lower(node: c_ast.For, lower: c_ast.Node) -> None:
    """Give a loop's counter another first value."""
    if isinstance(node.init, c_ast.DeclList):
        node.init.decls[0].init = lower
    else:
        node.init.rvalue = lower
