"""The form of a kernel's body in which a work-group computes a block of results, as of a matrix product."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.ir.trees.ctypes import CType


@dataclass(frozen=True, eq=False, slots=True)
class Tile:
    """A part of what a work-group stages in local memory: `expression` for some values of a loop's counter.

    It depends on that counter and on dimension `dimension`; `along` is true if neighbours in the loop, rather than
    those in the dimension, are neighbours in memory.
    """

    dimension: int
    type: CType
    expression: c_ast.Node
    along: bool


@dataclass(frozen=True, slots=True)
class Block:
    """The size of a work-group's block in a tiling: `group`, `each` and `steps` as there."""

    group: tuple[int, int]
    each: tuple[int, int]
    steps: int

    @property
    def size(self) -> tuple[int, int]:
        """The iterations of a work-group in dimensions 0 and 1."""
        return self.group[0] * self.each[0], self.group[1] * self.each[1]

    def name(self, kernel: str) -> str:
        """The name of a kernel in this form; Oclgrind adds up the local memory of names that begin alike."""
        wide, high = self.size
        return f"mrt_{wide}x{high}_{kernel}"


@dataclass(frozen=True, eq=False, slots=True)
class Tiling:
    """Another form of the body, in which a work-group does a block of iterations of dimensions 0 and 1 together.

    Each work-item of a group of shape `group` does `each[0] * each[1]` iterations; `mrt_at` is the number of the
    one at hand.  For each, `before` is what is before a loop over `variable`, which begins at `lower`, `inner`
    an iteration of that loop, and `after` what comes behind it.  `inner` finds the values of `tiles` as
    `mrt_value<number>`; `steps` iterations of the loop are staged at a time.  `trips` is the number of all, the
    same for all work-items, in terms of the counter's first value `mrt_begin`.  `private` are the variables that
    live on between these parts, subscripted with `mrt_at`.  `blocks` are other sizes, of which the run-time
    library takes one where it suits the launch better.  Where the tiling is `guarded`, `before` sets bit `mrt_at`
    of `mrt_active` if the loop is to run at all.  `staged` names the buffers that only tiles are read from.
    """

    group: tuple[int, int]
    each: tuple[int, int]
    steps: int
    tiles: tuple[Tile, ...]
    private: tuple[tuple[str, CType], ...]
    before: c_ast.Compound
    inner: c_ast.Compound
    after: c_ast.Compound
    variable: str
    lower: c_ast.Node
    step: int
    trips: c_ast.Node
    guarded: bool
    staged: frozenset[str]
    blocks: tuple[Block, ...] = ()

    def on(self, block: Block) -> Tiling:
        """The same with blocks of another size."""
        return replace(self, group=block.group, each=block.each, steps=block.steps, blocks=())
