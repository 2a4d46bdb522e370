"""Values of host code: integers and pointers as polynomials, and what the variables of a call hold."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.program import Function
from mapper.ir.expressions.polynomials import ZERO, Polynomial

COUNTER = "#"
"""The first character of counters' atoms."""
DEEPEST = 6
"""Calls that are followed into each other."""
BLOCK = "block "
"""What the text of a pointer begins with that is somewhere in a block."""


@dataclass(frozen=True, slots=True)
class Number:
    """An integer; where C's arithmetic may have wrapped around, it is known but for multiples of 2^`wraps`."""

    value: Polynomial
    wraps: int = 0

    @property
    def exact(self) -> bool:
        """Whether it is C's value itself."""
        return self.wraps == 0


@dataclass(frozen=True, slots=True)
class Pointer:
    """`offset` bytes behind where the expression `base` points, whose text is `text`.

    Members can be found through it only where it is `typed`: the base has the type of the pointer.
    With `levels`, it is any of the rows that the table `base` leads to, through so many levels of tables.  Where
    the `entry` of the table is known, in bytes behind `base`, `offset` counts from where this one leads to.
    The base is known to point into its block, not only behind or before it, where it is `inside`; with `whole`
    the pointer is somewhere in that block.
    """

    base: c_ast.Node = field(compare=False)
    text: str
    offset: Polynomial = ZERO
    typed: bool = True
    levels: int = 0
    entry: Polynomial | None = None
    inside: bool = False
    whole: bool = False

    def somewhere(self) -> Pointer | None:
        """Any place in the block; None where the base may not point into it."""
        if self.levels or not self.inside:
            return None
        return replace(self, text=BLOCK + self.text, offset=ZERO, whole=True) if not self.whole else self


Value = Number | Pointer | tuple[Number, ...] | tuple[Pointer, ...] | None
"""What a variable holds; one of several numbers or pointers (see `mapper.analysis.host.touched.chosen`)."""


@dataclass(eq=False, slots=True)
class Frame:
    """One call of a function: what its variables hold that are known not to have their first values any more.

    None is any value.  `outer` is true for the function that the statement belongs to; `depth` is the number of
    calls that lead here from it.
    """

    function: Function
    values: dict[Symbol, Value]
    outer: bool
    depth: int = 0

    @property
    def symbols(self) -> Symbols:
        """The symbols of the function's unit."""
        return self.function.symbols

    def copy(self) -> Frame:
        """For code that may run or not."""
        return Frame(self.function, dict(self.values), self.outer, self.depth)


def has_counters(value: Polynomial) -> bool:
    """Whether a value differs between iterations."""
    return any(isinstance(atom, str) and atom.startswith(COUNTER) for key, _ in value for atom in key)
