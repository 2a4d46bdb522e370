"""The nodes of a function in which a region may run on the device."""

from __future__ import annotations

from collections.abc import Callable, Container

from pycparser import c_ast

from mapper.ir.trees.nodes import Omp, children


def leading(
    body: c_ast.Node, constructs: Container[int], calls_driver: Callable[[c_ast.FuncCall, bool], bool]
) -> set[int]:
    """The ids of nodes that hold a construct of a region, or a call that leads to one.

    `constructs` are the ids of these constructs. `calls_driver` is asked about a call, and whether a team comes to
    it: orphaned loops don't run on the device then.
    """
    found: set[int] = set()
    stack: list[tuple[c_ast.Node, bool]] = [(body, False)]
    parents: dict[int, c_ast.Node | None] = {id(body): None}
    while stack:
        node, in_team = stack.pop()
        if id(node) in constructs or (isinstance(node, c_ast.FuncCall) and calls_driver(node, in_team)):
            above: c_ast.Node | None = node
            while above is not None and id(above) not in found:
                found.add(id(above))
                above = parents[id(above)]
        in_team = in_team or (isinstance(node, Omp) and "parallel" in node.directive.words)
        for child in children(node):
            parents[id(child)] = node
            stack.append((child, in_team))
    return found
