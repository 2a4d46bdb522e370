"""One reader of sums, differences and products, for numbers, polynomials, affine functions and ranges."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Protocol, Self, TypeVar

from pycparser import c_ast


class _Additive(Protocol):
    def __add__(self, other: Self, /) -> Self: ...
    def __sub__(self, other: Self, /) -> Self: ...
    def __neg__(self) -> Self: ...


T = TypeVar("T", bound=_Additive)


def arithmetic(
    tree: c_ast.Node,
    operand: Callable[[c_ast.Node], T | None],
    product: Callable[[T, T], T | None] = operator.mul,
) -> T | None:
    """What `+`, `-`, `*` or a sign makes of the values of its operands.

    None for other expressions, and where an operand or a product has no value.
    """
    match tree:
        case c_ast.UnaryOp(op="+" | "-"):
            found = operand(tree.expr)
            return -found if found is not None and tree.op == "-" else found
        case c_ast.BinaryOp(op="+" | "-" | "*"):
            left, right = operand(tree.left), operand(tree.right)
            if left is None or right is None:
                return None
            return product(left, right) if tree.op == "*" else left + right if tree.op == "+" else left - right
    return None
