"""Conditions around loops of an iteration, and `if (c) continue;`: the statements under them, in one list.

All lanes of an iteration find the same value of such a condition.  Those of another iteration in their work-group
may find another one, and all must reach the barriers between statements.  So a list of statements has guards in
the places of conditions, which say how the flag of lanes that have something to do (`mrt_inside`) changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.nodes import clone, flattened, has_effects, statements_of, walk
from mapper.ir.trees.quote import statements
from mapper.transforms.loops.loops import is_long, runs_once


class Change(Enum):
    """How the flag changes at a guard.

    At `BLOCK` it is kept, at `WHEN` it is kept and becomes that of a condition, at `OTHERWISE` it becomes that of
    the opposite, and at `AGAIN` what it was before the block or the condition.
    """

    BLOCK = auto()
    WHEN = auto()
    OTHERWISE = auto()
    AGAIN = auto()


@dataclass(frozen=True, eq=False, slots=True)
class Guard:
    """A change of the flag; the guards of one block or condition have one number."""

    change: Change
    number: int
    condition: c_ast.Node | None = None

    def code(self) -> list[c_ast.Node]:
        """The statements that change the flag."""
        around, when = f"mrt_around{self.number}", f"mrt_when{self.number}"
        match self.change:
            case Change.BLOCK:
                return statements(f"const int {around} = mrt_inside;")
            case Change.WHEN:
                assert self.condition is not None
                text = f"const int {around} = mrt_inside; int {when} = 0;"
                text += f"if ({around}) {when} = $condition ? 1 : 0; mrt_inside = {when};"
                return statements(text, condition=clone(self.condition))
            case Change.OTHERWISE:
                return statements(f"mrt_inside = {around} && !{when};")
        return statements(f"mrt_inside = {around};")


Guards = Mapping[int, Guard]
"""The guards in a list of statements, by the ids of what is in their places."""


def opened(body: c_ast.Node, symbols: Symbols) -> tuple[list[c_ast.Node], Guards]:
    """The statements of an iteration, those under conditions among them that have loops or end it."""
    opener = _Opener(symbols)
    return opener.block(flattened(body)), opener.guards


class _Opener:
    """Makes lists of statements, and the guards in them."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.guards: dict[int, Guard] = {}
        self.number = 0

    def block(self, items: Sequence[c_ast.Node]) -> list[c_ast.Node]:
        """Statements that are together; none of them may be an end of the iteration."""
        made: list[c_ast.Node] = []
        for item in items:
            if isinstance(item, c_ast.DoWhile) and runs_once(item) and self._opens(item.stmt):
                made += self._ending(item)
            elif isinstance(item, c_ast.If) and self._opens(item) and not has_effects(item.cond):
                made += self._conditional(item)
            else:
                made.append(item)
        return made

    def _opens(self, code: c_ast.Node) -> bool:
        """Whether there are loops in some code that lanes may share."""
        return any(is_long(part, self.symbols) for part in walk(code))

    def _ending(self, block: c_ast.DoWhile) -> list[c_ast.Node]:
        """`do { ... if (c) continue; ... } while (0)`."""
        items = flattened(block.stmt)
        ends = {id(item): end for item in items if (end := _end(item)) is not None}
        if any(id(item) not in ends and leaves(item, always=()) for item in items):
            return [block]
        number = self._next()
        made = [self._guard(Change.BLOCK, number)]
        for item in items:
            if isinstance(item, c_ast.If) and id(item) in ends:
                made += self._when(item, ends[id(item)])
            else:
                made += self.block([item])
        return [*made, self._guard(Change.AGAIN, number)]

    def _conditional(self, item: c_ast.If) -> list[c_ast.Node]:
        """`if (c) { ... } else { ... }`."""
        number = self.number
        made = self._when(item, flattened(_block(item.iftrue)))
        made += self.block(flattened(_block(item.iffalse)))
        return [*made, self._guard(Change.AGAIN, number)]

    def _when(self, item: c_ast.If, inner: Sequence[c_ast.Node]) -> list[c_ast.Node]:
        """What is done under a condition; what follows is done where it does not hold."""
        number = self._next()
        when = c_ast.If(item.cond, None, None, item.coord)
        self.guards[id(when)] = Guard(Change.WHEN, number, item.cond)
        return [when, *self.block(inner), self._guard(Change.OTHERWISE, number)]

    def _next(self) -> int:
        self.number += 1
        return self.number - 1

    def _guard(self, change: Change, number: int) -> c_ast.Node:
        made = c_ast.EmptyStatement()
        self.guards[id(made)] = Guard(change, number)
        return made


def _end(item: c_ast.Node) -> list[c_ast.Node] | None:
    """The statements under a condition before they end the iteration; None where they don't."""
    if not isinstance(item, c_ast.If) or item.iffalse is not None or has_effects(item.cond):
        return None
    *inner, last = flattened(_block(item.iftrue)) or [c_ast.EmptyStatement()]
    if not isinstance(last, c_ast.Continue) or any(leaves(each, always=()) for each in inner):
        return None
    return inner


def _block(code: c_ast.Node | None) -> c_ast.Compound:
    return c_ast.Compound(statements_of(code))


def before(body: c_ast.Node, loop: c_ast.For) -> tuple[list[c_ast.Node], list[c_ast.If]]:
    """The statements of an iteration before a loop in it; among these the conditions under which it comes there.

    A condition is `if (...) break;`, for a block `do { ... } while (0)` around all of them.
    """
    made: list[c_ast.Node] = []
    conditions: list[c_ast.If] = []
    items = flattened(body)
    while items:
        item, *items = items
        if item is loop:
            break
        if any(part is loop for part in walk(item)):
            if isinstance(item, c_ast.If):
                chosen = any(part is loop for part in walk(_block(item.iftrue)))
                conditions.append(_unless(c_ast.UnaryOp("!", item.cond) if chosen else item.cond))
                made.append(conditions[-1])
                items = flattened(_block(item.iftrue if chosen else item.iffalse))
            else:
                assert isinstance(item, c_ast.DoWhile)
                items = flattened(item.stmt)
        elif isinstance(item, c_ast.If) and _end(item) is not None:
            conditions.append(_unless(item.cond))
            made.append(conditions[-1])
        else:
            made.append(item)
    return made, conditions


def _unless(condition: c_ast.Node) -> c_ast.If:
    return c_ast.If(condition, c_ast.Compound([c_ast.Break()]), None)
