"""What a kernel takes for granted of its arguments, and the run-time library checks before each launch."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.ir.trees import build

Pairs = frozenset[tuple[str, str]]


@dataclass(frozen=True, eq=False, slots=True)
class Divided:
    """A range from `lower` up to, not including, `bound` that `step` divides; all are expressions of the host."""

    lower: c_ast.Node
    bound: c_ast.Node
    step: c_ast.Node


@dataclass(frozen=True, eq=False, slots=True)
class Written:
    """A condition of the host under which each iteration writes what it reads of the private variables `names`."""

    names: frozenset[str]
    condition: c_ast.Node


@dataclass(frozen=True, eq=False, slots=True)
class Lengths:
    """A condition of the host under which rows hold the subscripts in them, whatever the order of their lengths.

    `key` is how analyses know it (`Digits.key`), `of` are the lengths.
    """

    key: str
    of: tuple[c_ast.Node, ...]
    condition: c_ast.Node


@dataclass(frozen=True, eq=False, slots=True)
class Beside:
    """A pointer of the host's that does not lead to the variable that has a name where the loop is."""

    pointer: c_ast.Node
    variable: str

    @property
    def condition(self) -> c_ast.Node:
        """An expression of the host that is true where that is so."""
        place = c_ast.ID(self.variable)
        return build.call("__mrt_beside", self.pointer, c_ast.UnaryOp("&", place), c_ast.UnaryOp("sizeof", place))


@dataclass(frozen=True, eq=False, slots=True)
class Assumptions:
    """The kernel is right only where all of these hold; elsewhere the CPU runs the loop.

    `distinct` are pairs of buffers, each in the order of their names, that are different memory although points-to
    analysis can't show it; those in `alike` may as well begin at the same address.  `divided` are ranges.
    `true` are conditions in the host's names: that no subscript leaves its row.  `written` are others: that
    iterations carry nothing to each other in private variables.  `lengths` are those of rows.
    `beside` are pointers that lead elsewhere than to variables of which the kernel has copies.
    With `rows_apart`, the rows of tables don't overlap, as far as the kernel says that it reaches, and two tables
    are the same or lead to different rows.  With `in_order`, iterations may depend on each other where memory is
    otherwise: one thread runs them, in their order.
    """

    distinct: Pairs = frozenset()
    alike: Pairs = frozenset()
    divided: tuple[Divided, ...] = ()
    true: tuple[c_ast.Node, ...] = ()
    written: tuple[Written, ...] = ()
    lengths: tuple[Lengths, ...] = ()
    beside: tuple[Beside, ...] = ()
    rows_apart: bool = False
    in_order: bool = False

    @property
    def pairs(self) -> Pairs:
        """All pairs of buffers that are compared."""
        return self.distinct | self.alike

    @property
    def host_expressions(self) -> tuple[c_ast.Node, ...]:
        """What the host evaluates before a launch to know whether the kernel is right."""
        ranges = (part for each in self.divided for part in (each.lower, each.bound, each.step))
        return (*ranges, *self.conditions, *(each.condition for each in self.beside))

    @property
    def conditions(self) -> tuple[c_ast.Node, ...]:
        """All conditions in the host's names, but for those on pointers."""
        return (*self.in_rows, *(each.condition for each in self.written))

    @property
    def in_rows(self) -> tuple[c_ast.Node, ...]:
        """The conditions under which no subscript leaves its row."""
        return (*self.true, *(each.condition for each in self.lengths))

    def with_true(self, condition: c_ast.Node) -> Assumptions:
        """Also that a condition holds."""
        return replace(self, true=(*self.true, condition))

    def with_alike(self, pair: tuple[str, str]) -> Assumptions:
        """Also that two buffers are different memory or begin at the same address."""
        return replace(self, alike=self.alike | {pair})

    def with_distinct(self, pair: tuple[str, str]) -> Assumptions:
        """Also that two buffers are different memory."""
        return replace(self, distinct=self.distinct | {pair}, alike=self.alike - {pair})

    def among(self, names: Set[str]) -> Assumptions:
        """Without the pairs of which a buffer is not named."""
        distinct, alike = (
            frozenset(pair for pair in pairs if names >= set(pair)) for pairs in (self.distinct, self.alike)
        )
        return replace(self, distinct=distinct, alike=alike)


NOTHING = Assumptions()
"""No check is needed."""
