"""Parameters that each call of a function by itself hands on as they are."""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.ir.trees.nodes import arguments_of, walk
from mapper.translate.common.context import Context, Definition


def handed_on(definition: Definition, parameters: list[c_ast.Node], context: Context) -> frozenset[Symbol]:
    """The symbols of such parameters; none where other functions call it back.  They may be assigned to."""
    symbols = definition.symbols
    kept = {symbol for each in parameters if (symbol := symbols.symbol(each)) is not None}
    for each in [definition, *context.callees(definition.function.body, symbols)]:
        for node in walk(each.function.body):
            called = context.called(node, each.symbols)
            if called is None or called.function is not definition.function:
                continue
            if each.function is not definition.function:
                return frozenset()
            given = zip(parameters, arguments_of(node), strict=False)
            kept -= {
                symbols.symbol(own) for own, value in given if symbols.symbol(value) is not symbols.symbol(own)
            }
    return frozenset(kept)
