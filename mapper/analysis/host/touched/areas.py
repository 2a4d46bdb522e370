"""Areas: bytes behind a pointer, repeated at distances, and one area in the place of several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from mapper.analysis.host.touched.values import Pointer
from mapper.ir.expressions.polynomials import ZERO, Monomial, Polynomial, constant

_FARTHEST = 16


@dataclass(frozen=True, slots=True)
class Repeat:
    """A distance in bytes, which is taken once for each `step` of a counter that gets from 0 to `last`."""

    distance: Polynomial
    last: Polynomial
    step: int = 1


@dataclass(frozen=True, slots=True)
class Area:
    """Some bytes behind a pointer, repeated; all of them are touched where it is `exact`.

    Where the pointer is an entry of a table, they are behind all entries from this one to that at `last` bytes
    behind the table.
    They are touched, and may be computed, only where none of the `entered` is negative: these say by how much the
    first values of loops around are within their bounds.
    """

    pointer: Pointer
    bytes: Polynomial
    repeats: tuple[Repeat, ...]
    objects: int
    reads: bool
    writes: bool
    exact: bool
    entered: tuple[Polynomial, ...] = ()
    last: Polynomial | None = None


def split(value: Polynomial, atom: str) -> tuple[Polynomial | None, Polynomial]:
    """A polynomial as factor * atom + rest; no factor where it isn't linear."""
    factor, rest = dict[Monomial, int](), dict[Monomial, int]()
    for key, number in value.terms.items():
        others = tuple(each for each in key if each != atom)
        if len(others) + 1 < len(key):
            return None, value
        if len(others) < len(key):
            factor[others] = number
        else:
            rest[key] = number
    return Polynomial(factor), Polynomial(rest)


def dense(area: Area) -> Area:
    """The area without repeats that go from a piece of bytes to the next, or to one that begins before it ends."""
    for each in area.repeats:
        size = _together(area.bytes, each)
        if size is not None:
            others = tuple(other for other in area.repeats if other is not each)
            return dense(replace(area, bytes=size, repeats=others))
    return area


def _together(piece: Polynomial, repeat: Repeat) -> Polynomial | None:
    """How many bytes a repeated piece has without gaps; None where there may be any."""
    if repeat.step != 1:
        return None
    if repeat.distance == piece:
        return piece * (repeat.last + constant(1))
    size, distance, last = piece.constant, repeat.distance.constant, repeat.last.constant
    if size is None or distance is None or last is None or not 0 < distance < size or last < 0:
        return None
    return constant(size + distance * last)


def merged(areas: Iterable[Area]) -> list[Area]:
    """The areas, with one in the place of several that are in each other or side by side."""
    found: list[Area] = []
    for area in areas:
        for index, other in enumerate(found):
            both = _both(other, area)
            if both is not None:
                found[index] = both
                break
        else:
            found.append(area)
    return found


def _both(one: Area, other: Area) -> Area | None:
    """The smallest area that holds two; None where that isn't known, or much larger."""
    if one.pointer.text != other.pointer.text or one.entered != other.entered:
        return None
    if one.pointer.levels:
        return _both_rows(one, other)
    changed = {
        "objects": one.objects | other.objects,
        "reads": one.reads or other.reads,
        "writes": one.writes or other.writes,
    }
    same = (one.pointer.offset, one.bytes, one.repeats) == (other.pointer.offset, other.bytes, other.repeats)
    if same:
        exact = one.exact and other.exact if one.writes and other.writes else (one if one.writes else other).exact
        return replace(one, **changed, exact=exact)  # type: ignore[arg-type]
    size, other_size = one.bytes.constant, other.bytes.constant
    first = {(each.distance, each.step): each.last for each in one.repeats}
    second = {(each.distance, each.step): each.last for each in other.repeats}
    if size is None or other_size is None or len(first) != len(one.repeats) or len(second) != len(other.repeats):
        return None
    if not (first.keys() <= second.keys() or second.keys() <= first.keys()):
        return None  # a row and a column
    distances = list(first) + [key for key in second if key not in first]
    shifts, rest = _steps(other.pointer.offset - one.pointer.offset, distances)
    if abs(rest) > _FARTHEST * 8 or (rest and any(shifts)):
        return None
    offset = one.pointer.offset + constant(min(0, rest))
    repeats: list[Repeat] = []
    for key, shift in zip(distances, shifts, strict=True):
        distance, step = key
        end, other_end = first.get(key, ZERO), second.get(key, ZERO) + constant(shift)
        beyond = (other_end - end).constant
        if beyond is None or abs(shift) > _FARTHEST:
            return None
        low = min(0, shift)
        offset = offset + distance * constant(low // step)
        repeats.append(Repeat(distance, (other_end if beyond > 0 else end) + constant(-low), step))
    width = max(size, rest + other_size) - min(0, rest)
    place = replace(one.pointer, offset=offset)
    both = replace(one, pointer=place, bytes=constant(width), repeats=tuple(repeats), exact=False, **changed)  # type: ignore[arg-type]
    behind, *ends = (_end(each) for each in (both, one, other))
    known = [each for each in ends if each is not None]
    beyond = behind is not None and len(known) == len(ends) and behind > max(known)
    return None if beyond else both


def all_rows(area: Area) -> Area:
    """All of the rows that an area is a part of."""
    pointer = replace(area.pointer, entry=None, offset=ZERO)
    return replace(area, pointer=pointer, bytes=constant(1), repeats=(), exact=False, last=None)


def _both_rows(one: Area, other: Area) -> Area | None:
    """The smallest area of rows that holds two; None where that isn't known, or much larger."""
    ends: list[Polynomial | None] = []
    for greatest, (first, second) in enumerate(zip(_row_ends(one), _row_ends(other), strict=True)):
        if first is None or second is None:
            if first is not second:
                return None
            ends.append(None)
            continue
        beyond = (second - first).constant
        if beyond is None or abs(beyond) > _FARTHEST * 8:
            return None
        ends.append(second if (beyond > 0) == bool(greatest % 2) else first)
    entry, last, offset, end = ends
    if offset is None or end is None:
        return None
    return replace(
        one,
        pointer=replace(one.pointer, entry=entry, offset=offset),
        bytes=end - offset,
        objects=one.objects | other.objects,
        reads=one.reads or other.reads,
        writes=one.writes or other.writes,
        last=last,
    )


def _row_ends(area: Area) -> tuple[Polynomial | None, ...]:
    """The first and the last entry of rows, and the first byte in them and that behind the last one."""
    offset = area.pointer.offset
    return area.pointer.entry, area.last, offset, offset + area.bytes


def _end(area: Area) -> int | None:
    """How far behind its pointer an area ends; None where that is no number."""
    found = area.pointer.offset + area.bytes
    for each in area.repeats:
        distance, last = each.distance.constant, each.last.constant
        if distance is None or last is None or distance < 0 or last < 0:
            return None
        found += constant(distance * (last // each.step))
    return found.constant


def _steps(delta: Polynomial, distances: Sequence[tuple[Polynomial, int]]) -> tuple[list[int], int]:
    """How many single steps of each distance a difference consists of, and the bytes that are left."""
    shifts = [0] * len(distances)
    order = sorted(range(len(distances)), key=lambda number: _size(distances[number][0]), reverse=True)
    for number in order:
        distance, step = distances[number]
        if not distance or not delta:
            continue
        terms = delta.terms
        leading = max(distance, key=lambda term: (len(term[0]), term))
        of = terms.get(leading[0], 0)
        times_ = int(of / leading[1]) if distance.constant is not None or of % leading[1] == 0 else 0
        shifts[number] = times_ * step
        delta -= constant(times_) * distance
    rest = delta.constant
    return (shifts, rest) if rest is not None else (shifts, 1 << 40)


def _size(distance: Polynomial) -> tuple[int, int]:
    number = distance.constant
    return (0, abs(number)) if number is not None else (1, max(len(key) for key in distance.terms))
