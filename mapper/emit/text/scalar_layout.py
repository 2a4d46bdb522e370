"""The scalars that an element of a buffer holds, as text for the run-time library, which compares results by it.

The letters are those of Python's module `struct`: `double` is `d`, `struct { double at[3]; int id; }` is `3di4x`.
"""

from __future__ import annotations

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost
from mapper.ir.trees.ctypes import (
    ArrayType,
    ComplexType,
    CType,
    EnumType,
    FloatType,
    IntType,
    PointerType,
    StructType,
)

LONGEST = 400  # characters; what is longer counts as bytes
_INTEGERS = {8: "b", 16: "h", 32: "i", 64: "q"}
_FLOATS = {32: "f", 64: "d"}


def layout(element: CType, symbols: Symbols) -> str:
    """The layout of one element; of a row of unknown length that of its elements."""
    element = innermost(element)
    text = _scalars(element, symbols)
    return text if text is not None and len(text) <= LONGEST else _bytes(element, symbols)


def incomparable_layout(element: CType, symbols: Symbols) -> str:
    """The layout of an element whose values are not compared: all of it is padding."""
    return _padding(symbols.constant_sizeof(element) or 1)


def _bytes(of: CType, symbols: Symbols) -> str:
    size = symbols.constant_sizeof(of)
    return "B" if size is None else f"{size}B"


def _scalars(of: CType, symbols: Symbols) -> str | None:
    """The letters of a type; None where something in it has no place of its own."""
    match of:
        case IntType() | EnumType() if of.bits in _INTEGERS:
            letter = _INTEGERS[of.bits]
            return letter if of.signed else letter.upper()
        case FloatType() if of.bits in _FLOATS:
            return _FLOATS[of.bits]
        case ComplexType():
            part = _scalars(of.part, symbols)
            return None if part is None else f"2{part}"
        case PointerType():
            return "Q"
        case ArrayType():
            inner = _scalars(of.element, symbols)
            if inner is None or of.length is None:
                return None
            return f"{of.length}{inner}" if len(inner) == 1 else inner * of.length
        case StructType() if not of.union:
            return _members(of, symbols)
    return None


def _members(of: StructType, symbols: Symbols) -> str | None:
    """The letters of a structure's members, with the padding between them and behind them."""
    text, end = "", 0
    for member in symbols.members(of) or ():
        inner, size = _scalars(member.type, symbols), symbols.constant_sizeof(member.type)
        if inner is None or size is None or member.offset is None:
            return None
        text += _padding(member.offset - end) + inner
        end = member.offset + size
    whole = symbols.constant_sizeof(of)
    return None if whole is None or not text else text + _padding(whole - end)


def _padding(count: int) -> str:
    return f"{count}x" if count else ""
