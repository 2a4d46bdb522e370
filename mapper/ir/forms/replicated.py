"""Short arrays that iterations only add to: work-groups add to replicas of them in local memory first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mapper.ir.forms.form import Form


@dataclass(frozen=True, slots=True)
class Sums:
    """What is added to elements of one type in a buffer.

    `type` is what devices call that type.  `short` is true if the buffer is known to have room in local memory.
    """

    buffer: str
    type: str
    short: bool


@dataclass(frozen=True, slots=True)
class Replicated(Form):
    """Where arrays turn out to be short, work-groups add to replicas of them.

    A work-group has `ROOM` numbers of 64 bits in local memory.  In these, each of the `sums` that has room there
    has as many replicas as all have room for, so that neighbouring work-items seldom add to the same number.  The
    kernel's body does nothing with the buffers but to add to elements, and does not use what that gives.
    """

    ROOM: ClassVar[int] = 2048

    sums: tuple[Sums, ...]

    @property
    def buffers(self) -> tuple[str, ...]:
        """The buffers that are added to."""
        return tuple(each.buffer for each in self.sums)


def replicated_name(kernel: str) -> str:
    """The name of a kernel's function with replicas."""
    return f"{kernel}_replicated"
