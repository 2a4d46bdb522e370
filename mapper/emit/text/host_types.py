"""How types are spelled in the emitted C program (the device's spelling is `mapper.ir.trees.build`'s)."""

from __future__ import annotations

import re

from mapper.analysis.names.types import integer_of
from mapper.ir.trees.ctypes import ComplexType, CType, EnumType, FloatType, IntType

_SPECIAL = re.compile(rb'[^ -~]|["\\?]')  # ?? could begin a trigraph


def spelled(ctype: CType, expression: str) -> str:
    """A type's name, for a variable that will hold `expression`.

    Scalars have names of their own.  A struct may have none that can be written, so its type is taken from
    the expression.
    """
    if isinstance(ctype, IntType | FloatType):
        return ctype.name
    if isinstance(ctype, ComplexType):
        return f"{ctype.part.name} _Complex"
    if isinstance(ctype, EnumType):
        return spelled(integer_of(ctype), expression)
    return f"__typeof__({expression})"


def c_string(text: str) -> str:
    """A C string literal; what is not plain ASCII becomes octal escapes of its bytes."""
    data = text.encode("utf-8", "surrogateescape")
    return '"' + _SPECIAL.sub(_escaped, data).decode("ascii") + '"'


def _escaped(match: re.Match[bytes]) -> bytes:
    byte = match[0]
    if byte in b'"\\':
        return b"\\" + byte
    return b"\\n" if byte == b"\n" else b"\\%03o" % byte[0]
