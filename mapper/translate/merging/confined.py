"""Calls that change nothing but the caller's own variables, whose addresses they are given.

Whole-program points-to analysis doesn't distinguish a function's callers; this looks at one call.
"""

from __future__ import annotations

from collections.abc import Container

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost
from mapper.analysis.whole_program.objects import symbol_key
from mapper.ir.trees.ctypes import ArrayType, CType, PointerType, StructType
from mapper.ir.trees.nodes import INCREMENTS, Omp, arguments_of, parameters_of, walk
from mapper.translate.common.context import Context, Definition
from mapper.translate.common.updates import root_of
from mapper.translate.common.uses import written_object

_DEEPEST = 8  # calls in calls


def confined(call: c_ast.FuncCall, symbols: Symbols, context: Context, own: Container[Symbol]) -> bool:
    """Whether all that a call may change is in variables of `own` whose addresses are its arguments."""
    return _call(call, symbols, context, own, frozenset(), _DEEPEST)


def _call(
    call: c_ast.FuncCall,
    symbols: Symbols,
    context: Context,
    own: Container[Symbol],
    behind: Container[Symbol | None],
    depth: int,
) -> bool:
    """`own` are variables, `behind` pointers, whose memory may change."""
    arguments = arguments_of(call)
    symbol = symbols.symbol(call.name)
    if (
        depth == 0
        or not isinstance(call.name, c_ast.ID)
        or (symbol is not None and symbol.kind is not Kind.FUNCTION)
    ):
        return False

    def may_change(argument: c_ast.Node) -> bool:
        root = root_of(argument, symbols)
        if root is None:
            return False
        return root in behind or (root in own and is_flat(root.type, symbols))

    definition = context.definition(symbol) if symbol is not None else None
    if definition is None:
        if symbols.device_function(call.name.name) is not None:
            return True
        known = None if symbol is None else context.graph.whole.library(symbol_key(symbol))
        if known is None or known.flags or known.stores or known.keeps or known.copies:
            return known is not None and call.name.name in ("memset", "memcpy") and may_change(arguments[0])
        touched = known.touched(len(arguments))
        return all(
            depth == 0 and may_change(arguments[at]) for (at, depth, _), (_, writes) in touched.items() if writes
        )
    given: set[Symbol | None] = {
        definition.symbols.symbol(parameter)
        for parameter, argument in zip(parameters_of(definition.function), arguments, strict=False)
        if may_change(argument)
    }
    return _function(definition, given, context, depth)


def _function(definition: Definition, given: set[Symbol | None], context: Context, depth: int) -> bool:
    """Whether a function changes its own variables only, and what the `given` parameters lead to."""
    symbols = definition.symbols
    for node in walk(definition.function.body):
        target: c_ast.Node | None = None
        match node:
            case Omp():
                return False
            case c_ast.Assignment():
                target = node.lvalue
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                target = node.expr
            case c_ast.FuncCall():
                inside = _locals(definition)
                if not _call(node, symbols, context, inside, given, depth - 1):
                    return False
        if target is None:
            continue
        root = root_of(target, symbols)
        name = written_object(target, symbols)
        if name is None:
            if root not in given:
                return False
        elif root is None or not root.is_automatic or root in given:
            return False
    return True


def _locals(definition: Definition) -> frozenset[Symbol]:
    """The variables of a function that are no parameters of array or pointer type."""
    return frozenset(
        symbol
        for symbol in definition.symbols.of_function(definition.function)
        if symbol.is_automatic
        and not (symbol.kind is Kind.PARAMETER and isinstance(symbol.type, PointerType | ArrayType))
    )


def is_flat(ctype: CType, symbols: Symbols) -> bool:
    """Whether no pointer fits into a type."""
    ctype = innermost(ctype)
    if isinstance(ctype, StructType):
        members = symbols.members(ctype)
        return members is not None and all(is_flat(each.type, symbols) for each in members)
    return not isinstance(ctype, PointerType)
