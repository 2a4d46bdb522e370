"""The form of a kernel that runs many launches which follow each other as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from mapper.ir.forms.form import Form
from mapper.ir.forms.gang import Gang, Schedule


class HasForms(Protocol):
    """A kernel."""

    @property
    def forms(self) -> tuple[Form, ...]:
        """Its forms."""


@dataclass(frozen=True, slots=True)
class Batched(Form):
    """Besides its usual function, the kernel has one that runs launches one after the other.

    With `repeated` these are of several executions of the region.  The buffers that take `turns` change places
    from launch to launch.
    """

    repeated: bool = False
    turns: tuple[str, ...] = ()

    @property
    def buffers(self) -> tuple[str, ...]:
        """The buffers that change places."""
        return self.turns

    @property
    def columns(self) -> int:
        """For each of them, in whose place it is."""
        return len(self.turns)


def batch_name(function: str) -> str:
    """The name of the function that runs many launches of a kernel, or of a form of it."""
    return f"{function}_batch"


def turns_of(kernel: HasForms) -> tuple[str, ...]:
    """The buffers of a kernel that change places between launches which become one."""
    return next((each.turns for each in kernel.forms if isinstance(each, Batched)), ())


def is_batched(forms: Sequence[Form], schedule: Schedule) -> bool:
    """Whether launches of a kernel with these forms may become one with such a schedule, too."""
    rows = any(isinstance(each, Gang) and each.along for each in forms)
    return rows and schedule.batched and any(isinstance(each, Batched) for each in forms)
