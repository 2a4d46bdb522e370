"""Calls of library functions that set or copy a block of memory: `memset`, `bzero`, `memcpy` and `memmove`."""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols

SET = frozenset(["memset", "__builtin_memset"])
CLEAR = frozenset(["bzero", "__builtin_bzero"])
COPY = frozenset(["memcpy", "__builtin_memcpy"])
MOVE = frozenset(["memmove", "__builtin_memmove"])
_FILL = SET | CLEAR | COPY | MOVE


def filled_block(call: c_ast.FuncCall, symbols: Symbols) -> tuple[c_ast.Node, c_ast.Node] | None:
    """The pointer and the number of bytes of a block that a call writes as a whole; None for other calls."""
    if not isinstance(call.name, c_ast.ID) or call.args is None:
        return None
    name, given = call.name.name, call.args.exprs
    if name not in _FILL or name in symbols.other_functions or name in symbols.functions:
        return None
    return (given[0], given[-1]) if len(given) == (2 if name in CLEAR else 3) else None
