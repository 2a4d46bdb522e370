"""The least values of variables that sequential loops around the work-shared one count up from constants."""

from __future__ import annotations

from itertools import pairwise

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value, loop_header
from mapper.analysis.names.scopes import StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.nodes import addressed, path_to, walk


def least_value(symbol: Symbol, construct: c_ast.Node, symbols: Symbols) -> int | None:
    """The least value that a variable has at a construct; None where that is not known.

    One loop that leaves the variable alone goes round the construct, and nothing points to the variable.
    """
    if symbol.storage is not StorageClass.AUTOMATIC or symbol.function is None:
        return None
    firsts = []
    for node, inner in pairwise(path_to(symbol.function.body, construct)):
        if isinstance(node, c_ast.For) and inner is node.stmt:
            header = loop_header(node)
            if header is not None and header.variable == symbol.name and _is_start(node, symbol, symbols):
                firsts.append(constant_value(header.lower) if header.step > 0 else None)
    return firsts[0] if len(firsts) == 1 and _only_counts(symbol, symbols, symbol.function.body) else None


def _only_counts(symbol: Symbol, symbols: Symbols, body: c_ast.Node) -> bool:
    """Whether nothing points to a variable of a function, and no jump leads into a loop."""
    for node in walk(body):
        place = addressed(node)
        if isinstance(node, c_ast.Label | c_ast.Switch):
            return False
        if isinstance(place, c_ast.ID) and symbols.symbol(place) is symbol:
            return False
    return True


def _is_start(loop: c_ast.For, symbol: Symbol, symbols: Symbols) -> bool:
    """Whether a loop's first part sets a variable."""
    match loop.init:
        case c_ast.DeclList(decls=[decl]):
            return symbols.symbol(decl) is symbol
        case c_ast.Assignment(lvalue=c_ast.ID() as name):
            return symbols.symbol(name) is symbol
    return False
