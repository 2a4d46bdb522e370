"""The form of a loop over rows of elements in which work-groups take equal shares of all rows' elements."""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.forms.form import Form
from mapper.ir.trees.ctypes import CType, IntType


@dataclass(frozen=True, slots=True)
class Sum:
    """A private scalar that the elements of a row are combined into with `operator`, one of a `Reduction`'s."""

    name: str
    type: CType
    operator: str


@dataclass(frozen=True, eq=False, slots=True)
class Collapsed(Form):
    """Row r, counted from 0, has elements `rows[lower + shift + r]` up to, without it, the entry behind that.

    `lower` is that of the kernel's only dimension.  `element` is what is done for one element, in terms of its
    number `variable`, of type `counter`; it combines values into `part_name(n)` where the source does into
    `sums[n]`.  `before` are the statements that it needs to come first, in each row anew; they change nothing but
    private variables.  Where `finds_row` is set, these two find the counter of the dimension.
    `row` are the statements that run once for each row, with those in place of its loop that combine
    `whole_name(n)` with `sums[n]`; None where there are none.
    A work-group has `GROUP` work-items with `items` elements or ends of rows each.
    """

    rows: str
    shift: int
    variable: str
    counter: IntType
    sums: tuple[Sum, ...]
    before: c_ast.Compound
    element: c_ast.Compound
    finds_row: bool
    row: c_ast.Compound | None
    items: int

    @property
    def buffers(self) -> tuple[str, ...]:
        """The buffer that says where rows begin."""
        return (self.rows,)

    @property
    def share(self) -> int:
        """Elements and ends of rows that a work-group has."""
        return GROUP * self.items


GROUP = 256
"""Work-items in a group."""
CARRYING_LANES = 32
"""Work-items that add up what a row has carried along."""
CARRYING_GROUP = 128
"""Work-items in a group of the second kernel."""
FORMS = ("by_elements", "carried", "rising", "borders")
"""The kernels of this form, by the ends of their names: the shares, what rows carry from one share to the next,
whether the entries rise, and in which rows the shares begin."""


def part_name(number: int) -> str:
    """The private variable with what an element gives for a sum."""
    return f"mrt_part{number}"


def whole_name(number: int) -> str:
    """The private variable with what all elements of a row give for a sum."""
    return f"mrt_whole{number}"


def form_name(kernel: str, form: str) -> str:
    """The name of one of a kernel's FORMS."""
    return f"{kernel}_{form}"
