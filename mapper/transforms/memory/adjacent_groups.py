"""Which elements a run of plain statements should load, or store, together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mapper.ir.trees.build import device_name
from mapper.ir.trees.ctypes import CType, FloatType, IntType
from mapper.transforms.private.straight_line import Memory, Touch

WIDEST = 16
"""Bytes that a work-item of a GPU moves at once."""
NARROWEST = 4
SECTOR = 32
"""Bytes that memory moves at once: where work-items are closer than that, caches join their accesses as well."""


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
        return member.place.constant % self.width


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


def _loads(touches: Sequence[Touch], memory: Memory, refused: dict[str, None]) -> list[Group]:
    pending = [touch for touch in touches if not touch.write and _may_join(touch, memory)]
    begins = _begins(touches)
    groups: list[Group] = []
    while pending:
        head = pending[0]
        between = [each for each in touches if each.write and each.order >= begins[head.item]]

        def is_early(touch: Touch, between: Sequence[Touch] = between) -> bool:
            """Whether the element can be loaded before the head's statement."""
            return not any(each.order < touch.order and _disturbs(each, touch, memory) for each in between)

        found = None
        for width, mates in _mates(head, pending):
            early = [each for each in mates if is_early(each)]
            if len({_constant(each) for each in early}) == width:
                found = Group(tuple(early), width, head.item)
                break
            if len({_constant(each) for each in mates}) == width:
                refused[f"`{head.name}` may change before all its neighbouring elements are read"] = None
        if found is None:
            pending.pop(0)
        else:
            groups.append(found)
            pending = [each for each in pending if not any(each is member for member in found.members)]
    return groups


def _stores(
    touches: Sequence[Touch], loads: Sequence[Group], memory: Memory, refused: dict[str, None]
) -> list[Group]:
    pending = [touch for touch in touches if touch.write and _may_join(touch, memory)]
    begins = _begins(touches)
    early = [(begins.get(group.item, 0) - 0.5, group.item, member) for group in loads for member in group.members]
    events = [*((float(each.order), each.item, each) for each in touches), *early]
    groups: list[Group] = []
    while pending:
        head = pending[0]
        found = None
        for width, mates in _mates(head, pending):
            if len(mates) != width or len({_constant(each) for each in mates}) != width:
                continue
            last = max(each.item for each in mates)
            between = [
                (order, each)
                for order, item, each in events
                if item <= last and not any(each is mate for mate in mates)
            ]
            if not any(
                mate.order < order and _disturbs(each, mate, memory) for mate in mates for order, each in between
            ):
                found = Group(tuple(mates), width, last)
                break
            refused[f"`{head.name}` may be used before all its neighbouring elements are written"] = None
        if found is None:
            pending.pop(0)
        else:
            groups.append(found)
            pending = [each for each in pending if not any(each is member for member in found.members)]
    return groups


def _begins(touches: Sequence[Touch]) -> dict[int, int]:
    """The order of each statement's first touch."""
    begins: dict[int, int] = {}
    for touch in touches:
        begins.setdefault(touch.item, touch.order)
    return begins


def _mates(head: Touch, pending: Sequence[Touch]) -> list[tuple[int, list[Touch]]]:
    """For each number of elements that an access may be one of: those of the same group, widest first."""
    assert head.place is not None
    found = []
    for width in _widths(head.type):
        if head.place.begins_at(width):
            block = _constant(head) // width
            found.append(
                (
                    width,
                    [
                        each
                        for each in pending
                        if each.name == head.name
                        and each.place is not None
                        and each.place.parts == head.place.parts
                        and _constant(each) // width == block
                    ],
                )
            )
    return found


def _widths(ctype: CType | None) -> list[int]:
    if not isinstance(ctype, IntType | FloatType):
        return []
    return [width for width in (16, 8, 4, 2) if NARROWEST <= width * _size(ctype) <= WIDEST]


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
    return not (isinstance(of, FloatType) and (of.complex or of.bits > 64))


def _is_far(touch: Touch, memory: Memory) -> bool:
    """Whether neighbouring work-items access what is at least a sector apart, as far as the text shows."""
    assert touch.place is not None
    along = memory.kernel.dimensions[0].variable
    least = SECTOR // max(1, _size(touch.type))
    factors = dict(touch.place.parts)
    if along in factors:
        return abs(factors[along]) >= least
    return along in touch.place.names or touch.place.begins_at(least)


def _disturbs(other: Touch, moved: Touch, memory: Memory) -> bool:
    """Whether an access can't be moved past another touch."""
    assert moved.place is not None
    if memory.changes(other, moved.place.names):
        return True
    return not other.variable and (other.write or moved.write) and memory.clash(moved, other)


def _constant(touch: Touch) -> int:
    assert touch.place is not None
    return touch.place.constant
