"""The definitions of structures that a unit borrows from others, so that its launches can look into them.

    struct stream { unsigned long *words; struct { int first; int last; } part; };

They are above the user's text, where none of its types is known: structures inside are written out.
"""

from __future__ import annotations

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import integer_of
from mapper.ir.trees.ctypes import (
    ArrayType,
    CType,
    EnumType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    StructType,
    VoidType,
)


def definitions(symbols: Symbols) -> list[str]:
    """The lines for the top of the file."""
    found = [of for of in symbols.borrowed if of.tag.isidentifier()]
    return [f"__extension__ {_kind(of)} {of.tag} {_members(of, symbols)};" for of in found]


def _kind(of: StructType) -> str:
    return "union" if of.union else "struct"


def _members(of: StructType, symbols: Symbols) -> str:
    parts = []
    for member in symbols.members(of) or ():
        declared = _declared(member.type, member.name, symbols)
        parts.append(f"{declared}{'' if member.bits is None else f' : {member.bits}'};")
    return f"{{ {' '.join(parts)} }}"


def _declared(ctype: CType, declarator: str, symbols: Symbols) -> str:
    """A declaration without qualifiers, in names that hold everywhere."""
    match ctype:
        case IntType() | FloatType():
            return f"{ctype.name} {declarator}"
        case EnumType():
            return _declared(integer_of(ctype), declarator, symbols)
        case ArrayType():
            inner = f"({declarator})" if declarator.startswith("*") else declarator
            length = "" if ctype.length is None else ctype.length
            return _declared(ctype.element, f"{inner}[{length}]", symbols)
        case PointerType(target=FunctionType() | VoidType()):
            return f"void *{declarator}"
        case PointerType(target=StructType() as target):
            if target.tag.isidentifier():
                return f"{_kind(target)} {target.tag} *{declarator}"
            if symbols.members(target) is None:
                return f"void *{declarator}"
            return _declared(target, f"*{declarator}", symbols)
        case PointerType(target=target):
            return _declared(target, f"*{declarator}", symbols)
        case StructType():
            return f"{_kind(ctype)} {_members(ctype, symbols)} {declarator}"
    return f"void *{declarator}"
