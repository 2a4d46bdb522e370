"""Members of structures that are bit-fields."""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.trees.ctypes import ArrayType, CType, Member, PointerType, StructType


def bit_field(node: c_ast.StructRef, symbols: Symbols) -> Member | None:
    """The bit-field that an expression names; None where it names another member."""
    owner = unqualified(symbols.type_of(node.name))
    if isinstance(owner, PointerType | ArrayType):
        owner = unqualified(owner.target if isinstance(owner, PointerType) else owner.element)
    member = symbols.member(owner, node.field.name) if isinstance(owner, StructType) else None
    return member if member is not None and member.bits is not None else None


def has_bit_fields(ctype: CType, symbols: Symbols) -> bool:
    """Whether there are bit-fields in a type, also in its parts."""
    ctype = innermost(ctype)
    members = symbols.members(ctype) if isinstance(ctype, StructType) else None
    return any(member.bits is not None or has_bit_fields(member.type, symbols) for member in members or ())
