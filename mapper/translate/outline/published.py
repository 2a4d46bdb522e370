"""Data that one iteration stores and another one reads, after an atomic operation has shown that they are there.

    next[i] = seen; ... compare and swap of head[h] ...     for (e = head[h]; e >= 0; e = next[e])

C orders the plain accesses around the atomic operations of two threads.  OpenCL 1.2 does not, so that such a loop
is kept: one that reads, at a place which an observed value leads to, what iterations store; and one that takes and
frees locks around data that are read and stored.  Numbers that iterations draw from one counter lead to places of
their own.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import Omp, given, walk
from mapper.translate.outline.observed import (
    Code,
    Observed,
    address_of,
    atomic_of,
    names,
    settings_in,
    variable,
)
from mapper.translate.scope.functions import parameters_of
from mapper.translate.threads.thread_state import meet


def published_read(observed: Observed) -> tuple[Code, c_ast.Node] | None:
    """Where a loop reads what another iteration may have stored, and made known by an atomic operation."""
    stored = 0
    for code in observed.code:
        for node in _plain(code.body):
            place = changed_place(node)
            if place is not None and _in_memory(place, code.symbols, observed):
                stored |= observed.points.located(place, code.symbols)
    if not stored:
        return None
    led = _Led(observed)
    for code in observed.code:
        written = {
            id(node.lvalue) for node in walk(code.body) if isinstance(node, c_ast.Assignment) and node.op == "="
        }
        for node in _plain(code.body):
            if (
                id(node) in written
                or not observed.is_load(node, code.symbols)
                or not _in_memory(node, code.symbols, observed)
            ):
                continue
            if not meet(observed.points.located(node, code.symbols), stored):
                continue
            address = address_of(node)
            if observed.locks or (address is not None and led.by(address, code.symbols)):
                return code, node
    return None


def _plain(root: c_ast.Node) -> Iterator[c_ast.Node]:
    """The nodes of some code outside of `atomic` constructs."""
    inside: set[int] = set()
    for node in walk(root):
        if isinstance(node, Omp) and node.directive.kind == "atomic" and node.body is not None:
            inside |= {id(part) for part in walk(node.body)}
        elif id(node) not in inside:
            yield node


def _in_memory(place: c_ast.Node, symbols: Symbols, observed: Observed) -> bool:
    """Whether a place is an element or a member of what iterations may share, other than by atomic operations."""
    own = isinstance(place, c_ast.ID) or variable(place, symbols) in observed.own
    return not own and not observed.is_word(place, symbols)


class _Led:
    """Which variables hold what other iterations have made known."""

    def __init__(self, observed: Observed) -> None:
        self.observed = observed
        self.found: set[Symbol] = set()
        self.functions: set[int] = set()
        before = -1
        while len(self.found) + len(self.functions) > before:
            before = len(self.found) + len(self.functions)
            for code in observed.code:
                self._spread(code)

    def _spread(self, code: Code) -> None:
        symbols = code.symbols
        for setting in settings_in(code.body, symbols):
            if setting.exchanged is not None or (setting.value is not None and self.by(setting.value, symbols)):
                self.found.add(setting.symbol)
        for node in walk(code.body):
            result = node.expr if isinstance(node, c_ast.Return) and code.definition is not None else None
            if code.definition is not None and result is not None and self.by(result, symbols):
                self.functions.add(id(code.definition.function))
            for called in self.observed.called(node, symbols):
                for argument, declaration in zip(given(node), parameters_of(called), strict=False):
                    parameter = called.symbols.symbol(declaration)
                    if parameter is not None and self.by(argument, symbols):
                        self.found.add(parameter)

    def by(self, expression: c_ast.Node, symbols: Symbols) -> bool:
        """Whether an expression's value depends on what other iterations have made known."""
        if self.found & set(names(expression, symbols)):
            return True
        return any(self._is_source(node, symbols) for node in walk(expression))

    def _is_source(self, node: c_ast.Node, symbols: Symbols) -> bool:
        if id(node) in self.observed.claims:
            return len(set(self.observed.claims.values())) > 1
        if atomic_of(node) is None and isinstance(node, c_ast.FuncCall):
            return any(id(each.function) in self.functions for each in self.observed.called(node, symbols))
        if self.observed.is_load(node, symbols):
            return self.observed.is_word(node, symbols)
        return self.observed.is_one(node, symbols)
