"""Loops over all elements of an array."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from mapper.analysis.names.types import dimensions
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ULONG, CType
from mapper.translate.scope.scope import KernelScope

_At = Callable[[c_ast.Node], c_ast.Node]


def elementwise(scope: KernelScope, ctype: CType, statement: Callable[[_At], c_ast.Node]) -> c_ast.Node:
    """What runs a statement for each element; it is given what makes the current element of an array."""
    nest: list[tuple[str, c_ast.Node]] = []
    for each in dimensions(ctype):
        length = each.extent if each.length is None else build.integer(each.length)
        assert length is not None
        nest.append((scope.fresh("k", ULONG), length))

    def element(array: c_ast.Node) -> c_ast.Node:
        return build.element(array, (build.identifier(index) for index, _ in nest))

    made = statement(element)
    for index, length in reversed(nest):
        made = build.counting_loop(build.declaration(index, ULONG, init=build.integer(0)), length, made)
    return made


def copied(scope: KernelScope, to: c_ast.Node, of: c_ast.Node, ctype: CType) -> c_ast.Node:
    """What copies an array element by element."""
    return elementwise(scope, ctype, lambda at: build.assign(at(to), at(of)))
