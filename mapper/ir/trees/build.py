"""Small builders for pycparser trees: identifiers, constants, calls and declarations from C types.

Everything that mapper adds to a program passes through here, so that a type is spelled in one place only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial, reduce
from typing import Any

from pycparser import c_ast

from mapper.ir.trees.ctypes import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LONG,
    SHORT,
    UCHAR,
    UINT,
    ULONG,
    USHORT,
    ArrayType,
    ComplexType,
    CType,
    EnumType,
    FloatType,
    FunctionType,
    IntType,
    Member,
    PointerType,
    StructType,
)
from mapper.ir.trees.names import unreserved
from mapper.ir.trees.nodes import addressed, changed

COMPLEX = "mrt_complex_"
"""What the tags of the structures begin with that complex numbers are on the device."""
_DEVICE_NAMES = {
    "_Bool": "uchar",  # OpenCL C has no bool in memory; values are normalised to 0 and 1 when they are stored
    "signed char": "char",
    "unsigned char": "uchar",
    "unsigned short": "ushort",
    "unsigned int": "uint",
    "unsigned long": "ulong",
    "long long": "long",
    "unsigned long long": "ulong",
}

HOST_NAMES = {
    "char": "signed char", "uchar": "unsigned char", "ushort": "unsigned short", "uint": "unsigned int",
    "ulong": "unsigned long",
}  # fmt: skip
"""How C spells types of OpenCL C that it does not have, or that may be something else there."""


def identifier(name: str) -> c_ast.ID:
    """The identifier `name` as an expression."""
    return c_ast.ID(name)


def integer(value: int, suffix: str = "") -> c_ast.Node:
    """An integer constant; negative ones become a negated constant."""
    constant = c_ast.Constant("int", f"{abs(value)}{suffix}")
    return constant if value >= 0 else c_ast.UnaryOp("-", constant)


def binary(operator: str, left: c_ast.Node, right: c_ast.Node) -> c_ast.BinaryOp:
    """`left operator right`."""
    return c_ast.BinaryOp(operator, left, right)


def joined(operator: str, parts: Iterable[c_ast.Node]) -> c_ast.Node:
    """`one operator two operator three`: at least one part."""
    return reduce(partial(binary, operator), parts)


def assign(target: c_ast.Node, value: c_ast.Node, operator: str = "=") -> c_ast.Assignment:
    """`target operator value`."""
    return c_ast.Assignment(operator, target, value)


def element(base: c_ast.Node, subscripts: Iterable[c_ast.Node]) -> c_ast.Node:
    """`base[..][..]`."""
    return reduce(c_ast.ArrayRef, subscripts, base)


def pointee(pointer: c_ast.Node) -> c_ast.Node:
    """The object at an address: `x` for `&x`, else `*pointer`."""
    return addressed(pointer) or c_ast.UnaryOp("*", pointer, pointer.coord)


def call(name: str, *arguments: c_ast.Node) -> c_ast.FuncCall:
    """`name(arguments)`."""
    return c_ast.FuncCall(c_ast.ID(name), c_ast.ExprList(list(arguments)) if arguments else None)


def counting_loop(
    counter: c_ast.Decl, bound: c_ast.Node, body: c_ast.Node, relation: str = "<", step: c_ast.Node | None = None
) -> c_ast.For:
    """`for (counter; counter < bound; counter++) body`, or with another relation, and with `+= step`."""
    name = identifier(counter.name)
    further = c_ast.UnaryOp("p++", name) if step is None else assign(name, step, "+=")
    return c_ast.For(c_ast.DeclList([counter]), binary(relation, identifier(counter.name), bound), further, body)


def once(items: list[c_ast.Node]) -> c_ast.DoWhile:
    """`do { items } while (0)`: what `continue` in it skips ends there."""
    return c_ast.DoWhile(integer(0), c_ast.Compound(items))


def device_name(ctype: CType) -> str:
    """The OpenCL C spelling of a scalar type or `void`; enumerations become their integer types."""
    if isinstance(ctype, IntType | FloatType):
        return _DEVICE_NAMES.get(ctype.name, ctype.name)
    if isinstance(ctype, EnumType):
        name = {8: "char", 16: "short", 32: "int"}.get(ctype.bits, "long")
        return name if ctype.signed else f"u{name}"
    return "void"


SCALARS = {
    name: each
    for each in (CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, FLOAT, DOUBLE)
    for name in (each.name, device_name(each))
}
"""The scalar types of OpenCL C by their spellings, in C and there."""


def declarator(name: str | None, ctype: CType, space: str = "") -> c_ast.Node:
    """The type part of a declaration of `name`; `space` (`__global`) qualifies what a pointer points to."""
    wrappers: list[CType] = []
    base = ctype
    while isinstance(base, PointerType | ArrayType):
        wrappers.append(base)
        base = base.target if isinstance(base, PointerType) else base.element
    assert not isinstance(base, FunctionType), "functions have no device declarator"
    node: c_ast.Node = c_ast.TypeDecl(name, [space] if space else [], None, specifier(base))
    for wrapper in reversed(wrappers):
        if isinstance(wrapper, PointerType):
            node = c_ast.PtrDecl([], node)
        else:
            assert isinstance(wrapper, ArrayType)
            extent = wrapper.extent if isinstance(wrapper.extent, c_ast.ID) else None
            length = extent if wrapper.length is None else integer(wrapper.length)
            node = c_ast.ArrayDecl(node, length, [])
    return node


def device_tag(tag: str) -> str:
    """The tag of a structure in OpenCL text, where those that aren't the program's own begin with `mrt_`."""
    return unreserved(tag) if tag.isidentifier() else "mrt_" + re.sub(r"\W+", "_", tag).strip("_")


def device_member(member: Member, number: int) -> str:
    """The name on the device of a structure's member, of which it is the one of this number."""
    return unreserved(member.name) if member.name else f"mrt_part{number}"


def complex_tag(ctype: ComplexType) -> str:
    """The tag of the structure that a complex type is on the device."""
    return f"{COMPLEX}{ctype.part.name}"


def specifier(base: CType) -> c_ast.Node:
    """What names a type that is no pointer and no array, on the device."""
    if isinstance(base, StructType):
        return (c_ast.Union if base.union else c_ast.Struct)(device_tag(base.tag), None)
    if isinstance(base, ComplexType):
        return c_ast.Struct(complex_tag(base), None)
    return c_ast.IdentifierType([device_name(base)])


def declaration(name: str, ctype: CType, space: str = "", init: c_ast.Node | None = None) -> c_ast.Decl:
    """`ctype name = init;` for the device."""
    return c_ast.Decl(name, [], [], [], [], declarator(name, ctype, space), init, None)


def host_variable(
    name: str, of: c_ast.Node | str, init: c_ast.Node | None = None, coord: Any = None
) -> c_ast.Decl:
    """`of name = init;` for the host, of a type without pointers."""
    base = c_ast.IdentifierType(of.split()) if isinstance(of, str) else of
    return c_ast.Decl(name, [], [], [], [], c_ast.TypeDecl(name, [], None, base), init, None, coord)


def typename(ctype: CType, space: str = "") -> c_ast.Typename:
    """A type as in a cast."""
    return c_ast.Typename(None, [], None, declarator(None, ctype, space))


def cast(ctype: CType, operand: c_ast.Node, space: str = "") -> c_ast.Cast:
    """`(ctype)operand` for the device."""
    return c_ast.Cast(typename(ctype, space), operand)


def held_by(ctype: CType, operand: c_ast.Node) -> c_ast.Node:
    """An expression's value in a variable of a type: converted to a number's type.

    A pointer is left as it is, since its type alone does not say into which memory it points.
    """
    return operand if isinstance(ctype, PointerType) else cast(ctype, operand)


def host_type(name: str) -> c_ast.Typename:
    """A type without pointers, as in a cast on the host."""
    return c_ast.Typename(None, [], None, c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(name.split())))


def host_cast(name: str, operand: c_ast.Node) -> c_ast.Node:
    """`(name)operand` for the host."""
    return c_ast.Cast(host_type(name), operand)


def with_host_casts(tree: c_ast.Node) -> c_ast.Node | None:
    """A copy of a kernel's expression whose casts have C's names of types; None where one is to no number."""
    match tree:
        case c_ast.Cast(to_type=c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=[name])))):
            operand = with_host_casts(tree.expr)
            return None if operand is None else host_cast(HOST_NAMES.get(name, name), operand)
        case c_ast.Cast():
            return None
    return changed(tree, with_host_casts)


def total(left: c_ast.Node | None, right: c_ast.Node, *, negative: bool) -> c_ast.Node:
    """`left + right`, or `left - right` where the summand is `negative`; without a left side, that alone."""
    if left is None:
        return c_ast.UnaryOp("-", right) if negative else right
    return binary("-" if negative else "+", left, right)


def shifted(node: c_ast.Node, number: int) -> c_ast.Node:
    """`node + number` with a constant, which may be negative."""
    return total(node, integer(abs(number)), negative=number < 0) if number else node
