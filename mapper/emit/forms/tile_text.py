"""The OpenCL text of a tiled body: what `mapper.ir.forms.tiling.Tiling` says, as loops of one work-item.

All work-items of a group go through the same loops and barriers; those without an iteration stage and compute as
well, and store nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pycparser import c_ast

from mapper.emit.text.c_printer import CPrinter
from mapper.ir.forms.tiling import Tile, Tiling
from mapper.ir.program.kernel import Dimension, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.names import names_in

CounterText = Callable[[int, Dimension, int], str]
"""The declaration of a dimension's counter, from its number and the indentation."""


def tiled_body(kernel: Kernel, tiling: Tiling, printer: CPrinter, counter: CounterText) -> str:
    """The text between the buffers' declarations and the closing brace."""
    return "".join(f"{line}\n" for line in _Writer(kernel, tiling, printer, counter).lines())


class _Writer:
    """Writes one body, line by line."""

    def __init__(self, kernel: Kernel, tiling: Tiling, printer: CPrinter, counter: CounterText) -> None:
        self.kernel = kernel
        self.tiling = tiling
        self.printer = printer
        self.counter = counter
        self.blocks = [items * each for items, each in zip(tiling.group, tiling.each, strict=True)]
        ctype = kernel.symbols[tiling.variable]
        assert isinstance(ctype, IntType)
        self.type = build.device_name(ctype)

    def lines(self) -> Iterator[str]:
        """All lines."""
        yield from self._declarations()
        yield from self._before()
        yield from self._tiles()
        yield from self._each(self.tiling.after, 2, tested=True)

    # ---- parts -------------------------------------------------------------------------------------------------

    def _declarations(self) -> Iterator[str]:
        tiling = self.tiling
        for number, tile in enumerate(tiling.tiles):
            name, size = build.device_name(tile.type), self.blocks[tile.dimension] + 1
            yield f"  __local {name} mrt_tile{number}[{tiling.steps}][{size}];"
        if tiling.guarded:
            yield f"  __local uint mrt_used0[{self.blocks[0]}], mrt_used1[{self.blocks[1]}], mrt_any;"
        yield "  const uint mrt_item0 = get_local_id(0), mrt_item1 = get_local_id(1);"
        yield f"  const uint mrt_item = mrt_item1 * {tiling.group[0]} + mrt_item0;"
        for d in (0, 1):
            yield f"  const ulong mrt_first{d} = (get_global_id({d}) - mrt_item{d}) * {tiling.each[d]};"
        if len(self.kernel.dimensions) > 2:
            yield "  const ulong mrt_id2 = get_global_id(2);"
            yield self._counter(2, 2)
        count = tiling.each[0] * tiling.each[1]
        for name, ctype in tiling.private:
            yield f"  {build.device_name(ctype)} {name}[{count}] = {{0}};"
        lower = self.printer.visit(tiling.lower)
        yield f"  const {self.type} mrt_begin = {lower};"

    def _before(self) -> Iterator[str]:
        tiling, trips = self.tiling, self.printer.visit(self.tiling.trips)
        if not tiling.guarded:
            yield from self._each(tiling.before, 2, tested=True)
            yield f"  const ulong mrt_trips = {trips};"
            return
        yield "  uint mrt_active = 0;"
        yield f"  for (uint mrt_place = mrt_item; mrt_place < {max(self.blocks)}; mrt_place += {self._items()})"
        yield "  {"
        for d in (0, 1):
            yield f"    if (mrt_place < {self.blocks[d]})"
            yield f"      mrt_used{d}[mrt_place] = 0;"
        yield "  }"
        yield "  if (mrt_item == 0)"
        yield "    mrt_any = 0;"
        yield "  barrier(CLK_LOCAL_MEM_FENCE);"
        used = [f"atomic_or(&mrt_used{d}[mrt_id{d} - mrt_first{d}], 1u);" for d in (0, 1)]
        note = ["if (mrt_active >> mrt_at & 1u)", "{", *(f"  {line}" for line in used), "}"]
        yield from self._each(tiling.before, 2, tested=True, more=note)
        yield "  if (mrt_active != 0)"
        yield "    atomic_or(&mrt_any, 1u);"
        yield "  barrier(CLK_LOCAL_MEM_FENCE);"
        yield f"  const ulong mrt_trips = mrt_any == 0 ? 0 : {trips};"

    def _tiles(self) -> Iterator[str]:
        tiling = self.tiling
        yield "  #pragma unroll 1"
        yield f"  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += {tiling.steps})"
        yield "  {"
        yield f"    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong){tiling.steps});"
        for number, tile in enumerate(tiling.tiles):
            yield from self._stage(number, tile)
        yield "    barrier(CLK_LOCAL_MEM_FENCE);"
        yield "    #pragma unroll 4"
        yield "    for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++)"
        yield "    {"
        yield from self._values()
        yield from self._each(tiling.inner, 6, tested=False)
        yield "    }"
        yield "    barrier(CLK_LOCAL_MEM_FENCE);"
        yield "  }"

    def _stage(self, number: int, tile: Tile) -> Iterator[str]:
        """Loads one tile; neighbouring work-items take neighbouring elements."""
        d, size = tile.dimension, self.blocks[tile.dimension]
        steps = self.tiling.steps
        step, place = "mrt_at % {0}", "mrt_at / {0}"
        if not tile.along:
            step, place = "mrt_at / {1}", "mrt_at % {1}"
        index = step.format(steps, size), place.format(steps, size)
        inside = f"mrt_step < mrt_steps && mrt_id{d} < mrt_count{d}"
        if self.tiling.guarded:
            inside += f" && mrt_used{d}[mrt_place]"
        names = names_in(tile.expression)
        yield "    #pragma unroll"
        yield f"    for (uint mrt_turn = 0; mrt_turn < {steps * size // self._items()}; mrt_turn++)"
        yield "    {"
        yield f"      const uint mrt_at = mrt_turn * {self._items()} + mrt_item;"
        yield f"      const uint mrt_step = {index[0]}, mrt_place = {index[1]};"
        yield f"      const ulong mrt_id{d} = mrt_first{d} + mrt_place;"
        yield f"      {build.device_name(tile.type)} mrt_staged = 0;"
        yield f"      if ({inside})"
        yield "      {"
        if self.kernel.dimensions[d].variable in names:
            yield self._counter(d, 8)
        if self.tiling.variable in names:
            yield self._loop_counter(8)
        yield f"        mrt_staged = {self.printer.visit(tile.expression)};"
        yield "      }"
        yield f"      mrt_tile{number}[mrt_step][mrt_place] = mrt_staged;"
        yield "    }"

    def _values(self) -> Iterator[str]:
        """What a work-item needs of the tiles for one iteration of the loop."""
        if self.tiling.variable in names_in(self.tiling.inner):
            yield self._loop_counter(6)
        for number, tile in enumerate(self.tiling.tiles):
            d = tile.dimension
            each, items = self.tiling.each[d], self.tiling.group[d]
            yield f"      {build.device_name(tile.type)} mrt_part{number}[{each}];"
            yield "      #pragma unroll"
            yield f"      for (uint mrt_turn = 0; mrt_turn < {each}; mrt_turn++)"
            place = f"mrt_item{d} + {items} * mrt_turn"
            yield f"        mrt_part{number}[mrt_turn] = mrt_tile{number}[mrt_step][{place}];"

    def _each(
        self, block: c_ast.Compound, indent: int, *, tested: bool, more: list[str] | None = None
    ) -> Iterator[str]:
        """Statements for each iteration of the work-item, where there is one if `tested`."""
        if not block.block_items:
            return
        pad, names = " " * indent, names_in(block)
        yield f"{pad}#pragma unroll"
        yield f"{pad}for (uint mrt_v = 0; mrt_v < {self.tiling.each[1]}; mrt_v++)"
        yield f"{pad}{{"
        pad += "  "
        yield f"{pad}#pragma unroll"
        yield f"{pad}for (uint mrt_u = 0; mrt_u < {self.tiling.each[0]}; mrt_u++)"
        yield f"{pad}{{"
        yield f"{pad}  const uint mrt_at = mrt_v * {self.tiling.each[0]} + mrt_u;"
        needed = [d for d in (0, 1) if tested or names & {self.kernel.dimensions[d].variable, f"mrt_id{d}"}]
        for d in needed:
            turn = "mrt_u" if d == 0 else "mrt_v"
            yield f"{pad}  const ulong mrt_id{d} = mrt_first{d} + mrt_item{d} + {self.tiling.group[d]} * {turn};"
        inner = len(pad) + 2
        if tested:
            yield f"{pad}  if (mrt_id0 < mrt_count0 && mrt_id1 < mrt_count1)"
            yield f"{pad}  {{"
            inner += 2
        for d in needed:
            if self.kernel.dimensions[d].variable in names:
                yield self._counter(d, inner)
        for number, tile in enumerate(self.tiling.tiles):
            if f"mrt_value{number}" in names:
                turn = "mrt_u" if tile.dimension == 0 else "mrt_v"
                name = build.device_name(tile.type)
                yield f"{' ' * inner}const {name} mrt_value{number} = mrt_part{number}[{turn}];"
        for item in block.block_items:
            yield self.printer.statement(item, inner).rstrip("\n")
        for line in more or []:
            yield f"{' ' * inner}{line}"
        if tested:
            yield f"{pad}  }}"
        yield f"{pad}}}"
        yield f"{pad[2:]}}}"

    # ---- names -------------------------------------------------------------------------------------------------

    def _items(self) -> int:
        return self.tiling.group[0] * self.tiling.group[1]

    def _counter(self, d: int, indent: int) -> str:
        return self.counter(d, self.kernel.dimensions[d], indent).rstrip("\n")

    def _loop_counter(self, indent: int) -> str:
        distance = f"({self.type})(mrt_start + mrt_step)"
        size = abs(self.tiling.step)
        if size != 1:
            distance += f" * {size}"
        sign = "+" if self.tiling.step > 0 else "-"
        return f"{' ' * indent}const {self.type} {self.tiling.variable} = mrt_begin {sign} {distance};"
