"""Loops inside iterations that may wait for another iteration: spin locks, and flags that others set.

Work-items of a GPU that wait may keep those that they wait for from running.  A loop that goes by what other
iterations have stored is translated if it would end, were all other iterations to stop (it is obstruction-free:
Herlihy, Luchangco, Moir, "Obstruction-Free Synchronization", ICDCS 2003).  That is shown for each way through the
loop's body back to its beginning.  On the way

- a compare and swap has failed, whose expected value comes from the object itself: another iteration has changed
  the object in the meantime, and the next pass expects what is there now; or
- the variables that an end of the loop depends on have been computed from themselves, either by arithmetic
  (`slot = (slot + 1) & mask`) or from an object that they led to (`x = parent[x]`).  So must be all that decides
  together whether the loop ends there.

Where a compare and swap expects the same value in all passes, and other code stores into the object, it is a lock.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.build import pointee
from mapper.ir.trees.nodes import LOOPS, AnyLoop, Omp, arguments_of, children, text_of, walk, without_casts
from mapper.translate.outline.communication.atomics import atomic_of
from mapper.translate.outline.communication.observed import (
    Code,
    Observed,
    Setting,
    address_of,
    names,
    settings_in,
    variable,
)
from mapper.translate.outline.communication.swaps import Swaps

_MOST_WAYS = 64  # through a loop's body


def waiting_loop(code: Code, observed: Observed) -> c_ast.Node | None:
    """The first loop of some code that may wait for another iteration."""
    for node in walk(code.body):
        if isinstance(node, LOOPS) and _Loop(node, code, observed).waits():
            return node
    return None


@dataclass(frozen=True, slots=True)
class _Bound:
    """A variable that holds what a compare and swap has given; `expected` is the text of what it expected."""

    symbol: Symbol
    truth: bool
    expected: str


@dataclass(frozen=True, slots=True)
class _Way:
    """One way through the body so far: the settings on it by number, and what is known of variables.

    `found` are variables that hold what this pass has found in an object, with the object's text.
    """

    settings: frozenset[int] = frozenset()
    bound: frozenset[_Bound] = frozenset()
    found: frozenset[tuple[Symbol, str]] = frozenset()


_Ways = list[_Way]
_Edges = dict[Symbol, set[Symbol]]
_Conditions = list[c_ast.Node]


@dataclass(slots=True)
class _Jumps:
    """The ways that leave a loop by `break`, or go on with `continue`."""

    breaks: _Ways = field(default_factory=list)
    continues: _Ways = field(default_factory=list)


class _Loop:
    """One loop and what is in it."""

    def __init__(self, loop: AnyLoop, code: Code, observed: Observed) -> None:
        self.loop = loop
        self.code = code
        self.symbols: Symbols = code.symbols
        self.observed = observed
        parts = (loop.cond, loop.stmt, getattr(loop, "next", None))
        self.parts: list[c_ast.Node] = [part for part in parts if part is not None]
        self.settings = [each for part in self.parts for each in settings_in(part, self.symbols)]
        self.swaps = Swaps(code, observed, self.settings)
        self._numbers: dict[int, list[int]] = {}
        for number, each in enumerate(self.settings):
            self._numbers.setdefault(id(each.node), []).append(number)
        self._jumps: list[_Jumps] = []
        self._guards = dict(self._controls(loop.stmt, ()))
        self._known: dict[int, tuple[set[Symbol], bool]] = {}

    # ---- the question ------------------------------------------------------------------------------------------

    def waits(self) -> bool:
        """Whether there is a way back to the loop's beginning that another iteration must end."""
        ends = list(self._ends(self.loop.stmt, [[]], 0))
        ends += _alternatives(self.loop.cond, holds=False) if self.loop.cond is not None else []
        if not any(self._led(condition)[1] for end in ends for condition in end):
            return False
        self._jumps.append(_Jumps())
        begin = [_Way()]
        if not isinstance(self.loop, c_ast.DoWhile):
            begin = self._condition(self.loop.cond, begin)[0]
        after = self._statement(self.loop.stmt, begin) + self._jumps.pop().continues
        if isinstance(self.loop, c_ast.DoWhile):
            after = self._condition(self.loop.cond, after)[0]
        elif isinstance(self.loop, c_ast.For):
            after = self._effects(self.loop.next, after)
        if isinstance(self.loop, c_ast.While | c_ast.For):
            after = self._condition(self.loop.cond, after)[0]
        return bool(after) and (self._locks() or not all(self._advances(way, ends) for way in after))

    def _locks(self) -> bool:
        """Whether the loop looks for an object with some value that other code gives it back: a free lock."""
        changed = {setting.symbol for setting in self.settings}
        for node in (node for part in self.parts for node in walk(part)):
            swap, found = self.swaps.swap_of(node), atomic_of(node)
            target = swap.target if swap is not None else None
            if found is not None and found.operation == "exchange":
                target = pointee(arguments_of(node)[0])
            elif swap is None or self.swaps.is_fresh(swap) or changed & set(names(swap.expected, self.symbols)):
                continue
            if target is not None and self.observed.is_stored(target, self.symbols):
                return True
        return False

    def _ends(self, node: c_ast.Node | None, guards: list[_Conditions], depth: int) -> Iterator[_Conditions]:
        """The conditions that hold together where a statement leaves the loop, for each way to leave it."""
        match node:
            case None:
                return
            case c_ast.Break() if depth == 0:
                yield from guards
            case c_ast.Return():
                yield from guards
            case c_ast.If():
                for branch, holds in ((node.iftrue, True), (node.iffalse, False)):
                    yield from self._ends(branch, _both(guards, _alternatives(node.cond, holds=holds)), depth)
            case c_ast.For() | c_ast.While() | c_ast.DoWhile() | c_ast.Switch():
                inner = _both(guards, [[node.cond]]) if node.cond is not None else guards
                yield from self._ends(node.stmt, inner, depth + 1)
            case _:
                for child in children(node):
                    yield from self._ends(child, guards, depth)

    def _led(self, condition: c_ast.Node) -> tuple[set[Symbol], bool]:
        """The variables that a condition depends on, and whether it depends on what other iterations do."""
        known = self._known.get(id(condition))
        if known is not None:
            return known
        found: set[Symbol] = set()
        work, seen, observes = [condition], set[int](), False
        while work:
            expression = work.pop()
            if id(expression) in seen:
                continue
            seen.add(id(expression))
            observes |= any(self.observed.is_one(node, self.symbols) for node in walk(expression))
            new = set(names(expression, self.symbols)) - found
            found |= new
            for setting in self.settings:
                if setting.symbol in new:
                    work += [setting.node, *self._guards.get(id(setting.node), ())]
        self._known[id(condition)] = found, observes
        return found, observes

    def _controls(
        self, node: c_ast.Node | None, guards: tuple[c_ast.Node, ...]
    ) -> Iterator[tuple[int, tuple[c_ast.Node, ...]]]:
        """The conditions under which each setting is made, by `id`."""
        if node is None:
            return
        inner = guards
        if isinstance(node, (c_ast.If, c_ast.Switch, c_ast.TernaryOp, *LOOPS)) and node.cond is not None:
            inner = (*guards, node.cond)
        if isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||"):
            inner = (*guards, node.left)
        if guards:
            yield id(node), guards
        for child in children(node):
            yield from self._controls(child, inner)

    # ---- progress ----------------------------------------------------------------------------------------------

    def _advances(self, way: _Way, ends: list[_Conditions]) -> bool:
        """Whether a way moves on to an end of the loop, and waits for nothing there that does not move on."""
        moved = self._moved([self.settings[number] for number in way.settings])
        for end in ends:
            conditions = [(bool(moved & symbols), observes) for symbols, observes in map(self._led, end)]
            if any(on for on, _ in conditions) and all(on or not observes for on, observes in conditions):
                return True
        return False

    def _moved(self, settings: list[Setting]) -> set[Symbol]:
        """The variables that some settings compute from themselves."""
        arithmetic: _Edges = {}
        everything: _Edges = {}
        by_objects: list[tuple[Symbol, Symbol]] = []
        for setting in settings:
            sources = self._sources(setting)
            if sources is None:
                followed = self._followed(setting)
                by_objects += [(setting.symbol, each) for each in followed]
                everything.setdefault(setting.symbol, set()).update(followed)
                continue
            everything.setdefault(setting.symbol, set()).update(sources)
            if not sources & self._seen:
                arithmetic.setdefault(setting.symbol, set()).update(sources)
        found = {each for each in arithmetic if _reaches(arithmetic, each, each)}
        for one, other in by_objects:
            if one is other or _reaches(everything, other, one):
                found |= {one, other}
        return found

    @cached_property
    def _seen(self) -> set[Symbol]:
        """The variables whose values come from what other iterations do."""
        found: set[Symbol] = set()
        before = -1
        while len(found) > before:
            before = len(found)
            for setting in self.settings:
                sources = self._sources(setting)
                if sources is None or sources & found:
                    found.add(setting.symbol)
        return found

    def _sources(self, setting: Setting) -> set[Symbol] | None:
        """The variables that a value is computed from; None where it comes from what other iterations do."""
        if setting.exchanged is not None:
            return None
        own = {setting.symbol} if setting.step else set()
        if setting.value is None:
            return own
        if any(self.observed.is_one(node, self.symbols) for node in walk(setting.value)):
            return None
        return own | set(names(setting.value, self.symbols))

    def _followed(self, setting: Setting) -> set[Symbol]:
        """The variables that lead to the objects which a value comes from."""
        found: set[Symbol] = set()
        for node in walk(setting.value) if setting.value is not None else ():
            if not self.observed.is_one(node, self.symbols):
                continue
            called = self.observed.context.called(node, self.symbols)
            if called is None:
                found |= set(names(address_of(node), self.symbols))
                continue
            for number, argument in enumerate(arguments_of(node)):
                if self.observed.follows(called, number):
                    found |= set(names(argument, self.symbols))
        return found

    # ---- ways through statements -------------------------------------------------------------------------------

    def _statement(self, node: c_ast.Node | None, ways: _Ways) -> _Ways:
        """The ways behind a statement."""
        if not ways:
            return ways
        match node:
            case c_ast.Compound():
                for item in node.block_items or []:
                    ways = self._statement(item, ways)
                return ways
            case c_ast.If():
                true, false = self._condition(node.cond, ways)
                return _few(self._statement(node.iftrue, true) + self._statement(node.iffalse, false))
            case c_ast.For() | c_ast.While() | c_ast.DoWhile():
                return self._inner(node, ways)
            case c_ast.Switch():
                return self._switch(node, ways)
            case c_ast.Break():
                self._jumps[-1].breaks += ways
                return []
            case c_ast.Continue():
                self._jumps[-1].continues += ways
                return []
            case c_ast.Return():
                return []
            case c_ast.Case() | c_ast.Default():
                for item in node.stmts or []:
                    ways = self._statement(item, ways)
                return ways
            case Omp():
                return self._statement(node.body, ways)
        return self._effects(node, ways)

    def _inner(self, loop: AnyLoop, ways: _Ways) -> _Ways:
        """The ways behind a loop inside: it may be left at once, or after one pass."""
        if isinstance(loop, c_ast.For):
            ways = self._effects(loop.init, ways)
        self._jumps.append(_Jumps())
        left: _Ways = []
        if not isinstance(loop, c_ast.DoWhile):
            ways, left = self._condition(loop.cond, ways)
        ways = self._statement(loop.stmt, ways)
        jumps = self._jumps.pop()
        ways = ways + jumps.continues
        if isinstance(loop, c_ast.For):
            ways = self._effects(loop.next, ways)
        return _few(left + jumps.breaks + self._condition(loop.cond, ways)[1])

    def _switch(self, node: c_ast.Switch, ways: _Ways) -> _Ways:
        """The ways behind a switch: all cases are entered, and none."""
        ways = self._effects(node.cond, ways)
        self._jumps.append(_Jumps())
        behind: _Ways = []
        items = node.stmt.block_items or [] if isinstance(node.stmt, c_ast.Compound) else [node.stmt]
        for item in items:
            behind = self._statement(item, ways + behind)
        jumps = self._jumps.pop()
        self._jumps[-1].continues += jumps.continues
        return _few(ways + behind + jumps.breaks)

    # ---- ways through expressions ------------------------------------------------------------------------------

    def _condition(self, node: c_ast.Node | None, ways: _Ways) -> tuple[_Ways, _Ways]:
        """The ways on which a condition holds, and on which it doesn't; none where a fresh swap has failed."""
        value = 1 if node is None else self.symbols.constant(node)
        if node is None or value is not None:
            return (ways, []) if value else ([], ways)
        match node:
            case c_ast.UnaryOp(op="!"):
                true, false = self._condition(node.expr, ways)
                return false, true
            case c_ast.BinaryOp(op="&&"):
                true, false = self._condition(node.left, ways)
                both, not_both = self._condition(node.right, true)
                return both, _few(false + not_both)
            case c_ast.BinaryOp(op="||"):
                true, false = self._condition(node.left, ways)
                other, neither = self._condition(node.right, false)
                return _few(true + other), neither
            case c_ast.BinaryOp(op="==" | "!=", right=right) if self.symbols.constant(right) == 0 and not (
                (swap := self.swaps.swap_of(_without_assignment(node.left))) is not None and not swap.truth
            ):
                true, false = self._condition(node.left, ways)
                return (false, true) if node.op == "==" else (true, false)
            case c_ast.BinaryOp(op="==" | "!="):
                ways = self._effects(node, ways)
                same = ways
                other = [way for way in ways if not self._swapped_if_same(node, way)]
                return (same, other) if node.op == "==" else (other, same)
            case c_ast.Cast():
                return self._condition(node.expr, ways)
            case c_ast.ExprList():
                for part in node.exprs[:-1]:
                    ways = self._effects(part, ways)
                return self._condition(node.exprs[-1], ways)
            case c_ast.Assignment(op="="):
                ways = self._effects(node, ways)
                return self._tested(node.lvalue, ways)
        ways = self._effects(node, ways)
        swap = self.swaps.swap_of(node)
        if swap is not None and swap.truth:
            return ways, [way for way in ways if not self.swaps.is_fresh(swap, way.found)]
        return self._tested(node, ways)

    def _tested(self, node: c_ast.Node, ways: _Ways) -> tuple[_Ways, _Ways]:
        """A variable is tested: those where it holds that a fresh swap has failed don't go on."""
        symbol = variable(node, self.symbols) if isinstance(node, c_ast.ID) else None
        failed = [way for way in ways if any(each.truth and each.symbol is symbol for each in way.bound)]
        return ways, [way for way in ways if way not in failed]

    def _swapped_if_same(self, node: c_ast.BinaryOp, way: _Way) -> bool:
        """Whether two sides are equal only if a fresh swap has swapped."""
        for one, other in ((node.left, node.right), (node.right, node.left)):
            one = _without_assignment(one)
            text = text_of(without_casts(other) or other)
            swap = self.swaps.swap_of(one)
            if swap is not None and not swap.truth and self.swaps.is_fresh(swap, way.found):
                return text == text_of(without_casts(swap.expected) or swap.expected)
            symbol = variable(one, self.symbols) if isinstance(one, c_ast.ID) else None
            if any(each.symbol is symbol and not each.truth and each.expected == text for each in way.bound):
                return True
        return False

    def _effects(self, node: c_ast.Node | None, ways: _Ways) -> _Ways:
        """The ways behind an expression or declaration."""
        if node is None or not ways:
            return ways
        match node:
            case c_ast.BinaryOp(op="&&" | "||"):
                true, false = self._condition(node, ways)
                return _few(true + false)
            case c_ast.TernaryOp():
                true, false = self._condition(node.cond, ways)
                return _few(self._effects(node.iftrue, true) + self._effects(node.iffalse, false))
        for child in children(node):
            ways = self._effects(child, ways)
        for number in self._numbers.get(id(node), ()):
            setting = self.settings[number]
            ways = [self._set(way, number, setting) for way in ways]
        return ways

    def _set(self, way: _Way, number: int, setting: Setting) -> _Way:
        """A way on which a variable gets another value: what was known of it and by it is forgotten."""
        symbol = setting.symbol
        bound = {each for each in way.bound if each.symbol is not symbol and not _names(each.expected, symbol)}
        found = {(one, text) for one, text in way.found if one is not symbol and not _names(text, symbol)}
        if setting.exchanged is not None:
            return _Way(way.settings | {number}, frozenset(bound), frozenset(found))
        new = self._bound(setting, way)
        text, source = self.swaps.place_of(setting), None if setting.step else self.swaps.same_bits(setting.value)
        places = {text} if text is not None else {place for one, place in way.found if one is source}
        found |= {(symbol, place) for place in places if not _names(place, symbol)}
        return _Way(
            way.settings | {number}, frozenset(bound | {new} if new is not None else bound), frozenset(found)
        )

    def _bound(self, setting: Setting, way: _Way) -> _Bound | None:
        """What a setting says of a swap, if its value is one with a fresh expected value."""
        swap = self.swaps.swap_of(setting.value) if not setting.step else None
        if swap is None or not self.swaps.is_fresh(swap, way.found):
            return None
        return _Bound(setting.symbol, swap.truth, text_of(without_casts(swap.expected) or swap.expected))


def _names(text: str, symbol: Symbol) -> bool:
    """Whether the text of an expression names a variable."""
    return re.search(rf"\b{symbol.name}\b", text) is not None


def _without_assignment(node: c_ast.Node | None) -> c_ast.Node | None:
    """The variable that an expression assigns to, whose value it has then; other expressions as they are."""
    node = without_casts(node)
    return node.lvalue if isinstance(node, c_ast.Assignment) else node


def _alternatives(condition: c_ast.Node, *, holds: bool) -> list[_Conditions]:
    """The ways in which a condition holds, or does not: of each, the parts that decide it together."""
    match condition:
        case c_ast.UnaryOp(op="!"):
            return _alternatives(condition.expr, holds=not holds)
        case c_ast.BinaryOp(op="&&" | "||"):
            sides = [_alternatives(side, holds=holds) for side in (condition.left, condition.right)]
            return _both(*sides) if (condition.op == "&&") == holds else sides[0] + sides[1]
    return [[condition]]


def _both(one: list[_Conditions], other: list[_Conditions]) -> list[_Conditions]:
    """Each of some alternatives together with each of others; all in one where they would be very many."""
    if len(one) * len(other) > _MOST_WAYS:
        return [[each for end in (*one, *other) for each in end]]
    return [[*first, *second] for first in one for second in other]


def _few(ways: _Ways) -> _Ways:
    """The ways, each once; where there are very many, what all of them have in common."""
    once = list(dict.fromkeys(ways))
    if len(once) <= _MOST_WAYS:
        return once
    common = once[0]
    for way in once:
        common = _Way(common.settings & way.settings, common.bound & way.bound, common.found & way.found)
    return [common]


def _reaches(edges: _Edges, start: Symbol, goal: Symbol) -> bool:
    """Whether a chain of sources leads from one variable to another."""
    seen: set[Symbol] = set()
    work = [start]
    while work:
        for each in edges.get(work.pop(), ()):
            if each is goal:
                return True
            if each not in seen:
                seen.add(each)
                work.append(each)
    return False
