"""Functions that return nothing but a new block: wrappers of malloc, and of one another.

Such a function is told by its text: each of its return statements returns an allocating call, a null pointer, or a
local variable that is never given anything else and whose address is not taken.  Each call of it can then be
taken for an allocation of its own.  Other blocks that it allocates, to put their addresses into the returned one,
belong to the calls in its body.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pycparser import c_ast

from mapper.analysis.bodies import in_body
from mapper.analysis.library import library
from mapper.analysis.memory import Key, symbol_key
from mapper.analysis.scopes import Kind, StorageClass, Symbol
from mapper.analysis.symbols import Symbols
from mapper.ir.ctypes import PointerType

_CHANGING = frozenset(["&", "++", "--", "p++", "p--"])


def allocators(units: Iterable[Symbols]) -> Mapping[Key, frozenset[int]]:
    """The keys of the allocating functions among those that the units define.

    For each the `id`s of those allocating calls in it whose block it returns.
    """
    candidates: dict[Key, list[Symbol]] = {}
    returning: dict[Key, frozenset[int]] = {}
    defined: set[Key] = set()
    for symbols in units:
        for definition in symbols.functions.values():
            function = symbols.symbol(definition)
            if function is None:
                continue
            defined.add(symbol_key(function))
            calls = _returned_calls(definition, symbols)
            if calls:
                candidates[symbol_key(function)] = [callee for callee, _ in calls]
                returning[symbol_key(function)] = frozenset(id(call) for _, call in calls)
    while True:
        wrong = [key for key, callees in candidates.items() if not _all_allocate(callees, candidates, defined)]
        if not wrong:
            return {key: returning[key] for key in candidates}
        for key in wrong:
            del candidates[key]


def _all_allocate(callees: list[Symbol], candidates: dict[Key, list[Symbol]], defined: set[Key]) -> bool:
    for callee in callees:
        key = symbol_key(callee)
        if key in defined:
            if key not in candidates:
                return False
            continue
        known = library(callee.name)
        if known is None or not known.fresh or known.returns is not None:
            return False
    return True


def _returned_calls(definition: c_ast.FuncDef, symbols: Symbols) -> list[tuple[Symbol, c_ast.Node | None]] | None:
    """The functions whose results it returns, each with the call; None if it may return anything else."""
    if not any(_could_return_a_block(node.expr) for node in in_body(definition, c_ast.Return)):
        return None
    returned = [node.expr for node in in_body(definition, c_ast.Return)]
    given: dict[Symbol, list[c_ast.Node]] = {}
    spoiled: set[Symbol] = set()
    for node in in_body(definition, c_ast.Assignment):
        symbol = symbols.symbol(node.lvalue) if isinstance(node.lvalue, c_ast.ID) else None
        if symbol is not None:
            given.setdefault(symbol, []).append(node.rvalue)
            if node.op != "=":
                spoiled.add(symbol)
    for decl in in_body(definition, c_ast.Decl):
        symbol = symbols.symbol(decl)
        if symbol is not None and decl.init is not None:
            given.setdefault(symbol, []).append(decl.init)
    for changed in in_body(definition, c_ast.UnaryOp):
        if changed.op in _CHANGING and (symbol := symbols.symbol(changed.expr)) is not None:
            spoiled.add(symbol)
    calls: list[tuple[Symbol, c_ast.Node | None]] = []
    for expr in returned:
        variable = symbols.symbol(expr) if isinstance(expr, c_ast.ID) else None
        sources = [expr]
        if variable is not None and _local_pointer(variable) and variable not in spoiled:
            sources = given.get(variable, [])
        for source in sources:
            callee = _called(source, symbols)
            if callee is not None:
                calls.append((callee, _plain(source)))
            elif not _null(source):
                return None
    return calls


def _could_return_a_block(expr: c_ast.Node | None) -> bool:
    return isinstance(_plain(expr), c_ast.ID | c_ast.FuncCall)


def _local_pointer(symbol: Symbol) -> bool:
    automatic = symbol.storage in (StorageClass.AUTOMATIC, StorageClass.REGISTER)
    return symbol.kind is Kind.VARIABLE and automatic and isinstance(symbol.type, PointerType)


def _plain(expr: c_ast.Node | None) -> c_ast.Node | None:
    while isinstance(expr, c_ast.Cast):
        expr = expr.expr
    return expr


def _called(expr: c_ast.Node | None, symbols: Symbols) -> Symbol | None:
    expr = _plain(expr)
    if not isinstance(expr, c_ast.FuncCall) or not isinstance(expr.name, c_ast.ID):
        return None
    symbol = symbols.symbol(expr.name)
    return symbol if symbol is not None and symbol.kind is Kind.FUNCTION else None


def _null(expr: c_ast.Node | None) -> bool:
    expr = _plain(expr)
    return isinstance(expr, c_ast.Constant) and expr.value == "0"
