"""The program's questions about the time, which wait for the device: `mapper/runtime/clocks.c` answers them."""

from __future__ import annotations

from mapper.analysis.callgraph import CallGraph
from mapper.analysis.scopes import Kind
from mapper.analysis.symbols import Symbols

CLOCKS = (
    *("clock", "clock_gettime", "getrusage", "gettimeofday", "omp_get_wtime", "time", "times", "timespec_get"),
)
"""The library has each of them with `mrt_` before its name."""


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
        and ("external", name) not in graph.whole.functions
    )
