"""`halo`: neighbouring iterations share what they read around their places, in registers or in local memory.

    for i, j (dimensions)                        work-items do four i at once, their loops unrolled:
      for p, q                                     the compiler loads each in[i + p][j + q] once
        sum += w[p][q] * in[i + p][j + q];  or   a group of 32 x 8 work-items:
      out[i][j] = sum;                             stages in[i .. i + 35][j .. j + 35]; barrier
                                                   reads tile[own + 36 * p + q]

Registers are faster (docs/decisions/0049-windows.md), but for windows that are too large, tested for edges, or of
one dimension.  What no iteration reads is not staged: beyond the range of the loop, in the corners of a cross,
outside of an image.  An iteration does what it did, in its order.  On CPUs the plain form runs: see MRT_LANES in
`mapper_rt_descriptors.h`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

import islpy as isl

from mapper.analysis.kernels.accesses import Found
from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.layout import sizeof
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir.forms.staging import Halo
from mapper.ir.program.kernel import Kernel, is_literal
from mapper.ir.trees import build
from mapper.ir.trees.names import assigned_names
from mapper.transforms.cooperative.body import LOCAL_BYTES
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.frame.distinct import taken
from mapper.transforms.local.halo_plan import Window, windows_of
from mapper.transforms.local.staged import GROUPS, named, names_of, spread, staged_in, with_tiles

EACH = 4
"""The iterations of dimension 1 that a work-item does."""
FEWEST_TIMES = 9
"""How often an element must be read at least: stencils of few points gain little, or lose."""
OFTEN = 49
"""Where so many elements of a window are tested for the image's edges, local memory is faster."""
UNROLLED = 400
"""How many copies of what is in a window's loops, those for several iterations together, may be made."""


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    special = (kernel.gang, kernel.ordered, kernel.counters, kernel.collapsed)
    if kernel.reductions or kernel.stops or kernel.blocks or any(each is not None for each in special):
        return None
    if assigned_names(kernel.body) & {each.variable for each in kernel.dimensions}:
        return None
    if not all(is_literal(each.step) and constant_value(each.step) == 1 for each in kernel.dimensions):
        return None
    try:
        found = collect(kernel, symbols)
        if not found.complete:
            return None
        made = windows_of(kernel, found)
    except isl.Error:
        return Refusal("the subscripts are too intricate to be analysed")
    if not made.windows:
        return _refusal(*made.refusals[0]) if made.refusals else None
    times = max(each.times for each in made.windows)
    if times < FEWEST_TIMES:
        return Refusal(f"each element of {named(made.windows)} is read only {times:g} times")
    if _is_small(kernel):
        return Refusal("there are too few iterations in a dimension")
    group = GROUPS[len(kernel.dimensions)]
    block = (group[0], group[1] * (EACH if len(kernel.dimensions) > 1 else 1))
    often = [each for each in made.windows if each.times >= FEWEST_TIMES]
    if len(kernel.dimensions) > 1 and _fits_registers(often):
        return _in_registers(kernel, often, group, block)
    return _in_local(kernel, made.found, often, group, block)


TRANSFORM = Transform("halo", "neighbours share what they read around their places", _apply)


def _fits_registers(windows: Sequence[Window]) -> bool:
    """Whether several iterations can be unrolled whole, and take little but loads."""
    if any(each.tile.inside is not None and each.times >= OFTEN for each in windows):
        return False
    return all(EACH * prod(times for _, times in loops) <= UNROLLED for each in windows for loops in each.loops)


def _in_registers(
    kernel: Kernel, windows: Sequence[Window], group: tuple[int, int], block: tuple[int, int]
) -> Outcome:
    """Work-items do several iterations with overlapping windows at a time."""
    unrolled = spread(windows, UNROLLED // (block[1] // group[1]))
    halo = Halo(group, block, (), with_tiles(kernel.body, (), block, unrolled), frozenset())
    number, variable = block[1] // group[1], kernel.dimensions[1].variable
    did = f"{number} iterations of the loop over `{variable}` share what they load of {named(windows)}"
    return Changed(replace(kernel, halo=halo), did)


def _in_local(
    kernel: Kernel, found: Found, windows: Sequence[Window], group: tuple[int, int], block: tuple[int, int]
) -> Outcome:
    """Work-groups stage the windows of their iterations."""
    chosen = _fitting(windows, block)
    if not chosen:
        return Refusal(f"what a work-group reads of {named(windows)} is too large for local memory")
    unrolled = spread(chosen, UNROLLED // (block[1] // group[1]))
    body = with_tiles(kernel.body, chosen, block, unrolled)
    halo = Halo(group, block, tuple(each.tile for each in chosen), body, staged_in(found, chosen))
    changed = replace(kernel, halo=halo, distinct=found.kernel.distinct, alike=found.kernel.alike)
    verb = "is" if len(names_of(chosen)) == 1 else "are"
    did = f"{named(chosen)} {verb} staged with a halo for {block[0]} x {block[1]} iterations"
    return Changed(changed, f"{did}{taken(changed, kernel)}")


def _refusal(reason: str, access: object) -> Refusal:
    where = getattr(getattr(access, "node", None), "coord", None)
    return Refusal(reason, where if isinstance(where, Location) else None)


def _is_small(kernel: Kernel) -> bool:
    """Whether a dimension of the group is known to fill less than half of it."""
    for dimension, items in zip(kernel.dimensions, GROUPS[len(kernel.dimensions)], strict=False):
        span = constant_value(build.binary("-", dimension.bound, dimension.lower))
        if span is not None and abs(span) < items // 2:
            return True
    return False


def _fitting(windows: Sequence[Window], block: tuple[int, int]) -> list[Window]:
    """The windows that local memory has room for, those that are read most first."""
    left, chosen = LOCAL_BYTES - 1024, []
    for each in sorted(windows, key=lambda window: -window.times):
        size = each.tile.elements(block) * (sizeof(each.tile.type, {}) or 8)
        if size <= left:
            left -= size
            chosen.append(each)
    return chosen
