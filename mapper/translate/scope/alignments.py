"""How types are aligned on the device, and which objects may be at other addresses."""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, innermost, is_flexible, unqualified
from mapper.ir.trees.ctypes import ULONG, ArrayType, CType, FloatType, IntType, Member, PointerType, StructType


def sized(members: tuple[Member, ...]) -> tuple[Member, ...]:
    """The members of a structure without a flexible array, which is no part of its size."""
    return members[:-1] if members and is_flexible(members[-1].type) else members


def is_opaque(of: CType) -> bool:
    """Whether the device has no such numbers, but for copies of structures that hold them: of 128 bits."""
    of = innermost(of)
    return isinstance(of, IntType | FloatType) and of.bits > 64


def alignment(of: CType, symbols: Symbols) -> int:
    """The alignment that a type has on the device."""
    of = innermost(of)
    if is_opaque(of):
        return ULONG.bits // 8
    members = sized(symbols.members(of) or ()) if isinstance(of, StructType) else ()
    own = symbols.alignof(of) or 1
    if members and all(each.bits is None for each in members):
        return min(max(alignment(each.type, symbols) for each in members), own)
    return own


def is_packed(record: StructType, members: tuple[Member, ...], symbols: Symbols) -> bool:
    """Whether a structure, or a member of it, is at addresses that its type has not on the device."""
    own = symbols.alignof(record) or 1
    places = [(each.offset, alignment(each.type, symbols)) for each in members if each.offset is not None]
    return any(natural > own or offset % natural for offset, natural in places)


def is_misaligned(node: c_ast.Node, symbols: Symbols) -> bool:
    """Whether the object that an expression names may be at an address that its type has not on the device.

    This is so of members of packed structures.
    """
    return _known_alignment(node, symbols) < alignment(symbols.type_of(node), symbols)


def _known_alignment(node: c_ast.Node, symbols: Symbols) -> int:
    """The alignment that the place of an object is known to have, as devices align types."""
    own = alignment(symbols.type_of(node), symbols)
    match node:
        case c_ast.StructRef(type="."):
            owner = symbols.type_of(node.name)
            around = _known_alignment(node.name, symbols)
        case c_ast.StructRef():
            pointer = decay(symbols.type_of(node.name))
            owner = pointer.target if isinstance(pointer, PointerType) else pointer
            around = symbols.alignof(owner) or 1  # a flexible array counts, too
        case c_ast.ArrayRef() if isinstance(symbols.type_of(node.name), ArrayType):
            return min(own, _known_alignment(node.name, symbols))
        case _:
            return own
    owner = unqualified(owner)
    member = symbols.member(owner, node.field.name) if isinstance(owner, StructType) else None
    offset = member.offset if member is not None else None
    return own if offset is None else min(own, around, offset & -offset or around)
