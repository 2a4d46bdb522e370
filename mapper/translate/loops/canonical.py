"""Canonical loops (OpenMP 3.1, 2.5.1): from a `for` statement to its counter, bounds, relation and step.

Expressions are the user's own trees, to be evaluated once before the loop; whether their values change inside
the loop is for the caller to ask, which has the whole program.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from pycparser import c_ast

from mapper.analysis.footprints.host_values import compared
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.diagnostics import Location
from mapper.ir.trees import build
from mapper.ir.trees.build import host_cast
from mapper.ir.trees.ctypes import LONG, IntType, PointerType
from mapper.ir.trees.headers import loop_start, step_of, test_of
from mapper.ir.trees.literals import integer_value, is_literal
from mapper.ir.trees.names import changed_place, objects_in
from mapper.ir.trees.nodes import Omp, sole_statement, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.refused import refuse


@dataclass(frozen=True, eq=False, slots=True)
class CanonicalLoop:
    """One loop in canonical form; `declared` is true if the counter is declared in the loop itself.

    Where the counter is a pointer it begins at `start`, and all else is said of its distance from there.
    """

    node: c_ast.For
    counter: Symbol
    type: IntType
    lower: c_ast.Node
    relation: str
    bound: c_ast.Node
    step: c_ast.Node
    declared: bool
    start: c_ast.Node | None = None

    @property
    def parts(self) -> tuple[c_ast.Node, c_ast.Node, c_ast.Node]:
        """The expressions that are evaluated before the loop."""
        return self.lower, self.bound, self.step


def canonical_loop(
    unit: Unit, symbols: Symbols, node: c_ast.Node | None, *, pointers: bool = False
) -> CanonicalLoop:
    """The loop in canonical form; raises `Refused` with K003 where it isn't, K001 where a directive makes it.

    Its counter may be a pointer only where `pointers` says so.
    """
    if not isinstance(node, c_ast.For):
        where = unit.location(node) if node is not None else Location(unit.path)
        if isinstance(node, Omp):
            reason = f"`{node.directive.kind}` stands between the directive and its loop, and is not translated"
            refuse("K001", reason, node.directive.where)
        refuse("K003", "the directive does not stand before a for loop", where)
    return _Reader(unit, symbols, node, pointers).read()


def collapsed_loops(unit: Unit, symbols: Symbols, node: c_ast.Node | None, depth: int) -> list[CanonicalLoop]:
    """The `depth` perfectly nested loops under a work-sharing directive, outermost first.

    Where an inner loop's bounds depend on an outer counter, only the loops outside it are returned.
    """
    loops = [canonical_loop(unit, symbols, node, pointers=True)]
    while len(loops) < depth:
        inner = canonical_loop(unit, symbols, only_statement(unit, loops[-1].node.stmt), pointers=True)
        counters = {loop.counter for loop in loops}
        if any(symbols.symbol(use) in counters for part in inner.parts for use in objects_in(part)):
            break
        loops.append(inner)
    return loops


def only_statement(unit: Unit, node: c_ast.Node) -> c_ast.Node:
    """The single statement of a block; raises `Refused` where a collapsed nest is not perfect."""
    found = sole_statement(node)
    if found is None or isinstance(found, c_ast.Compound):
        refuse("K003", "collapsed loops must be perfectly nested", unit.location(found or node))
    return found


def trip_count(loop: CanonicalLoop) -> c_ast.Node:
    """The number of iterations as a host expression of type `unsigned long`.

    It holds where they can be counted at all, which launches make sure of (`Dimension.counted`, `MRT_COUNT`).
    """
    down = loop.relation in (">", ">=") or (loop.relation == "!=" and _literal_value(loop.step) == -1)
    first, bound = _converted(loop.lower, loop.type), compared(loop.bound, loop.type)
    high, low = (first, bound) if down else (bound, first)
    step = c_ast.UnaryOp("-", loop.step) if down else loop.step

    def widened(part: c_ast.Node) -> c_ast.Node:
        return host_cast("unsigned long", part)

    distance = build.binary("-", widened(high), widened(low))
    width = widened(step)
    if loop.relation in ("<=", ">="):
        whole = build.shifted(build.binary("/", distance, width), 1)
    else:
        rounded = build.shifted(build.binary("+", distance, width), -1)
        whole = build.binary("/", rounded, width)
    some = build.binary(loop.relation, first, bound)
    return c_ast.TernaryOp(some, whole, widened(build.integer(0)))


def _converted(value: c_ast.Node, ctype: IntType) -> c_ast.Node:
    """A host expression of the counter's type; constants are what they are."""
    return value if is_literal(value) else host_cast(ctype.name, value)


def _literal_value(node: c_ast.Node) -> int | None:
    if not is_literal(node):
        return None
    sign = 1
    if isinstance(node, c_ast.UnaryOp):
        sign = -1 if node.op == "-" else 1
        node = node.expr
    value = integer_value(node)
    return None if value is None else sign * value


class _Reader:
    """Reads one `for` statement."""

    def __init__(self, unit: Unit, symbols: Symbols, node: c_ast.For, pointers: bool) -> None:
        self.unit = unit
        self.symbols = symbols
        self.node = node
        self.pointers = pointers

    def read(self) -> CanonicalLoop:
        counter, lower, declared = self._start()
        ctype = self._counter_type(counter)
        relation, bound = self._test(counter)
        step = self._step(counter)
        self._check_direction(relation, step)
        for part in (lower, bound, step):
            self._check_pure(part, counter)
        self._check_body(counter)
        if isinstance(unqualified(counter.type), PointerType):
            zero, distance = build.integer(0), build.binary("-", bound, lower)
            return CanonicalLoop(self.node, counter, ctype, zero, relation, distance, step, declared, lower)
        return CanonicalLoop(self.node, counter, ctype, lower, relation, bound, step, declared)

    def _refuse(self, reason: str, node: c_ast.Node | None) -> NoReturn:
        where = self.unit.location(node if node is not None and node.coord else self.node)
        refuse("K003", reason, where)

    def _start(self) -> tuple[Symbol, c_ast.Node, bool]:
        start = loop_start(self.node)
        counter = self.symbols.symbol(start.node) if start is not None else None
        if start is None or counter is None:
            self._refuse("the loop does not start with `variable = value`", self.node.init)
        return counter, start.value, isinstance(start.node, c_ast.Decl)

    def _counter_type(self, counter: Symbol) -> IntType:
        """The type in which iterations are counted."""
        ctype = unqualified(counter.type)
        if self.pointers and isinstance(ctype, PointerType) and self.symbols.constant_sizeof(ctype.target):
            return LONG
        if not isinstance(counter.type, IntType) or counter.type.bits > 64:
            self._refuse(f"the loop's counter `{counter.name}` is not of an integer type", self.node.init)
        return counter.type

    def _is_counter(self, node: c_ast.Node, counter: Symbol) -> bool:
        return isinstance(node, c_ast.ID) and self.symbols.symbol(node) is counter

    def _test(self, counter: Symbol) -> tuple[str, c_ast.Node]:
        test = test_of(self.node.cond, counter.name)
        if test is None:
            self._refuse(f"the loop does not compare its counter `{counter.name}` with a bound", self.node.cond)
        return test

    def _step(self, counter: Symbol) -> c_ast.Node:
        step = step_of(self.node.next)
        if step is None or step.counter.name != counter.name:
            reason = f"the loop does not step its counter `{counter.name}` by a fixed amount"
            self._refuse(reason, self.node.next)
        if step.sign > 0:
            return step.by
        value = _literal_value(step.by)
        return c_ast.UnaryOp("-", step.by) if value is None else build.integer(-value)

    def _check_direction(self, relation: str, step: c_ast.Node) -> None:
        """A constant step must lead towards the bound; `!=` needs a step of one."""
        value = _literal_value(step)
        if relation == "!=":
            if value not in (1, -1):
                self._refuse("a loop that ends with != must step by one", self.node.cond)
        elif value is not None and (value == 0 or (value > 0) != (relation in ("<", "<="))):
            self._refuse("the loop's counter does not run towards its bound", self.node.next)

    def _check_pure(self, part: c_ast.Node, counter: Symbol) -> None:
        """Bounds and steps are evaluated once, so they may neither change anything nor call a function."""
        for node in walk(part):
            if changed_place(node) is not None:
                self._refuse("the loop's bounds or step change a variable", node)
            if isinstance(node, c_ast.ID) and self._is_counter(node, counter):
                self._refuse(f"the loop's bounds or step depend on its counter `{counter.name}`", node)

    def _check_body(self, counter: Symbol) -> None:
        for node in walk(self.node.stmt):
            target = changed_place(node)
            if target is not None and self._is_counter(target, counter):
                self._refuse(f"the loop's body changes its counter `{counter.name}`", node)


def constant_or(expression: c_ast.Node, name: str) -> c_ast.Node:
    """A constant itself, otherwise the name of the parameter that holds the expression's value."""
    return expression if is_literal(expression) else build.identifier(name)
