"""Where elements of arrays lie, from the text of their subscripts: sums of products, plus a constant.

`u[i][4 * j + 1]`, with rows of 8 elements, is element 8 * `i` + 4 * `j` + 1.  Two mentions with the same sum lie
as far apart as their constants.  What is no sum or product with a constant is a part of its own, as `i / 2` or
`index[i]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pycparser import c_ast, c_generator

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.names.types import unqualified
from mapper.ir.trees.ctypes import ArrayType, CType, IntType, PointerType
from mapper.ir.trees.nodes import walk

_PRINTER = c_generator.CGenerator()
_OTHERS = frozenset(("uint", "unsigned", "float", "double"))


@dataclass(frozen=True, slots=True)
class Linear:
    """sum(factor * part) + constant; parts are texts of expressions, in order, `names` what these mention."""

    parts: tuple[tuple[str, int], ...]
    constant: int
    names: frozenset[str]

    def plus(self, other: Linear, factor: int = 1) -> Linear:
        """This and `factor` times another."""
        sums = dict(self.parts)
        for part, number in other.parts:
            sums[part] = sums.get(part, 0) + factor * number
        parts = tuple(sorted((part, number) for part, number in sums.items() if number))
        return Linear(parts, self.constant + factor * other.constant, self.names | other.names)

    def scaled(self, factor: int) -> Linear:
        """A multiple."""
        return Linear((), 0, frozenset()).plus(self, factor)

    def begins_at(self, width: int) -> bool:
        """Whether all of it but the constant is a multiple of a number, whatever its parts are."""
        return all(factor % width == 0 for _, factor in self.parts)


def element_at(subscripts: Sequence[c_ast.Node], element: CType, types: Mapping[str, CType]) -> Linear | None:
    """The place of `name[..][..]`, counted in scalars from where `name` points to; None where it is not known."""
    total = Linear((), 0, frozenset())
    for number, subscript in enumerate(subscripts):
        place = linear(subscript, types)
        size = _scalars(element)
        if place is None or size is None:
            return None
        total = total.plus(place, size)
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


def linear(node: c_ast.Node, types: Mapping[str, CType]) -> Linear | None:
    """An integer expression whose arithmetic does not wrap round in 32 bits; None for other ones."""
    if (value := constant_value(node)) is not None:
        return Linear((), value, frozenset()) if _counts(node, types) else None
    match node:
        case c_ast.BinaryOp(op="+" | "-"):
            left, right = linear(node.left, types), linear(node.right, types)
            if left is None or right is None:
                return None
            return left.plus(right, 1 if node.op == "+" else -1)
        case c_ast.BinaryOp(op="*"):
            for one, other in ((node.left, node.right), (node.right, node.left)):
                factor, form = constant_value(one), linear(other, types)
                if factor is not None and form is not None and _counts(one, types):
                    return form.scaled(factor)
        case c_ast.UnaryOp(op="-" | "+"):
            form = linear(node.expr, types)
            return None if form is None else form.scaled(-1 if node.op == "-" else 1)
        case c_ast.Cast() if _counts(node, types) and _is_long(node):
            return linear(node.expr, types)
    return _part(node, types)


def _part(node: c_ast.Node, types: Mapping[str, CType]) -> Linear | None:
    if not _counts(node, types):
        return None
    names = frozenset(each.name for each in walk(node) if isinstance(each, c_ast.ID))
    return Linear(((str(_PRINTER.visit(node)), 1),), 0, names)


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
