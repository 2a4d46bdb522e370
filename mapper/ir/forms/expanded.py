"""Private arrays in global memory: the address space of pointers into them, and what a kernel gets of each."""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.trees.ctypes import CType

LARGE = "__large"
"""What qualifies pointers into large private arrays, in trees only: no kernel is printed with it."""
STRIDE = "mrt_stride"
"""How many elements are between neighbours of a work-item's own array; in functions it is a parameter."""


@dataclass(frozen=True, eq=False, slots=True)
class Expanded:
    """A private array of which each work-item has its own in global memory, side by side with the others'.

    Of W work-items, each of which runs several iterations, number w finds element e at `e * W + w`.  `element` is
    what the array is made of at last, of `size` bytes, and `bytes` the size of one work-item's, as a host
    expression.  Where `apart` is false each work-item has its elements in one piece.
    """

    name: str
    element: CType
    size: int
    bytes: c_ast.Node
    apart: bool = True

    @property
    def step_name(self) -> str:
        """The kernel's parameter for the bytes between the first elements of two work-items' arrays."""
        return f"{self.name}_step"
