"""`tile`: loops like those of matrix products run over blocks that a work-group stages in local memory.

    for i, j (dimensions)                       a group of 16 x 16 work-items does 64 x 64 iterations:
      sum = 0;                                    for blocks of 16 k:
      for k                               ->        stage a[i][k] and b[k][j] for these i, j and k; barrier
        sum += a[i][k] * b[k][j];                   each work-item adds to its 4 x 4 sums; barrier
      c[i][j] = sum;                              each work-item stores its elements of c

Each element of `a` and `b` is then read from memory once for 64 iterations, and from local memory once for four.
The k of one sum still follow each other, so that it rounds as ever.  On CPUs, whose caches do the same, the plain
form runs: see MRT_LANES in `mapper_rt_descriptors.h`.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from math import fsum, prod
from operator import mul

from pycparser import c_ast

from mapper.analysis.kernels.relations.accesses import Found
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.layout import sizeof
from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.blocks import Block, Blocks
from mapper.ir.program.kernel import Access as Direction
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.names import names_in
from mapper.transforms.cooperative.body import LOCAL_BYTES
from mapper.transforms.frame.base import Changed, Outcome, Refusal, RefusedError, Transform
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.frame.distinct import taken
from mapper.transforms.frame.trust import with_trust
from mapper.transforms.local.staged import is_small
from mapper.transforms.local.tile_body import Size, tiled_body
from mapper.transforms.local.tile_plan import Level, Plan, loops_of, plan
from mapper.transforms.loops.forwarded import forwarded

GROUP = (16, 16)
"""The work-group's shape."""
EACH = (4, 4)
"""The iterations that a work-item does in dimensions 0 and 1."""
STEPS = 16
"""Iterations of the loop that are staged at a time, where local memory is large enough; smaller blocks have twice
as many of numbers of half a double's size."""
HALF = 4
FEWEST_STEPS = 4
OTHERS = (((32, 8), (2, 4)), ((16, 16), (2, 2)))
"""Other blocks, by their group and what each work-item does, of which the run-time library chooses one."""


def tile(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with a tiled body, also where what it reads is named by variables of the iteration."""
    if len(kernel.dimensions) < 2 or is_small(kernel, map(mul, GROUP, EACH)):
        return None
    made = _tiled(kernel, symbols)
    if isinstance(made, Changed):
        return made
    plain = forwarded(kernel)
    other = None if plain is None else _tiled(plain, symbols, shared=True)
    return other if isinstance(other, Changed) else made


def _tiled(kernel: Kernel, symbols: Symbols, *, shared: bool = False) -> Outcome:
    """The kernel with a tiled body; where a tile must be `shared`, only if one serves all of dimension 2.

    Otherwise it is a batch of products, whose matrices may be small.
    """
    loops = list(loops_of(kernel))
    if not loops:
        return None
    refusal: Refusal | None = None
    found = collect(kernel, symbols)
    for node, levels in loops if found.complete else ():
        try:
            made = _planned(kernel, found, symbols, node, levels)
            if made is not None and not (shared and _is_batch(kernel, made)):
                tiled = replace(kernel.with_form(_blocks(kernel, made)), assumed=made.assumed)
                return Changed(tiled, f"{_did(made)}{taken(tiled, kernel)}")
        except RefusedError as refused:
            refusal = refused.refusal(node)
    return refusal


def _planned(
    kernel: Kernel, found: Found, symbols: Symbols, node: c_ast.For, levels: tuple[Level, ...]
) -> Plan | None:
    """The plan, also where subscripts must stay in their rows for it; raises `RefusedError`."""
    try:
        return plan(kernel, found, symbols, node, levels)
    except RefusedError as refused:
        written = frozenset(each.name for each in kernel.buffers if Direction.WRITE in each.access)
        trusting = with_trust(kernel, symbols, written)
        if trusting is None:
            raise refused
        return plan(trusting, collect(trusting, symbols), symbols, node, levels)


TRANSFORM = Transform(
    "tile",
    "loops like matrix products run over tiles in local memory",
    tile,
    reorders=True,
    accepts=USUAL - {Trait.REDUCTIONS, Trait.STOPS},
)


def _is_batch(kernel: Kernel, plan: Plan) -> bool:
    """Whether each tile depends on the dimensions behind the first two."""
    outer = {each.variable for each in kernel.dimensions[2:]}
    return bool(outer) and all(names_in(tile.expression) & outer for tile in plan.tiles)


def _did(plan: Plan) -> str:
    wide, high = (items * each for items, each in zip(GROUP, EACH, strict=True))
    return f"the loop over `{plan.header.variable}` runs over tiles for {wide} x {high} iterations"


def _blocks(kernel: Kernel, plan: Plan) -> Blocks:
    """The blocks of a plan, of the usual size and of others."""
    sizes = [Size(group, each, _steps(plan, group, each)) for group, each in ((GROUP, EACH), *OTHERS)]
    made = tuple(Block(size.group, size.block, tiled_body(kernel, plan, size)) for size in sizes)
    return Blocks(made, 1.0 / prod(EACH), _loads(plan), tiled=True)


def _loads(plan: Plan) -> dict[str, tuple[float, float]]:
    """What each read of a staged buffer represents.

    A work-group loads an element of a tile once for all its iterations in the other dimension, and a work-item
    takes it from local memory once for all of its own.
    """
    shares: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for tile in plan.tiles:
        each, items = EACH[1 - tile.dimension], GROUP[1 - tile.dimension]
        for name in names_in(tile.expression) & plan.staged:
            shares[name].append((1.0 / (each * items), 1.0 / each))
    return {
        name: (fsum(far for far, _ in found) / len(found), fsum(near for _, near in found) / len(found))
        for name, found in shares.items()
    }


def _steps(plan: Plan, group: tuple[int, int], each: tuple[int, int]) -> int:
    """As many iterations of the loop at a time as local memory takes."""
    sizes = [sizeof(tile.type, {}) or 8 for tile in plan.tiles]
    sides = [group[tile.dimension] * each[tile.dimension] + 1 for tile in plan.tiles]
    bytes_ = sum(size * side for size, side in zip(sizes, sides, strict=True))
    steps = STEPS * 2 if prod(each) < prod(EACH) and max(sizes) <= HALF else STEPS
    while steps * bytes_ > LOCAL_BYTES - 1024:
        steps //= 2
    if steps < FEWEST_STEPS:
        raise RefusedError(f"{len(plan.tiles)} tiles are too many for local memory")
    return steps
