"""Which elements a run of plain statements should load, or store, together."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mapper.ir.trees.build import device_name
from mapper.ir.trees.ctypes import ComplexType, CType, FloatType, IntType
from mapper.transforms.private.straight_line import Memory, Touch

WIDEST = 16
"""Bytes that a work-item of a GPU moves at once."""
NARROWEST = 4
SECTOR = 32
"""Bytes that memory moves at once: where work-items are closer than that, caches join their accesses as well."""

_WIDTHS = (16, 8, 4, 2)


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Accesses to all of `width` neighbouring elements.

    One load is before statement `item` of the run, or one store behind it.
    """

    members: tuple[Touch, ...]
    width: int
    item: int

    @property
    def first(self) -> Touch:
        """An access to the element that the others follow."""
        return next(each for each in self.members if not self.number(each))

    @property
    def type(self) -> str:
        """The vector's type."""
        assert self.members[0].type is not None
        return f"{device_name(self.members[0].type)}{self.width}"

    def number(self, member: Touch) -> int:
        """Which element of the group it is."""
        assert member.place is not None
        return member.place.offset % self.width


@dataclass(frozen=True, eq=False, slots=True)
class Groups:
    """What a run gives; `refused` are reasons why neighbours were not moved together."""

    loads: tuple[Group, ...]
    stores: tuple[Group, ...]
    refused: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.loads) + len(self.stores)


def groups_of(touches: Sequence[Touch], memory: Memory) -> Groups:
    """The groups of a run, of which no two hold the same access."""
    refused: dict[str, None] = {}
    loads = _loads(touches, memory, refused)
    joined = {id(member) for group in loads for member in group.members}
    left = [touch for touch in touches if id(touch) not in joined]
    stores = _stores(left, loads, memory, refused)
    return Groups(tuple(loads), tuple(stores), tuple(refused))


class _Events:
    """Touches with their order in a run; writes to variables are found by name, so that few are looked at."""

    def __init__(self, events: Iterable[tuple[float, int, Touch]]) -> None:
        self._variables: dict[str, list[tuple[float, int]]] = {}
        self._others: list[tuple[float, int, Touch]] = []
        for order, item, touch in sorted(events, key=lambda event: event[0]):
            if not touch.variable:
                self._others.append((order, item, touch))
            elif touch.write:
                self._variables.setdefault(touch.name, []).append((order, item))

    def memory_until(self, last: float) -> list[tuple[float, Touch]]:
        """The touches of memory up to statement `last`, each with its order."""
        return [(order, touch) for order, item, touch in self._others if item <= last]

    def changes_variable(self, moved: Touch, first: float, before: float, last: float) -> bool:
        """Whether a variable in an access's subscript is written at an order from `first` on and `before` another.

        Only writes up to statement `last` count.
        """
        for name in moved.names:
            found = self._variables.get(name, ())
            at = bisect_left(found, (first, -1))
            if at < len(found) and found[at][0] < before and found[at][1] <= last:
                return True
        return False


class _Pending:
    """Accesses that may still be joined, in their order, and by what they would be neighbours in."""

    def __init__(self, touches: Iterable[Touch]) -> None:
        self._left = {id(touch): touch for touch in touches}
        self._blocks: dict[object, list[Touch]] = {}
        for touch in self._left.values():
            assert touch.place is not None
            for width in _WIDTHS:
                self._blocks.setdefault(_block(touch, width), []).append(touch)

    def __bool__(self) -> bool:
        return bool(self._left)

    @property
    def head(self) -> Touch:
        """The first of them."""
        return next(iter(self._left.values()))

    def mates(self) -> Iterator[tuple[int, list[Touch]]]:
        """For each number of elements that the head may be one of: those of the same group, widest first."""
        head = self.head
        assert head.place is not None
        for width in _widths(head.type):
            if head.place.begins_at(width):
                yield width, [each for each in self._blocks[_block(head, width)] if id(each) in self._left]

    def remove(self, members: Iterable[Touch]) -> None:
        """These are joined, or can't be."""
        for each in members:
            del self._left[id(each)]


def _block(touch: Touch, width: int) -> tuple[object, ...]:
    """What accesses to `width` neighbouring elements that begin at a multiple of it have in common."""
    assert touch.place is not None
    return width, touch.name, touch.place.without_offset, touch.place.offset // width


def _loads(touches: Sequence[Touch], memory: Memory, refused: dict[str, None]) -> list[Group]:
    pending = _Pending(touch for touch in touches if not touch.write and _may_join(touch, memory))
    begins = _begins(touches)
    writes = _Events((each.order, each.item, each) for each in touches if each.write)
    stores = writes.memory_until(math.inf)
    groups: list[Group] = []
    while pending:
        head = pending.head
        begin = begins[head.item]

        def is_early(touch: Touch, begin: int = begin) -> bool:
            """Whether the element can be loaded before the head's statement."""
            if writes.changes_variable(touch, begin, touch.order, math.inf):
                return False
            return not any(
                begin <= order < touch.order and _disturbs(each, touch, memory) for order, each in stores
            )

        found = None
        for width, mates in pending.mates():
            early = [each for each in mates if is_early(each)]
            if len({_constant(each) for each in early}) == width:
                found = Group(tuple(early), width, head.item)
                break
            if len({_constant(each) for each in mates}) == width:
                refused[f"`{head.name}` may change before all its neighbouring elements are read"] = None
        pending.remove([head] if found is None else found.members)
        if found is not None:
            groups.append(found)
    return groups


def _stores(
    touches: Sequence[Touch], loads: Sequence[Group], memory: Memory, refused: dict[str, None]
) -> list[Group]:
    pending = _Pending(touch for touch in touches if touch.write and _may_join(touch, memory))
    begins = _begins(touches)
    early = [(begins.get(group.item, 0) - 0.5, group.item, member) for group in loads for member in group.members]
    events = _Events([*((each.order, each.item, each) for each in touches), *early])
    groups: list[Group] = []
    while pending:
        head = pending.head
        found = None
        for width, mates in pending.mates():
            if len(mates) != width or len({_constant(each) for each in mates}) != width:
                continue
            last = max(each.item for each in mates)
            own = {id(each) for each in mates}
            between = [(order, each) for order, each in events.memory_until(last) if id(each) not in own]
            if not any(
                events.changes_variable(mate, mate.order, math.inf, last)
                or any(mate.order < order and _disturbs(each, mate, memory) for order, each in between)
                for mate in mates
            ):
                found = Group(tuple(mates), width, last)
                break
            refused[f"`{head.name}` may be used before all its neighbouring elements are written"] = None
        pending.remove([head] if found is None else found.members)
        if found is not None:
            groups.append(found)
    return groups


def _begins(touches: Sequence[Touch]) -> dict[int, int]:
    """The order of each statement's first touch."""
    begins: dict[int, int] = {}
    for touch in touches:
        begins.setdefault(touch.item, touch.order)
    return begins


def _widths(ctype: CType | None) -> list[int]:
    if not isinstance(ctype, IntType | FloatType):
        return []
    return [width for width in _WIDTHS if NARROWEST <= width * _size(ctype) <= WIDEST]


def _size(ctype: CType | None) -> int:
    return ctype.bits // 8 if isinstance(ctype, IntType | FloatType) else SECTOR


def _may_join(touch: Touch, memory: Memory) -> bool:
    """Whether an access is one of an element of a type that there are vectors of."""
    if touch.place is None or not touch.sure or touch.variable:
        return False
    if not _is_far(touch, memory):
        return False
    buffer = memory.buffers[touch.name]
    if buffer.of or buffer.layout is not None:
        return False
    of = touch.type
    if of is None or of.volatile or (isinstance(of, IntType) and of.name == "_Bool"):
        return False
    return not isinstance(of, ComplexType) and not (isinstance(of, FloatType) and of.bits > 64)


def _is_far(touch: Touch, memory: Memory) -> bool:
    """Whether neighbouring work-items access what is at least a sector apart, as far as the text shows."""
    assert touch.place is not None
    along = memory.kernel.dimensions[0].variable
    least = SECTOR // max(1, _size(touch.type))
    if (factor := touch.place.terms.get((along,))) is not None:
        return abs(factor) >= least
    return along in touch.names or touch.place.begins_at(least)


def _disturbs(other: Touch, moved: Touch, memory: Memory) -> bool:
    """Whether an access can't be moved past another touch."""
    if memory.changes(other, moved.names):
        return True
    return not other.variable and (other.write or moved.write) and memory.clash(moved, other)


def _constant(touch: Touch) -> int:
    assert touch.place is not None
    return touch.place.offset
