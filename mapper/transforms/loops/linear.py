"""Where elements of arrays are, from the text of their subscripts: linear polynomials in parts of the text.

`u[i][4 * j + 1]`, with rows of 8 elements, is element 8 * `i` + 4 * `j` + 1.  Two mentions whose polynomials
differ in the constant term alone are as far apart as these.  What is no sum or product with a constant is an atom,
as `i / 2` or `index[i]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.names.types import unqualified
from mapper.ir.trees.arithmetic import arithmetic
from mapper.ir.trees.ctypes import ArrayType, CType, IntType, PointerType
from mapper.ir.trees.nodes import text_of
from mapper.ir.trees.polynomials import ZERO, Polynomial, atom_of, constant

_OTHERS = frozenset(("uint", "unsigned", "float", "double"))


def element_at(subscripts: Sequence[c_ast.Node], element: CType, types: Mapping[str, CType]) -> Polynomial | None:
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
    number = 1
    while isinstance(ctype := unqualified(ctype), ArrayType):
        if ctype.length is None:
            return None
        number *= ctype.length
        ctype = ctype.element
    return number


def linear(node: c_ast.Node, types: Mapping[str, CType]) -> Polynomial | None:
    """An integer expression whose arithmetic does not wrap round in 32 bits; None for other ones."""
    if (value := constant_value(node)) is not None:
        return constant(value) if _counts(node, types) else None
    if isinstance(node, c_ast.Cast) and _counts(node, types) and _is_long(node):
        return linear(node.expr, types)
    found = arithmetic(node, lambda operand: linear(operand, types), _multiple)
    return atom_of(text_of(node)) if found is None and _counts(node, types) else found


def _multiple(one: Polynomial, other: Polynomial) -> Polynomial | None:
    """The product where one of the two is a number."""
    return one * other if one.constant is not None or other.constant is not None else None


def _counts(node: c_ast.Node, types: Mapping[str, CType]) -> bool:
    """Whether an expression is known to be an integer of another type than `unsigned int`."""
    match node:
        case c_ast.Constant():
            return "int" in node.type and not (set("uU") & set(node.value) and not set("lL") & set(node.value))
        case c_ast.ID():
            return _is_counter(types.get(node.name))
        case c_ast.BinaryOp(op="+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>"):
            return _counts(node.left, types) and _counts(node.right, types)
        case c_ast.UnaryOp(op="-" | "+" | "~"):
            return _counts(node.expr, types)
        case c_ast.Cast():
            names = _words(node)
            return bool(names) and not _OTHERS & set(names) and _counts(node.expr, types)
        case c_ast.ArrayRef():
            found = element_of(node)
            of = types.get(found[0]) if found is not None else None
            return of is not None and found is not None and _is_counter(_inside(of, len(found[1])))
    return False


def _inside(of: CType, rank: int) -> CType | None:
    """The type of an element with so many subscripts."""
    for _ in range(rank):
        match of:
            case ArrayType():
                of = of.element
            case PointerType():
                of = of.target
            case _:
                return None
    return of


def _is_counter(of: CType | None) -> bool:
    return isinstance(of, IntType) and (of.signed or of.bits != 32)


def _is_long(node: c_ast.Cast) -> bool:
    """Whether a conversion keeps every value."""
    return bool({"long", "ulong"} & set(_words(node)))


def _words(node: c_ast.Cast) -> list[str]:
    inner = node.to_type.type
    while isinstance(inner, c_ast.TypeDecl):
        inner = inner.type
    return list(inner.names) if isinstance(inner, c_ast.IdentifierType) else []
