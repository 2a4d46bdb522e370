"""What every form of a kernel has: the base of the records in this package."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from pycparser import c_ast


class Form:
    """A way to run a kernel's iterations besides its plain body, or in place of it."""

    __slots__ = ()

    @property
    def code(self) -> tuple[c_ast.Compound, ...]:
        """The trees of its own that access the kernel's buffers; empty where they are made of the body later."""
        return ()

    @property
    def buffers(self) -> tuple[str, ...]:
        """The buffers that it names besides those in its code."""
        return ()

    @property
    def columns(self) -> int:
        """How many numbers it needs of each launch besides those of the kernel."""
        return 0

    def with_bodies(self, change: Callable[[c_ast.Compound], c_ast.Compound]) -> Self:
        """The form with all bodies changed that work-items run in place of the kernel's."""
        return self
