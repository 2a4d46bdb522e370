"""Which variables code changes, or lets pointers change."""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.bodies import in_body
from mapper.analysis.whole_program.program import Function
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import INCREMENTS, walk


def changed(function: Function) -> set[Symbol]:
    """The variables that a function assigns to behind their declarations, or whose address it takes."""
    found = pointed(function)
    for node in in_body(function.definition, c_ast.Assignment):
        found |= _named_by(node.lvalue, function)
    for unary in in_body(function.definition, c_ast.UnaryOp):
        if unary.op in INCREMENTS:
            found |= _named_by(unary.expr, function)
    return found


def pointed(function: Function) -> set[Symbol]:
    """The variables whose address a function takes."""
    found: set[Symbol] = set()
    for node in in_body(function.definition, c_ast.UnaryOp):
        if node.op == "&":
            found |= _named_by(node.expr, function)
    return found


def _named_by(node: c_ast.Node, function: Function) -> set[Symbol]:
    symbol = function.symbols.symbol(node)
    return set() if symbol is None else {symbol}


def assigned(node: c_ast.Node, symbols: Symbols) -> set[Symbol]:
    """The variables that code assigns to by name."""
    found: set[Symbol] = set()
    for inner in walk(node):
        target = inner if isinstance(inner, c_ast.Decl) else changed_place(inner)
        symbol = None if target is None else symbols.symbol(target)
        if symbol is not None:
            found.add(symbol)
    return found
