"""The code of a kernel's other forms, with the names that each part of it finds; `check.py` reads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import singledispatch

from pycparser import c_ast

from mapper.ir.builtins.checks import MEMORY
from mapper.ir.forms.batched import turns_of
from mapper.ir.forms.blocks import Blocks
from mapper.ir.forms.collapsed import Collapsed, part_name, whole_name
from mapper.ir.forms.entry import Entry
from mapper.ir.forms.form import Form
from mapper.ir.forms.gang import Gang
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.cells import Steps
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.names import declared_names

ITEM_NAMES = frozenset(["mrt_lane", "mrt_item", "mrt_line", "mrt_inside"])
"""What differs among the work-items of a gang's work-group."""


@dataclass(frozen=True, eq=False, slots=True)
class Piece:
    """Statements and expressions of one scope, one after the other.

    `where` says in messages what they are a part of.  They find the names `known`, and the names `special` of
    the frame that is printed around them.  Where it is `shown`, what a block declares is seen in those behind it.
    It may have `returns` if it is a function.
    """

    where: str
    roots: tuple[c_ast.Node, ...]
    known: frozenset[str]
    special: frozenset[str] = frozenset()
    shown: bool = False
    returns: bool = False


def pieces(kernel: Kernel, given: frozenset[str]) -> Iterator[Piece]:
    """The code of all forms but the plain body; `given` are the names that this one finds."""
    for form in kernel.forms:
        yield from _pieces(form, kernel, given)
    own = given - {each.variable for each in kernel.dimensions}
    for entry in kernel.entries:
        yield _entry(entry, kernel, own)
    if kernel.steps is not None:
        yield from _steps(kernel.steps)


def named_buffers(kernel: Kernel) -> Iterator[str]:
    """The buffers that the kernel's facts and forms mention, by name."""
    for each in kernel.buffers:
        yield from sorted((each.overlaps or frozenset()) | each.same)
        yield from filter(None, (each.of, each.within))
    for pair in sorted(kernel.assumed.pairs):
        yield from pair
    for form in kernel.forms:
        yield from form.buffers


@singledispatch
def _pieces(_form: Form, _kernel: Kernel, _given: frozenset[str]) -> Iterator[Piece]:
    """The code of one form; there is none where all of it is made of the kernel's body later."""
    yield from ()


@_pieces.register
def _gang(gang: Gang, _kernel: Kernel, given: frozenset[str]) -> Iterator[Piece]:
    arrays = frozenset(name for name, _ in (*gang.shared, *gang.trees, *gang.marks))
    yield Piece(" among lanes", (gang.body,), given | arrays, ITEM_NAMES)
    yield Piece(" in a whole iteration", (gang.whole,), given)


@_pieces.register
def _blocks(blocks: Blocks, kernel: Kernel, given: frozenset[str]) -> Iterator[Piece]:
    own = given - {each.variable for each in kernel.dimensions}
    for block in blocks.sizes:
        yield Piece(" in blocks", (block.body,), own)


@_pieces.register
def _collapsed(collapsed: Collapsed, kernel: Kernel, given: frozenset[str]) -> Iterator[Piece]:
    numbers = range(len(collapsed.sums))
    element = given | {collapsed.variable}
    if not collapsed.finds_row:
        element -= {kernel.dimensions[0].variable}
    parts = frozenset(part_name(number) for number in numbers)
    roots = (collapsed.before, collapsed.element)
    yield Piece(" for an element", roots, element, parts, shown=True)
    if collapsed.row is not None:
        wholes = frozenset(whole_name(number) for number in numbers)
        yield Piece(" for a row", (collapsed.row,), given, wholes)


@_pieces.register
def _ordered(ordered: Ordered, kernel: Kernel, given: frozenset[str]) -> Iterator[Piece]:
    private = declared_names(kernel.body)
    shares = tuple(c_ast.ID(name) for name in ordered.shares)
    yield Piece(" in what a thread has", shares, frozenset(each.name for each in kernel.values))
    yield Piece(" in a slot", (c_ast.ID(ordered.number), ordered.slot), given | private)
    if ordered.place is not None:
        yield Piece(" in a place", (ordered.place,), given | private, frozenset(["mrt_slot"]))


def _entry(entry: Entry, kernel: Kernel, own: frozenset[str]) -> Piece:
    if entry.launches:
        own -= {each.name for each in kernel.values} | set(turns_of(kernel))
        own |= {f"{name}_{part}" for name in turns_of(kernel) for part in ("base", "offset")}
    own -= {each.name for each in kernel.reductions}
    if kernel.steps is not None:  # those that the function declares already
        declared = {each.name for each in entry.body.block_items or [] if isinstance(each, c_ast.Decl)}
        own -= {name for name, _ in kernel.steps.loads} & declared
    special = frozenset(each.name for each in entry.parameters)
    special |= {"mrt_stop"} if kernel.stops else set()
    special |= {MEMORY, "mrt_stopped"} if kernel.checks is not None else set()
    special |= {"mrt_partials"} if kernel.reductions else set()
    return Piece(f" in {entry.name}", (entry.body,), own, special, returns=True)


def _steps(steps: Steps) -> Iterator[Piece]:
    cells = Piece(" in a chain", (), frozenset(steps.cells.names))
    yield replace(cells, roots=(*steps.before, *steps.after))
    yield replace(cells, roots=tuple(c_ast.ID(variable) for _, variable in steps.loads))
