"""Statements that `atomic` may be about, by their text: `x += y`, `x++`, `x = y * x`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.trees.nodes import INCREMENTS, is_statement_place, same_text, walk


@dataclass(frozen=True, eq=False, slots=True)
class Update:
    """A statement that updates a place, which it may spell twice: `x = x + y`; it is the `slot` of its parent."""

    statement: c_ast.Node
    targets: tuple[c_ast.Node, ...]
    parent: c_ast.Node
    slot: str

    @property
    def target(self) -> c_ast.Node:
        """What is updated."""
        return self.targets[0]


def updates_in(root: c_ast.Node) -> Iterator[Update]:
    """The statements in some code that update places, but for those that are in a construct already."""
    for parent in walk(root):
        for slot, child in parent.children():
            targets = updated(child)
            if targets and is_statement_place(parent, slot):
                yield Update(child, targets, parent, slot)


def updated(node: c_ast.Node) -> tuple[c_ast.Node, ...]:
    """The place that an expression updates, wherever it is spelled; empty where it updates none."""
    match node:
        case c_ast.UnaryOp(op=op) if op in INCREMENTS:
            return (node.expr,)
        case c_ast.Assignment(op="+=" | "-=" | "*=" | "&=" | "|=" | "^="):
            return (node.lvalue,)
        case c_ast.Assignment(op="=", rvalue=c_ast.BinaryOp(op="+" | "-" | "*" | "&" | "|" | "^") as value):
            if same_text(node.lvalue, value.left):
                return node.lvalue, value.left
            if value.op != "-" and same_text(node.lvalue, value.right):
                return node.lvalue, value.right
    return ()
