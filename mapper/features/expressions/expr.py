"""Arithmetic over numbers and host expressions: what a count is until its values are known.

An `Expr` is a number, a host expression (a C tree whose value is known when the region is entered), a sum, a
product, a quotient, the larger of an expression and 0, a power of two, or a logarithm.  The constructors fold
constants, so that a count whose bounds are all known is one number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.nodes import clone


@dataclass(frozen=True, slots=True)
class Number:
    """A constant."""

    value: float


@dataclass(frozen=True, eq=False, slots=True)
class Host:
    """The value of a C expression, converted to double."""

    tree: c_ast.Node


@dataclass(frozen=True, eq=False, slots=True)
class Sum:
    """left + right."""

    left: Expr
    right: Expr


@dataclass(frozen=True, eq=False, slots=True)
class Product:
    """left * right."""

    left: Expr
    right: Expr


@dataclass(frozen=True, eq=False, slots=True)
class Quotient:
    """left / right, where `right` is not 0."""

    left: Expr
    right: Expr


@dataclass(frozen=True, eq=False, slots=True)
class Positive:
    """The larger of `inner` and 0."""

    inner: Expr


@dataclass(frozen=True, eq=False, slots=True)
class Power:
    """2 to the power of `inner`."""

    inner: Expr


@dataclass(frozen=True, eq=False, slots=True)
class Logarithm:
    """How often 1 must be multiplied by `base`, which is above 1, to be `inner` or more."""

    inner: Expr
    base: float


Expr = Number | Host | Sum | Product | Quotient | Positive | Power | Logarithm

ZERO = Number(0.0)
ONE = Number(1.0)


def host(tree: c_ast.Node) -> Expr:
    """A host expression; an integer literal becomes a number at once."""
    if (known := integer_value(tree)) is not None:
        return Number(float(known))
    if isinstance(tree, c_ast.UnaryOp) and tree.op == "-":
        inner = host(tree.expr)
        if isinstance(inner, Number):
            return Number(-inner.value)
    return Host(tree)


def add(left: Expr, right: Expr) -> Expr:
    """left + right."""
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value + right.value)
    if left == ZERO:
        return right
    if right == ZERO:
        return left
    return Sum(left, right)


def multiply(left: Expr, right: Expr) -> Expr:
    """left * right."""
    if isinstance(left, Number) and isinstance(right, Number):
        return Number(left.value * right.value)
    if left == ZERO or right == ZERO:
        return ZERO
    if left == ONE:
        return right
    if right == ONE:
        return left
    return Product(left, right)


def subtract(left: Expr, right: Expr) -> Expr:
    """left - right."""
    return add(left, multiply(Number(-1.0), right))


def divide(left: Expr, right: Expr) -> Expr:
    """left / right; dividing by the number 0 gives 0."""
    if isinstance(right, Number):
        return multiply(left, Number(1.0 / right.value)) if right.value else ZERO
    return ZERO if left == ZERO else Quotient(left, right)


def positive(inner: Expr) -> Expr:
    """The larger of `inner` and 0."""
    return Number(max(inner.value, 0.0)) if isinstance(inner, Number) else Positive(inner)


def power(inner: Expr) -> Expr:
    """2 to the power of `inner`."""
    return Number(2.0**inner.value) if isinstance(inner, Number) else Power(inner)


def logarithm(inner: Expr, base: float) -> Expr:
    """How often 1 must be multiplied by `base`, which is above 1, to be `inner` or more."""
    return Number(_multiplications(inner.value, base)) if isinstance(inner, Number) else Logarithm(inner, base)


def _multiplications(to: float, base: float) -> float:
    return max(float(math.ceil(math.log(to) / math.log(base) - 1e-9)), 0.0) if to > 0.0 else 0.0


def evaluate(expr: Expr, value_of: Callable[[c_ast.Node], float]) -> float:
    """The number, where `value_of` gives the values of host expressions."""
    match expr:
        case Number(value):
            return value
        case Host(tree):
            return float(value_of(tree))
        case Sum(left, right):
            return evaluate(left, value_of) + evaluate(right, value_of)
        case Product(left, right):
            return evaluate(left, value_of) * evaluate(right, value_of)
        case Quotient(left, right):
            below = evaluate(right, value_of)
            return evaluate(left, value_of) / below if below else 0.0
        case Positive(inner):
            return max(evaluate(inner, value_of), 0.0)
        case Power(inner):
            return float(2.0 ** evaluate(inner, value_of))
        case Logarithm(inner, base):
            return _multiplications(evaluate(inner, value_of), base)


def hosts(expr: Expr) -> Iterator[c_ast.Node]:
    """The host expressions in an expression."""
    match expr:
        case Host(tree):
            yield tree
        case Positive(inner) | Power(inner) | Logarithm(inner):
            yield from hosts(inner)
        case Sum(left, right) | Product(left, right) | Quotient(left, right):
            yield from hosts(left)
            yield from hosts(right)


def rewritten(expr: Expr, change: Callable[[c_ast.Node], c_ast.Node | None]) -> Expr | None:
    """The expression with `change` done to its host expressions; None where that gives None for one."""
    match expr:
        case Number():
            return expr
        case Host(tree):
            changed = change(tree)
            return None if changed is None else host(changed)
        case Positive(inner):
            new = rewritten(inner, change)
            return None if new is None else positive(new)
        case Power(inner):
            new = rewritten(inner, change)
            return None if new is None else power(new)
        case Logarithm(inner, base):
            new = rewritten(inner, change)
            return None if new is None else logarithm(new, base)
        case Sum(left, right) | Product(left, right) | Quotient(left, right):
            one, other = rewritten(left, change), rewritten(right, change)
            if one is None or other is None:
                return None
            return {Sum: add, Product: multiply, Quotient: divide}[type(expr)](one, other)


def to_tree(expr: Expr) -> c_ast.Node:
    """The C expression of type double; all but sums and products are calls of the run-time library's functions."""
    match expr:
        case Number(value):
            literal = c_ast.Constant("double", repr(float(abs(value))))
            return literal if value >= 0 else c_ast.UnaryOp("-", literal)
        case Host(tree):
            return build.host_cast("double", clone(tree))
        case Sum(left, right):
            return c_ast.BinaryOp("+", to_tree(left), to_tree(right))
        case Product(left, right):
            return c_ast.BinaryOp("*", to_tree(left), to_tree(right))
        case Quotient(left, right):
            return _call("__mrt_ratio", to_tree(left), to_tree(right))
        case Positive(inner):
            return _call("__mrt_positive", to_tree(inner))
        case Power(inner):
            return _call("__mrt_power", to_tree(inner))
        case Logarithm(inner, base):
            return _call("__mrt_logarithm", to_tree(inner), to_tree(Number(base)))


def _call(name: str, *arguments: c_ast.Node) -> c_ast.FuncCall:
    return c_ast.FuncCall(c_ast.ID(name), c_ast.ExprList(list(arguments)))
