"""Static variables of functions and regions: those that each version, or each work-item, may have for itself.

Functions that have a second version have one of each static variable in either version.  That is as good as one
for both, where nothing is left in it from one call to the next: it is constant, or a number that each call writes
before it reads it, as is usual for sums that the threads of an orphaned loop share:

    static double sum;
    #pragma omp single
    sum = 0;
    #pragma omp for reduction(+ : sum)

Those that are only names for numbers each work-item has; device compilers put such arrays into constant memory:

    static const double weight[4] = {1, -1, 1, -1};
    static const char digits[] = "0123456789";
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost
from mapper.ir.trees.ctypes import CType, EnumType, FloatType, IntType
from mapper.ir.trees.literals import is_string
from mapper.ir.trees.nodes import Omp, walk
from mapper.translate.common.context import key_of
from mapper.translate.common.uses import uses_of
from mapper.translate.private.liveness import Flow, State

LARGEST = 4096  # bytes
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


def is_fixed(symbol: Symbol, symbols: Symbols) -> bool:
    """Whether a variable is a static constant of a function, whose initialiser holds nothing but numbers."""
    ctype: CType = symbol.type
    init = symbol.decl.init if isinstance(symbol.decl, c_ast.Decl) else None
    size = symbols.constant_sizeof(ctype)
    if (
        symbol.storage is not StorageClass.STATIC
        or symbol.file_scope
        or init is None
        or size is None
        or size > LARGEST
    ):
        return False
    ctype = innermost(ctype)
    if not isinstance(ctype, IntType | FloatType | EnumType) or not ctype.const or ctype.volatile:
        return False
    return is_string(init) or all(_is_number(node, symbols) for node in walk(init))


def _is_number(node: c_ast.Node, symbols: Symbols) -> bool:
    match node:
        case c_ast.Constant():
            return not is_string(node)
        case c_ast.ID():
            symbol = symbols.symbol(node)
            return symbol is not None and symbol.kind is Kind.ENUM_CONSTANT
        case c_ast.UnaryOp():
            return node.op in ("-", "+", "~", "!")
        case (
            c_ast.ArrayDesignator()
            | c_ast.BinaryOp()
            | c_ast.InitList()
            | c_ast.NamedInitializer()
            | c_ast.TernaryOp()
        ):
            return True
    return False
