"""Which part of a buffer a kernel writes for certain, where that is a box: rows of bytes at equal distances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import islpy as isl

from mapper.analysis.footprints.host_values import host_value
from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.accesses import Access, Found, Index, Loop, Root
from mapper.analysis.kernels.relations.dependences import exposed_reads
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Area
from mapper.ir.trees import build

MOST_ACCESSES = 20
SMALLEST = 1 << 20
"""Bytes: smaller areas are not worth it, and the run-time library does not use them."""


@dataclass(frozen=True, eq=False, slots=True)
class _Range:
    """What a loop adds to an element's number: `stride` times a counter from `low` to `high`."""

    stride: int
    low: isl.PwAff
    high: isl.PwAff

    @property
    def count(self) -> isl.PwAff:
        return self.high.sub(self.low).add(forms.constant(1))


def written_area(found: Found, root: Root, symbols: Symbols) -> Area | None:
    """The area of a buffer that a launch writes, and reads nothing of before; it touches nothing else.

    None: there is no such area, or it is known to be small.
    """
    own = found.of(root)
    if not found.complete or len(own) > MOST_ACCESSES or exposed_reads(found, root):
        return None
    for access in own:
        if access.write and access.certain:
            area = _area(access, own, found, symbols)
            if area is not None:
                return area
    return None


def _area(write: Access, own: Sequence[Access], found: Found, symbols: Symbols) -> Area | None:
    """The area of one write, where all other accesses are in it."""
    number = _number(write)
    size = symbols.constant_sizeof(write.type)
    if number is None or size is None or write.atomic or forms.symbols_of(write.domain) & found.unknown.keys():
        return None
    ranges = _ranges(write, number)
    if ranges is None or not all(_lies_in(access, write, number) for access in own if access is not write):
        return None
    first = _first(number, write.loops, ranges)
    runs = _joined([each for each in ranges.values() if each.stride])
    if first is None or runs is None:
        return None
    counts = [each.count for each in runs] + [forms.constant(1)] * (3 - len(runs))
    known = [forms.as_number(each) for each in counts]
    if all(each is not None for each in known) and prod(each or 0 for each in known) * size < SMALLEST:
        return None
    offset, bytes_, rows, planes = (host_value(each, found) for each in (first, *counts))
    if offset is None or bytes_ is None or rows is None or planes is None:
        return None
    scale = build.integer(size, "L")
    pitch, far = (abs(runs[at].stride) * size if at < len(runs) else 0 for at in (1, 2))
    return Area(build.binary("*", offset, scale), build.binary("*", bytes_, scale), rows, pitch, planes, far)


def _number(access: Access) -> isl.Aff | None:
    """The number of the element that is accessed, counted from the buffer's beginning."""
    value: isl.PwAff | None = None
    if not access.complete or not access.steps:
        return None
    for position, step in enumerate(access.steps):
        if not isinstance(step, Index) or step.chain or (position and step.extent is None):
            return None
        value = step.value if value is None else value.scale_val(isl.Val(str(step.extent))).add(step.value)
    assert value is not None
    return forms.single_piece(value.coalesce())


def _ranges(write: Access, number: isl.Aff) -> dict[str, _Range] | None:
    """What each loop adds; None unless each counter takes all values of a range of its own."""
    param = isl.dim_type.param
    found: dict[str, _Range] = {}
    box = forms.everywhere()
    for loop in write.loops:
        others = [each.symbol for each in write.loops if each is not loop]
        domain = forms.without(write.domain, others)
        values = forms.values_of(domain, loop.symbol)
        if values is None or values.is_empty():
            return None
        ends = [_end(values, low=low) for low in (True, False)]
        if ends[0] is None or ends[1] is None:
            return None
        at = number.find_dim_by_name(param, loop.symbol)
        stride = number.get_coefficient_val(param, at) if at >= 0 else isl.Val("0")
        if not stride.is_int():
            return None
        found[loop.symbol] = _Range(int(stride.to_python()), ends[0], ends[1])
        counter = forms.symbol(loop.symbol)
        box = box.intersect(counter.ge_set(ends[0])).intersect(counter.le_set(ends[1]))
    return found if box.is_equal(write.domain) else None


def _end(values: isl.Set, *, low: bool) -> isl.PwAff | None:
    """The least or greatest value, as a function that is defined everywhere."""
    bounded = values.dim_has_lower_bound if low else values.dim_has_upper_bound
    if not bounded(isl.dim_type.set, 0):
        return None
    end = values.dim_min(0) if low else values.dim_max(0)
    plain = forms.single_piece(end.coalesce())
    return None if plain is None else isl.PwAff.from_aff(plain)


def _first(number: isl.Aff, loops: Sequence[Loop], ranges: dict[str, _Range]) -> isl.PwAff | None:
    """The least number of an element."""
    rest = number
    for loop in loops:
        at = rest.find_dim_by_name(isl.dim_type.param, loop.symbol)
        if at >= 0:
            rest = rest.set_coefficient_val(isl.dim_type.param, at, isl.Val("0"))
    total = isl.PwAff.from_aff(rest)
    for each in ranges.values():
        total = total.add((each.low if each.stride > 0 else each.high).scale_val(isl.Val(str(each.stride))))
    return total.coalesce()


def _joined(ranges: list[_Range]) -> list[_Range] | None:
    """The ranges from the one with neighbouring elements outwards, at most three; full rows become one run."""
    ranges = sorted(ranges, key=lambda each: abs(each.stride))
    if not ranges or abs(ranges[0].stride) != 1:
        return None
    while len(ranges) > 1:
        inner, outer = ranges[:2]
        length = forms.as_number(inner.count)
        if length is None or length != abs(outer.stride):
            break
        whole = outer.count.scale_val(isl.Val(str(length)))
        ranges[:2] = [_Range(1, forms.constant(0), whole.sub(forms.constant(1)))]
    return ranges if len(ranges) <= 3 else None


def _lies_in(access: Access, write: Access, number: isl.Aff) -> bool:
    """Whether an access touches nothing but what the write does."""
    if access.root is None:
        return False
    own = _number(access)
    if own is None:
        return False
    return bool(_places(access, own).is_subset(_places(write, number)))


def _places(access: Access, number: isl.Aff) -> isl.Set:
    at = forms.symbol("mrt place")
    places = access.domain.intersect(at.eq_set(isl.PwAff.from_aff(number)))
    return forms.without(places, [loop.symbol for loop in access.loops])
