"""Local value numbering of features: what several of them are computed from is computed once, in a variable.

The features of a region count the same loops, so that they repeat the same trip counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from pycparser import c_ast

from mapper.ir.trees.nodes import arguments_of, called_name, rebuilt

_CALLED = frozenset(["__mrt_positive", "__mrt_ratio", "__mrt_power", "__mrt_logarithm"])
"""The functions that `features.expressions.expr` makes calls of."""


def with_common_values(
    trees: Sequence[c_ast.Node], spelled: Callable[[c_ast.Node], str]
) -> tuple[dict[str, str], list[str]]:
    """Variables of type double with their values, in the order of their use, and the text of each tree.

    A variable is a sum, a product or a call of `_CALLED` that is used more than once.  `spelled` gives the text of
    a tree.  Other operands are never taken apart: a condition may guard what is in them.
    """
    found = _Values(spelled)
    found.uses.update([found.number(tree) for tree in trees])
    texts = [spelled(found.replaced(tree)) for tree in trees]
    return found.variables, texts


class _Values:
    """The distinct values in trees, by number."""

    def __init__(self, spelled: Callable[[c_ast.Node], str]) -> None:
        self.spelled = spelled
        self.uses = Counter[int]()
        self.variables: dict[str, str] = {}
        self._numbers: dict[tuple[str, ...], int] = {}
        self._number_of: dict[int, int] = {}  # by a node's identity
        self._names: dict[int, str] = {}

    def number(self, tree: c_ast.Node) -> int:
        """The number of a tree's value; a new value uses those of its operands."""
        operands = [self.number(each) for each in _operands(tree)]
        label = (called_name(tree) or getattr(tree, "op", "")) if operands else self.spelled(tree)
        key = (label, *map(str, operands))
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers)
            self.uses.update(operands)
        self._number_of[id(tree)] = self._numbers[key]
        return self._numbers[key]

    def replaced(self, tree: c_ast.Node) -> c_ast.Node:
        """The tree with variables in the places of values that are used more than once."""
        if isinstance(tree, c_ast.ExprList):
            return rebuilt(tree, self.replaced)
        if not _operands(tree):
            return tree
        number = self._number_of[id(tree)]
        if self.uses[number] < 2:
            return rebuilt(tree, self.replaced)
        if number not in self._names:
            value = self.spelled(rebuilt(tree, self.replaced))
            self._names[number] = f"__mrt_common{len(self._names)}"
            self.variables[self._names[number]] = value
        return c_ast.ID(self._names[number])


def _operands(tree: c_ast.Node) -> list[c_ast.Node]:
    """The operands of a sum, a product or a call of `_CALLED`; none of other expressions."""
    if isinstance(tree, c_ast.BinaryOp) and tree.op in ("+", "*"):
        return [tree.left, tree.right]
    if isinstance(tree, c_ast.FuncCall) and called_name(tree) in _CALLED:
        return arguments_of(tree)
    return []
