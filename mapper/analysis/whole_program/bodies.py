"""The nodes of a function's body by their kind, in source order, found by one walk that many analyses share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from weakref import WeakKeyDictionary

from pycparser import c_ast

from mapper.ir.trees.nodes import N, walk

_known: WeakKeyDictionary[c_ast.FuncDef, Mapping[type[c_ast.Node], list[c_ast.Node]]] = WeakKeyDictionary()


def in_body(definition: c_ast.FuncDef, kind: type[N]) -> Iterator[N]:
    """All nodes of one kind in the body of a function."""
    found = _known.get(definition)
    if found is None:
        by_kind: dict[type[c_ast.Node], list[c_ast.Node]] = {}
        for node in walk(definition.body):
            by_kind.setdefault(type(node), []).append(node)
        found = _known[definition] = by_kind
    for node in found.get(kind, ()):
        assert isinstance(node, kind)
        yield node
