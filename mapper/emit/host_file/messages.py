"""The program's messages by MPI, which announce themselves: `runtime/mapper_rt_messages.h` has the functions."""

from __future__ import annotations

from mapper.analysis.host.plan import Analyses
from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.messages import MESSAGES


def messages(symbols: Symbols, analyses: Analyses) -> tuple[str, ...]:
    """The functions for messages that a unit names, where all are called by functions of the program's own."""
    under_way = analyses.points.in_messages and analyses.points.messages_announced
    wanted = analyses.calls | (MESSAGES if under_way else frozenset())
    if not wanted:
        return ()
    named = {token.text for token in symbols.unit.tokens if not token.system}
    found = {name: symbols.global_symbols.get(name) for name in sorted(wanted & named)}
    return tuple(
        name
        for name, symbol in found.items()
        if symbol is not None and symbol.kind is Kind.FUNCTION and symbol.external
    )
