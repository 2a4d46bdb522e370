"""Sums, differences and products in expressions, as values of several kinds."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.expressions.arithmetic import arithmetic
from mapper.ir.expressions.polynomials import Polynomial, atom_of, constant
from mapper.ir.trees.quote import expression
from mapper.transforms.loops.trips import Span


def number(node: c_ast.Node) -> int | None:
    """The value of an expression of numbers."""
    return int(node.value) if isinstance(node, c_ast.Constant) else arithmetic(node, number)


def polynomial(node: c_ast.Node) -> Polynomial | None:
    """The polynomial of an expression of numbers and names."""
    if isinstance(node, c_ast.ID):
        return atom_of(node.name)
    return constant(int(node.value)) if isinstance(node, c_ast.Constant) else arithmetic(node, polynomial)


@pytest.mark.parametrize(
    ("text", "value"), [("2 * (3 + 4) - -1", 15), ("+7 - 2 - 1", 4), ("7 / 2", None), ("1 + 8 % 3", None)]
)
def test_numbers(text: str, value: int | None) -> None:
    assert number(expression(text)) == value


def test_polynomials() -> None:
    assert polynomial(expression("(i + 1) * (n - 1) + 1")) == polynomial(expression("i * n - i + n"))


def test_a_product_may_be_left_out() -> None:
    def linear(node: c_ast.Node) -> Polynomial | None:
        found = polynomial(node) if isinstance(node, c_ast.ID | c_ast.Constant) else None
        return arithmetic(node, linear, lambda one, other: None) if found is None else found

    assert linear(expression("i + 1 - n")) is not None
    assert linear(expression("i * n")) is None


def test_ranges() -> None:
    here = Span(-2, 3)

    def values(node: c_ast.Node) -> Span | None:
        if isinstance(node, c_ast.Constant):
            return Span(int(node.value), int(node.value))
        return here if isinstance(node, c_ast.ID) else arithmetic(node, values)

    assert values(expression("10 - i")) == Span(7, 12)
    assert values(expression("-i * 4 + 1")) == Span(-11, 9)
    assert values(expression("i * i")) == Span(-6, 9)
    assert values(expression("i / 2")) is None
