"""The one node that mapper adds to pycparser's tree, and small helpers over such trees."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from typing import Any, TypeVar, cast

from pycparser import c_ast

from mapper.ir.directive import Directive

N = TypeVar("N", bound=c_ast.Node)


class Omp(c_ast.Node):
    """An OpenMP construct: a directive and the statement that it governs (None for stand-alone ones).

    `mapper.openmp.bind` puts it where the pragma stood.  `body` is the loop of a work-sharing loop
    construct, else the structured block.  Walking visits the clauses' expressions, then the body.
    """

    __slots__ = ("__weakref__", "body", "coord", "directive")
    attr_names = ()

    def __init__(self, directive: Directive, body: c_ast.Node | None, coord: Any = None) -> None:
        self.directive = directive
        self.body = body
        self.coord = coord

    def children(self) -> tuple[tuple[str, c_ast.Node], ...]:
        """Children in evaluation order, as pycparser's visitors want them."""
        named = [
            (f"clauses[{number}]", clause.expression)
            for number, clause in enumerate(self.directive.clauses)
            if clause.expression is not None
        ]
        if self.body is not None:
            named.append(("body", self.body))
        return tuple(named)

    def __iter__(self) -> Iterator[c_ast.Node]:
        """Iterate over the children, as every pycparser node does."""
        for _, child in self.children():
            yield child


def clone(node: N) -> N:
    """A deep copy that shares nothing with the user's tree (locations are kept)."""
    return copy.deepcopy(node)


def children(node: c_ast.Node) -> list[c_ast.Node]:
    """The children of a node, in source order."""
    return list(cast(Iterable[c_ast.Node], node))


def walk(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """All nodes of a tree, parents first, in source order."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(children(top)))
