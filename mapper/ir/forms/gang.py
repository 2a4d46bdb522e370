"""The form of a kernel's body in which neighbouring work-items share one iteration."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from pycparser import c_ast

from mapper.ir.forms.form import Form
from mapper.ir.trees.ctypes import CType, IntType

LANES = 32
"""Work-items an iteration on GPUs; the run-time library gives the number to the kernels as MRT_LANES."""


@dataclass(frozen=True, eq=False, slots=True)
class OwnRow:
    """The `length` counters of an array from `lower` on, which an iteration overwrites before it uses them.

    `body` takes the place of the gang's in those forms that can hold the rows of all their iterations, in the
    array `mrt_own`; None before it is lowered, or where it can't be.
    """

    MOST_BYTES: ClassVar[int] = 32 << 10
    """Of the rows of all iterations that a work-group has."""

    buffer: str
    type: IntType
    lower: c_ast.Node
    length: int
    body: c_ast.Compound | None = None

    def fits(self, rows: int) -> bool:
        """Whether so many rows are to be in local memory."""
        return 0 < rows * self.length * self.type.bits // 8 <= self.MOST_BYTES


@dataclass(frozen=True, eq=False, slots=True)
class Gang(Form):
    """Another body, in which MRT_LANES neighbouring work-items share one iteration of the kernel.

    `body` finds, besides what `Kernel.body` finds, `mrt_lane` (below MRT_LANES), `mrt_item` (its number in the
    work-group), `mrt_line` (the iteration's number there, below `rows`) and `mrt_inside` (0 in work-items without
    an iteration, which must reach all barriers and write nothing).  `shared` are arrays in local memory, one for
    each row, that `body` subscripts with `mrt_line` first; `trees` arrays with an element for each work-item.
    `whole` is the body of an iteration from which `body` was made, and `loops` the loops in it that are shared.
    `along` names the buffer whose elements the iterations share out among them, a row each; empty where none is
    known to be.  Then the run-time library takes one of `SCHEDULES` by the rows' mean length.  `starts` names the
    buffer that has where rows begin, or is empty.  `few` is true if launches with many iterations are faster with
    a work-item for each; `long` is true if those with few iterations are faster with a work-group for each.
    `interleaved` is true if neighbouring work-items have the same lane in neighbouring iterations of the group.
    `wide` takes the place of `rows` on devices with more local memory, if it is not 0.
    `sums` are the scalars that `loops` combine values into, each with its operator, in the order of their trees.
    `own` are counters that are kept in local memory in those forms that can hold them.
    `marks` are arrays in local memory with a bit for each lane, for each of so many counters.  Where there are
    any, a work-group has one iteration.  So it has where an iteration must be `alone` there: others would run
    loops in which lanes wait for each other more or less often.
    """

    body: c_ast.Compound
    rows: int
    shared: tuple[tuple[str, CType], ...]
    trees: tuple[tuple[str, CType], ...]
    whole: c_ast.Compound
    loops: tuple[c_ast.For, ...]
    along: str = ""
    starts: str = ""
    interleaved: bool = False
    wide: int = 0
    few: bool = False
    long: bool = False
    sums: tuple[tuple[str, str], ...] = ()
    own: OwnRow | None = None
    marks: tuple[tuple[str, int], ...] = ()
    alone: bool = False

    @property
    def code(self) -> tuple[c_ast.Compound, ...]:
        """What lanes run, and the iteration from which that was made."""
        return self.body, self.whole

    @property
    def buffers(self) -> tuple[str, ...]:
        """The buffers that have rows and where these begin, and that of counters in local memory."""
        own = self.own.buffer if self.own is not None else ""
        return tuple(each for each in (self.along, self.starts, own) if each)

    def with_bodies(self, change: Callable[[c_ast.Compound], c_ast.Compound]) -> Self:
        """The gang with another body."""
        return replace(self, body=change(self.body))

    @property
    def schedules(self) -> tuple[Schedule, ...]:
        """The other numbers of work-items that may share an iteration."""
        if self.along:
            return tuple(each for each in SCHEDULES if each.rows <= 1 or not self.alone)
        return (*(SCHEDULES[:1] if self.few else ()), *((WIDE,) if self.long else ()))


@dataclass(frozen=True, slots=True)
class Schedule:
    """So many work-items share an iteration, and a work-group has so many iterations."""

    lanes: int
    rows: int

    batched: bool = False
    """Whether launches in this form may become one: those of short rows."""

    def name(self, kernel: str) -> str:
        """The name of a kernel in this form."""
        return f"{kernel}_by_{self.lanes}"


WIDE = Schedule(256, 1)
"""A work-group an iteration."""
SCHEDULES = (Schedule(1, 0, batched=True), Schedule(8, 16, batched=True), Schedule(128, 1), Schedule(512, 1))
"""Besides MRT_LANES; with one work-item an iteration the device's usual work-groups do."""
