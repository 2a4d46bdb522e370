"""Which parts of objects a statement of the host's touches, where that can be determined before it.

The statement is walked once, and functions that it calls with it, with symbolic values for its variables (see
`mapper.analysis.host.touched.numbers`).  Each access whose address is linear in the counters of the loops around
it becomes an area: some bytes, repeated at distances.  Where an inner loop's bounds depend on an outer counter,
the area is the smallest that holds all of them.  Objects with an access that can't be determined so are `lost`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.host.names import Touches
from mapper.analysis.host.touched.accessed import Accessed
from mapper.analysis.host.touched.area_walk import AreaWalk, GivenUpError
from mapper.analysis.host.touched.areas import Area, Repeat, all_rows, dense, merged
from mapper.analysis.host.touched.leaving import Leaving
from mapper.analysis.host.touched.numbers import Numbers
from mapper.analysis.host.touched.values import BLOCK, Frame
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.program import Function
from mapper.ir.expressions.polynomials import constant
from mapper.ir.program.host_plan import HostAccess, HostArea, HostRows
from mapper.ir.program.kernel import Access
from mapper.ir.trees import build

SMALL_ARRAY = 64 * 1024
"""Bytes of an array that moves whole whatever is touched of it, as in the run-time library's parts.c."""
SHARE = 4
"""An object moves whole where more than this share of it is touched, as there."""
MOST_AREAS = 8
"""More areas of one pointer are not worth their announcements."""


@dataclass(frozen=True, slots=True)
class Found:
    """The areas of a statement; of `lost` objects it may touch anything.

    Areas that are `blocks` are known by the pointer that leads into them, and nothing else.
    """

    areas: tuple[Area, ...]
    lost: int

    @property
    def blocks(self) -> tuple[Area, ...]:
        """The areas that are all of a block."""
        return tuple(area for area in self.areas if area.pointer.whole)

    def without_blocks(self) -> Found:
        """The same where the objects of whole blocks are lost."""
        if not self.blocks:
            return self
        lost = _all_objects(self.blocks, self.lost)
        return Found(tuple(area for area in self.areas if area.objects & ~lost), lost)

    def is_better(self, other: Found) -> bool:
        """Whether less is lost than in the other, of objects or, beside these, of their blocks."""
        mine, others = ((each.lost, each.without_blocks().lost) for each in (self, other))
        return mine != others and all(not one & ~two for one, two in zip(mine, others, strict=True))


class HostAreas:
    """Finds areas in the functions of a program; `device` is the mask of the objects that matter."""

    def __init__(self, effects: EffectsOf, touches: Touches, device: int) -> None:
        self.effects = effects
        self.touches = touches
        self._leaving = Leaving(effects.graph)
        self._accessed = Accessed(effects)
        self._sizes = _sizes(effects, device)
        self.device = device
        for bit, size in self._sizes.items():
            self.device &= ~bit if size <= SMALL_ARRAY else ~0

    def of(self, function: Function, nodes: Sequence[c_ast.Node], at: c_ast.Node) -> tuple[Found, Numbers]:
        """What some nodes of a function touch, in values that can be determined at `at`, before them."""
        found, numbers = self._walked(function, nodes, at, enters=False)
        if not found.without_blocks().lost:
            return found, numbers
        fewer, others = self._walked(function, nodes, at, enters=True)
        return (fewer, others) if fewer.is_better(found) else (found, numbers)

    def all_of(self, function: Function, node: c_ast.Node) -> tuple[Found, Numbers]:
        """The same of one statement, with areas that are as much of an object as moves as a whole."""
        return self._walked(function, [node], node, enters=False, large=True)

    def _walked(
        self, function: Function, nodes: Sequence[c_ast.Node], at: c_ast.Node, *, enters: bool, large: bool = False
    ) -> tuple[Found, Numbers]:
        numbers = Numbers(self.effects, function, nodes, at, self._accessed.before(function, at))
        walking = AreaWalk(self.effects, self.touches, self.device, numbers, self._leaving, enters=enters)
        frame = Frame(function, {}, True)
        try:
            for node in nodes:
                walking.statement(node, frame)
        except GivenUpError:
            return Found((), self.device), numbers
        areas = merged(area for area in walking.areas if area.objects & ~walking.lost)
        lost = walking.lost
        for text in sorted({area.pointer.text for area in areas}):
            same = [area for area in areas if area.pointer.text == text]
            if len(same) > MOST_AREAS and same[0].pointer.levels:
                areas = [area for area in areas if area.pointer.text != text]
                areas += merged(map(all_rows, same))
            elif len(same) > MOST_AREAS:
                lost = _all_objects(same, lost)
        for area in areas:
            if not large and not area.pointer.levels and self._is_large(area):
                lost |= area.objects
        return Found(tuple(dense(area) for area in areas if area.objects & ~lost), lost), numbers

    def _is_large(self, area: Area) -> bool:
        """Whether an area is known to be as much of an object as moves as a whole."""
        all_bytes = area.bytes.constant or 0
        for each in area.repeats:
            all_bytes *= (each.last.constant or 0) // each.step + 1
        sizes = [size for bit, size in self._sizes.items() if bit & area.objects]
        return bool(sizes) and all_bytes * SHARE > max(sizes)


def _sizes(effects: EffectsOf, mask: int) -> dict[int, int]:
    """The bytes of the objects of a mask by the masks of each, where they are known."""
    memory, units = effects.points.memory, effects.graph.whole.units
    found: dict[int, int] = {}
    for each in memory.listed(mask):
        sizes = [None if each.type is None else symbols.constant_sizeof(each.type) for symbols in units]
        known = [size for size in sizes if size is not None]
        if known:
            found[memory.mask([each])] = max(known)
    return found


def _all_objects(areas: Iterable[Area], mask: int) -> int:
    for area in areas:
        mask |= area.objects
    return mask


def area_accesses(
    areas: Sequence[Area], numbers: Numbers, written: int, others: Iterable[HostAccess] = ()
) -> tuple[HostAccess, ...]:
    """The announcements of areas: what is read comes first, as in `mapper.analysis.host.parts.elements`.

    Kernels write the objects of the mask `written`.  What `others` announce as a whole is left out.
    """
    announced = {each.text: each.mode for each in others}
    modes: list[tuple[Access, Area]] = []
    for area in areas:
        left_out = area.writes and not area.exact  # what is not written may even be in another object
        if left_out or (area.reads and area.objects & written):
            modes.append((Access.READ, area))
        if area.writes:
            modes.append((Access.WRITE, area))
    made: list[HostAccess] = []
    for mode, area in sorted(modes, key=lambda each: each[0] is Access.WRITE):
        entered = _entered(area, numbers)
        if area.pointer.levels and area.last is None and mode is Access.READ and area.writes:
            continue  # whole rows that are written are fetched first in any case
        if area.pointer.whole:
            both = mode | Access.READ if area.reads and area.objects & written else mode
            if mode is Access.WRITE or not area.writes:
                text = area.pointer.text.removeprefix(BLOCK)
                made.append(HostAccess(area.pointer.base, text, both, condition=entered))
            continue
        if area.pointer.levels:
            rows = area.pointer.levels
            entry, last = area.pointer.entry, area.last
            part = (
                None
                if entry is None or last is None
                else HostRows(*map(numbers.tree, (entry, last, area.pointer.offset, area.bytes)))
            )
            made.append(
                HostAccess(
                    area.pointer.base, area.pointer.text, mode, rows=rows, part_of_rows=part, condition=entered
                )
            )
            continue
        repeats = tuple((numbers.tree(each.distance), _count(each, numbers)) for each in area.repeats)
        place = HostArea(numbers.tree(area.pointer.offset), numbers.tree(area.bytes), repeats)
        made.append(HostAccess(area.pointer.base, area.pointer.text, mode, area=place, condition=entered))
    return tuple(
        each for each in made if not any(each.mode in announced.get(text, Access(0)) for text in ("", each.text))
    )


def _entered(area: Area, numbers: Numbers) -> c_ast.Node | None:
    """Whether the loops have iterations that an area depends on, in their order from the outside in."""
    tests: list[c_ast.Node] = [c_ast.BinaryOp(">=", numbers.tree(each), build.integer(0)) for each in area.entered]
    return build.joined("&&", tests) if tests else None


def _count(repeat: Repeat, numbers: Numbers) -> c_ast.Node:
    """How often bytes are there at a distance, at most."""
    if repeat.step == 1:
        return numbers.tree(repeat.last + constant(1))
    whole = c_ast.BinaryOp("/", numbers.tree(repeat.last), c_ast.Constant("int", str(repeat.step)))
    return c_ast.BinaryOp("+", whole, c_ast.Constant("int", "1"))
