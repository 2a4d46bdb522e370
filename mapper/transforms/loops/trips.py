"""How often loops run at most, and how much work code is: estimates from constants.

Loops of triangular nests are short, too: `for (m = pivot + 1; m < 5; m++)`, in a loop over `pivot` from 0 to 4,
runs at most four times.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.kernels.loops import loop_header
from mapper.analysis.names.constants import evaluate
from mapper.analysis.names.symbols import Symbols
from mapper.ir.expressions.arithmetic import arithmetic
from mapper.ir.trees.nodes import LOOPS, called_name, walk
from mapper.transforms.loops.loops import SHORT, runs_once

_OPERATIONS = (c_ast.BinaryOp, c_ast.UnaryOp, c_ast.Assignment, c_ast.ArrayRef, c_ast.TernaryOp, c_ast.FuncCall)


@dataclass(frozen=True, slots=True)
class Span:
    """The least and the greatest value of an integer."""

    low: int
    high: int

    def __add__(self, other: Span) -> Span:
        return Span(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Span) -> Span:
        return self + -other

    def __neg__(self) -> Span:
        return Span(-self.high, -self.low)

    def __mul__(self, other: Span) -> Span:
        corners = [one * two for one in (self.low, self.high) for two in (other.low, other.high)]
        return Span(min(corners), max(corners))


Counters = Mapping[str, Span]
"""The values of the counters of the short loops around some code."""


@dataclass(frozen=True, slots=True)
class BoundedLoop:
    """A loop between constants: how often it runs at most, and the counters of its body."""

    trips: int
    counters: Counters


@dataclass(frozen=True, eq=False, slots=True)
class Estimates:
    """Estimates for the code of a kernel whose functions have these bodies, by their names."""

    symbols: Symbols
    bodies: Mapping[str, c_ast.Node]

    def short(self, loop: c_ast.Node, around: Counters) -> BoundedLoop | None:
        """What a loop of at most SHORT iterations is; None for all other statements."""
        found = self._bounded(loop, around)
        return found if found is not None and found.trips <= SHORT else None

    def is_counted(self, loop: c_ast.Node, around: Counters) -> bool:
        """Whether constants show how often a loop runs at most."""
        return self._bounded(loop, around) is not None

    def operations(self, code: c_ast.Node, around: Counters) -> float:
        """How many operations some code makes at most, those of functions that it calls included.

        Infinite where a loop is not short.
        """
        if isinstance(code, LOOPS) and not runs_once(code):
            loop = self.short(code, around)
            if loop is None:
                return math.inf
            return loop.trips * (1 + self.operations(code.stmt, loop.counters)) if loop.trips else 0
        number = float(isinstance(code, _OPERATIONS))
        if (name := called_name(code)) in self.bodies:
            number += self.operations(self.bodies[name], {})
        return number + sum(self.operations(child, around) for _, child in code.children())

    def _bounded(self, loop: c_ast.Node, around: Counters) -> BoundedLoop | None:
        header = loop_header(loop)
        if header is None:
            return None
        first, bound = self._span(header.lower, around), self._span(header.bound, around)
        if first is None or bound is None:
            return None
        inside = header.relation in ("<", ">")
        up = header.step > 0
        values = Span(first.low, bound.high - inside) if up else Span(bound.low + inside, first.high)
        trips = (values.high - values.low) // abs(header.step) + 1
        return BoundedLoop(max(trips, 0), {**around, header.variable: values})

    def _span(self, value: c_ast.Node, around: Counters) -> Span | None:
        """The values of an integer expression of constants and of the counters around it."""
        if isinstance(value, c_ast.ID) and value.name in around:
            return around[value.name]
        if any(isinstance(part, c_ast.ID) for part in walk(value)):
            return arithmetic(value, lambda operand: self._span(operand, around))
        number = evaluate(value, self.symbols)
        return None if number is None else Span(number, number)
