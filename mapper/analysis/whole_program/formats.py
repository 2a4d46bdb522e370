"""What the formats of `printf` and `scanf` may hold, of those that have an effect on memory of their own.

`%n` writes through an argument, and the modifier `m` of POSIX makes `scanf` store new memory there.
"""

from __future__ import annotations

import re

from pycparser import c_ast

from mapper.analysis.names.literals import string_units
from mapper.analysis.whole_program.objects import Kind, MemoryObject

_FLAGS = r"%[-+ #0-9'*.$I]*"
_LENGTH = r"(?:hh?|ll?|[qjztZL]|wf?[0-9]+)*"
_CONVERSIONS = {"n": re.compile(_FLAGS + _LENGTH + "n"), "m": re.compile(_FLAGS + _LENGTH + "m")}
_TEXT = re.compile(r'"((?:[^"\\]|\\.)*+)"', re.DOTALL)


def may_convert(conversion: str, of: MemoryObject) -> bool:
    """Whether a format that is in an object may have a conversion; only literals are read."""
    if of.kind is not Kind.LITERAL or not isinstance(of.node, c_ast.Constant):
        return True
    text = "".join(chr(unit) for part in _TEXT.findall(of.node.value) for unit in string_units(part, wide=False))
    return _CONVERSIONS[conversion].search(text.replace("%%", "")) is not None
