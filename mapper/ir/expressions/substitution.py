"""Copies of trees in which other expressions are in the places of variables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pycparser import c_ast

from mapper.ir.trees.nodes import clone, rebuilt, rename

N = TypeVar("N", bound=c_ast.Node)


def substituted(tree: N, values: Mapping[str, c_ast.Node | None]) -> N:
    """A copy with the `values` of variables in their places; names without a value stay.

    A variable that is declared in the tree, and whose value is a name, is declared by that.  Names of called
    functions and of members stay as they are.
    """

    def change(node: c_ast.Node) -> c_ast.Node:
        match node:
            case c_ast.ID():
                value = values.get(node.name)
                return clone(node if value is None else value)
            case c_ast.FuncCall(name=c_ast.ID()):
                args = node.args if node.args is None else change(node.args)
                return c_ast.FuncCall(clone(node.name), args, node.coord)
            case c_ast.StructRef():
                return c_ast.StructRef(change(node.name), node.type, clone(node.field), node.coord)
        made = rebuilt(node, change)
        if isinstance(made, c_ast.Decl) and isinstance(new := values.get(made.name), c_ast.ID):
            rename(made, new.name)
        return made

    return change(tree)  # type: ignore[return-value]
