"""Calls that keep a loop whatever memory it uses: of functions without source, of recursive ones, or of any.

Such a call seems to change all memory.  Without this the reason would be the first variable that it might change.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbol, Symbols
from mapper.analysis.whole_program.objects import symbol_key
from mapper.ir.program.region import Kept
from mapper.ir.trees.nodes import walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.context import Context, Definition

_OF_MEMORY = frozenset({"K009", "K014", "K016"})


def with_cause(kept: Kept, code: c_ast.Node, unit: Unit, symbols: Symbols, context: Context) -> Kept:
    """The verdict on some code: the first such call in it or in what it calls, if memory was the reason."""
    return next(_blocking(code, unit, symbols, context), kept) if kept.code in _OF_MEMORY else kept


def _blocking(code: c_ast.Node, unit: Unit, symbols: Symbols, context: Context) -> Iterator[Kept]:
    bodies: list[tuple[c_ast.Node, Unit, Symbols, Symbol | None]] = [(code, unit, symbols, None)]
    for each in context.callees(code, symbols):
        bodies.append((each.function.body, each.unit, each.symbols, each.symbols.symbol(each.function)))
    for root, file, names, caller in bodies:
        recursive = caller is not None and context.graph.recursive(symbol_key(caller))
        for call in walk(root):
            if not isinstance(call, c_ast.FuncCall):
                continue
            symbol = names.symbol(call.name)
            if symbol is None or symbol.kind is not Kind.FUNCTION:
                if context.graph.targets(call, names).unknown:
                    what = "a pointer" if symbol is None else f"the pointer `{symbol.name}`"
                    reason = f"a function is called through {what}, which may point to any function"
                    yield Kept("K006", reason, file.location(call))
            elif (called := context.definition(symbol)) is None:
                if context.graph.targets(call, names).unknown:
                    yield Kept("K004", f"`{symbol.name}` can't be called on the device", file.location(call))
            elif recursive and _calls_itself(called, context):
                yield Kept("K005", f"`{symbol.name}` calls itself", file.location(call))


def _calls_itself(definition: Definition, context: Context) -> bool:
    """Whether a function calls itself by the calls of the program; code that is not seen may call all it knows."""
    callees = context.callees(definition.function.body, definition.symbols)
    return any(each.function is definition.function for each in callees)
