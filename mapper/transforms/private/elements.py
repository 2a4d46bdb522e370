"""Small questions and steps of transformations that keep elements of arrays in private variables."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.trees.ctypes import CType


def is_plain(node: c_ast.Node) -> bool:
    """Whether an expression is made of variables and constants alone."""
    if isinstance(node, c_ast.ID | c_ast.Constant):
        return True
    if isinstance(node, c_ast.UnaryOp) and node.op in "+-":
        return is_plain(node.expr)
    if isinstance(node, c_ast.Cast):
        return is_plain(node.expr)
    return isinstance(node, c_ast.BinaryOp) and is_plain(node.left) and is_plain(node.right)


def fresh(wish: str, ctype: CType, types: dict[str, CType]) -> str:
    """A new name for a variable of a type, which it gets in `types`."""
    number, name = 1, wish
    while name in types:
        number += 1
        name = f"{wish}{number}"
    types[name] = ctype
    return name
