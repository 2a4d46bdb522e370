"""Prints kernels as the OpenCL C 1.2 text of one program.

The text holds, in order: pragmas, the types that kernels use, helper functions for atomics, device copies of
the user's functions, and one `__kernel` for each loop.  The layout of the arguments is the one that `mrt_launch`
in `runtime/mapper_rt_launch.h` promises.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pycparser import c_ast

from mapper.emit.opencl.heads import parameters, pointers, shared_parameters
from mapper.emit.opencl.helpers import helpers
from mapper.emit.opencl.layout_text import definitions
from mapper.emit.opencl.pragmas import pragmas
from mapper.emit.opencl.stop_text import KernelPrinter
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.builtins import tables
from mapper.ir.forms.entry import Entry, Lanes
from mapper.ir.program.kernel import Kernel


def print_kernels(kernels: Sequence[Kernel]) -> str:
    """The OpenCL C text of a program that holds lowered `kernels`; the empty string when there are none."""
    if not kernels:
        return ""
    return "\n".join(_sections(kernels))


def _sections(kernels: Sequence[Kernel]) -> list[str]:
    sections = [pragmas(kernels)]
    types: dict[str, None] = {}
    for kernel in kernels:
        for declaration in kernel.types:
            types.setdefault(_declared(declaration, kernel) + ";\n")
    sections += types
    sections += definitions(kernels)
    if any(buffer.table for kernel in kernels for buffer in kernel.buffers):
        sections.append(tables.ROW_FUNCTION)
    if any(buffer.nulls for kernel in kernels for buffer in kernel.buffers):
        sections.append(tables.NULL_FUNCTION)
    sections += helpers(kernels)
    functions: dict[str, None] = {}
    for kernel in kernels:
        printer = KernelPrinter(kernel)
        for function in kernel.functions:
            functions.setdefault(printer.prototype(function))
    if functions:
        sections.append("".join(functions))
    bodies: dict[str, None] = {}
    for kernel in kernels:
        printer = KernelPrinter(kernel)
        for function in kernel.functions:
            bodies.setdefault(printer.function(function))
    sections += bodies
    sections += [KernelText(kernel).text() for kernel in kernels]
    return sections


def _declared(declaration: c_ast.Node, kernel: Kernel) -> str:
    """A type's declaration, with the alignment that the kernel asks for."""
    name = getattr(declaration, "name", None) or ""
    packed = "packed, " if name in kernel.packed else ""
    alignment = kernel.packed.get(name) or kernel.wide.get(name, 0)
    aligned = f" __attribute__(({packed}aligned({alignment})))" if alignment else ""
    return CPrinter().visit(declaration) + aligned


class KernelText:
    """The text of one kernel."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        self.printer = KernelPrinter(kernel)
        self.stops = kernel.stops

    def text(self) -> str:
        """All of it, opened by a comment that names the loop's place."""
        kernel = self.kernel
        where = f"/* {kernel.where}"
        done = [applied.transform for applied in kernel.applied if applied.refusal is None]
        where += f" ({', '.join(done)}) */\n" if done else " */\n"
        plain, several, one = (self._entries(each) for each in (Lanes.ANY, Lanes.SEVERAL, Lanes.ONE))
        if not several:
            return f"{where}{plain}"
        return f"{where}{plain}#if MRT_LANES > 1\n{several}{f'#else{chr(10)}{one}' if one else ''}#endif\n"

    def _entries(self, lanes: Lanes) -> str:
        """The functions for some numbers of lanes."""
        return "".join(self._entry(entry) for entry in self.kernel.entries if entry.lanes is lanes)

    def _entry(self, entry: Entry) -> str:
        """A function of the kernel's."""
        size = ", ".join([*entry.group, "1", "1", "1"][:3])
        attribute = f"__attribute__((reqd_work_group_size({size})))\n" if entry.group else ""
        given = shared_parameters(self.kernel) if entry.launches else parameters(self.kernel)
        listed = ", ".join(self.printer.visit(each) for each in (*given, *entry.parameters))
        flags = self.printer.flags if self.stops and not entry.launches else ""
        begin = self._statements(pointers(self.kernel, entry.launches)) + flags
        body = self._statements(entry.body.block_items or [])
        return f"{attribute}__kernel void {entry.name}({listed})\n{{\n{begin}{body}}}\n"

    def _statements(self, items: Iterable[c_ast.Node]) -> str:
        return "".join(self.printer.statement(item, 2) for item in items)
