"""The form of a kernel that runs many launches which follow each other as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mapper.ir.forms.form import Form
from mapper.ir.forms.gang import Gang, Schedule


@dataclass(frozen=True, slots=True)
class Batched(Form):
    """Besides its usual function, the kernel has one that runs launches one after the other.

    With `repeated` these are of several executions of the region.
    """

    repeated: bool = False


def batch_name(function: str) -> str:
    """The name of the function that runs many launches of a kernel, or of a form of it."""
    return f"{function}_batch"


def is_batched(forms: Sequence[Form], schedule: Schedule) -> bool:
    """Whether launches of a kernel with these forms may become one with such a schedule, too."""
    rows = any(isinstance(each, Gang) and each.along for each in forms)
    return rows and schedule.batched and any(isinstance(each, Batched) for each in forms)
