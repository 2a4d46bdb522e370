"""Calls of MPI that wait for their message, where the program announces them itself.

Each goes to a function of the program's own (`runtime/mapper_rt_messages.h`), from wherever it is called.  So each
unit that names one must have the declarations that these functions need, as `mpi.h` has them.
"""

from __future__ import annotations

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.messages import BLOCKING
from mapper.analysis.whole_program.program import Whole
from mapper.frontend.tokens.header_functions import CALLED_BY_ANNOUNCEMENTS
from mapper.ir.trees.ctypes import FunctionType


def announced_calls(whole: Whole) -> frozenset[str]:
    """Those of the `BLOCKING` calls that the program announces itself: all that it names, or none."""
    found: set[str] = set()
    for symbols in whole.units:
        named = {token.text for token in symbols.unit.tokens if not token.system} & set(BLOCKING)
        wanted = {**{name: BLOCKING[name] for name in named}, **CALLED_BY_ANNOUNCEMENTS} if named else {}
        if not all(_is_declared(name, count, symbols, whole) for name, count in wanted.items()):
            return frozenset()
        found |= named
    return frozenset(found)


def _is_declared(name: str, count: int, symbols: Symbols, whole: Whole) -> bool:
    """Whether a name is a function of so many parameters that no unit defines."""
    symbol = symbols.global_symbols.get(name)
    if symbol is None or symbol.kind is not Kind.FUNCTION or not symbol.external or symbol.linked != name:
        return False
    given = symbol.type.parameters if isinstance(symbol.type, FunctionType) else None
    return given is not None and len(given) == count and ("external", name) not in whole.functions
