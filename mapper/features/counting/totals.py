"""Sums and multiples of counts: numbers of operations by their features' names."""

from __future__ import annotations

from mapper.features.expressions.expr import ZERO, Expr, add, multiply

Counts = dict[str, Expr]


def plus(left: Counts, right: Counts) -> Counts:
    """The sum of two counts."""
    return {name: add(left.get(name, ZERO), right.get(name, ZERO)) for name in {**left, **right}}


def times(factor: Expr, counts: Counts) -> Counts:
    """A count that happens `factor` times."""
    return {name: multiply(factor, value) for name, value in counts.items()}
