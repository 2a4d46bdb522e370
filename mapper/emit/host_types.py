"""How types are spelled in the emitted C program (the device's spelling is `mapper.ir.build`'s)."""

from __future__ import annotations

from mapper.ir.ctypes import CType, EnumType, FloatType, IntType


def spelled(ctype: CType, expression: str) -> str:
    """A type's name, for a variable that will hold `expression`.

    Scalars have names of their own.  A struct may have none that can be written, so its type is taken from
    the expression.
    """
    if isinstance(ctype, IntType | FloatType):
        return ctype.name
    if isinstance(ctype, EnumType):
        return "int"
    return f"__typeof__({expression})"


def c_string(text: str) -> str:
    """A C string literal; what is not plain ASCII becomes octal escapes of its bytes."""
    out = []
    for byte in text.encode("utf-8", "surrogateescape"):
        char = chr(byte)
        if char in '"\\':
            out.append("\\" + char)
        elif char == "\n":
            out.append("\\n")
        elif char == "?" or not 32 <= byte < 127:  # ?? could begin a trigraph
            out.append(f"\\{byte:03o}")
        else:
            out.append(char)
    return '"' + "".join(out) + '"'
