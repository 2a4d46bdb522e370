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

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import prod

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.layout import sizeof
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir.forms.tiling import Block, Tiling
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.nodes import clone, walk
from mapper.transforms.cooperative.body import LOCAL_BYTES
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.frame.distinct import taken
from mapper.transforms.local.tile_plan import Plan, RefusedError, loops_of, plan
from mapper.transforms.loops.inline import renamed
from mapper.transforms.loops.loops import trip_count

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
AT = "mrt_at"


def tile(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with a tiled body."""
    if len(kernel.dimensions) < 2 or kernel.reductions or kernel.stops or _is_small(kernel):
        return None
    loops = list(loops_of(kernel))
    if not loops:
        return None
    refusal: Refusal | None = None
    try:
        found = collect(kernel, symbols)
        for node, levels in loops if found.complete else ():
            try:
                made = plan(kernel, found, symbols, node, levels)
                if made is not None:
                    tiling = _tiling(kernel, made)
                    tiled = replace(kernel, tiling=tiling, distinct=made.distinct, alike=made.alike)
                    return Changed(tiled, f"{_did(made)}{taken(tiled, kernel)}")
            except RefusedError as refused:
                refusal = Refusal(str(refused), node.coord if isinstance(node.coord, Location) else None)
    except isl.Error:
        return Refusal("the subscripts are too intricate to be analysed")
    return refusal


TRANSFORM = Transform("tile", "loops like matrix products run over tiles in local memory", tile, reorders=True)


def _is_small(kernel: Kernel) -> bool:
    """Whether one of the tiled dimensions is known to fill less than half a block."""
    for dimension, items, each in zip(kernel.dimensions[:2], GROUP, EACH, strict=True):
        span = constant_value(build.binary("-", dimension.bound, dimension.lower))
        if span is not None and abs(span) < items * each // 2:
            return True
    return False


def _did(plan: Plan) -> str:
    wide, high = (items * each for items, each in zip(GROUP, EACH, strict=True))
    return f"the loop over `{plan.header.variable}` runs over tiles for {wide} x {high} iterations"


def _tiling(kernel: Kernel, plan: Plan) -> Tiling:
    names = {name: c_ast.ArrayRef(build.identifier(name), build.identifier(AT)) for name, _ in plan.private}
    header, counter = plan.header, kernel.symbols[plan.header.variable]
    inner = clone(plan.inner)
    renamed(inner, names)
    trips = trip_count(header, build.identifier("mrt_begin"))
    return Tiling(
        group=GROUP,
        each=EACH,
        steps=_steps(plan, GROUP, EACH),
        tiles=plan.tiles,
        private=plan.private,
        before=_before(plan, names),
        inner=inner,
        after=_after(plan, names, build.declaration(header.variable, counter, init=_last(plan))),
        variable=header.variable,
        lower=clone(header.lower),
        step=header.step,
        trips=trips,
        guarded=len(plan.levels) > 1,
        staged=plan.staged,
        blocks=tuple(Block(group, each, _steps(plan, group, each)) for group, each in OTHERS),
    )


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


def _last(plan: Plan) -> c_ast.Node:
    """The counter's value when the loop has ended."""
    distance: c_ast.Node = build.identifier("mrt_trips")
    if abs(plan.header.step) != 1:
        distance = build.binary("*", distance, build.integer(abs(plan.header.step)))
    return build.binary("+" if plan.header.step > 0 else "-", build.identifier("mrt_begin"), distance)


def _before(plan: Plan, names: dict[str, c_ast.ArrayRef]) -> c_ast.Compound:
    """What is done before the loop, and the note that the loop is to run, in its conditions."""
    inside: list[c_ast.Node] = []
    if len(plan.levels) > 1:
        bit = build.binary("<<", c_ast.Constant("unsigned int", "1u"), build.identifier(AT))
        inside = [build.assign(build.identifier("mrt_active"), bit, "|=")]
    for level in reversed(plan.levels):
        inside = [*_prepared(level.before, plan), *inside]
        if level.condition is not None:
            inside = [c_ast.If(level.condition, c_ast.Compound(inside), None)]
    block = clone(c_ast.Compound(inside))
    renamed(block, names)
    return block


def _prepared(items: Iterable[c_ast.Node], plan: Plan) -> list[c_ast.Node]:
    """Statements without declarations of what is declared outside, or of what is used by nothing."""
    outside = {name for name, _ in plan.private}
    used = {
        part.name
        for level in plan.levels
        for item in level.before
        for part in walk(item)
        if isinstance(part, c_ast.ID)
    }
    kept: list[c_ast.Node] = []
    for item in items:
        if not isinstance(item, c_ast.Decl):
            kept.append(item)
        elif item.name in outside:
            kept += [build.assign(build.identifier(item.name), item.init)] if item.init is not None else []
        elif item.name in used or item.init is not None:
            kept.append(item)
    return [item for item in kept if not isinstance(item, c_ast.EmptyStatement)]


def _after(plan: Plan, names: dict[str, c_ast.ArrayRef], counter: c_ast.Decl) -> c_ast.Compound:
    """What is done behind the loop."""
    outer, inner = plan.levels[0], plan.levels[-1]
    items = _shown(inner.after)
    if inner is not outer:
        shifted = build.binary(">>", build.identifier("mrt_active"), build.identifier(AT))
        test = build.binary("&", shifted, c_ast.Constant("unsigned int", "1u"))
        items = [c_ast.If(test, c_ast.Compound(items), None)] if items else []
        items += _shown(outer.after)
    if any(isinstance(part, c_ast.ID) and part.name == counter.name for item in items for part in walk(item)):
        items = [counter, *items]
    block = clone(c_ast.Compound(items))
    renamed(block, names)
    return block


def _shown(items: Sequence[c_ast.Node]) -> list[c_ast.Node]:
    return [item for item in items if not isinstance(item, c_ast.EmptyStatement)]
