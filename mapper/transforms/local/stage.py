"""`stage`: what all work-items of a group read in a loop goes through local memory, a part of the loop at a time.

    for i (dimension)                            groups of 256 work-items:
      for j < n                           ->       for parts of 256 j:
        sum += f(x[i], x[j], y[j]);                  stage x[j] and y[j] for these j; barrier
      out[i] = sum;                                  for j: sum += f(x[i], tile0[j], tile1[j]); barrier
                                                   out[i] = sum;

Each element is loaded once for a work-group, by neighbours from neighbouring places, and found by arithmetic of 32
bits with constants, so that the device's compiler can load several at a time.  An iteration does what it did, in
its order; work-items without one stage, too, and meet at the barriers.  On CPUs the plain form runs: see MRT_LANES
in `mapper_rt_descriptors.h`.  So it does in launches with few iterations, whose groups would leave most
multiprocessors idle.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import prod

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, loop_header
from mapper.analysis.kernels.relations.accesses import Found
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.layout import sizeof
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost
from mapper.ir.forms.blocks import Block, Blocks
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, FloatType, IntType
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import assigned_names, names_in
from mapper.ir.trees.nodes import flattened
from mapper.ir.trees.quote import expression, statements
from mapper.transforms.cooperative.body import LOCAL_BYTES
from mapper.transforms.dimensions.dimensions import host_expression
from mapper.transforms.frame.base import Changed, Outcome, RefusedError, Transform
from mapper.transforms.frame.distinct import taken
from mapper.transforms.local.halo_plan import Window, shared_of
from mapper.transforms.local.staged import GROUPS, named, names_of, only_set, staged_in, with_tiles
from mapper.transforms.local.staging import counters, indices, local_arrays, own, staging
from mapper.transforms.loops.loops import holds_long_loop, trip_count
from mapper.transforms.loops.trips import Estimates
from mapper.transforms.loops.unroll import LIMIT, TIMES

STEPS = 256
"""Iterations of the loop that are staged at a time, where local memory is large enough."""
FEWEST_STEPS = 16
"""Shorter loops stay as they are."""


@dataclass(frozen=True, eq=False, slots=True)
class _Candidate:
    """A loop of the body with what all work-items read in it."""

    node: c_ast.For
    header: Header
    before: tuple[c_ast.Node, ...]
    after: tuple[c_ast.Node, ...]
    windows: tuple[Window, ...]
    found: Found
    trips: int | None


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    if not any(isinstance(each, c_ast.For) for each in flattened(kernel.body)):
        return None
    found = collect(kernel, symbols)
    candidates = list(_candidates(kernel, found)) if found.complete else []
    if not candidates:
        return None
    best = max(candidates, key=lambda each: (each.trips or 1 << 30, len(each.windows)))
    if best.trips is not None and best.trips < FEWEST_STEPS:
        raise RefusedError(f"the loop over `{best.header.variable}` runs only {best.trips} times", best.node)
    steps = _steps(best)
    body = _body(kernel, best, steps, symbols)
    known = best.found.kernel
    group = GROUPS[len(kernel.dimensions)]
    staged = dict.fromkeys(staged_in(best.found, best.windows), (1.0 / prod(group), 1.0))
    blocks = Blocks((Block(group, group, body),), staged=staged, many=True)
    changed = replace(kernel.with_form(blocks), assumed=known.assumed)
    verb = "is" if len(names_of(best.windows)) == 1 else "are"
    did = f"{named(best.windows)} {verb} staged for {steps} iterations of the loop over `{best.header.variable}`"
    return Changed(changed, f"{did}{taken(changed, kernel)}")


TRANSFORM = Transform(
    "stage", "what all work-items read in a loop goes through local memory", _apply, accepts=frozenset()
)


def _candidates(kernel: Kernel, found: Found) -> Iterator[_Candidate]:
    """The loops at the top of the body that all work-items run alike, in which they read the same."""
    items = flattened(kernel.body)
    changed = assigned_names(kernel.body)
    if changed & {each.variable for each in kernel.dimensions}:
        return
    values = {each.name: each for each in kernel.values if each.name not in changed}
    for number, item in enumerate(items):
        header = loop_header(item)
        loop = found.loop_of(item)
        if header is None or loop is None or header.step != 1 or not loop.exact or not isinstance(item, c_ast.For):
            continue
        if host_expression(header.lower, values) is None or host_expression(header.bound, values) is None:
            continue
        made = shared_of(kernel, found, loop)
        if made.windows:
            after = tuple(items[number + 1 :])
            yield _Candidate(item, header, tuple(items[:number]), after, made.windows, made.found, loop.trips)


def _body(kernel: Kernel, chosen: _Candidate, steps: int, symbols: Symbols) -> c_ast.Compound:
    """What a work-item runs, which goes through the same parts of the loop and barriers as all of its group."""
    header, rank = chosen.header, len(kernel.dimensions)
    if leaves(chosen.node.stmt):
        raise RefusedError("an iteration of the loop may be left before its end", chosen.node)
    group = GROUPS[rank]
    tiles = [each.tile for each in chosen.windows]
    inner = with_tiles(chosen.node.stmt, chosen.windows, (steps, 1))
    private = dict(_private(kernel, chosen))
    counter = kernel.symbols[header.variable]
    first = statements(
        "const $Type $variable = mrt_begin + ($Type)mrt_start;", Type=counter, variable=header.variable
    )
    loads = [
        staging(number, tile, (steps, 1), prod(group), ["mrt_steps"], first) for number, tile in enumerate(tiles)
    ]
    iteration = statements(
        "const $Type $variable = mrt_begin + ($Type)(mrt_start + mrt_step); $own; $inner;",
        Type=counter,
        variable=header.variable,
        own=own(tiles, (steps, 1), ["mrt_step"]),
        inner=flattened(inner),
    )
    return c_ast.Compound(
        statements(
            """
            $arrays;
            const uint mrt_item = $item;
            $indices;
            const int mrt_inside = $inside;
            $counters;
            $private;
            const $Type mrt_begin = $lower;
            const ulong mrt_trips = $trips;
            $before;
            #pragma unroll 1
            for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += $steps) {
              const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)$steps);
              $loads;
              barrier(CLK_LOCAL_MEM_FENCE);
              if (mrt_inside && mrt_steps == $steps) {
                #pragma unroll $spread
                for (uint mrt_step = 0; mrt_step < $steps; mrt_step++) { $iteration; }
              } else if (mrt_inside) {
                #pragma unroll 1
                for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++) { $iteration; }
              }
              barrier(CLK_LOCAL_MEM_FENCE);
            }
            $after;""",
            arrays=local_arrays(tiles, (steps, 1), "_Alignas(16)"),
            item=expression(f"get_local_id(1) * {group[0]} + get_local_id(0)" if rank > 1 else "get_local_id(0)"),
            indices=indices(rank),
            inside=expression(" && ".join(f"mrt_id{d} < mrt_count{d}" for d in range(rank))),
            counters=counters(kernel.dimensions),
            private=[build.declaration(name, ctype) for name, ctype in private.items()],
            Type=counter,
            lower=header.lower,
            trips=trip_count(header, build.identifier("mrt_begin")),
            before=_inside(only_set(chosen.before, private)),
            steps=steps,
            loads=loads,
            spread=_spread(inner, kernel, symbols),
            iteration=iteration,
            after=_inside(_with_counter(chosen, counter)),
        )
    )


def _inside(items: Sequence[c_ast.Node]) -> list[c_ast.Node]:
    """Statements of work-items with an iteration."""
    return statements("if (mrt_inside) { $items; }", items=items) if items else []


def _steps(chosen: _Candidate) -> int:
    """As many iterations of the loop at a time as local memory takes."""
    steps = min(STEPS, chosen.trips or STEPS)
    while steps >= FEWEST_STEPS:
        sizes = (each.tile.elements((steps, 1)) * (sizeof(each.tile.type, {}) or 8) for each in chosen.windows)
        if sum(sizes) <= LOCAL_BYTES - 1024:
            return steps
        steps //= 2
    raise RefusedError(
        f"what the loop reads of {named(chosen.windows)} is too large for local memory", chosen.node
    )


def _spread(inner: c_ast.Node, kernel: Kernel, symbols: Symbols) -> int:
    """How often the loop may be unrolled."""
    if holds_long_loop(inner, symbols):
        return 1
    bodies = {function.decl.name: function.body for function in kernel.functions}
    operations, times = Estimates(symbols, bodies).operations(inner, {}), TIMES
    while times > 1 and times * operations > LIMIT:
        times //= 2
    return times


def _private(kernel: Kernel, chosen: _Candidate) -> Iterator[tuple[str, CType]]:
    """The variables that are declared before the loop, and used in or behind it."""
    counter = chosen.header.variable
    later = names_in(chosen.node, *chosen.after)
    for item in chosen.before:
        if not isinstance(item, c_ast.Decl) or item.name not in later:
            continue
        ctype = kernel.symbols[item.name]
        plain = isinstance(innermost(ctype), IntType | FloatType)
        if not plain or isinstance(item.init, c_ast.InitList):
            raise RefusedError(f"`{item.name}` lives on behind the loop, and is no plain number", chosen.node)
        if item.name != counter:
            yield item.name, ctype


def _with_counter(chosen: _Candidate, counter: CType) -> list[c_ast.Node]:
    """What is behind the loop, with the counter's last value where it has one."""
    name = chosen.header.variable
    items = [item for item in chosen.after if not isinstance(item, c_ast.EmptyStatement)]
    if isinstance(chosen.node.init, c_ast.DeclList) or name not in names_in(*items):
        return items
    last = build.binary("+", build.identifier("mrt_begin"), build.identifier("mrt_trips"))
    return [build.declaration(name, counter, init=last), *items]
