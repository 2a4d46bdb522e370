"""The form of a kernel that runs many launches which follow each other as one."""

from __future__ import annotations

from dataclasses import dataclass

from mapper.ir.forms.form import Form


@dataclass(frozen=True, slots=True)
class Batched(Form):
    """Besides its usual function, the kernel has one that runs launches one after the other.

    With `repeated` these are of several executions of the region.
    """

    repeated: bool = False


def batch_name(kernel: str) -> str:
    """The name of the function that runs many launches of a kernel."""
    return f"{kernel}_batch"
