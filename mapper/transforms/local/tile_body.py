"""The code of a tiled loop: what a work-item runs for its part of a work-group's block.

All work-items of a group go through the same loops and barriers; those without an iteration stage and compute as
well, and store nothing.  The iterations that one work-item does have the numbers `mrt_at`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

from pycparser import c_ast

from mapper.analysis.names.types import unqualified
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ComplexType, FloatType, IntType
from mapper.ir.trees.names import mentions, names_in
from mapper.ir.trees.quote import expression, statements
from mapper.transforms.local.staged import only_set
from mapper.transforms.local.tile_plan import Plan, Tile, value_name
from mapper.transforms.loops.loops import trip_count


@dataclass(frozen=True, slots=True)
class Size:
    """A work-group of shape `group`, of which each work-item does `each[0] * each[1]` iterations.

    `steps` iterations of the loop are staged at a time.
    """

    group: tuple[int, int]
    each: tuple[int, int]
    steps: int

    @property
    def block(self) -> tuple[int, int]:
        """The iterations of a work-group in dimensions 0 and 1."""
        return self.group[0] * self.each[0], self.group[1] * self.each[1]


def tiled_body(kernel: Kernel, plan: Plan, size: Size) -> c_ast.Compound:
    """The code of a plan with blocks of some size."""
    return _Writer(kernel, plan, size).body()


_UNROLLED = 4
"""How many steps of numbers are unrolled."""


class _Writer:
    """Writes one body."""

    def __init__(self, kernel: Kernel, plan: Plan, size: Size) -> None:
        self.kernel = kernel
        self.plan = plan
        self.size = size
        self.type = kernel.symbols[plan.header.variable]
        self.guarded = len(plan.levels) > 1
        self.items = prod(size.group)
        self.names = {
            name: c_ast.ArrayRef(build.identifier(name), build.identifier("mrt_at")) for name, _ in plan.private
        }

    def body(self) -> c_ast.Compound:
        plan, size = self.plan, self.size
        counter = build.declaration(plan.header.variable, self.type, init=_last(plan))
        inner = substituted(plan.inner, self.names)
        return c_ast.Compound(
            statements(
                """
                $declarations;
                const $Type mrt_begin = $lower;
                $before;
                #pragma unroll 1
                for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += $steps) {
                  const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong)$steps);
                  $loads;
                  barrier(CLK_LOCAL_MEM_FENCE);
                  #pragma unroll $times
                  for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++) { $values; $inner; }
                  barrier(CLK_LOCAL_MEM_FENCE);
                }
                $after;""",
                declarations=self._declarations(),
                Type=self.type,
                lower=plan.header.lower,
                before=self._before(),
                steps=size.steps,
                times=self._times(),
                loads=[node for number, tile in enumerate(plan.tiles) for node in self._load(number, tile)],
                values=self._values(inner),
                inner=self._each(inner, tested=False),
                after=self._each(_after(plan, self.names, counter), tested=True),
            )
        )

    def _times(self) -> int:
        """How many steps are unrolled; one of complex numbers is so long that compilers refuse to, and warn."""
        return 1 if any(isinstance(unqualified(tile.type), ComplexType) for tile in self.plan.tiles) else _UNROLLED

    def _declarations(self) -> list[c_ast.Node]:
        plan, size = self.plan, self.size
        made: list[c_ast.Node] = []
        for number, tile in enumerate(plan.tiles):
            made += statements(
                "__local $Type mrt_tile$number[$steps][$places];",
                Type=tile.type,
                number=number,
                steps=size.steps,
                places=size.block[tile.dimension] + 1,
            )
        if self.guarded:
            wide, high = size.block
            made += statements("__local uint mrt_used0[$wide], mrt_used1[$high], mrt_any;", wide=wide, high=high)
        made += statements(
            """
            const uint mrt_item0 = get_local_id(0), mrt_item1 = get_local_id(1);
            const uint mrt_item = mrt_item1 * $wide + mrt_item0;
            const ulong mrt_first0 = (get_global_id(0) - mrt_item0) * $each0;
            const ulong mrt_first1 = (get_global_id(1) - mrt_item1) * $each1;""",
            wide=size.group[0],
            each0=size.each[0],
            each1=size.each[1],
        )
        if len(self.kernel.dimensions) > 2:
            made += [*statements("const ulong mrt_id2 = get_global_id(2);"), self._counter(2)]
        for name, ctype in plan.private:
            made += statements("$Type $name[$count] = {0};", Type=ctype, name=name, count=prod(size.each))
        return made

    def _before(self) -> list[c_ast.Node]:
        before = _before(self.plan, self.names)
        trips = trip_count(self.plan.header, build.identifier("mrt_begin"))
        if not self.guarded:
            each = self._each(before, tested=True)
            return statements("$each; const ulong mrt_trips = $trips;", each=each, trips=trips)
        used = "".join(f"atomic_or(&mrt_used{d}[mrt_id{d} - mrt_first{d}], 1u);" for d in (0, 1))
        note = statements(f"if (mrt_active >> mrt_at & 1u) {{ {used} }}")
        return statements(
            """
            uint mrt_active = 0;
            for (uint mrt_place = mrt_item; mrt_place < $most; mrt_place += $items) {
              if (mrt_place < $wide)
                mrt_used0[mrt_place] = 0;
              if (mrt_place < $high)
                mrt_used1[mrt_place] = 0;
            }
            if (mrt_item == 0)
              mrt_any = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            $each;
            if (mrt_active != 0)
              atomic_or(&mrt_any, 1u);
            barrier(CLK_LOCAL_MEM_FENCE);
            const ulong mrt_trips = mrt_any == 0 ? 0 : $trips;""",
            most=max(self.size.block),
            items=self.items,
            wide=self.size.block[0],
            high=self.size.block[1],
            each=self._each(c_ast.Compound([*(before.block_items or []), *note]), tested=True),
            trips=trips,
        )

    def _load(self, number: int, tile: Tile) -> list[c_ast.Node]:
        """Loads one tile; neighbouring work-items take neighbouring elements."""
        d, places, steps = tile.dimension, self.size.block[tile.dimension], self.size.steps
        step, place = ("mrt_at % {0}", "mrt_at / {0}") if tile.along else ("mrt_at / {1}", "mrt_at % {1}")
        inside = f"mrt_step < mrt_steps && mrt_id{d} < mrt_count{d}"
        if self.guarded:
            inside += f" && mrt_used{d}[mrt_place]"
        names = names_in(tile.expression)
        counters = [self._counter(d)] if self.kernel.dimensions[d].variable in names else []
        counters += self._loop_counter() if self.plan.header.variable in names else []
        zero = build.integer(0)
        return statements(
            """
            #pragma unroll
            for (uint mrt_turn = 0; mrt_turn < $turns; mrt_turn++) {
              const uint mrt_at = mrt_turn * $items + mrt_item;
              const uint mrt_step = $step, mrt_place = $place;
              const ulong mrt_id$d = mrt_first$d + mrt_place;
              $Type mrt_staged = $zero;
              if ($inside) { $counters; mrt_staged = $value; }
              mrt_tile$number[mrt_step][mrt_place] = mrt_staged;
            }""",
            turns=steps * places // self.items,
            items=self.items,
            step=expression(step.format(steps, places)),
            place=expression(place.format(steps, places)),
            d=d,
            Type=tile.type,
            inside=expression(inside),
            counters=counters,
            zero=zero if isinstance(tile.type, IntType | FloatType) else c_ast.InitList([zero]),
            value=tile.expression,
            number=number,
        )

    def _values(self, inner: c_ast.Node) -> list[c_ast.Node]:
        """What a work-item needs of the tiles for one iteration of the loop."""
        made = self._loop_counter() if self.plan.header.variable in names_in(inner) else []
        for number, tile in enumerate(self.plan.tiles):
            made += statements(
                """
                $Type mrt_part$number[$each];
                #pragma unroll
                for (uint mrt_turn = 0; mrt_turn < $each; mrt_turn++)
                  mrt_part$number[mrt_turn] = mrt_tile$number[mrt_step][mrt_item$d + $items * mrt_turn];""",
                Type=tile.type,
                number=number,
                each=self.size.each[tile.dimension],
                d=tile.dimension,
                items=self.size.group[tile.dimension],
            )
        return made

    def _each(self, block: c_ast.Compound, *, tested: bool) -> list[c_ast.Node]:
        """Statements for each iteration of the work-item, where there is one if `tested`."""
        if not block.block_items:
            return []
        names, turns = names_in(block), ("mrt_u", "mrt_v")
        variables = [each.variable for each in self.kernel.dimensions]
        needed = [d for d in (0, 1) if tested or names & {variables[d], f"mrt_id{d}"}]
        text = "const ulong mrt_id{0} = mrt_first{0} + mrt_item{0} + {1} * {2};"
        items = [self._counter(d) for d in needed if variables[d] in names]
        for number, tile in enumerate(self.plan.tiles):
            if value_name(number) in names:
                items += statements(
                    "const $Type $name = mrt_part$number[$turn];",
                    Type=tile.type,
                    name=value_name(number),
                    number=number,
                    turn=turns[tile.dimension],
                )
        items += block.block_items
        if tested:
            items = statements("if (mrt_id0 < mrt_count0 && mrt_id1 < mrt_count1) { $items; }", items=items)
        return statements(
            """
            #pragma unroll
            for (uint mrt_v = 0; mrt_v < $high; mrt_v++) {
              #pragma unroll
              for (uint mrt_u = 0; mrt_u < $wide; mrt_u++) {
                const uint mrt_at = mrt_v * $wide + mrt_u;
                $indices;
                $items;
              }
            }""",
            wide=self.size.each[0],
            high=self.size.each[1],
            indices=statements("".join(text.format(d, self.size.group[d], turns[d]) for d in needed)),
            items=items,
        )

    def _counter(self, d: int) -> c_ast.Node:
        return self.kernel.dimensions[d].declared(d)

    def _loop_counter(self) -> list[c_ast.Node]:
        step = self.plan.header.step
        times = f" * {abs(step)}" if abs(step) != 1 else ""
        return statements(
            f"const $Type $name = mrt_begin {'+' if step > 0 else '-'} ($Type)(mrt_start + mrt_step){times};",
            Type=self.type,
            name=self.plan.header.variable,
        )


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
        bit = build.binary("<<", c_ast.Constant("unsigned int", "1u"), build.identifier("mrt_at"))
        inside = [build.assign(build.identifier("mrt_active"), bit, "|=")]
    for level in reversed(plan.levels):
        inside = [*_prepared(level.before, plan), *inside]
        if level.condition is not None:
            inside = [c_ast.If(level.condition, c_ast.Compound(inside), None)]
    return substituted(c_ast.Compound(inside), names)


def _prepared(items: Iterable[c_ast.Node], plan: Plan) -> list[c_ast.Node]:
    """Statements without declarations of what is declared outside, or of what is used by nothing."""
    used = names_in(*(item for level in plan.levels for item in level.before))
    kept = [
        item for item in items if not isinstance(item, c_ast.Decl) or item.name in used or item.init is not None
    ]
    return only_set(kept, {name for name, _ in plan.private})


def _after(plan: Plan, names: dict[str, c_ast.ArrayRef], counter: c_ast.Decl) -> c_ast.Compound:
    """What is done behind the loop."""
    outer, inner = plan.levels[0], plan.levels[-1]
    items = _shown(inner.after)
    if inner is not outer:
        shifted = build.binary(">>", build.identifier("mrt_active"), build.identifier("mrt_at"))
        test = build.binary("&", shifted, c_ast.Constant("unsigned int", "1u"))
        items = [c_ast.If(test, c_ast.Compound(items), None)] if items else []
        items += _shown(outer.after)
    if any(mentions(item, counter.name) for item in items):
        items = [counter, *items]
    return substituted(c_ast.Compound(items), names)


def _shown(items: Sequence[c_ast.Node]) -> list[c_ast.Node]:
    return [item for item in items if not isinstance(item, c_ast.EmptyStatement)]
