"""Static variables of functions and regions that have a second version: there is one of each in either version.

That is as good as one for both, where nothing is left in it from one call to the next: it is constant, or a number
that each call writes before it reads it, as is usual for sums that the threads of an orphaned loop share:

    static double sum;
    #pragma omp single
    sum = 0;
    #pragma omp for reduction(+ : sum)
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.ctypes import EnumType, FloatType, IntType
from mapper.ir.trees.nodes import Omp
from mapper.translate.common.context import key_of
from mapper.translate.common.uses import uses_of
from mapper.translate.private.liveness import Flow, State

_OWN = ("private", "lastprivate")


class _Shared(Flow):
    """Follows a variable that all threads share: what one of them writes in a construct is there for all."""

    def _omp(self, node: Omp, state: State) -> State:
        named = {name: clause.kind for clause in node.directive.clauses for name in clause.variables}
        kind = named.get(self.symbol.name)
        if kind in _OWN:
            return state
        if kind in ("firstprivate", "linear", "reduction") and not self.complete(state):
            self.exposed = True
        return state if kind == "firstprivate" else self.run(node.body, state)


def may_be_twice(decl: c_ast.Decl, body: c_ast.Node, symbols: Symbols) -> bool:
    """Whether a static variable that is declared in some code may exist once more, in a copy of it."""
    declarator = decl.type
    while isinstance(declarator, c_ast.ArrayDecl):
        declarator = declarator.type
    if isinstance(declarator, c_ast.TypeDecl | c_ast.PtrDecl) and "const" in (declarator.quals or []):
        return True
    symbol = symbols.symbol(decl)
    if symbol is None or not isinstance(symbol.type, IntType | FloatType | EnumType) or symbol.type.volatile:
        return False
    if key_of(symbol) in uses_of(body, symbols).addressed:
        return False
    flow = _Shared(symbol, symbols, ignored=frozenset([id(decl)]))
    flow.run(body)
    return not flow.exposed
