"""The value and type of C's literals: integers, floating constants, characters and strings (C11, 6.4.4, 6.4.5)."""

from __future__ import annotations

import re
from functools import cache

from pycparser import c_ast

from mapper.ir.trees.ctypes import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    INT128,
    LDOUBLE,
    LLONG,
    LONG,
    UINT,
    ULLONG,
    ULONG,
    USHORT,
    ArrayType,
    CType,
    FloatType,
    IntType,
)

_SUFFIX = re.compile(r"(?P<digits>0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)(?P<suffix>[uUlL]*)")
_ESCAPE = re.compile(rb"\\(x[0-9a-fA-F]+|[0-7]{1,3}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_STRING = re.compile(r'(?P<prefix>u8|[uUL])?"(?P<text>(?:[^"\\]|\\.)*+)"', re.DOTALL)
_SIMPLE_ESCAPES = {"a": 7, "b": 8, "e": 27, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11}


@cache
def integer_constant(text: str) -> tuple[int, IntType] | None:
    """Value and type of an integer constant as written (C11, 6.4.4.1); None if it is not one."""
    match = _SUFFIX.fullmatch(text.replace("'", ""))
    if match is None:
        return None
    digits, suffix = match["digits"], match["suffix"].lower()
    decimal = not digits.startswith("0") or digits == "0"
    base = 16 if digits[1:2] in ("x", "X") else 2 if digits[1:2] in ("b", "B") else 10 if decimal else 8
    value = int(digits[2:] if base in (2, 16) else digits, base)
    longs = suffix.count("l")
    candidates = [(INT, UINT), (LONG, ULONG), (LLONG, ULLONG)][longs:]
    for signed, unsigned in candidates:
        if "u" not in suffix and value < 1 << (signed.bits - 1):
            return value, signed
        if ("u" in suffix or not decimal) and value < 1 << unsigned.bits:
            return value, unsigned
    return value, INT128


def integer_value(node: c_ast.Node | None) -> int | None:
    """The value of an integer literal, however it is spelled; None for other expressions."""
    if not isinstance(node, c_ast.Constant) or "int" not in node.type:
        return None
    found = integer_constant(node.value)
    return None if found is None else found[0]


def signed_value(node: c_ast.Node | None) -> int | None:
    """The value of an integer literal of a signed type, with which arithmetic does not wrap around; else None."""
    found = integer_constant(node.value) if isinstance(node, c_ast.Constant) and "int" in node.type else None
    return found[0] if found is not None and found[1].signed else None


def is_literal(node: c_ast.Node) -> bool:
    """Whether an expression is an integer constant, with or without a sign."""
    if isinstance(node, c_ast.UnaryOp) and node.op in "+-":
        node = node.expr
    return isinstance(node, c_ast.Constant) and "int" in node.type


def is_number(node: c_ast.Node, number: int) -> bool:
    """Whether an expression is this constant, without a suffix."""
    return isinstance(node, c_ast.Constant) and node.value == str(number)


def is_zero(node: c_ast.Node | None) -> bool:
    """Whether an expression is the integer literal 0."""
    return integer_value(node) == 0


def is_null(node: c_ast.Node | None) -> bool:
    """Whether an expression is a null pointer constant: 0, or that with casts."""
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return is_zero(node)


@cache
def character_constant(text: str) -> tuple[int, IntType]:
    """Value and type of a character constant; plain ones are `int`, multi-character ones as GCC packs them."""
    prefix, _, rest = text.partition("'")
    units = string_units(rest[:-1], wide=bool(prefix) and prefix != "u8")
    if prefix:
        wide = {"L": INT, "u": USHORT, "U": UINT, "u8": CHAR}[prefix]
        return units[-1] if units else 0, wide
    if len(units) == 1:
        return (units[0] ^ 0x80) - 0x80, INT
    value = 0
    for unit in units:
        value = (value << 8 | unit) & 0xFFFFFFFF
    return (value ^ 0x80000000) - 0x80000000, INT


def string_units(text: str, *, wide: bool) -> list[int]:
    """The code units of a literal's text between its quotes: bytes of UTF-8, or whole characters if `wide`."""
    units: list[int] = []
    position = 0
    raw = text.encode("utf-8", "surrogateescape")
    for match in _ESCAPE.finditer(raw):
        units += _plain_units(raw[position : match.start()], wide)
        escape = match[1].decode("latin-1")
        if escape[0] == "x":
            units.append(int(escape[1:], 16) & (0xFFFFFFFF if wide else 0xFF))
        elif escape[0].isdigit():
            units.append(int(escape, 8) & (0xFFFFFFFF if wide else 0xFF))
        elif escape[0] in "uU":
            units += _plain_units(chr(int(escape[1:], 16)).encode(), wide)
        else:
            units.append(_SIMPLE_ESCAPES.get(escape, ord(escape)))
        position = match.end()
    return units + _plain_units(raw[position:], wide)


def _plain_units(raw: bytes, wide: bool) -> list[int]:
    return [ord(c) for c in raw.decode("utf-8", "replace")] if wide else list(raw)


def _count(text: str, *, wide: bool) -> int:
    """The number of code units of a literal's text between its quotes."""
    return len(text) if text.isascii() and "\\" not in text else len(string_units(text, wide=wide))


@cache
def is_string(node: c_ast.Node | None) -> bool:
    """Whether an expression is a string literal."""
    return isinstance(node, c_ast.Constant) and _is_quoted(node.value)


def _is_quoted(text: str) -> bool:
    """Whether the text of a literal is that of a string: `'"'` is a character, and `"'"` a string."""
    return '"' in text.partition("'")[0]


def string_values(text: str) -> list[int]:
    """The elements of a string literal (or of adjacent ones) as written, with the zero at the end."""
    signed = string_type(text).element == CHAR
    parts = [match["text"] for match in _STRING.finditer(text)]
    units = [unit for part in parts for unit in string_units(part, wide=not signed)]
    return [*((unit ^ 0x80) - 0x80 if signed else unit for unit in units), 0]


def string_type(text: str) -> ArrayType:
    """The array type of a string literal (or of adjacent ones) as written."""
    parts = [match.group("prefix", "text") for match in _STRING.finditer(text)]
    prefixes = {prefix for prefix, _ in parts} - {None, "u8"}
    prefix = prefixes.pop() if prefixes else ""
    element = {"": CHAR, "L": INT, "u": USHORT, "U": UINT}[prefix]
    count = sum(_count(part, wide=bool(prefix)) for _, part in parts)
    return ArrayType(element, count + 1)


def _float_type(text: str) -> FloatType:
    if text[-1] in "lL":
        return LDOUBLE
    hexadecimal = text[:2].lower() == "0x"
    if text[-1] in "fF" and (not hexadecimal or "p" in text.lower()):
        return FLOAT
    return DOUBLE


def constant_type(node: c_ast.Constant) -> CType:
    """The type of a literal."""
    text: str = node.value
    if _is_quoted(text):
        return string_type(text)
    if "'" in text and not text[0].isdigit():
        return character_constant(text)[1]
    integer = integer_constant(text)
    return integer[1] if integer is not None else _float_type(text)


def begins_negative(node: c_ast.Node) -> bool:
    """Whether a subscript begins with a minus sign: `-k - 1`."""
    while isinstance(node, c_ast.BinaryOp | c_ast.Cast):
        node = node.left if isinstance(node, c_ast.BinaryOp) else node.expr
    if isinstance(node, c_ast.UnaryOp):
        return bool(node.op == "-")
    return isinstance(node, c_ast.Constant) and node.value.startswith("-")
