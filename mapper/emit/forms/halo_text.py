"""The OpenCL text of a body with tiles and halos: what `mapper.ir.forms.staging.Halo` says.

All work-items of a group stage, those without an iteration too, and meet at one barrier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod

from mapper.emit.forms.staging_text import own, staging
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.forms.staging import Halo, Tiled
from mapper.ir.program.kernel import Dimension, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.names import names_in

CounterText = Callable[[int, Dimension, int], str]
"""The declaration of a dimension's counter, from its number and the indentation."""


def halo_body(kernel: Kernel, halo: Halo, printer: CPrinter, counter: CounterText) -> str:
    """The text between the buffers' declarations and the closing brace."""
    return "".join(f"{line}\n" for line in _Writer(kernel, halo, printer, counter).lines())


class _Writer:
    """Writes one body, line by line."""

    def __init__(self, kernel: Kernel, halo: Halo, printer: CPrinter, counter: CounterText) -> None:
        self.kernel = kernel
        self.halo = halo
        self.printer = printer
        self.counter = counter
        self.rank = len(kernel.dimensions)
        self.each = halo.block[1] // halo.group[1]

    def lines(self) -> Iterator[str]:
        """All lines."""
        for number, tile in enumerate(self.halo.tiles):
            size = tile.elements(self.halo.block)
            yield f"  __local {build.device_name(tile.type)} mrt_halo{number}[{size}];"
        yield from self._places()
        for number, tile in enumerate(self.halo.tiles):
            yield from self._stage(number, tile)
        if self.halo.tiles:
            yield "  barrier(CLK_LOCAL_MEM_FENCE);"
        yield from self._iterations()

    def _places(self) -> Iterator[str]:
        """Where the group's block begins, and how many iterations it has."""
        group, block = self.halo.group, self.halo.block
        used = range(min(self.rank, 2))
        for d in used:
            yield f"  const uint mrt_item{d} = get_local_id({d});"
        item = f"mrt_item1 * {group[0]} + mrt_item0" if self.rank > 1 else "mrt_item0"
        if self.halo.tiles:
            yield f"  const uint mrt_item = {item};"
        for d in used:
            each = f" * {block[d] // group[d]}" if block[d] != group[d] else ""
            first = f"get_global_id({d}) - mrt_item{d}"
            yield f"  const ulong mrt_first{d} = {f'({first}){each}' if each else first};"
            yield f"  const uint mrt_have{d} = (uint)min(mrt_count{d} - mrt_first{d}, (ulong){block[d]});"
        if self.rank > 2:
            yield "  const ulong mrt_id2 = get_global_id(2);"

    def _iterations(self) -> Iterator[str]:
        """The iterations of one work-item: of a whole block together, so that they share what they load."""
        yield "  const ulong mrt_id0 = get_global_id(0);"
        inside = ["mrt_item0 < mrt_have0"]
        if self.each == 1:
            if self.rank > 1:
                inside.append("mrt_item1 < mrt_have1")
                yield "  const ulong mrt_id1 = mrt_first1 + mrt_item1;"
            yield f"  if ({' && '.join(inside)})"
            yield from self._iteration("mrt_item1", 2)
            return
        yield f"  if ({' && '.join(f'mrt_have{d} == {items}' for d, items in enumerate(self.halo.block))})"
        yield "  {"
        yield from self._turns("unroll", "")
        yield "  }"
        yield "  else"
        yield "  {"
        yield from self._turns("unroll 1", f"{' && '.join(inside)} && mrt_row < mrt_have1")
        yield "  }"

    def _turns(self, pragma: str, condition: str) -> Iterator[str]:
        """The iterations that follow each other in dimension 1."""
        yield f"    #pragma {pragma}"
        yield f"    for (uint mrt_turn = 0; mrt_turn < {self.each}; mrt_turn++)"
        yield "    {"
        yield f"      const uint mrt_row = mrt_item1 * {self.each} + mrt_turn;"
        yield "      const ulong mrt_id1 = mrt_first1 + mrt_row;"
        if condition:
            yield f"      if ({condition})"
        yield from self._iteration("mrt_row", 6)
        yield "    }"

    def _iteration(self, row: str, indent: int) -> Iterator[str]:
        """One iteration, in a block of its own."""
        pad, names = " " * indent, names_in(self.halo.body)
        yield f"{pad}{{"
        for d, dimension in enumerate(self.kernel.dimensions):
            if dimension.variable in names:
                yield self.counter(d, dimension, indent + 2).rstrip("\n")
        for number, tile in enumerate(self.halo.tiles):
            yield f"{pad}  const int mrt_own{number} = {own(tile, self.halo.block, ('mrt_item0', row))};"
        for item in self.halo.body.block_items or []:
            yield self.printer.statement(item, indent + 2).rstrip("\n")
        yield f"{pad}}}"

    def _stage(self, number: int, tile: Tiled) -> Iterator[str]:
        """Loads one tile."""
        names = {name for each in tile.sides for name in names_in(each.start)}
        counters = [f"    const ulong mrt_id{d} = mrt_first{d};" for d in range(min(self.rank, 2))]
        for d, dimension in enumerate(self.kernel.dimensions):
            if dimension.variable in names:
                counters.append(self.counter(d, dimension, 4).rstrip("\n"))
        group = prod(self.halo.group)
        yield from staging(
            number, tile, self.halo.block, group, ("mrt_have0", "mrt_have1"), counters, self.printer
        )
