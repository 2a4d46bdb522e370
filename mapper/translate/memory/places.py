"""Structures inside the elements of arrays of structures."""

from __future__ import annotations

from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.ir.trees.ctypes import StructType
from mapper.translate.memory.memory import FIRST, Slot


@dataclass(frozen=True, slots=True)
class Parts:
    """An array of structures in each element: its length, and the bytes of one of them."""

    length: int
    pitch: int


@dataclass(frozen=True, slots=True)
class Place:
    """A structure in elements of `array`, which have `size` bytes: the one that `members` lead to.

    It has the type `of`, and is `offset` bytes behind the element's beginning.  If it is in one of `parts`, the
    offset is that of the first part's.  Without members it is the element itself.  An array `inside` another
    object is known by the expression that names it.
    """

    array: Slot
    size: int
    of: StructType
    members: tuple[str, ...] = ()
    parts: Parts | None = None
    inside: c_ast.Node | None = field(default=None, compare=False)
    offset: int = 0

    @property
    def among_others(self) -> bool:
        """Whether structures of the same type are beside it in an array, so that the pointer may be moved."""
        return not self.members or self.members[-1] == FIRST
