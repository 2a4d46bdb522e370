"""`gang`: the work-items of a group share the inner loops of one iteration, as OpenACC's gang and vector do.

An iteration whose inner loops run along memory (a row of a sparse matrix, a line of a grid) is slow as one
work-item: neighbours access elements that are far apart.  So MRT_LANES neighbours take one iteration together.
They share the iterations of its parallel loops, add up what these reduce in a tree, keep arrays that are filled in
one loop and read in another in local memory, and do all else alike; what is written there, the first one writes.
"""

from __future__ import annotations

import math
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.kernels.loops import loop_header, once_set, row_bounds
from mapper.analysis.kernels.relations.accesses import Access, Found, Loop, Member, Memory, Root
from mapper.analysis.kernels.relations.coalescing import Pattern, classify, rates, starts_apart
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.gang import LANES, WIDE
from mapper.ir.program.kernel import Access as Direction
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import ArrayType
from mapper.transforms.cooperative.array_contraction import contracted
from mapper.transforms.cooperative.atomic_loops import with_atomic_loops
from mapper.transforms.cooperative.body import fits_in, gang_of
from mapper.transforms.cooperative.early_ends import with_ends
from mapper.transforms.cooperative.gang_entries import with_gang
from mapper.transforms.cooperative.peel import peeled
from mapper.transforms.cooperative.plans.guards import opened
from mapper.transforms.cooperative.plans.plan import plan
from mapper.transforms.cooperative.plans.plan_types import Plan
from mapper.transforms.costs.transactions import UNKNOWN_TRIPS, executions
from mapper.transforms.frame.base import Changed, Lowering, Outcome, Refusal, RefusedError, Transform
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.frame.distinct import taken
from mapper.transforms.frame.trust import with_trust
from mapper.transforms.loops.loops import is_long

SPILLED = 256
"""Bytes of a private array that GPUs keep in registers at most."""
BUSY = 0.25
"""The least share of lanes that are busy.  Doubles of neighbours that lie apart take four times as many sectors of
32 bytes as those that lie together, so lanes that idle more than that cost more than they bring."""
SMALL = 64
"""Bytes of a structure, most of whose members are in few sectors of 32 bytes."""
WIDTH = 32
"""Lanes on a GPU."""
FEW_COUNTERS = 16384
"""Elements of an array of counters for which local memory may have room."""
FIRST_COST = 0.125
"""What an access by the first lane alone costs, in accesses to private arrays that are not in registers.

`interleave` lets the first lanes of several lines work side by side.  On an H200 the pentadiagonal solver of
`benchmarks/npb/SP` is three times as fast with lanes, where an eighth says little more than that they pay."""


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    if not any(is_long(item, symbols) for item in opened(kernel.body, symbols)[0]):
        return None
    if kernel.stops:
        return Refusal("the loop has error paths")
    candidate = contracted(with_ends(kernel, symbols) or kernel, symbols)
    found = collect(candidate, symbols)
    if not found.complete:
        return Refusal("the kernel has too many accesses")
    items, _ = opened(candidate.body, symbols)
    if any(access.atomic and not _is_of_row(access, kernel, items) for access in found.accesses):
        return Refusal("there are atomic updates")
    counting = with_atomic_loops(candidate, found, symbols)
    if counting is not None:
        candidate, found = counting, collect(counting, symbols)
    candidate, made = _planned(candidate, found, symbols)
    found = collect(candidate, symbols)
    large = [root for root in made.arrays if (symbols.constant_sizeof(root.type) or 0) > SPILLED]
    gain, saves = _gain(found, made, large)
    if gain <= 0 and not _waits_long(kernel, made) and gain + _beside(found, made, symbols) <= 0:
        return None
    if not large and _are_short(made) and _busy(found, made) < BUSY:
        return None
    few = gain <= 0 or not saves
    gang = gang_of(candidate, made, symbols)
    long = _fill_groups(kernel, made) and fits_in(gang, WIDE.lanes, symbols)
    gang = replace(gang, few=few, long=long)
    changed = replace(kernel.with_form(gang), symbols=candidate.symbols, assumed=made.assumed)
    where = "launches with few iterations: " if few else ""
    return Changed(
        changed, f"{where}{LANES} work-items share each iteration's inner loops{taken(changed, kernel)}"
    )


def _is_of_row(access: Access, kernel: Kernel, items: list[c_ast.Node]) -> bool:
    """Whether an atomic update is in a loop over a row of a sparse matrix, of an array that may be large.

    Work-groups count in local memory where it is small (`privatize`).
    """
    root = access.root
    buffer = next((each for each in kernel.buffers if root is not None and each.name == root.name), None)
    if buffer is None or isinstance(buffer.element, ArrayType) or (buffer.length or FEW_COUNTERS) < FEW_COUNTERS:
        return False
    headers = (loop_header(each.node) for each in access.loops if each.node in items)
    values = once_set(items)
    return any(header is not None and row_bounds(header, values) is not None for header in headers)


def _fill_groups(kernel: Kernel, made: Plan) -> bool:
    """Whether an iteration may have work for a whole work-group, as one of a few blocks of a list has."""
    if len(kernel.dimensions) > 1 or made.first or made.stages:
        return False
    return any(loop.trips is None or loop.trips >= WIDE.lanes for loop in made.loops)


def _waits_long(kernel: Kernel, made: Plan) -> bool:
    """Whether an iteration is so long that few of them leave a device idle: stages of one loop hold long ones.

    Then lanes are worth accesses that lie apart, of which those of neighbouring iterations fill the same sectors.
    """
    return made.long and len(kernel.dimensions) == 1 and not made.first


def _planned(kernel: Kernel, found: Found, symbols: Symbols) -> tuple[Kernel, Plan]:
    """The plan, also for a kernel with loops in three parts, or with subscripts that must stay in their rows.

    Raises `RefusedError`.
    """
    try:
        return kernel, plan(kernel, found, symbols)
    except RefusedError as refused:
        apart = peeled(kernel, symbols)
        if apart is not None:
            known = with_trust(apart, symbols, frozenset(each.name for each in apart.buffers)) or apart
            return known, plan(known, collect(known, symbols), symbols)
        written = frozenset(each.name for each in kernel.buffers if Direction.WRITE in each.access)
        trusting = with_trust(kernel, symbols, written)
        if trusting is None:
            raise refused
        return trusting, plan(trusting, collect(trusting, symbols), symbols)


def _are_short(made: Plan) -> bool:
    """Whether each shared loop is known to have fewer iterations than there are lanes."""
    return all((loop.trips or math.inf) < WIDTH for loop in made.loops)


def _busy(found: Found, made: Plan) -> float:
    """The share of lanes that are busy, by accesses.

    In a loop that is not shared all but one do nothing that one work-item would not do, and some of them where a
    shared one has few iterations.
    """
    before = after = 0.0
    for access in found.accesses:
        times = executions(access)
        loop = next((each for each in made.loops if access.inside(each)), None)
        trips = 1.0 if loop is None else loop.trips
        trips = UNKNOWN_TRIPS if trips is None else max(1.0, trips)
        before += times
        after += times * WIDTH * math.ceil(trips / WIDTH) / trips
    return before / after if after else 1.0


def _gain(found: Found, made: Plan, large: list[Root]) -> tuple[float, bool]:
    """How many accesses become coalesced, less those that were; and what local memory brings for private arrays.

    The second value is true if that saves transactions.  Where all neighbours read one element, as all points of a
    filter read its weights, lanes read as many elements in as many transactions, and only keep more work-items
    busy: such accesses alone make no launch with many iterations faster.

    An array of more than SPILLED bytes does not stay in registers as a private one.  In local memory the lanes
    access it together in shared loops.  What only the first lane does there costs the others' time.

    In a loop over a row of a sparse matrix, what is the same for all of the row costs nothing: neighbours, whose
    rows have other lengths, don't read it together.
    """
    along = found.dimensions[-1]
    rows = _rows(found, made)
    total = saved = 0.0
    for access in found.accesses:
        if access.root is None:
            continue
        loop = next((each for each in made.loops if access.inside(each)), None)
        if access.root in large and loop is not None:
            total += _times(found, access)
            saved += 1
        elif access in made.first:
            total -= _times(found, access) * (FIRST_COST if access.root in large else 1.0)
        if loop is None or access.root.memory is not Memory.BUFFER:
            continue
        neighbours = made.neighbours(loop)
        before, after = (classify(found, access, each.symbol).pattern for each in (along, neighbours))
        if before is Pattern.CONSTANT and starts_apart(found, loop, along):
            before = Pattern.IRREGULAR
        gained = (after is Pattern.COALESCED) - (before is Pattern.COALESCED)
        if gained < 0 and after is Pattern.CONSTANT and loop in rows:
            continue
        total += gained
        saved += 0 if before is Pattern.CONSTANT else gained
    return total, saved > 0


def _rows(found: Found, made: Plan) -> list[Loop]:
    """The shared loops whose lengths are in memory, as those of the rows of a sparse matrix are."""
    values = once_set(made.block.items)
    starts = ((each.loop, each.header.lower) for each in made.shared.values())
    known = ((loop, values.get(start.name) if isinstance(start, c_ast.ID) else start) for loop, start in starts)
    return [loop for loop, start in known if isinstance(start, c_ast.ArrayRef)]


def _beside(found: Found, made: Plan, symbols: Symbols) -> int:
    """How many accesses of lanes are in small structures beside each other, where all neighbours read one.

    That is as when neighbours read one element: it keeps more work-items busy in launches with few iterations.
    """
    along = found.dimensions[-1]
    beside = 0
    for access in found.accesses:
        loop = next((each for each in made.loops if access.inside(each)), None)
        if loop is None or access.root is None or access.root.memory is not Memory.BUFFER or access.write:
            continue
        if not any(isinstance(step, Member) for step in access.steps):
            continue
        constant = classify(found, access, along.symbol).pattern is Pattern.CONSTANT
        size = symbols.constant_sizeof(access.root.type) or math.inf
        if not constant or size > SMALL or starts_apart(found, loop, along):
            continue
        first, *inside = rates(found, access, made.neighbours(loop).symbol)
        beside += first in (-1, 1) and not any(inside) and None not in inside
    return beside


def _times(found: Found, access: Access) -> float:
    """How often an access happens for each iteration of the longest inner loop that it is in."""
    known = [loop.trips for loop in access.loops if loop not in found.dimensions]
    trips = [UNKNOWN_TRIPS if each is None else max(1.0, each) for each in known]
    return math.prod(trips) / max(trips, default=1.0)


TRANSFORM = Transform(
    "gang",
    "lets the work-items of a group share an iteration's inner loops",
    _apply,
    reorders=True,
    accepts=USUAL - {Trait.REDUCTIONS, Trait.BLOCKS},
)
LOWERING = Lowering(TRANSFORM.name, with_gang)
