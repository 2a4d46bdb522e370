"""The OpenCL text of a body whose loop is staged: what `mapper.ir.forms.staging.Staging` says.

All work-items of a group go through the same parts of the loop and barriers; those without an iteration stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod

from pycparser import c_ast

from mapper.emit.forms.staging_text import own, staging
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.forms.staging import Staging
from mapper.ir.program.kernel import Dimension, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import IntType

CounterText = Callable[[int, Dimension, int], str]
"""The declaration of a dimension's counter, from its number and the indentation."""


def staged_body(kernel: Kernel, form: Staging, printer: CPrinter, counter: CounterText) -> str:
    """The text between the buffers' declarations and the closing brace."""
    return "".join(f"{line}\n" for line in _Writer(kernel, form, printer, counter).lines())


class _Writer:
    """Writes one body, line by line."""

    def __init__(self, kernel: Kernel, form: Staging, printer: CPrinter, counter: CounterText) -> None:
        self.kernel = kernel
        self.form = form
        self.printer = printer
        self.counter = counter
        self.rank = len(kernel.dimensions)
        ctype = kernel.symbols[form.variable]
        assert isinstance(ctype, IntType)
        self.type = build.device_name(ctype)

    def lines(self) -> Iterator[str]:
        """All lines."""
        yield from self._begin()
        yield from self._inside(self.form.before, 2)
        yield from self._parts()
        yield from self._inside(self.form.after, 2)

    def _begin(self) -> Iterator[str]:
        """What lives as long as the kernel."""
        form = self.form
        for number, tile in enumerate(form.tiles):
            name = f"{build.device_name(tile.type)} mrt_halo{number}[{tile.elements((form.steps, 1))}]"
            yield f"  __local {name} __attribute__((aligned(16)));"
        item = f"get_local_id(1) * {form.group[0]} + get_local_id(0)" if self.rank > 1 else "get_local_id(0)"
        yield f"  const uint mrt_item = {item};"
        for d in range(self.rank):
            yield f"  const ulong mrt_id{d} = get_global_id({d});"
        inside = " && ".join(f"mrt_id{d} < mrt_count{d}" for d in range(self.rank))
        yield f"  const int mrt_inside = {inside};"
        for d, dimension in enumerate(self.kernel.dimensions):
            yield self.counter(d, dimension, 2).rstrip("\n")
        for name, ctype in form.private:
            yield f"  {self.printer.visit(build.declaration(name, ctype))};"
        yield f"  const {self.type} mrt_begin = {self.printer.visit(form.lower)};"
        yield f"  const ulong mrt_trips = {self.printer.visit(form.trips)};"

    def _parts(self) -> Iterator[str]:
        form = self.form
        yield "  #pragma unroll 1"
        yield f"  for (ulong mrt_start = 0; mrt_start < mrt_trips; mrt_start += {form.steps})"
        yield "  {"
        yield f"    const uint mrt_steps = (uint)min(mrt_trips - mrt_start, (ulong){form.steps});"
        counter = f"    const {self.type} {form.variable} = mrt_begin + ({self.type})mrt_start;"
        for number, tile in enumerate(form.tiles):
            items = prod(form.group)
            for line in staging(number, tile, (form.steps, 1), items, ["mrt_steps"], [counter], self.printer):
                yield f"  {line}"
        yield "    barrier(CLK_LOCAL_MEM_FENCE);"
        yield f"    if (mrt_inside && mrt_steps == {form.steps})"
        yield "    {"
        yield from self._steps(f"unroll {form.spread}", str(form.steps))
        yield "    }"
        yield "    else if (mrt_inside)"
        yield "    {"
        yield from self._steps("unroll 1", "mrt_steps")
        yield "    }"
        yield "    barrier(CLK_LOCAL_MEM_FENCE);"
        yield "  }"

    def _steps(self, pragma: str, number: str) -> Iterator[str]:
        """The iterations of a part."""
        form = self.form
        yield f"      #pragma {pragma}"
        yield f"      for (uint mrt_step = 0; mrt_step < {number}; mrt_step++)"
        yield "      {"
        start = f"mrt_begin + ({self.type})(mrt_start + mrt_step)"
        yield f"        const {self.type} {form.variable} = {start};"
        for tile_number, tile in enumerate(form.tiles):
            yield f"        const int mrt_own{tile_number} = {own(tile, (form.steps, 1), ['mrt_step'])};"
        for item in form.inner.block_items or []:
            yield self.printer.statement(item, 8).rstrip("\n")
        yield "      }"

    def _inside(self, block: c_ast.Compound, indent: int) -> Iterator[str]:
        """Statements of work-items with an iteration."""
        if not block.block_items:
            return
        pad = " " * indent
        yield f"{pad}if (mrt_inside)"
        yield f"{pad}{{"
        for item in block.block_items:
            yield self.printer.statement(item, indent + 2).rstrip("\n")
        yield f"{pad}}}"
