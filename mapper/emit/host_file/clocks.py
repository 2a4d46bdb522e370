"""The program's questions about the time, which wait for the device: `runtime/process/clocks.c` answers them."""

from __future__ import annotations

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.pointers.callgraph import CallGraph
from mapper.ir.trees.ctypes import CType, FloatType, FunctionType, IntType
from mapper.translate.common.clock_calls import CLOCKS


def clocks(symbols: Symbols, graph: CallGraph) -> tuple[str, ...]:
    """Those that a unit names and that no unit defines.

    None in programs with signal handlers: a handler must not wait for a lock that what it interrupts may hold.
    """
    if graph.handles_signals:
        return ()
    named = {token.text for token in symbols.unit.tokens if not token.system}
    found = {name: symbols.global_symbols.get(name) for name in CLOCKS if name in named}
    return tuple(
        name
        for name, symbol in found.items()
        if symbol is not None
        and symbol.kind is Kind.FUNCTION
        and symbol.external
        and symbol.linked == name
        and _is_clock(name, symbol.type)
        and ("external", name) not in graph.whole.functions
    )


def _is_clock(name: str, ctype: CType) -> bool:
    """Whether a function is declared as the C library's, and not as one of another library with the same name."""
    if not isinstance(ctype, FunctionType):
        return False
    result = FloatType if name == "omp_get_wtime" else IntType
    if not isinstance(unqualified(ctype.result), result):
        return False
    given = ctype.parameters
    return given is None or (
        len(given) == CLOCKS[name] and not any(isinstance(unqualified(each), FloatType) for each in given)
    )
