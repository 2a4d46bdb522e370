"""What a region's features are when asked from anywhere in its file, before the region was ever entered.

Names of the file scope keep their meaning.  A parameter represents the argument of a call, a local variable its
one initial value.  What depends on anything else is not known yet.  Where calls give a region's function
different arguments, each has features of its own; further out the first call that is found counts.  Code that
calls a function back gives it other arguments than it got itself.
"""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, StorageClass, Symbol
from mapper.analysis.pointers.callgraph import CallGraph
from mapper.analysis.whole_program.program import Function
from mapper.features.expressions.entry import EXTENT, is_plain, may_divide_by_zero
from mapper.features.expressions.expr import Expr, hosts, rewritten
from mapper.features.expressions.extents import ROWS_BYTES, ROWS_PIECES, SEGMENT_BYTES
from mapper.features.expressions.reads import guarded
from mapper.features.frequencies.frequency import Frequencies, Site, is_changed, only_value
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees.ctypes import TYPE_WORDS, ArrayType
from mapper.ir.trees.names import is_named_type, objects_in
from mapper.ir.trees.nodes import arguments_of, walk

_HELPERS = EXTENT | {SEGMENT_BYTES, ROWS_BYTES, ROWS_PIECES}
_DEPTH = 6

MOST_CALLS = 8
"""Calls of one function that are distinguished."""


@dataclass(frozen=True, eq=False, slots=True)
class Expected:
    """The features of the executions that one place leads to, None where one is not known; `site` None: all."""

    site: Site | None
    values: tuple[Expr | None, ...]


class Forecast:
    """Answers for all regions of a program."""

    def __init__(self, graph: CallGraph) -> None:
        self._graph = graph
        self._calls: dict[tuple[str, ...], tuple[c_ast.FuncCall, Function]] = {}
        self._callers: dict[int, Function] = {}
        for functions in graph.whole.functions.values():
            for function in functions:
                for node in walk(function.definition.body):
                    if isinstance(node, c_ast.FuncCall):
                        self._callers[id(node)] = function
                        for key in graph.targets(node, function.symbols).functions:
                            self._calls.setdefault(key, (node, function))

    def expected(
        self, region: ParallelRegion, values: tuple[Expr, ...], often: Frequencies
    ) -> tuple[Expected, ...]:
        """The features of a region in names of its file's scope, for each call of its function."""
        place = often.regions.get(region.id)
        sites = often.functions[place.function][1] if place is not None and place.function >= 0 else ()
        calls = [(site, site.call) for site in sites if site.call is not None]
        function = self._graph.whole.function_of(region.function)
        if not 1 < len(calls) <= MOST_CALLS or not _depend(values, function):
            return (Expected(None, self._features(region, values, function, _DEPTH)),)
        found = []
        for site, call in calls:
            before = self._calls.get(function.key)
            self._calls[function.key] = (call, self._callers[id(call)])
            found.append(Expected(site, self._features(region, values, function, _DEPTH)))
            if before is not None:
                self._calls[function.key] = before
        return tuple(found)

    def _features(
        self, region: ParallelRegion, values: tuple[Expr, ...], function: Function, depth: int
    ) -> tuple[Expr | None, ...]:
        symbols = function.symbols

        def guarded_at_file_scope(tree: c_ast.Node) -> c_ast.Node | None:
            found = self._at_file_scope(tree, region.construct, function, depth)
            return None if found is None else guarded(found, symbols, function.definition)

        return tuple(rewritten(value, guarded_at_file_scope) for value in values)

    def _at_file_scope(
        self, tree: c_ast.Node, at: c_ast.Node, function: Function, depth: int
    ) -> c_ast.Node | None:
        if depth == 0 or may_divide_by_zero(tree, function.symbols):
            return None
        if not is_plain(tree, _HELPERS, function.symbols, at):
            return None
        if not all(_is_for_all(node, at, function) for node in walk(tree)):
            return None
        values: dict[str, c_ast.Node | None] = {}
        for name in sorted({node.name for node in objects_in(tree)}):
            symbol = function.symbols.lookup(name, at)
            if name in _HELPERS or _is_global(symbol, function):
                continue
            value = None
            if symbol is not None and symbol.kind is Kind.PARAMETER:
                value = self._argument(name, function, depth)
            elif (
                symbol is not None
                and symbol.storage is StorageClass.AUTOMATIC
                and not isinstance(symbol.type, ArrayType)
            ):
                only = only_value(name, function.definition)
                scalar = only is not None and not isinstance(only, c_ast.InitList)
                value = self._at_file_scope(only, at, function, depth - 1) if scalar and only is not None else None
            if value is None:
                return None
            values[name] = value
        return substituted(tree, values) if values else tree

    def _argument(self, name: str, function: Function, depth: int) -> c_ast.Node | None:
        """What the first call found gives a parameter, if calls in the same file decide that."""
        found = self._calls.get(function.key)
        names = [each.name for each in function.parameters]
        if found is None or name not in names or is_changed(name, function.definition):
            return None
        call, caller = found
        arguments = arguments_of(call)
        if caller.symbols is not function.symbols or len(arguments) != len(names):
            return None
        return self._at_file_scope(arguments[names.index(name)], call, caller, depth - 1)


def _is_for_all(node: c_ast.Node, at: c_ast.Node, function: Function) -> bool:
    """False for the names of types that may mean nothing, or something else, outside of a function."""
    if isinstance(node, c_ast.IdentifierType):
        found = [function.symbols.lookup(name, at) for name in node.names if name not in TYPE_WORDS]
        return all(_is_global(each, function) for each in found)
    return not is_named_type(node)


def _is_global(symbol: Symbol | None, function: Function) -> bool:
    """Whether a name means the same behind all functions; `extern` in a block declares it there alone."""
    return symbol is not None and function.symbols.lookup(symbol.name, function.symbols.unit.tree) is symbol


def _depend(values: tuple[Expr, ...], function: Function) -> bool:
    """Whether the features depend on parameters of the function."""
    parameters = {each.name for each in function.parameters}
    return any(
        isinstance(node, c_ast.ID) and node.name in parameters
        for value in values
        for tree in hosts(value)
        for node in walk(tree)
    )
