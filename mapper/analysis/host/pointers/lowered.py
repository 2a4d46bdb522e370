"""Expressions that move a pointer: what they begin with, and whether they may lead to before that."""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.analysis.names.constants import evaluate
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, unqualified
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import VOID, CType, PointerType
from mapper.ir.trees.nodes import without_casts

Terms = tuple[tuple[str, c_ast.Node], ...]
"""What is added to a pointer or subtracted from it, in this order."""


def terms_of(value: c_ast.Node, symbols: Symbols) -> Terms:
    """What is added to the pointer that an expression begins with, in elements of its own type."""
    match value:
        case c_ast.Cast() if _target(symbols.type_of(value)) == _target(symbols.type_of(value.expr)):
            return terms_of(value.expr, symbols)
        case c_ast.BinaryOp(op="+") if _target(symbols.type_of(value.left)) is None:
            return (*terms_of(value.right, symbols), ("+", value.left))
        case c_ast.BinaryOp(op="+" | "-") if _target(symbols.type_of(value)) is not None:
            return (*terms_of(value.left, symbols), (value.op, value.right))
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef() as element):
            if _target(symbols.type_of(element.name)) is not None:
                return (*terms_of(element.name, symbols), ("+", element.subscript))
    return ()


def is_down(terms: Terms, symbols: Symbols) -> bool:
    """Whether something is subtracted that may be positive, or added that may be negative."""
    return any(
        _is_negative(term, symbols) == (sign == "+") for sign, term in terms if evaluate(term, symbols) != 0
    )


def is_lower(value: c_ast.Node, symbols: Symbols) -> bool:
    """Whether an expression may lead to before what it begins with, also by pointers to bytes or by integers."""
    match value:
        case c_ast.Cast():
            return is_lower(value.expr, symbols)
        case c_ast.TernaryOp():
            return is_lower(value.iftrue, symbols) or is_lower(value.iffalse, symbols)
        case c_ast.BinaryOp(op="+" | "-"):
            base, term = _sides(value, symbols)
            return is_down(((value.op, term),), symbols) or is_lower(base, symbols)
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef() as element):
            return is_down((("+", element.subscript),), symbols) or is_lower(element.name, symbols)
    return False


def origin_of(value: c_ast.Node, symbols: Symbols) -> c_ast.Node:
    """The pointer, or its address as an integer, that an expression begins with."""
    match value:
        case c_ast.Cast():
            return origin_of(value.expr, symbols)
        case c_ast.TernaryOp():
            one, other = (
                build.cast(PointerType(VOID), origin_of(each, symbols)) for each in (value.iftrue, value.iffalse)
            )
            return c_ast.TernaryOp(value.cond, one, other, value.coord)
        case c_ast.BinaryOp(op="+" | "-"):
            return origin_of(_sides(value, symbols)[0], symbols)
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef() as element):
            return origin_of(element.name, symbols)
    return value


def initial_values(value: c_ast.Node) -> Iterator[c_ast.Node]:
    """The expressions of an initializer, which may be in braces."""
    match value:
        case c_ast.InitList():
            for each in value.exprs or []:
                yield from initial_values(each)
        case c_ast.NamedInitializer():
            yield from initial_values(value.expr)
        case c_ast.CompoundLiteral():
            yield from initial_values(value.init)
        case _:
            yield value


def _sides(sum_: c_ast.BinaryOp, symbols: Symbols) -> tuple[c_ast.Node, c_ast.Node]:
    """Which side of a sum or difference is the address, and the other one."""
    if sum_.op == "+" and _is_address(sum_.right, symbols) and not _is_address(sum_.left, symbols):
        return sum_.right, sum_.left
    return sum_.left, sum_.right


def _is_address(value: c_ast.Node, symbols: Symbols) -> bool:
    match value:
        case c_ast.Cast():
            return _is_address(value.expr, symbols)
        case c_ast.BinaryOp(op="+" | "-") if _target(symbols.type_of(value)) is None:
            return _is_address(value.left, symbols) or _is_address(value.right, symbols)
    return _target(symbols.type_of(value)) is not None


def _target(ctype: CType) -> CType | None:
    """What a pointer or array leads to."""
    pointer = decay(ctype)
    return unqualified(pointer.target) if isinstance(pointer, PointerType) else None


def _is_negative(term: c_ast.Node, symbols: Symbols) -> bool:
    known = evaluate(term, symbols)
    if known is not None:
        return known < 0
    plain = without_casts(term)
    return isinstance(plain, c_ast.UnaryOp | c_ast.BinaryOp) and plain.op == "-"
