"""The value of integer constant expressions (C11, 6.6), in the types and with the wrap-around of C."""

from __future__ import annotations

from typing import Final, Protocol

from pycparser import c_ast

from mapper.analysis.names.expression_types import Context, generic_choice, value_type
from mapper.analysis.names.types import integer_of
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, IntType, Member, StructType, VoidType
from mapper.ir.trees.literals import character_constant, integer_constant, is_string
from mapper.ir.trees.nodes import arguments_of

OFFSETS: Final = frozenset(["offsetof", "__builtin_offsetof"])
"""The names of `offsetof`, under which the header and the compiler have it."""


class ConstantContext(Context, Protocol):
    """What the evaluation of constants asks about the program around them."""

    def enum_value(self, node: c_ast.ID) -> int | None:
        """The value of an enumeration constant; None for all other identifiers."""

    def constant_sizeof(self, of: CType) -> int | None:
        """The size of a type in bytes where it is constant."""

    def alignof(self, of: CType) -> int | None:
        """The alignment of a type in bytes."""


def evaluate(expr: c_ast.Node, context: ConstantContext) -> int | None:
    """The value of an integer constant expression; None where it is not one, or is undefined (`1 / 0`).

    Signed overflow wraps, as GCC does.  The value of a `const` variable is not a constant expression in C.
    """
    match expr:
        case c_ast.Constant():
            return _literal(expr)
        case c_ast.ID():
            return context.enum_value(expr)
        case c_ast.UnaryOp():
            return _unary(expr, context)
        case c_ast.BinaryOp():
            return _binary(expr, context)
        case c_ast.TernaryOp():
            return _ternary(expr, context)
        case c_ast.Cast():
            return _cast(expr, context)
        case c_ast.FuncCall():
            return _offsetof(expr, context)
        case c_ast.GenericSelection():
            chosen = generic_choice(expr, context)
            return None if chosen is None else evaluate(chosen, context)
    return None


def wrap(value: int, of: CType) -> int | None:
    """`value` converted to an integer type; None for other types."""
    of = integer_of(of)
    if not isinstance(of, IntType):
        return None
    if of.name == "_Bool":
        return int(value != 0)
    value &= (1 << of.bits) - 1
    return value - (1 << of.bits) if of.signed and value >> (of.bits - 1) else value


def _literal(expr: c_ast.Constant) -> int | None:
    if is_string(expr):
        return None
    if "'" in expr.value and not expr.value[0].isdigit():
        return character_constant(expr.value)[0]
    integer = integer_constant(expr.value)
    return None if integer is None else integer[0]


def _unary(expr: c_ast.UnaryOp, context: ConstantContext) -> int | None:
    if expr.op == "sizeof":
        of = context.type_of(expr.expr)
        if isinstance(of, VoidType) and not isinstance(expr.expr, c_ast.Typename | c_ast.Cast):
            return None  # `void` also represents types that are not known
        return context.constant_sizeof(of)
    if expr.op in ("_Alignof", "alignof", "__alignof__"):
        if not isinstance(expr.expr, c_ast.Typename):
            return None  # a variable may have an alignment of its own
        return context.alignof(context.type_of(expr.expr))
    if expr.op not in ("+", "-", "~", "!"):
        return None
    operand = evaluate(expr.expr, context)
    if operand is None:
        return None
    result = {"+": operand, "-": -operand, "~": ~operand, "!": int(not operand)}[expr.op]
    return wrap(result, context.type_of(expr))


def _binary(expr: c_ast.BinaryOp, context: ConstantContext) -> int | None:
    left = evaluate(expr.left, context)
    if left is None:
        return None
    if expr.op == "&&" and not left:
        return 0
    if expr.op == "||" and left:
        return 1
    right = evaluate(expr.right, context)
    if right is None:
        return None
    if expr.op in ("&&", "||"):
        return int(right != 0)
    result = context.type_of(expr)
    if expr.op in ("<<", ">>"):
        return _shift(expr.op, left, right, result)
    common = result
    if expr.op in _COMPARE:
        common = context.type_of(c_ast.BinaryOp("+", expr.left, expr.right))
    a, b = wrap(left, common), wrap(right, common)
    if a is None or b is None:
        return None
    if expr.op in _COMPARE:
        return int(_COMPARE[expr.op](a, b))
    value = _arithmetic(expr.op, a, b)
    return None if value is None else wrap(value, result)


_COMPARE = {
    "==": int.__eq__,
    "!=": int.__ne__,
    "<": int.__lt__,
    "<=": int.__le__,
    ">": int.__gt__,
    ">=": int.__ge__,
}


def _shift(op: str, left: int, right: int, result: CType) -> int | None:
    if not isinstance(result, IntType) or not 0 <= right < result.bits:
        return None
    return wrap(left << right if op == "<<" else left >> right, result)


def _arithmetic(op: str, a: int, b: int) -> int | None:
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "&":
            return a & b
        case "|":
            return a | b
        case "^":
            return a ^ b
    if b == 0:
        return None
    quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)  # C truncates towards zero
    return quotient if op == "/" else a - b * quotient if op == "%" else None


def _ternary(expr: c_ast.TernaryOp, context: ConstantContext) -> int | None:
    condition = evaluate(expr.cond, context)
    if condition is None:
        return None
    if expr.iftrue is None:
        chosen = condition if condition else evaluate(expr.iffalse, context)
    else:
        chosen = evaluate(expr.iftrue if condition else expr.iffalse, context)
    return None if chosen is None else wrap(chosen, context.type_of(expr))


def _cast(expr: c_ast.Cast, context: ConstantContext) -> int | None:
    target = context.declared_type(expr.to_type)
    operand = evaluate(expr.expr, context)
    if operand is not None:
        return wrap(operand, target)
    if isinstance(expr.expr, c_ast.Constant) and isinstance(value_type(expr.expr, context), FloatType):
        return _truncate(expr.expr.value, target)
    return None


def _truncate(text: str, target: CType) -> int | None:
    """A floating constant converted to an integer type; None where the value does not fit."""
    digits = text.rstrip("lLfF") if text[:2].lower() != "0x" else text.rstrip("lL")
    value = float.fromhex(digits) if digits[:2].lower() == "0x" else float(digits)
    if value in (float("inf"), float("-inf")):
        return None
    if wrap(2, target) == 1:  # a _Bool says whether the value is 0
        return int(value != 0)
    integer = int(value)
    return integer if wrap(integer, target) == integer else None


def _offsetof(expr: c_ast.FuncCall, context: ConstantContext) -> int | None:
    """`offsetof(type, member.designator[3])`, under the names that the header and the compiler use."""
    if not isinstance(expr.name, c_ast.ID) or expr.name.name not in OFFSETS:
        return None
    arguments = arguments_of(expr)
    if len(arguments) != 2:
        return None
    found = _designated(arguments[1], context.declared_type(arguments[0]), context)
    return None if found is None else found[0]


def _designated(node: c_ast.Node, of: CType, context: ConstantContext) -> tuple[int, CType] | None:
    """Byte offset and type of a member designator inside `of`."""
    member: Member | None = None
    match node:
        case c_ast.ID():
            member = context.member(of, node.name) if isinstance(of, StructType) else None
            return None if member is None or member.offset is None else (member.offset, member.type)
        case c_ast.StructRef():
            inner = _designated(node.name, of, context)
            if inner is None or not isinstance(inner[1], StructType):
                return None
            member = context.member(inner[1], node.field.name)
            return None if member is None or member.offset is None else (inner[0] + member.offset, member.type)
        case c_ast.ArrayRef():
            inner = _designated(node.name, of, context)
            index = evaluate(node.subscript, context)
            if inner is None or index is None or not isinstance(inner[1], ArrayType):
                return None
            size = context.constant_sizeof(inner[1].element)
            return None if size is None else (inner[0] + index * size, inner[1].element)
    return None
