"""Errors in data-sharing clauses that need the meaning of names: E014, in gcc's words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import (
    PREDEFINED,
    clause_symbol,
    data_sharing,
    is_variable,
    loop_counters,
    not_a_variable,
    sharing_around,
    threadprivate_symbols,
)
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Diagnostic, Location, MapperError, Severity
from mapper.ir.program.region import Sharing
from mapper.ir.trees.ctypes import ArrayType, ComplexType, CType, EnumType, FloatType, IntType, PointerType
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.nodes import Omp, children

_OF_VARIABLES = frozenset(
    "private firstprivate lastprivate shared reduction copyin copyprivate flush threadprivate".split()
)
_OWN_REDUCTION = re.compile(r"omp\s+declare\s+reduction\b")
_WITHOUT_CONSTRUCTS = frozenset(
    [c_ast.Assignment, c_ast.BinaryOp, c_ast.UnaryOp, c_ast.FuncCall, c_ast.ArrayRef, c_ast.Return]
)
_OWN = (Sharing.PRIVATE, Sharing.FIRSTPRIVATE, Sharing.REDUCTION)


def check_sharing(symbols: Symbols) -> list[Diagnostic]:
    """All E014 errors of a bound unit, in source order, each once."""
    unit = symbols.unit
    own = any(token.kind == "pragma" and _OWN_REDUCTION.search(token.text) for token in unit.tokens)
    found: dict[Diagnostic, None] = {}
    for item in unit.tree.ext:
        if isinstance(item, Omp | c_ast.FuncDef):
            for construct, enclosing in constructs(item):
                if construct.directive.known and not construct.directive.later:
                    found.update(dict.fromkeys(_Check(construct, enclosing, symbols, own).run()))
    return list(found)


def constructs(root: c_ast.Node, enclosing: tuple[Omp, ...] = ()) -> Iterator[tuple[Omp, tuple[Omp, ...]]]:
    """The constructs of a tree in source order, each with those around it, from outside in."""
    stack = [root]
    while stack:
        node = stack.pop()
        if isinstance(node, Omp):
            yield node, enclosing
            for child in children(node):
                yield from constructs(child, (*enclosing, node))
        elif node.__class__ not in _WITHOUT_CONSTRUCTS:
            stack.extend(reversed(children(node)))


class _Check:
    """The rules for one construct."""

    def __init__(self, construct: Omp, enclosing: Sequence[Omp], symbols: Symbols, own_reductions: bool) -> None:
        self.construct = construct
        self.enclosing = enclosing
        self.symbols = symbols
        self.own_reductions = own_reductions
        self.found: list[Diagnostic] = []

    def run(self) -> list[Diagnostic]:
        """The errors of the construct."""
        for clause in self.construct.directive.clauses:
            if clause.kind in _OF_VARIABLES:
                for number, name in enumerate(clause.variables):
                    where = clause.places[number] if clause.places else clause.where
                    message = self._wrong(clause, name)
                    if message is not None:
                        self._error(message, where)
        if not self.found and not any(clause.later for clause in self.construct.directive.clauses):
            try:
                data_sharing(self.construct, self.enclosing, self.symbols)
            except MapperError as error:
                self.found += error.diagnostics
        return self.found

    def _error(self, message: str, where: Location) -> None:
        self.found.append(Diagnostic(Severity.ERROR, "E014", message, where))

    def _wrong(self, clause: Clause, name: str) -> str | None:
        """What is wrong with a variable in a clause, or None."""
        symbol = clause_symbol(name, self.construct, self.symbols)
        kind = clause.kind
        if symbol is None and name in PREDEFINED and kind in ("shared", "firstprivate"):
            return None
        if symbol is None or not is_variable(symbol):
            return not_a_variable(name, kind, symbol)
        threadprivate = symbol in threadprivate_symbols(self.symbols)
        if kind == "threadprivate":
            automatic = symbol.is_automatic
            return f"automatic variable '{name}' cannot be 'threadprivate'" if automatic else None
        if kind == "copyin":
            return None if threadprivate else f"'{name}' must be 'threadprivate' for 'copyin'"
        if threadprivate and kind not in ("copyprivate", "flush"):
            return f"'{name}' is predetermined 'threadprivate' for '{kind}'"
        if symbol.type.const and kind in ("private", "lastprivate", "reduction"):
            return f"'const' qualified '{name}' may appear only in 'shared' or 'firstprivate' clauses"
        if kind in ("firstprivate", "reduction") and symbol in loop_counters(self.construct, self.symbols):
            return f"iteration variable '{name}' should not be {kind}"
        return self._wrong_reduction(clause, symbol) or self._wrong_outside(kind, symbol)

    def _wrong_reduction(self, clause: Clause, symbol: Symbol) -> str | None:
        if clause.kind != "reduction" or clause.later or self.own_reductions:
            return None
        if _reducible(symbol.type, str(clause.modifier)):
            return None
        return f"'{symbol.name}' has invalid type for 'reduction({clause.modifier})'"

    def _wrong_outside(self, kind: str, symbol: Symbol) -> str | None:
        """Variables that a work-sharing construct takes from or gives to the team must be the team's own."""
        words = self.construct.directive.words
        if "parallel" in words or not words & {"for", "sections", "single"}:
            return None
        if any(each.directive.later for each in self.enclosing):
            return None
        if kind == "reduction" and isinstance(symbol.type, PointerType):
            return None  # what is reduced is the memory behind it
        try:
            outside = sharing_around(symbol, self.construct, self.enclosing, self.symbols)
        except MapperError:
            return None  # `default(none)` leaves it out: an error of the construct around
        if kind in ("firstprivate", "lastprivate", "reduction") and outside in _OWN:
            return f"{kind} variable '{symbol.name}' is private in outer context"
        if kind == "copyprivate" and outside is Sharing.SHARED:
            return f"copyprivate variable '{symbol.name}' is not threadprivate or private in outer context"
        return None


def _reducible(of: CType, operator: str) -> bool:
    """Whether OpenMP's own reductions take a type (arrays since 4.5)."""
    if isinstance(of, ArrayType):
        return _reducible(of.element, operator)
    if isinstance(of, IntType | EnumType):
        return True
    if isinstance(of, ComplexType):
        return operator in ("+", "*", "-", "&&", "||")
    return isinstance(of, FloatType) and operator not in ("&", "|", "^")
