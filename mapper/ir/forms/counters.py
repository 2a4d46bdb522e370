"""Counters that work-items of GPUs change in local memory first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from mapper.ir.forms.form import Form


@dataclass(frozen=True, slots=True)
class Counters(Form):
    """Where MRT_LANES is more than one, work-groups of GROUP work-items take neighbouring iterations.

    `buffer` is the name of the counters' buffer, and `type` what devices call their type.  A work-group keeps
    copies of the first ROWS rows that it meets, of `row` neighbouring elements each.  The kernel's body only
    changes the buffer by `mrt_atomic_add` and `mrt_atomic_sub` on integers of 32 or 64 bits or floating-point
    numbers, and does not use the values of these calls.  `steady` is true if the row is the same for
    all iterations of a thread, or for all.
    """

    ROWS: ClassVar[int] = 2
    GROUP: ClassVar[int] = 256

    buffer: str
    type: str
    row: int
    steady: bool = False

    @property
    def buffers(self) -> tuple[str, ...]:
        """The counters' buffer."""
        return (self.buffer,)
