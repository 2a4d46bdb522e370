"""Bit-fields, which OpenCL C does not have: their values out of the bytes of the structure."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir import build
from mapper.ir.ctypes import INT, UINT, ULONG, EnumType, IntType, Member
from mapper.ir.nodes import clone


def extracted(structure: c_ast.Node, field: Member, kind: IntType | EnumType) -> c_ast.Node:
    """The value of a bit-field of type `kind` in the bytes that a pointer leads to: the lowest bits come first."""
    assert field.first is not None
    assert field.bits is not None
    byte, shift = divmod(field.first, 8)
    count = (shift + field.bits + 7) // 8
    wide = ULONG if count > 4 else UINT
    value: c_ast.Node | None = None
    for number in range(count):
        one = build.cast(wide, c_ast.ArrayRef(clone(structure), build.integer(byte + number)))
        part = build.binary("<<", one, build.integer(8 * number)) if number else one
        value = part if value is None else build.binary("|", value, part)
    assert value is not None
    value = build.cast(UINT, build.binary(">>", value, build.integer(shift)) if shift else value)
    spare = 32 - field.bits
    if kind.signed:
        up = build.cast(INT, build.binary("<<", value, build.integer(spare)))
        return build.binary(">>", up, build.integer(spare))
    if spare:
        value = build.cast(INT, build.binary("&", value, build.integer((1 << field.bits) - 1)))
    return value
