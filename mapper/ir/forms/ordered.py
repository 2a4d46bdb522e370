"""Loops whose iterations count in the order that they have in their thread: what their work-groups do."""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.forms.form import Form
from mapper.ir.trees.ctypes import FloatType, IntType

WORD = 32
"""Work-items that a word of a mark has bits for, and that run together on GPUs."""
LOCAL_BYTES = 46 << 10
"""What a work-group may use of the 48 KB of local memory that GPUs give it."""

SUMS = "sums"
"""The end of the name of the pass that adds up what parts have counted."""
SUMMING = "MRT_SUMMING"
"""Work-items of its groups on GPUs."""
KEY_BYTES = 4
"""A counter's number and an iteration's in the tile."""


@dataclass(frozen=True, slots=True)
class Tile:
    """What a work-group sorts at a time: `steps` iterations for each of WORD * `words` work-items.

    `type` is that of the values that they store.
    """

    words: int
    steps: int
    type: IntType | FloatType

    @property
    def group(self) -> int:
        """How many work-items a group has."""
        return WORD * self.words

    @property
    def iterations(self) -> int:
        """How many iterations are sorted together."""
        return self.group * self.steps

    @property
    def pool_bytes(self) -> int:
        """The local memory of values and their keys, with one key more on both sides."""
        return -(-(self.iterations * (self.type.bits // 8 + KEY_BYTES) + 2 * KEY_BYTES) // 8) * 8


@dataclass(frozen=True, eq=False, slots=True)
class Ordered(Form):
    """Counters that a thread's iterations count up and use in order: `counter[thread + first][slot]++`.

    Rows have `row` elements.  The kernel's last statement holds the count, as its only atomic operation; all
    before only sets private variables.  `number` is the variable with the thread's number, and `shares` are the
    parameters that say how many iterations each thread has at least, and how many have one more.  `slot` is an
    expression of the body.  `place` is what is added to the count in the subscript of the only store, with
    `mrt_slot` for the slot; None where the count is in no subscript.  With a `tile`, work-groups of GPUs sort what
    they store by slot before they store it.
    """

    counter: str
    type: IntType
    row: int
    first: int
    number: str
    shares: tuple[str, str]
    slot: c_ast.Node
    place: c_ast.Node | None
    tile: Tile | None = None

    @property
    def buffers(self) -> tuple[str, ...]:
        """The counters' buffer."""
        return (self.counter,)


def pass_names(kernel: str, ordered: Ordered) -> list[str]:
    """The names of the functions before the kernel's own, in the order in which they are launched."""
    return [f"{kernel}_{each}" for each in ("counts", SUMS, *(["places"] if ordered.place is not None else []))]


def stride_of(row: int, group: int) -> int:
    """The length of rows in local memory, a multiple of the work-items that look after them."""
    return (row + group - 1) // group * group
