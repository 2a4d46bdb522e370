"""The forms of a kernel's body in which a work-group first copies what its iterations read to local memory."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from pycparser import c_ast

from mapper.ir.trees.ctypes import CType


@dataclass(frozen=True, eq=False, slots=True)
class TileSide:
    """A coordinate of the elements that a work-group stages.

    `start` is the least one for the first iteration of the group's block, of type long.  Neighbours in dimension
    `dimension` (None: in none) begin `scale` elements apart, and each needs `extent` of them.
    """

    start: c_ast.Node
    dimension: int | None
    scale: int
    extent: int

    def length(self, block: tuple[int, int]) -> int:
        """How many there are for a block of iterations of dimensions 0 and 1."""
        moved = self.dimension is not None and self.dimension < len(block)
        return (self.scale * (block[self.dimension or 0] - 1) if moved else 0) + self.extent


@dataclass(frozen=True, eq=False, slots=True)
class Tiled:
    """What a work-group stages of an array: `element` with the coordinates `mrt_place<number>`, one for each side.

    Of what an iteration needs, only `boxes` are staged, if there are any: the least and the greatest place in each
    side.  Only elements are staged for which `inside` holds, in terms of their coordinates.
    """

    buffer: str
    type: CType
    element: c_ast.Node
    sides: tuple[TileSide, ...]
    boxes: tuple[tuple[tuple[int, int], ...], ...] = ()
    inside: c_ast.Node | None = None

    def elements(self, block: tuple[int, int]) -> int:
        """How many elements there are for a block of iterations."""
        return prod(each.length(block) for each in self.sides)


@dataclass(frozen=True, eq=False, slots=True)
class Halo:
    """Another form of the body, in which a work-group first stages what its iterations read, with a halo.

    A group of shape `group` does a block of `block` iterations of dimensions 0 and 1; each work-item does those
    that follow each other in dimension 1.  `body` is an iteration; it finds the elements of `tiles` in the arrays
    `mrt_halo<number>`, and those that its iteration needs from `mrt_own<number>` on.  `staged` names the buffers
    that only tiles are read from.
    """

    group: tuple[int, int]
    block: tuple[int, int]
    tiles: tuple[Tiled, ...]
    body: c_ast.Compound
    staged: frozenset[str]


@dataclass(frozen=True, eq=False, slots=True)
class Staging:
    """Another form of the body, in which a work-group stages what all its work-items read in a loop.

    A group has the shape `group`; a work-item does an iteration.  `before` is what is before the loop over
    `variable`, which begins at `lower` and grows by one, `inner` an iteration of it, `after` what comes behind it.
    `steps` iterations of the loop are staged at a time; `tiles` move along it in place of dimension 0.  `inner`
    finds them as `Halo.body` does.  `trips` is the number of all, in terms of the counter's first value
    `mrt_begin`.  `private` are the variables that live on between these parts.  The loop is unrolled `spread`
    times.  `staged` names the buffers that only tiles are read from.
    """

    group: tuple[int, int]
    steps: int
    tiles: tuple[Tiled, ...]
    private: tuple[tuple[str, CType], ...]
    before: c_ast.Compound
    inner: c_ast.Compound
    after: c_ast.Compound
    variable: str
    lower: c_ast.Node
    trips: c_ast.Node
    spread: int
    staged: frozenset[str]
