"""Bodies of functions: their nodes by kind, and where gotos and case labels lead into the middle of statements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from weakref import WeakKeyDictionary

from pycparser import c_ast

from mapper.ir.trees.nodes import N, children, walk

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


class Jumps:
    """The jumps of one function."""

    def __init__(self, definition: c_ast.FuncDef) -> None:
        self._gotos = Counter(node.name for node in in_body(definition, c_ast.Goto))
        self._switches = any(in_body(definition, c_ast.Switch))

    def has_label(self, node: c_ast.Node) -> bool:
        """Whether a statement is or contains a label."""
        return bool(self._gotos) and any(isinstance(inner, c_ast.Label) for inner in walk(node))

    def enters(self, nodes: Sequence[c_ast.Node]) -> bool:
        """Whether control can get inside statements other than by their beginning."""
        if not self._gotos and not self._switches:
            return False
        labels: set[str] = set()
        gotos: Counter[str] = Counter()
        for node in nodes:
            if isinstance(node, c_ast.Label | c_ast.Case | c_ast.Default) or _open_case(node):
                return True
            for inner in walk(node):
                if isinstance(inner, c_ast.Label):
                    labels.add(inner.name)
                elif isinstance(inner, c_ast.Goto):
                    gotos[inner.name] += 1
        return any(gotos[label] < self._gotos[label] for label in labels)


def _open_case(node: c_ast.Node) -> bool:
    """Whether a statement contains a case label of a switch around it."""
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, c_ast.Case | c_ast.Default):
            return True
        if not isinstance(top, c_ast.Switch):
            stack.extend(children(top))
    return False
