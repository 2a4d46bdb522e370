"""The type of every C expression (C11, 6.5), by the conversions of `mapper.analysis.names.types`.

The types of expressions that name an object are those of the object, arrays not decayed and qualifiers kept,
as `sizeof` and `&` need them; `value_type` is the type of the value that the expression yields.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Protocol

from pycparser import c_ast

from mapper.analysis.names.libc import BUILTIN_RESULTS
from mapper.analysis.names.types import (
    compatible,
    composite,
    decay,
    is_arithmetic,
    promote,
    qualified,
    unqualified,
    usual,
)
from mapper.frontend.gnu.markers import OMITTED, PARTS
from mapper.ir.builtins.atomic_names import atomic_call
from mapper.ir.trees.ctypes import (
    BOOL,
    IMAGINARY_PART,
    INT,
    LONG,
    REAL_PART,
    ULONG,
    VOID,
    ComplexType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    Member,
    PointerType,
    StructType,
    VoidType,
)
from mapper.ir.trees.literals import constant_type, integer_constant
from mapper.ir.trees.nodes import TRUTHS, called_name

Spines = dict[int, tuple[c_ast.Node, CType]]
"""The types of the parts of long and deep expressions, by the `id` of the node, which is kept: a context may
remember them as `spines`, or each part's type would be found by walking all of the expression below it."""
_LONG = 8


class Context(Protocol):
    """What the typing of expressions asks about the program around them."""

    def identifier_type(self, node: c_ast.ID) -> CType | None:
        """The type of an identifier in an expression, None where it is not declared."""

    def declared_type(self, node: c_ast.Node) -> CType:
        """The type that a type name or declaration gives."""

    def member(self, struct: StructType, name: str) -> Member | None:
        """A member of a struct or union, also inside anonymous members."""

    def type_of(self, expr: c_ast.Node) -> CType:
        """The type of a subexpression; a context may remember it."""


# ---- questions about types ---------------------------------------------------------------------------------


def expression_type(expr: c_ast.Node, context: Context) -> CType:
    """The type of one expression, given that of its operands by `context`; void where it can't be determined."""
    rule = _RULES.get(expr.__class__)
    return rule(expr, context) if rule is not None else VOID


def value_type(expr: c_ast.Node, context: Context) -> CType:
    """The type of an expression's value: decayed, unqualified, bit-fields promoted."""
    of = decay(context.type_of(expr))
    width = _bit_field_width(expr, context)
    if width is not None and isinstance(of, IntType) and (width < 32 or (width == 32 and of.signed)):
        return INT
    return of


def _bit_field_width(expr: c_ast.Node, context: Context) -> int | None:
    if not isinstance(expr, c_ast.StructRef):
        return None
    member = _member(expr, context)
    return None if member is None else member.bits


def _member(expr: c_ast.StructRef, context: Context) -> Member | None:
    struct = _struct(expr, context)
    if isinstance(struct, ComplexType):
        return _part(struct, expr.field.name)
    return context.member(struct, expr.field.name) if isinstance(struct, StructType) else None


def _part(of: ComplexType, name: str) -> Member | None:
    """A part of a complex number, as the source or kernels name it."""
    name = dict(zip(PARTS, (REAL_PART, IMAGINARY_PART), strict=True)).get(name, name)
    return (
        Member(name, of.part, of.part.bits // 8 * (name == IMAGINARY_PART))
        if name in (REAL_PART, IMAGINARY_PART)
        else None
    )


def _struct(expr: c_ast.StructRef, context: Context) -> CType:
    base = context.type_of(expr.name)
    if expr.type == "->":
        base = decay(base)
        return base.target if isinstance(base, PointerType) else VOID
    return base


def _identifier(expr: c_ast.ID, context: Context) -> CType:
    return context.identifier_type(expr) or VOID


def _constant(expr: c_ast.Constant, _: Context) -> CType:
    return constant_type(expr)


def _struct_ref(expr: c_ast.StructRef, context: Context) -> CType:
    struct, member = _struct(expr, context), _member(expr, context)
    if member is None:
        return VOID
    return qualified(member.type, const=struct.const, volatile=struct.volatile)


def _array_ref(expr: c_ast.ArrayRef, context: Context) -> CType:
    for side in (expr.name, expr.subscript):
        of = decay(context.type_of(side))
        if isinstance(of, PointerType):
            return of.target
    return VOID


_VARIABLE_ARGUMENT = ("va_arg", "__builtin_va_arg")


def _call(expr: c_ast.FuncCall, context: Context) -> CType:
    if isinstance(expr.name, c_ast.ID) and expr.name.name == "__builtin_complex" and expr.args is not None:
        part = value_type(expr.args.exprs[0], context)
        return ComplexType(part) if isinstance(part, FloatType) else VOID
    if isinstance(expr.name, c_ast.ID) and expr.name.name in BUILTIN_RESULTS:
        return BUILTIN_RESULTS[expr.name.name]
    atomic = atomic_call(expr.name.name) if isinstance(expr.name, c_ast.ID) and expr.args is not None else None
    if atomic is not None:
        if atomic.gives != "value":
            return BOOL if atomic.gives == "truth" else VOID
        pointer = decay(context.type_of(expr.args.exprs[0]))
        return unqualified(pointer.target) if isinstance(pointer, PointerType) else VOID
    if isinstance(expr.name, c_ast.ID) and expr.name.name in _VARIABLE_ARGUMENT and expr.args is not None:
        return context.declared_type(expr.args.exprs[-1])
    function = context.type_of(expr.name)
    while isinstance(function, PointerType):
        function = function.target
    return unqualified(function.result) if isinstance(function, FunctionType) else VOID


def _unary(expr: c_ast.UnaryOp, context: Context) -> CType:
    match expr.op:
        case "sizeof" | "_Alignof" | "alignof" | "__alignof__":
            return ULONG
        case "!":
            return INT
        case "&":
            return PointerType(context.type_of(expr.expr))
        case "*":
            pointer = decay(context.type_of(expr.expr))
            return pointer.target if isinstance(pointer, PointerType) else VOID
        case "++" | "--" | "p++" | "p--":
            return unqualified(context.type_of(expr.expr))
        case "+" | "-" | "~":
            return promote(value_type(expr.expr, context))
    return VOID


def _binary(expr: c_ast.BinaryOp, context: Context) -> CType:
    if expr.op in TRUTHS:
        return INT
    spine = [expr]  # a sum of many terms leans to the left: taken in a loop, since it may be very deep
    known: Spines = getattr(context, "spines", {})
    while isinstance(spine[-1].left, c_ast.BinaryOp) and spine[-1].left.op not in TRUTHS:
        if id(spine[-1].left) in known:
            break
        spine.append(spine[-1].left)
    found = known.get(id(spine[-1].left))
    left = found[1] if found is not None else value_type(spine[-1].left, context)
    for node in reversed(spine):
        left = _binary_result(node.op, left, value_type(node.right, context))
        if len(spine) > _LONG:
            known[id(node)] = (node, left)
    return left


def _binary_result(op: str, left: CType, right: CType) -> CType:
    if op in ("<<", ">>"):
        return promote(left)
    if isinstance(left, PointerType):
        return LONG if isinstance(right, PointerType) else left
    return right if isinstance(right, PointerType) else usual(left, right)


def _ternary(expr: c_ast.TernaryOp, context: Context) -> CType:
    taken = expr.cond if expr.iftrue is None or called_name(expr.iftrue) == OMITTED else expr.iftrue
    one, other = value_type(taken, context), value_type(expr.iffalse, context)
    if is_arithmetic(one) and is_arithmetic(other):
        return usual(one, other)
    if isinstance(one, PointerType) and isinstance(other, PointerType):
        return _common_pointer(expr, one, other)
    if isinstance(one, PointerType) or isinstance(other, PointerType):
        return one if isinstance(one, PointerType) else other
    return one if one == other else VOID


def _common_pointer(expr: c_ast.TernaryOp, one: PointerType, other: PointerType) -> CType:
    if _is_null(expr.iftrue):
        return other
    if _is_null(expr.iffalse):
        return one
    const = one.target.const or other.target.const
    volatile = one.target.volatile or other.target.volatile
    if isinstance(one.target, VoidType) or isinstance(other.target, VoidType):
        return PointerType(qualified(VOID, const=const, volatile=volatile))
    common = composite(unqualified(one.target), unqualified(other.target))
    return PointerType(qualified(common, const=const, volatile=volatile))


def _is_null(expr: c_ast.Node | None) -> bool:
    """Whether an expression is a null pointer constant: `0` or `(void *)0`."""
    if isinstance(expr, c_ast.Cast):
        target = expr.to_type.type
        void = isinstance(target, c_ast.PtrDecl) and getattr(getattr(target.type, "type", None), "names", 0) == [
            "void"
        ]
        return void and not target.type.quals and _is_null(expr.expr)
    if not isinstance(expr, c_ast.Constant):
        return False
    integer = integer_constant(expr.value)
    return integer is not None and integer[0] == 0


def _assignment(expr: c_ast.Assignment, context: Context) -> CType:
    return unqualified(context.type_of(expr.lvalue))


def _comma(expr: c_ast.ExprList, context: Context) -> CType:
    return value_type(expr.exprs[-1], context) if expr.exprs else VOID


def _cast(expr: c_ast.Cast, context: Context) -> CType:
    return unqualified(context.declared_type(expr.to_type))


def _declared(expr: c_ast.Node, context: Context) -> CType:
    return context.declared_type(expr)


def _generic(expr: c_ast.GenericSelection, context: Context) -> CType:
    chosen = generic_choice(expr, context)
    return VOID if chosen is None else context.type_of(chosen)


def generic_choice(expr: c_ast.GenericSelection, context: Context) -> c_ast.Node | None:
    """The expression that a `_Generic` selection represents."""
    of = decay(context.type_of(expr.expr))
    default: c_ast.Node | None = None
    for association in expr.associations:
        if association.type is None:
            default = association.expr
        elif compatible(context.declared_type(association.type), of):
            default = association.expr
            break
    return default


_RULES: dict[type[c_ast.Node], Callable[..., CType]] = {
    c_ast.ID: _identifier,
    c_ast.Constant: _constant,
    c_ast.StructRef: _struct_ref,
    c_ast.ArrayRef: _array_ref,
    c_ast.FuncCall: _call,
    c_ast.UnaryOp: _unary,
    c_ast.BinaryOp: _binary,
    c_ast.TernaryOp: _ternary,
    c_ast.Assignment: _assignment,
    c_ast.ExprList: _comma,
    c_ast.Cast: _cast,
    c_ast.CompoundLiteral: _declared,
    c_ast.Typename: _declared,
    c_ast.Decl: _declared,
    c_ast.GenericSelection: _generic,
}


@dataclasses.dataclass(frozen=True, slots=True)
class _Detached:
    """The context of a tree that is not the unit's: names by `lookup`, all else by `around`."""

    lookup: Callable[[str], CType | None]
    around: Context | None
    spines: Spines

    def identifier_type(self, node: c_ast.ID) -> CType | None:
        found = self.lookup(node.name)
        return found if found is not None or self.around is None else self.around.identifier_type(node)

    def declared_type(self, node: c_ast.Node) -> CType:
        return VOID if self.around is None else self.around.declared_type(node)

    def member(self, struct: StructType, name: str) -> Member | None:
        return None if self.around is None else self.around.member(struct, name)

    def type_of(self, expr: c_ast.Node) -> CType:
        found = self.spines.get(id(expr))
        if found is None:
            found = expr, expression_type(expr, self)
            if isinstance(expr, c_ast.BinaryOp | c_ast.TernaryOp | c_ast.ArrayRef | c_ast.StructRef):
                self.spines[id(expr)] = found
        return found[1]


def type_of(
    expr: c_ast.Node,
    lookup: Callable[[str], CType | None],
    around: Context | None = None,
    spines: Spines | None = None,
) -> CType:
    """The type of an expression in a tree where names are unique, such as a kernel's body.

    `lookup` gives the type of each name (`kernel.symbols.get`), None where it does not know it; `around` is the
    unit's `Symbols`, for type names, members and the names that `lookup` does not know.  `spines` are kept from
    call to call by a caller that asks for many types of one tree.
    """
    return _Detached(lookup, around, {} if spines is None else spines).type_of(expr)


def is_callback(of: CType) -> bool:
    """Whether a type is that of pointers to functions."""
    return isinstance(of, PointerType) and isinstance(of.target, FunctionType)


def function_named(pointer: c_ast.Node, context: Context) -> c_ast.Node:
    """What a pointer to a function is without `*` and `&` of functions, which change nothing of one."""
    while isinstance(pointer, c_ast.UnaryOp) and pointer.op in ("*", "&"):
        of = context.type_of(pointer.expr)
        if not isinstance(of, FunctionType) and not (pointer.op == "*" and is_callback(of)):
            break
        pointer = pointer.expr
    return pointer
