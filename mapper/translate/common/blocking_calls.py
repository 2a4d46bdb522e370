"""Calls that keep a loop whatever memory it uses: of functions without source, or of any.

Such a call seems to change all memory.  Without this the reason would be the first variable that it might change.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.region import Kept
from mapper.ir.trees.nodes import walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.context import Context

_OF_MEMORY = frozenset({"K009", "K014", "K016"})


def with_cause(kept: Kept, code: c_ast.Node, unit: Unit, symbols: Symbols, context: Context) -> Kept:
    """The verdict on some code: the first such call in it or in what it calls, if memory was the reason."""
    return next(_blocking(code, unit, symbols, context), kept) if kept.code in _OF_MEMORY else kept


def _blocking(code: c_ast.Node, unit: Unit, symbols: Symbols, context: Context) -> Iterator[Kept]:
    bodies = [(code, unit, symbols)]
    bodies += [(each.function.body, each.unit, each.symbols) for each in context.callees(code, symbols)]
    for root, file, names in bodies:
        for call in walk(root):
            if not isinstance(call, c_ast.FuncCall):
                continue
            symbol = names.symbol(call.name)
            if symbol is None or symbol.kind is not Kind.FUNCTION:
                if context.graph.targets(call, names).unknown:
                    what = "a pointer" if symbol is None else f"the pointer `{symbol.name}`"
                    reason = f"a function is called through {what}, which may point to any function"
                    yield Kept("K006", reason, file.location(call))
            elif context.definition(symbol) is None and context.graph.targets(call, names).unknown:
                yield Kept("K004", f"`{symbol.name}` can't be called on the device", file.location(call))
