"""Scalars of the host that live in the device's memory for a while, and the statements over them that kernels run.

A chain of launches computes such scalars (sums, quotients of sums) and needs them again: each is in an element
of an array of doubles, its cell.  Reductions add to cells, kernels read cells in place of arguments and run the
assignments between launches.  So the host waits for nothing before the chain's end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.ir.trees.nodes import walk

if TYPE_CHECKING:
    from mapper.ir.program.region import TeamFunction


CELLS = "__mrt_cells"
"""The array of cells on the host, and the kernels' parameter."""


@dataclass(frozen=True, eq=False, slots=True)
class Cells:
    """The variables of a chain; `names[i]` is in element i.

    `changed` are those that the chain assigns, `static` those that are not automatic.
    """

    names: tuple[str, ...]
    changed: frozenset[str]
    static: frozenset[str] = frozenset()

    def at(self, name: str) -> int:
        """The number of a variable's element."""
        return self.names.index(name)

    def place(self, name: str) -> str:
        """A variable's element, as C."""
        return f"{CELLS}[{self.at(name)}]"


@dataclass(frozen=True, eq=False, slots=True)
class Steps:
    """What a kernel of a chain does with cells, besides adding its reductions to them.

    `loads` are the parameters that it reads from cells, each with its variable.  The assignments `before` stand
    before its loop, those `after` behind it.
    """

    cells: Cells
    loads: tuple[tuple[str, str], ...] = ()
    before: tuple[c_ast.Assignment, ...] = ()
    after: tuple[c_ast.Assignment, ...] = ()

    @property
    def computes(self) -> bool:
        """Whether all work-items run the assignments before the loop, since they need the values."""
        return not assigned(self.before).isdisjoint(self.variables)

    @property
    def variables(self) -> frozenset[str]:
        """The variables whose cells are read for parameters."""
        return frozenset(variable for _, variable in self.loads)


@dataclass(frozen=True, eq=False, slots=True)
class Chain:
    """Statements of one block, side by side, that run without waiting; `steps` are the ids of what kernels run.

    They are in the function `team`, or else in the region's own text.
    """

    cells: Cells
    statements: tuple[c_ast.Node, ...]
    steps: frozenset[int]
    team: TeamFunction | None = None


def assigned(steps: Iterable[c_ast.Assignment]) -> frozenset[str]:
    """The variables that assignments set."""
    return frozenset(step.lvalue.name for step in steps)


def exposed(steps: Iterable[c_ast.Assignment]) -> frozenset[str]:
    """The variables whose values from before a sequence of assignments it uses."""
    found: set[str] = set()
    known: set[str] = set()
    for step in steps:
        found |= set(used(step)) - known
        known.add(step.lvalue.name)
    return frozenset(found)


def used(step: c_ast.Assignment) -> Iterator[str]:
    """The variables that an assignment reads."""
    if step.op != "=":
        yield step.lvalue.name
    functions = {id(node.name) for node in walk(step.rvalue) if isinstance(node, c_ast.FuncCall)}
    for node in walk(step.rvalue):
        if isinstance(node, c_ast.ID) and id(node) not in functions:
            yield node.name
