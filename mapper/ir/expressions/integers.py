"""Integer expressions of names as polynomials: the same for trees that say the same in other words."""

from __future__ import annotations

from math import prod

from pycparser import c_ast

from mapper.ir.expressions.arithmetic import arithmetic
from mapper.ir.expressions.polynomials import ONE, Polynomial, atom_of, constant
from mapper.ir.trees.literals import signed_value
from mapper.ir.trees.nodes import text_of, without_casts


def polynomial_of(tree: c_ast.Node) -> Polynomial | None:
    """An expression of integers and names by `+`, `-` and `*`; None for others."""
    match tree:
        case c_ast.Constant():
            number = signed_value(tree)
            return None if number is None else constant(number)
        case c_ast.ID(name=name):
            return atom_of(name)
    return arithmetic(tree, polynomial_of)


def polynomial_of_terms(tree: c_ast.Node) -> Polynomial:
    """An expression by `+`, `-` and `*` of integers and of terms, each by its text; casts count for nothing."""
    tree = without_casts(tree) or tree
    found = polynomial_of(tree) if isinstance(tree, c_ast.Constant) else arithmetic(tree, polynomial_of_terms)
    return atom_of(text_of(tree)) if found is None else found


def product_of(factors: list[Polynomial]) -> Polynomial:
    """The product of some polynomials."""
    return prod(factors, start=ONE)
