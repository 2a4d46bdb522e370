"""The order in which a device holds an array: `u[k][j][i][5]` as `[5][k][j][i]`.

Code keeps the subscripts of the user's array; the emitted text calls a macro with them, which finds the element in
either order.  Which one holds is said when the kernels are built: see `emit/opencl/layout_text.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from math import prod

from mapper.ir.trees.ctypes import FloatType, IntType

ASSUMED = 1000
"""What an extent that only the run-time library knows counts as, where a number is wanted."""
UNKNOWN_EXTENT = 4096
"""What represents the outermost extent of an array of which a copy may be made, where that is unknown."""


@dataclass(frozen=True, slots=True)
class Array:
    """An array with static storage, or all that some allocating calls return; `key` is its unique name.

    Extents are outermost first; that of an allocated one is 0, as it fills its block.  `label` is what the user
    calls it.  `obstacle` says why the memory behind a pointer can't have an order of its own, or is empty.
    """

    key: tuple[str, ...]
    extents: tuple[int, ...]
    element: IntType | FloatType
    label: str = field(default="", compare=False)
    obstacle: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """What the user calls it."""
        return self.label or self.key[1 if self.key[0] == "external" else 2]

    @property
    def sized(self) -> Array:
        """The same with a number for each extent."""
        return replace(self, extents=(self.extents[0] or ASSUMED, *self.extents[1:]))


@dataclass(frozen=True, slots=True)
class Layout:
    """The subscripts from `outer` on and those from `split` on have traded places, in an array of some `extents`.

    `name` is one for all kernels of the program that access the array.  That of a `copy` is the name of one
    kernel's buffer; it holds wherever that kernel is built.  An outermost extent of 0 is not known here.
    """

    name: str
    element: IntType | FloatType
    extents: tuple[int, ...]
    outer: int
    split: int
    copy: bool = False

    @property
    def rows(self) -> str:
        """The kernel's parameter with the number of rows, where the outermost extent is unknown and matters."""
        name = f"{self.name}_rows" if self.copy else f"mrt_{self.name}_rows"
        return name if self.extents[0] == 0 and self.outer == 0 else ""

    @property
    def order(self) -> tuple[int, ...]:
        """The numbers of the subscripts, as they are on the device from outside in."""
        numbers = range(len(self.extents))
        return (*numbers[: self.outer], *numbers[self.split :], *numbers[self.outer : self.split])

    @property
    def placed(self) -> tuple[int, ...]:
        """The extents on the device."""
        return tuple(self.extents[number] for number in self.order)

    @property
    def strides(self) -> tuple[int, ...]:
        """For each of the user's subscripts how many elements are between neighbours on the device."""
        order = self.order
        return tuple(
            prod(self.extents[inner] or ASSUMED for inner in order[order.index(number) + 1 :])
            for number in range(len(self.extents))
        )

    @property
    def transposition(self) -> tuple[int, int, int]:
        """The array as matrices, with rows and columns, each of which is transposed; 0: what fills a block."""
        parts = self.extents[: self.outer], self.extents[self.outer : self.split], self.extents[self.split :]
        return prod(parts[0]), prod(parts[1]), prod(parts[2])


@dataclass(frozen=True, slots=True)
class Relaid:
    """A copy of an array in another order, for a second version of a kernel.

    `runs` is the share of the accesses in which a work-item goes on to the next element of the array itself: there
    caches help without the copy.
    """

    layout: Layout
    runs: float


def brackets(items: Iterable[object]) -> str:
    """Extents or subscripts as in C."""
    return "".join(f"[{item or ''}]" for item in items)
