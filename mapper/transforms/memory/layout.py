"""`layout`: an array gets one order of its elements on the device, for all kernels of the program.

Neighbouring work-items access elements beside each other where the subscript that differs between them is the
last one.  In `u[k][j][i][5]`, where `i` differs, they are five elements apart; as `[5][k][j][i]` they are beside
each other.  All accesses of an array in the program are weighed, by the transactions that each costs and by how
often it happens; the order that costs least is taken.  Where it suits a kernel, another of its dimensions becomes
dimension 0 then (`interchange`).  Host code and the OpenMP version keep the user's order: the
run-time library transposes on the device what it copies.

An array keeps its order where some kernel uses it in another way than by the subscripts of an element.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import prod

import islpy as isl

from mapper.analysis.kernels.forms import bounded_work
from mapper.analysis.kernels.subscripts import BODY, bindings, first_odd_use
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir.builtins.layout import Array, Layout, brackets
from mapper.ir.forms.blocks import Blocks
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.kernel import Buffer, Kernel, Storage, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ULONG, FloatType, IntType
from mapper.ir.trees.names import fresh_name
from mapper.ir.trees.nodes import clone
from mapper.transforms.costs.neighbours import best_dimension
from mapper.transforms.costs.sectors import SECTOR, Footprint, cost, footprints
from mapper.transforms.frame.base import Changed, Outcome, Placed, Refusal, WholeTransform
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.frame.numbered import with_first
from mapper.transforms.loops.forwarded import forwarded
from mapper.transforms.loops.inline import with_rows_in_place
from mapper.transforms.memory.components import components, with_rows

LARGEST_RANK = 8
SIZES = (8, 16, 32, 64)  # bits of elements that the run-time library transposes
COPIES = 4  # of the array that are read or written when it is copied there and back
COUNT = "__mrt_count"  # the run-time library's function that counts the elements of a block
WORTH = 0.7  # a new order must cost less than this share of the user's


def _apply(given: Sequence[Placed]) -> list[Outcome]:
    """What becomes of each kernel of the program."""
    opened = [replace(each, kernel=_opened(each.kernel)) for each in given]
    counts = _components(opened)
    placed = [
        replace(each, kernel=with_rows(each.kernel, each.symbols, counts[number]))
        for number, each in enumerate(opened)
    ]
    holders: dict[Array, list[int]] = defaultdict(list)
    for number, each in enumerate(placed):
        for array in {buffer.array: None for buffer in each.kernel.buffers if is_candidate(buffer.array)}:
            assert array is not None
            holders[array].append(number)
    weighed: dict[Array, list[Footprint]] = defaultdict(list)
    loose: dict[Array, tuple[str, Location | None]] = {}
    for number in sorted({number for numbers in holders.values() for number in numbers}):
        kernel = placed[number].kernel
        arrays = {each.name: each.array for each in kernel.buffers if each.array and is_candidate(each.array)}
        for array, found, known in footprints(kernel, placed[number].symbols, arrays, placed[number].launches):
            weighed[array] += found
            if not known:
                loose.setdefault(array, (f"a subscript may leave its extent in {kernel.name}", kernel.where))
    names: set[str] = set()
    layouts: dict[Array, Layout] = {}
    notes: dict[int, list[str]] = defaultdict(list)
    refusals: dict[int, Refusal] = {}
    for array in sorted(weighed, key=lambda array: array.key):
        best, costs = _cheapest(array, weighed[array], names, counted=_is_countable(array, placed))
        if best is None:
            continue
        refusal = _obstacle(array, placed)
        if refusal is None and array in loose:
            refusal = loose[array]
        shown = brackets(best.placed)
        for number in holders[array]:
            if refusal is not None:
                refusals.setdefault(
                    number, Refusal(f"`{array.name}` would be {shown}, but {refusal[0]}", refusal[1])
                )
            else:
                notes[number].append(
                    f"`{array.name}` is stored as {shown} on the device: the program moves "
                    f"{costs[1]:.2g} sectors, not {costs[0]:.2g}"
                )
        if refusal is None:
            layouts[array] = best
            names.add(best.name)
    kernels = [_with_layouts(each.kernel, layouts) for each in placed]
    for number in notes:
        turned = _turned(kernels[number], placed[number].symbols)
        if turned is not None:
            kernels[number] = turned.kernel
            notes[number].append(turned.did)
    return [
        Changed(kernel, "; ".join(notes[number])) if number in notes else refusals.get(number)
        for number, kernel in enumerate(kernels)
    ]


TRANSFORM = WholeTransform(
    "layout",
    "arrays get the order of elements that all kernels access best",
    _apply,
    accepts=USUAL | {Trait.LARGE_ARRAYS, Trait.UNIONS},
)


def _opened(kernel: Kernel) -> Kernel:
    """The kernel with elements subscripted down from their arrays, also where functions or pointers have rows."""
    opened = with_rows_in_place(kernel)
    return forwarded(opened) or opened


def _components(placed: Sequence[Placed]) -> list[dict[str, int]]:
    """For each kernel those of its arrays that are points with as many components in all kernels."""
    holders: dict[Array, list[tuple[int, str]]] = defaultdict(list)
    for number, each in enumerate(placed):
        for buffer in each.kernel.buffers:
            if buffer.array is not None and len(buffer.array.extents) == 1 and not buffer.array.obstacle:
                holders[buffer.array].append((number, buffer.name))
    counts: list[dict[str, int]] = [{} for _ in placed]
    names: list[list[str]] = [[] for _ in placed]
    for number, name in chain.from_iterable(holders.values()):
        names[number].append(name)
    known = [components(each.kernel, each.symbols, own) for each, own in zip(placed, names, strict=True)]
    for array, uses in holders.items():
        found = [known[number][name] for number, name in uses]
        fitting = [count for count in found[0].intersection(*found) if array.extents[0] % count == 0]
        if fitting:
            for number, name in uses:
                counts[number][name] = max(fitting)
    return counts


def is_candidate(array: Array | None) -> bool:
    """Whether an array can have another order: several subscripts, and plain elements of 1 to 8 bytes."""
    if array is None or not 2 <= len(array.extents) <= LARGEST_RANK or min(array.sized.extents) < 1:
        return False
    element = array.element
    return isinstance(element, IntType | FloatType) and element.bits in SIZES


# ---- weights ---------------------------------------------------------------------------------------------------


def _cheapest(
    array: Array, accesses: Sequence[Footprint], taken: set[str], *, counted: bool
) -> tuple[Layout | None, tuple[float, float]]:
    """The order that costs least, if it is worth it; and the costs of the user's order and of the new one.

    Only the accesses whose costs differ count, and copying the array there and back, if its size is known.  It has
    to be worth it as well if small launches cost as much as those that fill the device, since nothing hides their
    waiting.  `counted` is true if kernels can be given an extent that only the run-time library knows.
    """
    rank, extents, size = len(array.extents), array.sized.extents, array.element.bits // 8
    name = fresh_name(array.name, taken)
    mine = tuple(prod(extents[place + 1 :]) for place in range(rank))
    copies = COPIES * prod(array.extents) * size / SECTOR
    cuts = [(outer, split) for outer in range(rank - 1) for split in range(outer + 1, rank)]
    every = [Layout(name, array.element, array.extents, *cut) for cut in cuts]
    best, before, least = None, 0.0, 0.0
    for layout in sorted(every, key=lambda each: bool(each.rows)):
        if 1 in layout.transposition[1:] or (layout.rows and not counted):
            continue
        pairs = [(each, cost(each, mine, size), cost(each, layout.strides, size)) for each in accesses]
        changed = [pair for pair in pairs if pair[1] != pair[2]]
        old = sum(mine_ for _, mine_, _ in changed)
        price = sum(its for _, _, its in changed) + copies
        full = sum(each.small * (its - WORTH * mine_) for each, mine_, its in changed)
        if price < WORTH * old and full < 0.0 and (best is None or price - old < least - before):
            best, before, least = layout, old, price
    return best, (before, least)


# ---- obstacles -------------------------------------------------------------------------------------------------


def _obstacle(array: Array, placed: Sequence[Placed]) -> tuple[str, Location | None] | None:
    """Why an array must keep its order: what some kernel does, and where."""
    if array.obstacle:
        return array.obstacle, None
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
        if named and kernel.form(Ordered) is not None:
            return f"threads' iterations count in order in {kernel.name}", kernel.where
        blocks = kernel.form(Blocks)
        for buffer in named:
            if blocks is not None and blocks.tiled and buffer.name in blocks.staged:
                return f"tiles of it are staged in {kernel.name}", kernel.where
            odd = first_odd_use(kernel, buffer.name, len(array.extents))
            if odd is not None:
                return f"{odd.what} in {kernel.name}", kernel.where
    return None


def _may_be(buffer: Buffer, memory: int) -> bool:
    """Whether a buffer may be in some objects; what is not reached through a pointer is an object of its own."""
    return bool(buffer.memory & memory) if buffer.memory is not None else buffer.storage is Storage.HEAP


def _is_countable(array: Array, placed: Sequence[Placed]) -> bool:
    """Whether each kernel has one such array at most, and only its own body finds the array's elements."""
    for each in placed:
        names = [buffer.name for buffer in each.kernel.buffers if buffer.array == array]
        bound = bindings(each.kernel) if names else {}
        used = {scope for scope, here in bound.items() if any(names[0] in buffers for buffers in here.values())}
        if len(names) > 1 or used - {BODY}:
            return False
    return True


def _turned(kernel: Kernel, symbols: Symbols) -> Changed | None:
    """The kernel with another dimension as number 0, where the new orders of its arrays suit that one better."""
    if kernel.forms or kernel.large or len(kernel.dimensions) < 2:
        return None
    try:
        with bounded_work():
            found = collect(kernel, symbols)
            best = best_dimension(found) if found.complete else 0
    except isl.Error:
        return None
    if best == 0:
        return None
    return Changed(with_first(kernel, best), f"neighbours differ in `{kernel.dimensions[best].variable}`")


def _with_layouts(kernel: Kernel, layouts: Mapping[Array, Layout]) -> Kernel:
    parameters: list[Buffer | Value] = []
    rows: list[Value] = []
    for each in kernel.parameters:
        layout = layouts.get(each.array) if isinstance(each, Buffer) and each.array is not None else None
        if layout is None or not isinstance(each, Buffer):
            parameters.append(each)
            continue
        parameters.append(replace(each, layout=layout))
        if layout.rows:
            bytes_ = prod(layout.extents[1:]) * layout.element.bits // 8
            rows.append(Value(layout.rows, ULONG, build.call(COUNT, clone(each.pointer), build.integer(bytes_))))
    symbols = {**kernel.symbols, **{each.name: each.type for each in rows}} if rows else kernel.symbols
    return replace(kernel, parameters=(*parameters, *rows), symbols=symbols)
