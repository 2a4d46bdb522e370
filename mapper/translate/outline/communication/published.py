"""Data that one iteration stores and another one reads, after an atomic operation has shown that they are there.

    next[i] = seen; ... compare and swap of head[h] ...     for (e = head[h]; e >= 0; e = next[e])

C orders the plain accesses around the atomic operations of two threads.  OpenCL 1.2 does not, so that such a loop
is kept: one that reads, at a place which an observed value leads to, or behind a branch on one, what iterations
store; and one that takes and frees locks around data that are read and stored.  Numbers that iterations draw from
one counter lead to places of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay
from mapper.analysis.whole_program.objects import MOVED_BIT
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import Omp, arguments_of, children, ids, same_text, walk
from mapper.translate.outline.communication.atomics import atomic_of
from mapper.translate.outline.communication.branches import Branches
from mapper.translate.outline.communication.observed import (
    Code,
    Observed,
    names,
    settings_in,
    variable,
)
from mapper.translate.scope.functions import parameters_of
from mapper.translate.threads.thread_state import meet


def published_read(
    observed: Observed, inner: c_ast.Node, counters: frozenset[Symbol], shared: frozenset[Symbol]
) -> tuple[Code, c_ast.Node] | None:
    """Where a loop reads what another iteration may have stored, and made known by an atomic operation.

    `inner` is what an iteration runs, and `counters` are those of the iterations: what is only stored at `a[i]` is
    an iteration's own.  `shared` are the variables of the loop's function that iterations share.
    """
    stores = [
        _Store(observed.points.located(place, code.symbols), place, code)
        for code in observed.code
        for node in _plain(code.body)
        if (place := changed_place(node)) is not None and _in_memory(place, code, observed, shared)
    ]
    if not stores:
        return None
    led, drawn = _Led(observed, stores), _Led(observed, stores, drawn=True)
    branches = Branches(observed, inner, led.in_code, drawn.in_code)
    body = observed.code[0]
    changing = {each.symbol for each in settings_in(body.body, body.symbols)} - counters
    for code in observed.code:
        written = {
            id(node.lvalue) for node in walk(code.body) if isinstance(node, c_ast.Assignment) and node.op == "="
        }
        for node in _plain(code.body):
            objects = 0 if id(node) in written else _read(node, code, observed, shared)
            met = [each for each in stores if _meet(objects, each.objects, observed)]
            if not met:
                continue
            alone = counters <= _subscripts(node, code.symbols) and not changing & set(names(node, code.symbols))
            if alone and all(each.is_at(node, code) for each in met):
                continue
            by_address = any(led.by(part, code.symbols) for part in children(node))
            if observed.locks or by_address or id(node) in branches.behind:
                return code, node
    return _sum_read(observed, branches)


def _meet(one: int, other: int, observed: Observed) -> bool:
    """Whether two masks may have an object in common; unknown pointers lead to no variable without an address."""
    led_to = ~observed.effects.unaddressed
    return bool(one & other & ~MOVED_BIT) or meet(one & led_to, other & led_to)


def _read(node: c_ast.Node, code: Code, observed: Observed, shared: frozenset[Symbol]) -> int:
    """The objects that an expression reads, itself or by a library function, and which iterations may share."""
    symbols = code.symbols
    if isinstance(node, c_ast.FuncCall) and atomic_of(node) is None:
        pointers = any(isinstance(decay(symbols.type_of(each)), PointerType) for each in arguments_of(node))
        inside = not pointers or observed.context.called(node, symbols) is not None
        return 0 if inside else observed.effects.of(node, symbols).reads
    is_load = observed.is_load(node, symbols) and _in_memory(node, code, observed, shared)
    return observed.points.located(node, symbols) if is_load else 0


def _sum_read(observed: Observed, branches: Branches) -> tuple[Code, c_ast.Node] | None:
    """Where a single object is read, behind a branch, that iterations update by atomic operations.

    An operation on another object, by which the branch knows of them, may come before these.
    """
    for code in observed.code:
        updated = {id(arguments_of(node)[0]) for node in walk(code.body) if atomic_of(node) is not None}
        updated |= {id(part) for each in walk(code.body) if id(each) in updated for part in walk(each)}
        values = [node for node in walk(code.body) if id(node) in observed.constructs]
        for node in (*_plain(code.body), *values):
            if (
                id(node) in branches.behind
                and id(node) not in updated
                and observed.is_load(node, code.symbols)
                and not _subscripts(node, code.symbols)
                and not isinstance(node, c_ast.ArrayRef)
                and meet(observed.points.located(node, code.symbols), observed.summed)
            ):
                return code, node
    return None


@dataclass(frozen=True, eq=False, slots=True)
class _Store:
    """A place that iterations store to, and the objects that it may be."""

    objects: int
    place: c_ast.Node
    code: Code

    def is_at(self, node: c_ast.Node, code: Code) -> bool:
        """Whether it is at the same place as an expression in the loop's own body."""
        return self.code is code and code.definition is None and same_text(self.place, node)


def _plain(root: c_ast.Node) -> Iterator[c_ast.Node]:
    """The nodes of some code outside of `atomic` constructs.

    Of `a.b.c` there is no `a.b`, which is not read.
    """
    inside: set[int] = set()
    for node in walk(root):
        if isinstance(node, c_ast.StructRef) and node.type == ".":
            inside.add(id(node.name))
        if isinstance(node, Omp) and node.directive.kind == "atomic" and node.body is not None:
            inside |= ids(node.body)
        elif id(node) not in inside:
            yield node


def _subscripts(place: c_ast.Node, symbols: Symbols) -> set[Symbol | None]:
    """The variables that are subscripts of an element as they are."""
    found: set[Symbol | None] = set()
    while isinstance(place, c_ast.ArrayRef | c_ast.StructRef):
        if isinstance(place, c_ast.ArrayRef) and isinstance(place.subscript, c_ast.ID):
            found.add(symbols.symbol(place.subscript))
        place = place.name
    return found


def _in_memory(place: c_ast.Node, code: Code, observed: Observed, shared: frozenset[Symbol]) -> bool:
    """Whether a place is one in what iterations may share, other than by atomic operations."""
    symbol = variable(place, code.symbols)
    if isinstance(place, c_ast.ID):
        symbol = code.symbols.symbol(place)
        static = code.definition is not None and symbol is not None and not symbol.is_automatic
        own = symbol not in shared and not static
    else:
        own = symbol in observed.own
    return not own and not observed.is_word(place, code.symbols)


class _Led:
    """Which variables, and objects in memory, hold what other iterations have made known.

    With `drawn`, so do numbers that iterations draw from one counter.
    """

    def __init__(self, observed: Observed, stores: Sequence[_Store], *, drawn: bool = False) -> None:
        self.observed = observed
        self.stores = stores
        self.drawn = drawn
        self.memory = 0
        self.found: set[Symbol] = set()
        self.functions: set[int] = set()
        before = (-1, 0, 0)
        while before != (now := (len(self.found), len(self.functions), self.memory)):
            before = now
            for code in observed.code:
                self._spread(code)

    def _spread(self, code: Code) -> None:
        symbols = code.symbols
        for setting in settings_in(code.body, symbols):
            if setting.exchanged is not None or (setting.value is not None and self.by(setting.value, symbols)):
                self.found.add(setting.symbol)
        for node in walk(code.body):
            if isinstance(node, c_ast.Assignment) and self.by(node.rvalue, symbols):
                for store in self.stores:
                    self.memory |= store.objects if store.place is node.lvalue else 0
            result = node.expr if isinstance(node, c_ast.Return) and code.definition is not None else None
            if code.definition is not None and result is not None and self.by(result, symbols):
                self.functions.add(id(code.definition.function))
            called = self.observed.context.called(node, symbols)
            if called is not None:
                for argument, declaration in zip(arguments_of(node), parameters_of(called), strict=False):
                    parameter = called.symbols.symbol(declaration)
                    if parameter is not None and self.by(argument, symbols):
                        self.found.add(parameter)

    def in_code(self, expression: c_ast.Node, code: Code) -> bool:
        """The same as `by` for an expression of some code."""
        return self.by(expression, code.symbols)

    def by(self, expression: c_ast.Node, symbols: Symbols) -> bool:
        """Whether an expression's value depends on what other iterations have made known."""
        if self.found & set(names(expression, symbols)):
            return True
        stack = [expression]
        while stack:
            node = stack.pop()
            if self._is_source(node, symbols):
                return True
            counter = atomic_of(node) is not None or id(node) in self.observed.claims
            stack += arguments_of(node)[1:] if counter else children(node)
        return False

    def _is_source(self, node: c_ast.Node, symbols: Symbols) -> bool:
        if id(node) in self.observed.claims:
            return self.drawn or len(set(self.observed.claims.values())) > 1
        if id(node) in self.observed.constructs:
            return True
        if atomic_of(node) is None and isinstance(node, c_ast.FuncCall):
            called = self.observed.context.called(node, symbols)
            return called is not None and id(called.function) in self.functions
        if self.observed.is_load(node, symbols):
            objects = self.observed.points.located(node, symbols)
            return self.observed.is_word(node, symbols) or (bool(self.memory) and meet(objects, self.memory))
        return self.observed.is_one(node, symbols)
