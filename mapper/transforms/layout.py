"""`layout`: an array gets one order of its elements on the device, for all kernels of the program.

Neighbouring work-items access elements beside each other where the subscript that differs between them is the
last one.  In `u[k][j][i][5]`, where `i` differs, they are five elements apart; as `[5][k][j][i]` they are beside
each other.  All accesses of an array in the program are weighed, by the transactions that each costs and by how
often it happens; the order that costs least is taken.  Host code and the OpenMP version keep the user's order: the
run-time library transposes on the device what it copies.

An array keeps its order where some kernel uses it in another way than by the subscripts of an element.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

import islpy as isl

from mapper.analysis.coalescing import by_distance, rates
from mapper.analysis.kernelaccesses import Access, Found, Loop
from mapper.analysis.kernelwalk import collect
from mapper.analysis.subscripts import first_odd_use
from mapper.diagnostics import Location
from mapper.ir.ctypes import FloatType, IntType
from mapper.ir.kernel import Buffer, Kernel, Storage
from mapper.ir.layout import Array, Layout
from mapper.transforms.base import Changed, Outcome, Placed, Refusal, WholeTransform
from mapper.transforms.gangbody import LANES
from mapper.transforms.transactions import UNKNOWN_TRIPS, known_trips, share

LARGEST_RANK = 8
SIZES = (8, 16, 32, 64)  # bits of elements that the run-time library transposes
RUN = 0.25  # of a transaction, where each work-item goes through elements beside each other, apart from others
WORTH = 0.8  # a new order must cost less than this share of the user's


@dataclass(frozen=True, eq=False, slots=True)
class _Weighed:
    """An access: by how much each subscript differs between neighbours, and how often the program does it.

    `rates` is None where the neighbours' elements have no fixed distance; `along` is then the same for what one
    work-item accesses from one iteration of its innermost loop to the next.
    """

    rates: tuple[int, ...] | None
    often: float
    along: tuple[int, ...] | None = None


def _apply(placed: Sequence[Placed]) -> list[Outcome]:
    """What becomes of each kernel of the program."""
    holders: dict[Array, list[int]] = defaultdict(list)
    for number, each in enumerate(placed):
        for array in {buffer.array: None for buffer in each.kernel.buffers if _is_candidate(buffer.array)}:
            assert array is not None
            holders[array].append(number)
    weighed: dict[Array, list[_Weighed]] = defaultdict(list)
    loose: dict[Array, tuple[str, Location | None]] = {}
    for number in sorted({number for numbers in holders.values() for number in numbers}):
        kernel = placed[number].kernel
        for array, access in _weigh(placed[number]):
            if access is not None:
                weighed[array].append(access)
            else:
                loose.setdefault(array, (f"a subscript may leave its extent in {kernel.name}", kernel.where))
    names: set[str] = set()
    layouts: dict[Array, Layout] = {}
    notes: dict[int, list[str]] = defaultdict(list)
    refusals: dict[int, Refusal] = {}
    for array in sorted(weighed, key=lambda array: array.key):
        best, costs = _cheapest(array, weighed[array], names)
        if best is None:
            continue
        refusal = _obstacle(array, placed)
        if refusal is None and array in loose:
            refusal = loose[array]
        shown = "".join(f"[{extent}]" for extent in best.placed)
        for number in holders[array]:
            if refusal is not None:
                refusals.setdefault(
                    number, Refusal(f"`{array.name}` would be {shown}, but {refusal[0]}", refusal[1])
                )
            else:
                notes[number].append(
                    f"`{array.name}` is {shown} on the device: {costs[1]:.2g} transactions in the program, "
                    f"not {costs[0]:.2g}"
                )
        if refusal is None:
            layouts[array] = best
            names.add(best.name)
    return [
        Changed(_with_layouts(each.kernel, layouts), "; ".join(notes[number]))
        if number in notes
        else refusals.get(number)
        for number, each in enumerate(placed)
    ]


TRANSFORM = WholeTransform("layout", "arrays get the order of elements that all kernels access best", _apply)


def _is_candidate(array: Array | None) -> bool:
    if array is None or not 2 <= len(array.extents) <= LARGEST_RANK or min(array.extents) < 1:
        return False
    element = array.element
    return isinstance(element, IntType | FloatType) and not _is_complex(element) and element.bits in SIZES


def _is_complex(element: IntType | FloatType) -> bool:
    return isinstance(element, FloatType) and element.complex


# ---- weights ---------------------------------------------------------------------------------------------------


def _weigh(placed: Placed) -> Iterator[tuple[Array, _Weighed | None]]:
    """All accesses of a kernel to arrays that may get a layout; None: one may be of another element."""
    kernel, gang = placed.kernel, placed.kernel.gang
    if gang is not None:
        kernel = replace(kernel, body=gang.whole)
    arrays = {buffer.name: buffer.array for buffer in kernel.buffers if _is_candidate(buffer.array)}
    try:
        found = collect(kernel, placed.symbols)
    except isl.Error:
        found = None
    if found is None or not found.complete:  # too intricate: nothing is known of any access
        yield from ((array, None) for array in arrays.values() if array is not None)
        return
    shared = [] if gang is None else [loop for node in gang.loops if (loop := found.loop_of(node)) is not None]
    for access in found.accesses:
        array = arrays.get(access.root.name) if access.root is not None else None
        if array is None:
            continue
        if not access.complete or len(access.steps) != len(array.extents):
            yield array, None
            continue
        yield array, _weighed(found, access, shared, array, placed.launches, together=gang is not None)


def _weighed(
    found: Found, access: Access, shared: Sequence[Loop], array: Array, launches: float, *, together: bool
) -> _Weighed:
    often = launches * _times(access, array)
    spread: Loop | None = found.dimensions[-1]
    if together:  # all lanes do the same where they do not share a loop
        spread = next((loop for loop in shared if access.inside(loop)), None)
        if spread is None:
            return _Weighed((0,) * len(access.steps), often / LANES)
    assert spread is not None
    inner = next((loop for loop in reversed(access.loops) if loop.node is not None), None)
    along = _rates(found, access, inner) if inner is not None else None
    return _Weighed(_rates(found, access, spread), often, along)


def _times(access: Access, array: Array) -> float:
    """How often a launch does an access: where loops of unknown length are around it, once for each element."""
    known = product = 1.0
    for loop in access.loops:
        trips = known_trips(loop)
        known *= 1.0 if trips is None else trips
        product *= UNKNOWN_TRIPS if trips is None else trips
    return min(product, max(known, float(prod(array.extents))))


def _rates(found: Found, access: Access, loop: Loop) -> tuple[int, ...] | None:
    known = tuple(rate for rate in rates(found, access, loop.symbol) if rate is not None)
    return known if len(known) == len(access.steps) and access.complete else None


def _cost(accesses: Sequence[_Weighed], strides: Sequence[int]) -> float:
    """Transactions of an array's accesses in some order."""

    def distance(of: tuple[int, ...]) -> int:
        return sum(rate * size for rate, size in zip(of, strides, strict=True))

    total = 0.0
    for access in accesses:
        if access.rates is not None:
            total += access.often * share(by_distance(distance(access.rates)))
        else:
            runs = access.along is not None and abs(distance(access.along)) <= 1
            total += access.often * (RUN if runs else 1.0)
    return total


def _cheapest(
    array: Array, accesses: Sequence[_Weighed], taken: set[str]
) -> tuple[Layout | None, tuple[float, float]]:
    """The order that costs least, if it is worth it; and the costs of the user's order and of the new one."""
    rank, extents = len(array.extents), array.extents
    name, number = array.name, 1
    while name in taken:
        number += 1
        name = f"{array.name}_{number}"
    mine = tuple(prod(extents[place + 1 :]) for place in range(rank))
    before, best, least = _cost(accesses, mine), None, 0.0
    for outer in range(rank - 1):
        for split in range(outer + 1, rank):
            layout = Layout(name, array.element, extents, outer, split)
            _, rows, columns = layout.transposition
            cost = _cost(accesses, layout.strides) if rows > 1 and columns > 1 else before
            if cost < WORTH * before and (best is None or cost < least):
                best, least = layout, cost
    return best, (before, least)


# ---- obstacles -------------------------------------------------------------------------------------------------


def _obstacle(array: Array, placed: Sequence[Placed]) -> tuple[str, Location | None] | None:
    """Why an array must keep its order: what some kernel does, and where."""
    own = {each.memory for one in placed for each in one.kernel.buffers if each.array == array}
    memory = own.pop() if len(own) == 1 else None
    if memory is None:
        return "it is not known what else leads there", None
    for each in placed:
        kernel = each.kernel
        named = [buffer for buffer in kernel.buffers if buffer.array == array]
        for buffer in kernel.buffers:
            if buffer.array != array and _may_be(buffer, memory):
                return f"`{buffer.name}` may lead there, too, in {kernel.name}", kernel.where
        if named and kernel.ordered is not None:
            return f"threads' iterations count in order in {kernel.name}", kernel.where
        for buffer in named:
            if kernel.tiling is not None and buffer.name in kernel.tiling.staged:
                return f"tiles of it are staged in {kernel.name}", kernel.where
            odd = first_odd_use(kernel, buffer.name, len(array.extents))
            if odd is not None:
                return f"{odd.what} in {kernel.name}", kernel.where
    return None


def _may_be(buffer: Buffer, memory: int) -> bool:
    """Whether a buffer may lie in some objects; what is not reached through a pointer is an object of its own."""
    return bool(buffer.memory & memory) if buffer.memory is not None else buffer.storage is Storage.HEAP


def _with_layouts(kernel: Kernel, layouts: Mapping[Array, Layout]) -> Kernel:
    parameters = tuple(
        replace(each, layout=layouts.get(each.array))
        if isinstance(each, Buffer) and each.array is not None
        else each
        for each in kernel.parameters
    )
    return replace(kernel, parameters=parameters)
