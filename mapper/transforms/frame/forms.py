"""The code of a kernel's other forms, with the names that each part of it finds; `check.py` reads it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.ir.forms.collapsed import Collapsed, part_name, whole_name
from mapper.ir.forms.entry import Entry
from mapper.ir.forms.gang import Gang
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.cells import Steps
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import walk

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
    if kernel.gang is not None:
        yield from _gang(kernel.gang, given)
    own = given - {each.variable for each in kernel.dimensions}
    if kernel.blocks is not None:
        for block in kernel.blocks.sizes:
            yield Piece(" in blocks", (block.body,), own)
    if kernel.collapsed is not None:
        yield from _collapsed(kernel, kernel.collapsed, given)
    if kernel.ordered is not None:
        yield from _ordered(kernel, kernel.ordered, given)
    for entry in kernel.entries:
        yield _entry(entry, kernel, own)
    if kernel.steps is not None:
        yield from _steps(kernel.steps)


def named_buffers(kernel: Kernel) -> Iterator[str]:
    """The buffers that the kernel's facts and forms speak of, by name."""
    for each in kernel.buffers:
        yield from sorted((each.overlaps or frozenset()) | each.same)
        if each.of:
            yield each.of
    for pair in sorted(kernel.distinct | kernel.alike):
        yield from pair
    if kernel.gang is not None:
        if kernel.gang.along:
            yield kernel.gang.along
        if kernel.gang.own is not None:
            yield kernel.gang.own.buffer
    if kernel.blocks is not None:
        yield from sorted(kernel.blocks.staged)
    if kernel.collapsed is not None:
        yield kernel.collapsed.rows
    if kernel.ordered is not None:
        yield kernel.ordered.counter
    if kernel.counters is not None:
        yield kernel.counters.buffer


def _gang(gang: Gang, given: frozenset[str]) -> Iterator[Piece]:
    arrays = frozenset(name for name, _ in (*gang.shared, *gang.trees))
    yield Piece(" among lanes", (gang.body,), given | arrays, ITEM_NAMES)
    yield Piece(" in a whole iteration", (gang.whole,), given)


def _collapsed(kernel: Kernel, collapsed: Collapsed, given: frozenset[str]) -> Iterator[Piece]:
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


def _ordered(kernel: Kernel, ordered: Ordered, given: frozenset[str]) -> Iterator[Piece]:
    private = frozenset(node.name for node in walk(kernel.body) if isinstance(node, c_ast.Decl))
    shares = tuple(c_ast.ID(name) for name in ordered.shares)
    yield Piece(" in what a thread has", shares, frozenset(each.name for each in kernel.values))
    yield Piece(" in a slot", (c_ast.ID(ordered.number), ordered.slot), given | private)
    if ordered.place is not None:
        yield Piece(" in a place", (ordered.place,), given | private, frozenset(["mrt_slot"]))


def _entry(entry: Entry, kernel: Kernel, own: frozenset[str]) -> Piece:
    if entry.launches:
        own -= {each.name for each in kernel.values}
    own -= {each.name for each in kernel.reductions}
    if kernel.steps is not None:  # those that the function declares already
        declared = {each.name for each in entry.body.block_items or [] if isinstance(each, c_ast.Decl)}
        own -= {name for name, _ in kernel.steps.loads} & declared
    special = frozenset(each.name for each in entry.parameters)
    special |= {"mrt_stop"} if kernel.stops else set()
    special |= {"mrt_partials"} if kernel.reductions else set()
    return Piece(f" in {entry.name}", (entry.body,), own, special, returns=True)


def _steps(steps: Steps) -> Iterator[Piece]:
    cells = Piece(" in a chain", (), frozenset(steps.cells.names))
    yield replace(cells, roots=(*steps.before, *steps.after))
    yield replace(cells, roots=tuple(c_ast.ID(variable) for _, variable in steps.loads))
