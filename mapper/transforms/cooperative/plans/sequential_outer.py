"""Loops that the lanes of a gang run in step, around loops that they share."""

from __future__ import annotations

from collections.abc import Collection

from pycparser import c_ast

from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.headers import loop_start
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import assigned_names, pointed_names
from mapper.ir.trees.nodes import children


def uniform_names(kernel: Kernel, items: Collection[c_ast.Node]) -> frozenset[str]:
    """The integers that have one value in all work-items, for as long as they exist: functions of parameters."""
    changed: list[str] = []
    for item in items:
        inner = children(item) if isinstance(item, c_ast.Decl) else [item]
        changed += [name for part in inner for name in assigned_names(part)]
    known = {each.name for each in kernel.parameters if not isinstance(each, Buffer)} - set(changed)
    for item in items:
        if (
            isinstance(item, c_ast.Decl)
            and item.init is not None
            and isinstance(kernel.symbols.get(item.name), IntType)
            and item.name not in changed
            and is_uniform(item.init, known)
        ):
            known.add(item.name)
    return frozenset(known)


def is_uniform(expression: c_ast.Node, known: Collection[str]) -> bool:
    """Whether an expression only combines constants and known names."""
    plain = (c_ast.BinaryOp, c_ast.Cast, c_ast.Constant, c_ast.ID, c_ast.TernaryOp, c_ast.UnaryOp)
    match expression:
        case c_ast.ID(name=name):
            return name in known
        case c_ast.Cast():
            return is_uniform(expression.expr, known)
        case c_ast.UnaryOp(op=op) if op not in ("+", "-", "~", "!"):
            return False
    return isinstance(expression, plain) and all(is_uniform(part, known) for part in children(expression))


def is_stage(loop: c_ast.For, uniform: Collection[str], items: Collection[c_ast.Node]) -> bool:
    """Whether all work-items run through a loop equally often: its counter depends on uniform values alone.

    `items` are all statements of the iteration: in none of them may a pointer get hold of the counter.
    """
    start = loop_start(loop)
    if start is None:
        return False
    name = start.name
    if name in assigned_names(loop.stmt) or loop.cond is None or leaves(loop.stmt, always=()):
        return False
    if name in pointed_names(*items):
        return False
    known = {*uniform, name}
    match loop.next:
        case c_ast.Assignment(lvalue=c_ast.ID(name=counter), rvalue=value):
            steps = counter == name and is_uniform(value, known)
        case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--", expr=c_ast.ID(name=counter)):
            steps = counter == name
        case _:
            steps = False
    return steps and is_uniform(start.value, uniform) and is_uniform(loop.cond, known)
