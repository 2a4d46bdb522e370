"""Conversions between C types: promotions, usual conversions, decay, compatibility (C11, 6.2.7 and 6.3)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Final

from mapper.ir.trees.ctypes import (
    CHAR,
    INT,
    INT128,
    LLONG,
    LONG,
    SCHAR,
    SHORT,
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    ULONG,
    USHORT,
    VOID,
    ArrayType,
    ComplexType,
    CType,
    EnumType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
)

_RANK = {
    name: rank
    for rank, names in enumerate(
        [
            ("_Bool",),
            ("char", "signed char", "unsigned char"),
            ("short", "unsigned short"),
            ("int", "unsigned int"),
            ("long", "unsigned long"),
            ("long long", "unsigned long long"),
            ("__int128", "unsigned __int128"),
        ]
    )
    for name in names
}
_UNSIGNED = {
    CHAR: UCHAR,
    SCHAR: UCHAR,
    SHORT: USHORT,
    INT: UINT,
    LONG: ULONG,
    LLONG: ULLONG,
    INT128: UINT128,
}


def unqualified(of: CType) -> CType:
    """The type without its own qualifiers."""
    return dataclasses.replace(of, const=False, volatile=False, atomic=False) if of.const or of.volatile else of


def qualified(of: CType, *, const: bool, volatile: bool, atomic: bool = False) -> CType:
    """The type with qualifiers added; those of an array belong to its elements (C11, 6.7.3)."""
    if not const and not volatile:
        return of
    if isinstance(of, ArrayType):
        element = qualified(of.element, const=const, volatile=volatile, atomic=atomic)
        return dataclasses.replace(of, element=element)
    return dataclasses.replace(
        of, const=of.const or const, volatile=of.volatile or volatile, atomic=of.atomic or atomic
    )


def decay(of: CType) -> CType:
    """The type of an object's value: arrays and functions become pointers, qualifiers are dropped."""
    match of:
        case ArrayType():
            return PointerType(of.element)
        case FunctionType():
            return PointerType(of)
    return unqualified(of)


def is_integer(of: CType) -> bool:
    """Whether the type is an integer type, enumerations included."""
    return isinstance(of, IntType | EnumType)


def is_arithmetic(of: CType) -> bool:
    """Whether the type is an integer, floating or complex type."""
    return isinstance(of, IntType | EnumType | FloatType | ComplexType)


def is_flexible(of: CType) -> bool:
    """Whether a member's type is that of a flexible array, which lies behind its structure (C11, 6.7.2.1)."""
    return isinstance(of, ArrayType) and of.length is None and of.extent is None


def innermost(of: CType) -> CType:
    """The element type of an array of any number of dimensions; other types are returned as they are."""
    while isinstance(of, ArrayType):
        of = of.element
    return of


def dimensions(of: CType) -> Iterator[ArrayType]:
    """An array's type, that of its rows, and so on down to arrays of elements; none for other types."""
    while isinstance(of, ArrayType):
        yield of
        of = of.element


def rank(of: CType) -> int:
    """How many dimensions an array has; 0 for other types."""
    return len(list(dimensions(of)))


def compatible(one: CType, other: CType) -> bool:
    """Whether two types are compatible (C11, 6.2.7), qualifiers included.

    An enumeration is compatible with its integer type.
    """
    if (one.const, one.volatile) != (other.const, other.volatile):
        return False
    match one, other:
        case (EnumType(), IntType()) | (IntType(), EnumType()):
            return integer_of(one) == integer_of(other)
        case PointerType(), PointerType():
            return compatible(one.target, other.target)
        case ArrayType(), ArrayType():
            same = one.length is None or other.length is None or one.length == other.length
            return same and compatible(one.element, other.element)
        case FunctionType(), FunctionType():
            if not compatible(one.result, other.result):
                return False
            if one.parameters is None or other.parameters is None:
                return True
            return (
                one.variadic == other.variadic
                and len(one.parameters) == len(other.parameters)
                and all(
                    compatible(unqualified(a), unqualified(b))
                    for a, b in zip(one.parameters, other.parameters, strict=True)
                )
            )
    return one == other


def composite(one: CType, other: CType) -> CType:
    """The type of an object declared as both: the one that knows array lengths and parameters."""
    match one, other:
        case ArrayType(), ArrayType():
            known = one if one.length is not None or one.extent is not None else other
            return dataclasses.replace(known, element=composite(one.element, other.element))
        case FunctionType(), FunctionType():
            return other if one.parameters is None else one
        case PointerType(), PointerType():
            return dataclasses.replace(one, target=composite(one.target, other.target))
    return one


# ---- conversions -------------------------------------------------------------------------------------------


_OF_ENUMERATIONS: Final = {
    (of.bits, of.signed): of for of in (SCHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG)
}


def integer_of(of: CType) -> CType:
    """The integer type that an enumeration represents; other types without their qualifiers."""
    if isinstance(of, EnumType):
        return _OF_ENUMERATIONS[of.bits, of.signed]
    return unqualified(of)


def promote(of: CType) -> CType:
    """The integer promotions (C11, 6.3.1.1); other types only lose their qualifiers."""
    plain = integer_of(of)
    if isinstance(plain, IntType) and plain.bits < 32:
        return INT
    return plain


def usual(one: CType, other: CType) -> CType:
    """The common type of two arithmetic operands (C11, 6.3.1.8); void where one of them is not arithmetic."""
    one, other = promote(one), promote(other)
    if isinstance(one, ComplexType) or isinstance(other, ComplexType):
        parts = (each.part if isinstance(each, ComplexType) else each for each in (one, other))
        part = usual(*parts)
        return ComplexType(part) if isinstance(part, IntType | FloatType) else VOID
    if isinstance(one, FloatType) or isinstance(other, FloatType):
        floats = [t for t in (one, other) if isinstance(t, FloatType)]
        if len(floats) == 1 and not (is_integer(one) or is_integer(other)):
            return VOID
        return max(floats, key=lambda t: t.bits)
    if not isinstance(one, IntType) or not isinstance(other, IntType):
        return VOID
    if one == other:
        return one
    if one.signed == other.signed:
        return max(one, other, key=lambda t: _RANK[t.name])
    signed, unsigned = (one, other) if one.signed else (other, one)
    if _RANK[unsigned.name] >= _RANK[signed.name]:
        return unsigned
    return signed if signed.bits > unsigned.bits else _UNSIGNED[signed]


# ---- expressions -------------------------------------------------------------------------------------------
