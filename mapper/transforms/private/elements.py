"""Small questions and steps of transformations that keep elements of arrays in private variables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from pycparser import c_ast

from mapper.ir.trees.nodes import clone, walk


class Framed:
    """A copy of a body with statements around parts of its blocks; `copies` are its nodes by the old ones' ids."""

    def __init__(self, body: c_ast.Compound) -> None:
        self.body = clone(body)
        self.copies = {id(old): new for old, new in zip(walk(body), walk(self.body), strict=True)}
        self._before: dict[int, dict[int, list[c_ast.Node]]] = {}
        self._after: dict[int, dict[int, list[c_ast.Node]]] = {}

    def frame(
        self, block: c_ast.Compound, first: int, last: int, before: Iterable[c_ast.Node], after: c_ast.Node
    ) -> None:
        """Put statements before the statement `first` of an original block, and behind the statement `last`."""
        self._before.setdefault(id(block), defaultdict(list))[first] += before
        self._after.setdefault(id(block), defaultdict(list))[last].append(after)

    def finished(self) -> c_ast.Compound:
        """The copy with all that was put around; no more can be put."""
        for key, before in self._before.items():
            block, after = self.copies[key], self._after[key]
            assert isinstance(block, c_ast.Compound)
            items: list[c_ast.Node] = []
            for number, item in enumerate(block.block_items or []):
                items += [*before[number], item, *after[number]]
            block.block_items = items
        return self.body


def is_plain(node: c_ast.Node) -> bool:
    """Whether an expression is made of variables and constants alone."""
    if isinstance(node, c_ast.ID | c_ast.Constant):
        return True
    if isinstance(node, c_ast.UnaryOp) and node.op in "+-":
        return is_plain(node.expr)
    if isinstance(node, c_ast.Cast):
        return is_plain(node.expr)
    return isinstance(node, c_ast.BinaryOp) and is_plain(node.left) and is_plain(node.right)
