"""What the accesses of an array cost in some order of its elements: 32-byte sectors that warps move and look up.

A *footprint* is what a work-item accesses in one go: accesses of one kind (reads or writes) whose subscripts
differ by constants, in all iterations of the short loops around them.  Neighbouring work-items do the same some
elements further.  In an order, the footprint's elements have addresses; those that are less than a sector apart
make *runs*.  A warp of 32 neighbours, `apart` bytes from each other, moves for a run of `length` bytes

    each  = (length + SECTOR - element) / SECTOR            sectors under a run that begins at any element
    moved = min(32 * each, 31 * apart / SECTOR + each)      those of 32 runs, apart or overlapping

and each access touches as many sectors as a run of one element has.  Where the next iteration of a longer loop is
`shift` bytes further, only `shift` new bytes of each run are moved, as far as the multiprocessor's cache has kept
the others: lines that neighbours lie apart in fill it up (KEPT).  That cache passes each store on alone, so that
what stores touch is moved.

    cost = executions by warps * (moved + LOOKUP * touched)

A sector moved from the second cache or from memory takes the time of 6 in the multiprocessor's own: on an H200
128 bytes a clock against about 23 (5.5 TB/s over 132 multiprocessors).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise, product
from math import prod

import islpy as isl

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.relations.accesses import Access, Found, Index, Loop
from mapper.analysis.kernels.relations.coalescing import rates
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.builtins.layout import Array
from mapper.ir.forms.gang import LANES, Gang
from mapper.ir.program.kernel import Kernel
from mapper.transforms.costs.transactions import UNKNOWN_TRIPS

SECTOR = 32  # bytes
LOOKUP = 1 / 6  # of the time that moving a sector takes
TOGETHER = 32  # iterations of short loops whose accesses are one footprint
KEPT = 0.5  # of the lines that each work-item has to itself
FULL = 1024  # warps, 8 for each multiprocessor
REACH = 8  # neighbours, so many places away, that share what stencils touch

Vector = tuple[int, ...]
"""A number for each subscript."""


@dataclass(frozen=True, eq=False, slots=True)
class Footprint:
    """What a work-item accesses in one go: `points` relative to the first, by `accesses` accesses.

    `lanes` is by how much the subscripts differ between neighbours (None: irregularly), `along` between iterations
    of the loop around (None: irregularly, or there is none).  Warps do it `often` times in the program, in
    launches of which `small` would fill the device.
    """

    points: frozenset[Vector]
    accesses: int
    lanes: Vector | None
    along: Vector | None
    often: float
    write: bool = False
    small: float = 1.0


def cost(of: Footprint, strides: Sequence[int], element: int) -> float:
    """The time of a footprint in sectors moved; `strides` in elements for each subscript, `element` in bytes."""

    def distance(vector: Vector) -> int:
        return element * sum(by * size for by, size in zip(vector, strides, strict=True))

    apart = None if of.lanes is None else abs(distance(of.lanes))
    shift = None if of.along is None else abs(distance(of.along))
    places = {_folded(distance(point), apart) for point in of.points}
    touched = of.accesses * _moved(element, apart, None, element)
    moved = touched
    if not of.write:
        moved = sum(_moved(length, apart, shift, element) for length in _runs(sorted(places), element))
    return of.often * (moved + LOOKUP * touched)


def _folded(place: int, apart: int | None) -> int:
    """A place, or that of a near neighbour's that is the same."""
    return place % apart if apart and abs(place // apart) <= REACH else place


def _runs(places: Sequence[int], element: int) -> Iterator[int]:
    """The lengths, in bytes, of runs with less than a sector between elements."""
    first = places[0]
    for before, place in pairwise(places):
        if place - before >= SECTOR:
            yield before - first + element
            first = place
    yield places[-1] - first + element


def _moved(length: int, apart: int | None, shift: int | None, element: int) -> float:
    each = (length + SECTOR - element) / SECTOR
    sectors = LANES * each
    if apart is not None:
        sectors = min(sectors, (LANES - 1) * apart / SECTOR + each)
    if shift is None:
        return sectors
    new = min(sectors, (LANES if apart != 0 else 1) * shift / SECTOR)
    if apart and shift % apart == 0:
        new = min(new, shift // apart / LANES * sectors)
    kept = KEPT if apart is None or apart >= SECTOR else 1.0
    return kept * new + (1.0 - kept) * sectors


# ---- footprints of a kernel ------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class _Pass:
    """An access on its way to a footprint: `key` is equal for those that belong together."""

    key: tuple[object, ...]
    base: Vector
    points: frozenset[Vector]
    footprint: Footprint


def footprints(
    kernel: Kernel, symbols: Symbols, arrays: dict[str, Array], launches: float
) -> Iterator[tuple[Array, list[Footprint], bool]]:
    """The footprints of some arrays, by their buffers' names; false: an access may be of another element."""
    gang = kernel.form(Gang)
    if gang is not None:
        kernel = replace(kernel, body=gang.whole)
    try:
        found = collect(kernel, symbols)
    except isl.Error:
        found = None
    if found is None or not found.complete:  # too intricate: nothing is known of any access
        yield from ((array, [], False) for array in arrays.values())
        return
    shared = [] if gang is None else [loop for node in gang.loops if (loop := found.loop_of(node)) is not None]
    rows = gang.rows if gang is not None else 0
    for name, array in arrays.items():
        mine = [access for access in found.accesses if access.root is not None and access.root.name == name]
        known = [access for access in mine if access.complete and len(access.steps) == len(array.extents)]
        groups: dict[tuple[object, ...], list[_Pass]] = {}
        for access in known:
            each = _passed(found, access, array.sized, shared, rows, launches)
            groups.setdefault(each.key, []).append(each)
        yield array, [_together(group) for group in groups.values()], len(known) == len(mine)


def _together(group: Sequence[_Pass]) -> Footprint:
    origin = group[0].base
    points = {
        tuple(a + b - c for a, b, c in zip(each.base, point, origin, strict=True))
        for each in group
        for point in each.points
    }
    accesses = sum(each.footprint.accesses for each in group)
    return replace(group[0].footprint, points=frozenset(points), accesses=accesses)


def _passed(
    found: Found, access: Access, array: Array, shared: Sequence[Loop], rows: int, launches: float
) -> _Pass:
    """One access; where work-items share iterations, `shared` are those loops and `rows` a work-group's lines."""
    neighbours = found.dimensions[-1]
    spread: Loop | None = neighbours
    if rows:  # all lanes do the same where they do not share a loop
        spread = next((loop for loop in shared if access.inside(loop)), None)
    lanes = _rates(found, access, spread) if spread is not None else (0,) * len(access.steps)
    short, along, outer = _split(found, access, spread)
    sides = [(range(trips), rate) for _, trips, rate in short]
    line = _rates(found, access, neighbours) if rows > 1 else None
    if line is not None:
        sides.append((range(rows), line))
    points = frozenset(_points(sides, len(access.steps)))
    accesses = prod(trips for _, trips, _ in short)
    often = launches * _times(found, access, array, outer, accesses) / (LANES if spread is not None else 1)
    small = max(1.0, FULL / _warps(found, access, array, together=bool(rows)))
    if line is not None:  # the work-group's lines have one footprint together
        accesses, often = accesses * rows, often / rows
    texts, base = _base(found, access, tuple(loop for loop, _, _ in short))
    key = (access.write, lanes, along, texts, tuple(loop.symbol for loop in outer), rows)
    return _Pass(key, base, points, Footprint(points, accesses, lanes, along, often, access.write, small))


def _points(sides: Sequence[tuple[range, Vector]], rank: int) -> Iterator[Vector]:
    for at in product(*(numbers for numbers, _ in sides)):
        yield tuple(
            sum(number * rate[place] for number, (_, rate) in zip(at, sides, strict=True)) for place in range(rank)
        )


def _split(
    found: Found, access: Access, spread: Loop | None
) -> tuple[list[tuple[Loop, int, Vector]], Vector | None, list[Loop]]:
    """The short loops around an access with their trips and rates, the rates along the next, and all others."""
    short: list[tuple[Loop, int, Vector]] = []
    outer = list(access.loops)
    together = 1
    for loop in reversed(access.loops):
        if loop.node is None or loop is spread:
            break
        rate, trips = _rates(found, access, loop), loop.trips
        if _jumps(access, loop):
            rate = None
        if rate is None or trips is None or not 1 <= together * trips <= TOGETHER:
            return short, rate, outer
        together *= trips
        short.append((loop, trips, rate))
        outer.remove(loop)
    return short, None, outer


def _rates(found: Found, access: Access, loop: Loop) -> Vector | None:
    known = tuple(rate for rate in rates(found, access, loop.symbol) if rate is not None)
    return known if len(known) == len(access.steps) else None


@lru_cache(1 << 14)
def _jumps(access: Access, loop: Loop) -> bool:
    """Whether a subscript is not one affine function of a loop's counter."""
    return any(
        loop.symbol in forms.symbols_of(domain)
        for step in access.steps
        if isinstance(step, Index)
        for domain, _ in step.value.get_pieces()
    )


@lru_cache(1 << 14)
def _base(found: Found, access: Access, inside: tuple[Loop, ...]) -> tuple[tuple[str, ...], Vector]:
    """The subscripts at the first iteration of some loops: texts without the constants, and the constants.

    One that is the same for all work-items, but not known, counts as 0: it is that of some component.
    """
    texts, constants = [], []
    for step in access.steps:
        assert isinstance(step, Index)
        value = step.value
        for loop in inside:
            assert loop.lower is not None
            value = _at(value, loop.symbol, loop.lower)
        if forms.symbols_of(value) and forms.symbols_of(value) <= found.parameters.keys():
            value = forms.constant(0)
        pieces = value.get_pieces()
        constant = 0
        if len(pieces) == 1 and pieces[0][0].plain_is_universe() and pieces[0][1].get_constant_val().is_int():
            constant = int(pieces[0][1].get_constant_val().to_python())
            value = value.sub(forms.constant(constant))
        texts.append(str(value.drop_unused_params()))
        constants.append(constant)
    return tuple(texts), tuple(constants)


def _at(value: isl.PwAff, symbol: str, counter: isl.PwAff) -> isl.PwAff:
    """A function where a symbol has some value."""
    number = forms.as_number(counter)
    if symbol not in forms.symbols_of(value) or number is None:
        return value
    here = forms.symbol(symbol).eq_set(forms.constant(number))
    return value.gist(here)


def _times(found: Found, access: Access, array: Array, loops: Sequence[Loop], inside: int) -> float:
    """About how often a launch comes to some loops' bodies.

    A loop of unknown length that moves a subscript takes half its extent; all such together come to each element
    once at most.
    """
    known = whole = 1.0
    for loop in loops:
        trips = loop.trips
        known *= 1.0 if trips is None else trips
        whole *= _half(found, access, array, loop) if trips is None else trips
    return min(whole, max(known, prod(array.extents) / inside))


def _warps(found: Found, access: Access, array: Array, *, together: bool) -> float:
    """About how many warps a launch has; many where that is not known."""
    items = 1.0
    for loop in found.dimensions:
        trips = loop.trips
        if trips is None and not any(rates(found, access, loop.symbol)):
            return FULL
        items *= _half(found, access, array, loop) if trips is None else max(1.0, trips)
    return items if together else items / LANES


def _half(found: Found, access: Access, array: Array, loop: Loop) -> float:
    moved = zip(rates(found, access, loop.symbol), array.extents, strict=True)
    halves = [extent / abs(rate) / 2 for rate, extent in moved if rate]
    return max(1.0, min(halves, default=UNKNOWN_TRIPS))
