"""The code of a program that runs where no team of threads is."""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.nodes import Omp, children
from mapper.translate.common.context import Context, Definition


def serial_functions(context: Context) -> tuple[Definition, ...]:
    """All functions that may be called outside of parallel regions.

    Functions that are only called in regions are left out; those that are not called by name may be called from
    anywhere.
    """
    definitions = list(context.all())
    serial: dict[int, Definition] = {}
    named: set[int] = set()  # functions whose name is in any code
    for definition in definitions:
        for node, called in _nodes(definition, context, regions=True):
            if called is not None and isinstance(node, c_ast.ID):
                named.add(id(called.function))
            if isinstance(node, Omp) and node.directive.pipeline is not None:
                inside = node.directive.pipeline.called
                named |= {
                    id(each.function)
                    for each in definitions
                    if each.unit is definition.unit and each.name in inside
                }
    work = [each for each in definitions if id(each.function) not in named or each.name == "main"]
    while work:
        definition = work.pop()
        if id(definition.function) in serial:
            continue
        serial[id(definition.function)] = definition
        work += [called for _, called in _nodes(definition, context, regions=False) if called is not None]
    return tuple(serial.values())


def serial_code(context: Context) -> Iterator[tuple[c_ast.Node, Symbols]]:
    """The nodes outside of parallel regions, of all functions that may be called there."""
    for definition in serial_functions(context):
        for node, _ in _nodes(definition, context, regions=False):
            yield node, definition.symbols


def _nodes(
    definition: Definition, context: Context, *, regions: bool
) -> Iterator[tuple[c_ast.Node, Definition | None]]:
    """The nodes of a function, with the function that an identifier names; `regions` is true to enter those."""
    stack: list[c_ast.Node] = [definition.function.body]
    while stack:
        node = stack.pop()
        if isinstance(node, Omp) and "parallel" in node.directive.words and not regions:
            continue
        symbol = definition.symbols.symbol(node) if isinstance(node, c_ast.ID) else None
        function = symbol is not None and symbol.kind is Kind.FUNCTION
        yield node, context.definition(symbol) if function and symbol is not None else None
        stack.extend(children(node))
