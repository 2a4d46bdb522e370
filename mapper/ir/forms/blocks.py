"""The form of a kernel's body in which a work-group computes a block of iterations together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from pycparser import c_ast

from mapper.ir.forms.form import Form


@dataclass(frozen=True, eq=False, slots=True)
class Block:
    """One size of blocks: what a work-group of shape `group` runs for `size` iterations of dimensions 0 and 1.

    `body` is all that a work-item runs, from its arrays in local memory on.  It finds the parameters, and declares
    the counters of the dimensions itself.
    """

    group: tuple[int, int]
    size: tuple[int, int]
    body: c_ast.Compound

    def name(self, kernel: str) -> str:
        """The name of a kernel in this form; Oclgrind adds up the local memory of names that begin alike."""
        wide, high = self.size
        return f"mrt_{wide}x{high}_{kernel}"


def plain_name(kernel: str) -> str:
    """The name of a kernel without blocks where it has some, too."""
    return f"mrt_plain_{kernel}"


@dataclass(frozen=True, eq=False, slots=True)
class Blocks(Form):
    """Another form of the body, which runs where MRT_LANES is more than one.

    The run-time library takes one of `sizes`; the first is the usual one.  `lanes` work-items share an iteration,
    or one does 1 / `lanes` of them.  `staged` names the buffers that are read from copies in local memory only,
    with how many loads of global and of local memory each read in the plain body represents.  It is `tiled` for
    products of matrices, whose work-items take elements in the order in which these are in memory.  Where it
    is for `many` iterations, launches with few of them run the kernel's plain body, in groups of any size.
    """

    sizes: tuple[Block, ...]
    lanes: float = 1.0
    staged: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    tiled: bool = False
    many: bool = False

    @property
    def code(self) -> tuple[c_ast.Compound, ...]:
        """What work-items run, for each size."""
        return tuple(each.body for each in self.sizes)

    @property
    def buffers(self) -> tuple[str, ...]:
        """The buffers that are staged, sorted."""
        return tuple(sorted(self.staged))

    def with_bodies(self, change: Callable[[c_ast.Compound], c_ast.Compound]) -> Self:
        """The blocks with the bodies of all sizes changed."""
        return replace(self, sizes=tuple(replace(each, body=change(each.body)) for each in self.sizes))
