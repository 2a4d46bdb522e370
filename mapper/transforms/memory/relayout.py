"""`relayout`: a second version of a kernel reads and writes copies of arrays in an order that suits it better.

Where a kernel's neighbouring work-items access elements far apart, and they would be beside each other in another
order of the array, the second version expects the array in that order.  The run-time library makes such a copy
on the device, keeps it as long as the array is not written, and decides at each launch which version runs: a tree
over the array's size and the number of accesses says whether the copy pays.  Unlike `layout` this decides for one
kernel at a time, and is open to all arrays whose inner extents are constants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import prod

from mapper.analysis.kernels.subscripts import BODY, bindings, first_odd_use
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import dimensions, innermost
from mapper.ir.builtins.layout import UNKNOWN_EXTENT, Array, Layout, Relaid
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Buffer, Kernel, Storage
from mapper.ir.trees.ctypes import FloatType, IntType
from mapper.transforms.costs.sectors import Footprint, cost, footprints
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform, applied
from mapper.transforms.frame.contract import Trait
from mapper.transforms.loops.inline import with_rows_in_place
from mapper.transforms.memory.layout import LARGEST_RANK, SIZES
from mapper.transforms.names import HYPERPLANES

WORTH = 0.6  # a new order must cost less than this share of the user's
_OWN = (Storage.STATE, Storage.KEPT)


def relayout(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with a second order for those of its arrays that gain from one.

    It has the usual number of work-items an iteration then.
    """
    gang = kernel.form(Gang)
    if gang is not None and gang.long:
        kernel = kernel.with_form(replace(gang, long=False))
    plain = _relaid(kernel, symbols)
    opened = with_rows_in_place(kernel) if isinstance(plain, Refusal) else kernel
    other = _relaid(opened, symbols) if opened is not kernel else plain
    return other if isinstance(other, Changed) else plain


def _relaid(kernel: Kernel, symbols: Symbols) -> Outcome:
    gang = kernel.form(Gang)
    if gang is not None and gang.schedules:
        return None
    if HYPERPLANES in applied(kernel):
        return Refusal("hyperplanes follow each other, and each has few points")
    candidates = {each.name: each for each in kernel.buffers if extents_of(each) is not None}
    if not candidates:
        return None
    arrays = {name: _array(buffer) for name, buffer in candidates.items()}
    made: dict[str, Relaid] = {}
    refusal: Refusal | None = None
    for array, found, known in footprints(kernel, symbols, arrays, 1.0):
        name, buffer = array.name, candidates[array.name]
        best = _cheapest(kernel, buffer, found) if known and found else None
        if best is None:
            continue
        obstacle = _obstacle(kernel, buffer, best)
        if obstacle is None:
            made[name] = Relaid(best, _runs(found))
        else:
            refusal = refusal or obstacle
    if not made:
        return refusal
    parameters = tuple(
        replace(each, relaid=made.get(each.name)) if isinstance(each, Buffer) else each
        for each in kernel.parameters
    )
    shown = ", ".join(f"`{name}` as {_shown(relaid.layout)}" for name, relaid in made.items())
    return Changed(replace(kernel, parameters=parameters), f"a second version uses copies: {shown}")


TRANSFORM = Transform(
    "relayout",
    "a second version of a kernel uses re-laid copies of arrays",
    relayout,
    accepts=frozenset([Trait.REDUCTIONS, Trait.GANG]),
)


def version(kernel: Kernel) -> Kernel:
    """The second version of a kernel that has `relaid` buffers: the one that uses the copies."""
    parameters = tuple(
        replace(each, layout=each.relaid.layout, relaid=None) if isinstance(each, Buffer) and each.relaid else each
        for each in kernel.parameters
    )
    return replace(kernel, name=f"{kernel.name}_relaid", parameters=parameters)


def extents_of(buffer: Buffer) -> tuple[int, ...] | None:
    """The extents of an array that may be re-laid, 0 for an unknown outermost one; None for other memory."""
    if buffer.table or buffer.of or buffer.eager or buffer.low is not None or buffer.storage in _OWN:
        return None
    if buffer.layout is not None:
        return None
    inner = [each.length or 0 for each in dimensions(buffer.element)]
    element = innermost(buffer.element)
    if not all(inner) or not 1 <= len(inner) < LARGEST_RANK or not isinstance(element, IntType | FloatType):
        return None
    if element.bits not in SIZES:
        return None
    known = buffer.array is not None and buffer.array.extents[1:] == tuple(inner)
    return (buffer.array.extents[0] if known and buffer.array is not None else 0, *inner)


def _scalar(buffer: Buffer) -> IntType | FloatType:
    element = innermost(buffer.element)
    assert isinstance(element, IntType | FloatType)
    return element


def _array(buffer: Buffer) -> Array:
    """What represents the array that a buffer leads to."""
    extents = extents_of(buffer)
    assert extents is not None
    return Array(("external", buffer.name), (extents[0] or UNKNOWN_EXTENT, *extents[1:]), _scalar(buffer))


def _runs(footprints: Sequence[Footprint]) -> float:
    """The share of accesses in which a work-item goes on to the array's next element."""
    total = sum(each.often * each.accesses for each in footprints)
    return sum(each.often * each.accesses for each in footprints if _is_run(each)) / total if total else 0.0


def _is_run(footprint: Footprint) -> bool:
    if footprint.along is not None and not any(footprint.along[:-1]) and abs(footprint.along[-1]) == 1:
        return True
    return any((*point[:-1], point[-1] + 1) in footprint.points for point in footprint.points)


def _cheapest(kernel: Kernel, buffer: Buffer, footprints: Sequence[Footprint]) -> Layout | None:
    """The order in which a launch moves least, where that may be worth a copy."""
    array, extents = _array(buffer), extents_of(buffer)
    assert extents is not None
    mine = tuple(prod(array.extents[place + 1 :]) for place in range(len(array.extents)))
    least, best = WORTH * _cost(footprints, mine, array), None
    for outer, split in _transpositions(array.extents):
        layout = Layout("", array.element, array.extents, outer, split, copy=True)
        price = _cost(footprints, layout.strides, array)
        if price < least:
            least = price
            best = replace(layout, name=f"{kernel.name}_{buffer.name}", extents=extents)
    return best


def _cost(footprints: Sequence[Footprint], strides: Sequence[int], array: Array) -> float:
    return sum(cost(each, strides, array.element.bits // 8) for each in footprints)


def _transpositions(extents: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where the groups of subscripts begin that may trade places."""
    for outer in range(len(extents) - 1):
        for split in range(outer + 1, len(extents)):
            if prod(extents[outer:split]) > 1 and prod(extents[split:]) > 1:
                yield outer, split


def _obstacle(kernel: Kernel, buffer: Buffer, layout: Layout) -> Refusal | None:
    odd = first_odd_use(kernel, buffer.name, len(layout.extents))
    why = odd.what if odd is not None else None
    if any(
        buffer.name in each
        for where, names in bindings(kernel).items()
        if where != BODY
        for each in names.values()
    ):
        why = "a function gets it, whose text serves both versions"
    if why is None:
        return None
    return Refusal(f"`{buffer.name}` would be better as {_shown(layout)}, but {why}", kernel.where)


def _shown(layout: Layout) -> str:
    return "".join(f"[{layout.extents[number] or ''}]" for number in layout.order)
