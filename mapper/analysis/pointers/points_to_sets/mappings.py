"""Calls of mmap: with private memory at an address of the system's choice they only allocate.

At an address of the caller's (`MAP_FIXED`) they replace what is there; shared memory belongs to others, too.
"""

from __future__ import annotations

from typing import Final

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.literals import is_null

PRIVATE: Final = "mmap private"
"""The row of `mapper.analysis.whole_program.library` for such a call."""

_KIND, _PRIVATE = 3, 2  # of the flags: Linux gives these numbers on all machines


def row_of(name: str, call: c_ast.Node | None, symbols: Symbols) -> str:
    """The row of the library's table for a call of a function of some name."""
    if name not in ("mmap", "mmap64") or not isinstance(call, c_ast.FuncCall) or call.args is None:
        return name
    arguments: list[c_ast.Node] = call.args.exprs
    if len(arguments) < 4 or not is_null(arguments[0]):
        return name
    flags = symbols.constant(arguments[3])
    return PRIVATE if flags is not None and flags & _KIND == _PRIVATE else name
