"""`simd` loops inside kernels: their iterations run in order, with private variables of the loop's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import clause_symbol
from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.nodes import Omp
from mapper.translate.common.refused import refuse
from mapper.translate.private.private_arrays import declare_private
from mapper.translate.scope.frame import Local

if TYPE_CHECKING:
    from mapper.translate.lowering.statements import Statements


def in_order(statements: Statements, construct: Omp) -> c_ast.Node | None:
    """The loop of a `simd` construct as a plain one; None where nothing is left of it.

    Only `private` changes anything, as variables keep outside what they held before.  What `linear`, `lastprivate`
    and `reduction` ask for is what a loop does that runs in order.  Raises `Refused` for private pointers.
    """
    clauses = construct.directive.all("private")
    if not clauses:
        return statements.statement(construct.body)
    frame = statements.frame
    before: dict[Symbol, Local | None] = {}
    items: list[c_ast.Node] = []
    for clause in clauses:
        for name in clause.variables:
            symbol = clause_symbol(name, construct, frame.symbols)
            if symbol is None:
                continue
            if isinstance(innermost(unqualified(symbol.type)), PointerType):
                reason = f"`private` of a `simd` loop for the pointer `{name}` is not translated"
                refuse("K002", reason, clause.where)
            before.setdefault(symbol, frame.locals.get(symbol))
            local = declare_private(frame, symbol, construct)
            if local.name not in frame.scope.large:
                items.append(statements.declared(local, construct))
    body = statements.statement(construct.body)
    for symbol, outside in before.items():
        del frame.locals[symbol]
        if outside is not None:
            frame.locals[symbol] = outside
    return c_ast.Compound([*items, *([body] if body is not None else [])])
