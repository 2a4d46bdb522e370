"""Where elements of arrays are, from the text of their subscripts: linear polynomials in parts of the text.

`u[i][4 * j + 1]`, with rows of 8 elements, is element 8 * `i` + 4 * `j` + 1.  Two mentions whose polynomials
differ in the constant term alone are as far apart as these.  What is no sum or product with a constant is an atom,
as `i / 2` or `index[i]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from pycparser import c_ast

from mapper.analysis.kernels.kernel_types import KernelTypes
from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.names.types import dimensions, integer_of, rank, unqualified
from mapper.ir.expressions.arithmetic import arithmetic
from mapper.ir.expressions.polynomials import ZERO, Polynomial, atom_of, constant
from mapper.ir.trees.ctypes import LONG, ULONG, ArrayType, CType, IntType
from mapper.ir.trees.nodes import TYPES, text_of, walk

_PLAIN = (c_ast.ID, c_ast.Constant, c_ast.BinaryOp, c_ast.Cast, c_ast.ArrayRef, *TYPES)
_SIGNS = ("+", "-", "~")


def element_at(subscripts: Sequence[c_ast.Node], element: CType, types: KernelTypes) -> Polynomial | None:
    """The place of `name[..][..]`, counted in scalars from where `name` points to; None where it is not known."""
    total = ZERO
    for number, subscript in enumerate(subscripts):
        place = linear(subscript, types)
        size = _scalars(element)
        if place is None or size is None:
            return None
        total += place * constant(size)
        if number + 1 < len(subscripts):
            inner = unqualified(element)
            if not isinstance(inner, ArrayType):
                return None
            element = inner.element
    return None if isinstance(unqualified(element), ArrayType) else total


def _scalars(ctype: CType) -> int | None:
    """How many elements of the innermost type an array has; 1 for other types."""
    lengths = [each.length for each in dimensions(ctype) if each.length is not None]
    return prod(lengths) if len(lengths) == rank(ctype) else None


def linear(node: c_ast.Node, types: KernelTypes) -> Polynomial | None:
    """An integer expression whose arithmetic does not wrap round in 32 bits; None for other ones."""
    if (value := constant_value(node)) is not None:
        return constant(value) if _counts(node, types) else None
    if isinstance(node, c_ast.Cast) and _counts(node, types) and _keeps(node, types):
        return linear(node.expr, types)
    found = arithmetic(node, lambda operand: linear(operand, types), _multiple)
    return atom_of(text_of(node)) if found is None and _counts(node, types) else found


def _multiple(one: Polynomial, other: Polynomial) -> Polynomial | None:
    """The product where one of the two is a number."""
    return one * other if one.constant is not None or other.constant is not None else None


def _counts(node: c_ast.Node, types: KernelTypes) -> bool:
    """Whether an expression without effects or choices is an integer of another type than `unsigned int`."""
    of = integer_of(types.type_of(node))
    return _is_plain(node) and isinstance(of, IntType) and (of.signed or of.bits != 32)


def _is_plain(node: c_ast.Node) -> bool:
    return all(
        isinstance(part, _PLAIN) or (isinstance(part, c_ast.UnaryOp) and part.op in _SIGNS) for part in walk(node)
    )


def _keeps(node: c_ast.Cast, types: KernelTypes) -> bool:
    """Whether a conversion keeps every value."""
    return types.type_of(node) in (LONG, ULONG)
