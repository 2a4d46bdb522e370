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

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.relations.accesses import Found
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.layout import sizeof
from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.blocks import Block, Blocks
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.names import assigned_names, names_in
from mapper.ir.trees.quote import statements
from mapper.transforms.cooperative.body import LOCAL_BYTES
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.frame.distinct import taken
from mapper.transforms.local.halo_plan import Window, windows_of
from mapper.transforms.local.staged import GROUPS, is_small, named, names_of, spread, staged_in, with_tiles
from mapper.transforms.local.staging import Tiled, counters, local_arrays, own, staging

EACH = 4
"""The iterations of dimension 1 that a work-item does."""
FEWEST_TIMES = 9
"""How often an element must be read at least: stencils of few points gain little, or lose."""
OFTEN = 49
"""Where so many elements of a window are tested for the image's edges, local memory is faster."""
UNROLLED = 400
"""How many copies of what is in a window's loops, those for several iterations together, may be made."""


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    if assigned_names(kernel.body) & {each.variable for each in kernel.dimensions}:
        return None
    if not all(is_literal(each.step) and constant_value(each.step) == 1 for each in kernel.dimensions):
        return None
    found = collect(kernel, symbols)
    if not found.complete:
        return None
    made = windows_of(kernel, found)
    if not made.windows:
        return made.refusals[0] if made.refusals else None
    times = max(each.times for each in made.windows)
    if times < FEWEST_TIMES:
        return Refusal(f"each element of {named(made.windows)} is read only {times:g} times")
    if is_small(kernel, GROUPS[len(kernel.dimensions)]):
        return Refusal("there are too few iterations in a dimension")
    group = GROUPS[len(kernel.dimensions)]
    block = (group[0], group[1] * (EACH if len(kernel.dimensions) > 1 else 1))
    often = [each for each in made.windows if each.times >= FEWEST_TIMES]
    if len(kernel.dimensions) > 1 and _fits_registers(often):
        return _in_registers(kernel, often, group, block)
    return _in_local(kernel, made.found, often, group, block)


TRANSFORM = Transform("halo", "neighbours share what they read around their places", _apply, accepts=frozenset())


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
    body = _body(kernel, (), with_tiles(kernel.body, (), block, unrolled), group, block)
    blocks = Blocks((Block(group, block, body),))
    number, variable = block[1] // group[1], kernel.dimensions[1].variable
    did = f"{number} iterations of the loop over `{variable}` share what they load of {named(windows)}"
    return Changed(kernel.with_form(blocks), did)


def _in_local(
    kernel: Kernel, found: Found, windows: Sequence[Window], group: tuple[int, int], block: tuple[int, int]
) -> Outcome:
    """Work-groups stage the windows of their iterations."""
    chosen = _fitting(windows, block)
    if not chosen:
        return Refusal(f"what a work-group reads of {named(windows)} is too large for local memory")
    unrolled = spread(chosen, UNROLLED // (block[1] // group[1]))
    tiles = [each.tile for each in chosen]
    body = _body(kernel, tiles, with_tiles(kernel.body, chosen, block, unrolled), group, block)
    only = staged_in(found, chosen)
    staged = {each.buffer: (_loads(each, block), 1.0) for each in tiles if each.buffer in only}
    blocks = Blocks((Block(group, block, body),), staged=staged)
    changed = replace(kernel.with_form(blocks), assumed=found.kernel.assumed)
    verb = "is" if len(names_of(chosen)) == 1 else "are"
    did = f"{named(chosen)} {verb} staged with a halo for {block[0]} x {block[1]} iterations"
    return Changed(changed, f"{did}{taken(changed, kernel)}")


def _loads(tile: Tiled, block: tuple[int, int]) -> float:
    """How many loads each read of what is staged represents: one for each element that the group needs."""
    return tile.elements(block) / prod(block) / prod(each.extent for each in tile.sides)


def _body(
    kernel: Kernel,
    tiles: Sequence[Tiled],
    iteration: c_ast.Compound,
    group: tuple[int, int],
    block: tuple[int, int],
) -> c_ast.Compound:
    """What a work-item runs: it stages with all of its group, with an iteration or without, up to one barrier.

    Its iterations are those of a whole block together, so that they share what they load.
    """
    rank, each = len(kernel.dimensions), block[1] // group[1]
    used = range(min(rank, 2))
    item = f"mrt_item1 * {group[0]} + mrt_item0" if rank > 1 else "mrt_item0"
    places = [f"const uint mrt_item{d} = get_local_id({d});" for d in used]
    places += [f"const uint mrt_item = {item};"] if tiles else []
    for d in used:
        times = f" * {block[d] // group[d]}" if block[d] != group[d] else ""
        places.append(f"const ulong mrt_first{d} = (get_global_id({d}) - mrt_item{d}){times};")
        places.append(f"const uint mrt_have{d} = (uint)min(mrt_count{d} - mrt_first{d}, (ulong){block[d]});")
    places += ["const ulong mrt_id2 = get_global_id(2);"] if rank > 2 else []
    first = statements("".join(f"const ulong mrt_id{d} = mrt_first{d};" for d in used))
    loads: list[c_ast.Node] = []
    for number, tile in enumerate(tiles):
        start = [*first, *counters(kernel.dimensions, tile.names)]
        loads.append(staging(number, tile, block, prod(group), ("mrt_have0", "mrt_have1"), start))
    declared = counters(kernel.dimensions, names_in(iteration))

    def at(row: str) -> list[c_ast.Node]:
        return [*declared, *own(tiles, block, ("mrt_item0", row)), *(iteration.block_items or [])]

    if each > 1:
        run = statements(
            """
            if (mrt_have0 == $wide && mrt_have1 == $high) {
              #pragma unroll
              for (uint mrt_turn = 0; mrt_turn < $each; mrt_turn++) { $row; { $iteration; } }
            } else {
              #pragma unroll 1
              for (uint mrt_turn = 0; mrt_turn < $each; mrt_turn++) {
                $row;
                if (mrt_item0 < mrt_have0 && mrt_row < mrt_have1) { $iteration; }
              }
            }""",
            wide=block[0],
            high=block[1],
            each=each,
            row=statements(
                f"const uint mrt_row = mrt_item1 * {each} + mrt_turn; const ulong mrt_id1 = mrt_first1 + mrt_row;"
            ),
            iteration=at("mrt_row"),
        )
    else:
        row = "const ulong mrt_id1 = mrt_first1 + mrt_item1;" if rank > 1 else ""
        inside = " && ".join(f"mrt_item{d} < mrt_have{d}" for d in used)
        run = statements(f"{row} if ({inside}) {{ $iteration; }}", iteration=at("mrt_item1"))
    return c_ast.Compound(
        statements(
            "$arrays; $places; $loads; $barrier; const ulong mrt_id0 = get_global_id(0); $run;",
            arrays=local_arrays(tiles, block),
            places=statements("".join(places)),
            loads=loads,
            barrier=statements("barrier(CLK_LOCAL_MEM_FENCE);") if tiles else [],
            run=run,
        )
    )


def _fitting(windows: Sequence[Window], block: tuple[int, int]) -> list[Window]:
    """The windows that fit into local memory, those that are read most first."""
    left, chosen = LOCAL_BYTES - 1024, []
    for each in sorted(windows, key=lambda window: -window.times):
        size = each.tile.elements(block) * (sizeof(each.tile.type, {}) or 8)
        if size <= left:
            left -= size
            chosen.append(each)
    return chosen
