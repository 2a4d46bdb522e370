"""Prints kernels as the OpenCL C 1.2 text of one program.

The text holds, in order: pragmas, the types that kernels use, helper functions for atomics, device copies of
the user's functions, and one `__kernel` for each loop.  The layout of the arguments is the one that `mrt_launch`
in `runtime/mapper_rt_launch.h` promises.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.types import innermost
from mapper.emit.opencl import cells_text, check_text
from mapper.emit.opencl.helpers import helpers
from mapper.emit.opencl.layout_text import definitions
from mapper.emit.opencl.pragmas import pragmas
from mapper.emit.opencl.reduction_text import PARTIALS
from mapper.emit.opencl.stop_text import KernelPrinter
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.builtins import tables
from mapper.ir.forms.entry import Entry, Lanes
from mapper.ir.forms.expanded import STRIDE
from mapper.ir.program.kernel import Access, Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType, IntType, PointerType


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
    alignment = kernel.wide.get(getattr(declaration, "name", None) or "", 0)
    aligned = f" __attribute__((aligned({alignment})))" if alignment else ""
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

    def _head(self, name: str, *more: str) -> str:
        """What a function begins with: its parameters, the pointers to buffers, and flags."""
        head = f"__kernel void {name}({', '.join([*self._parameters(), *more])})\n{{\n{self._buffers()}"
        return head + (self.printer.flags if self.stops else "")

    def _entry(self, entry: Entry) -> str:
        """A function of the kernel's."""
        size = ", ".join([*entry.group, "1", "1", "1"][:3])
        attribute = f"__attribute__((reqd_work_group_size({size})))\n" if entry.group else ""
        more = [self.printer.visit(each) for each in entry.parameters]
        if entry.launches:
            head = f"__kernel void {entry.name}({', '.join([*self._shared(), *more])})\n{{\n{self._buffers()}"
        else:
            head = self._head(entry.name, *more)
        return f"{attribute}{head}{self._items(entry.body, 2)}}}\n"

    def _shared(self) -> list[str]:
        """The parameters for buffers; what other work-groups may write between two launches is not `restrict`."""
        shared = (
            replace(each, apart=each.apart and Access.WRITE not in each.access) for each in self.kernel.buffers
        )
        return [text for each in shared for text in (self._base(each), f"long {each.name}_offset")]

    def _parameters(self) -> list[str]:
        parameters: list[str] = []
        for parameter in self.kernel.passed:
            if isinstance(parameter, Buffer):
                parameters += [
                    self._base(parameter),
                    f"long {parameter.name}_offset",
                    *(f"long {name}" for name in parameter.names[1:]),
                ]
            else:
                parameters.append(self._declared(parameter.name, parameter.type))
        for each in self.kernel.expanded:
            base = self._declared(f"{each.name}_base", PointerType(each.element), "__global")
            parameters += [base, f"long {each.name}_offset", f"long {each.step_name}"]
        if self.kernel.steps is not None:
            parameters += cells_text.PARAMETERS
        parameters += [f"ulong mrt_count{d}" for d in range(len(self.kernel.dimensions))]
        if self.kernel.reductions or self.stops:
            parameters.append(f"__global ulong *{PARTIALS}")
        parameters += check_text.parameters(self.kernel)
        parameters += [
            f"ulong {each.layout.rows}"
            for each in self.kernel.buffers
            if each.layout is not None and each.layout.copy and each.layout.rows
        ]
        return parameters

    def _base(self, buffer: Buffer) -> str:
        """The pointer that the kernel gets."""
        name, element = f"{buffer.name}_base", _element(buffer.element)
        if not buffer.apart:
            return self._declared(name, PointerType(element), "__global")
        space = "__global" if Access.WRITE in buffer.access else "const __global"
        declared = build.declaration(name, PointerType(element), space)
        pointer = declared.type
        assert isinstance(pointer, c_ast.PtrDecl)
        pointer.quals = ["restrict"]
        return self.printer.visit(declared)

    def _declared(self, name: str, ctype: CType, space: str = "") -> str:
        return self.printer.visit(build.declaration(name, ctype, space))

    def _buffers(self) -> str:
        lines = []
        for buffer in self.kernel.buffers:
            pointer = PointerType(buffer.element)
            target = self.printer.visit(build.typename(pointer, "__global"))
            lines.append(
                f"  {self._declared(buffer.name, pointer, '__global')} = "
                f"({target})((__global char *){buffer.name}_base + {buffer.name}_offset);\n"
            )
        return "".join([*lines, *self._expanded()])

    def _expanded(self) -> Iterator[str]:
        """The work-item's own arrays in global memory."""
        for each in self.kernel.expanded:
            pointer = PointerType(each.element)
            target = self.printer.visit(build.typename(pointer, "__global"))
            own = f"(__global char *){each.name}_base + {each.name}_offset + get_global_id(0) * {each.step_name}"
            yield f"  {self._declared(each.name, pointer, '__global')} = ({target})({own});\n"
        if self.kernel.expanded:
            yield f"  const long {STRIDE} = MRT_LANES > 1 ? get_global_size(0) : 1;\n"

    def _items(self, body: c_ast.Compound, indent: int) -> str:
        return "".join(self.printer.statement(item, indent) for item in body.block_items or [])


def _element(ctype: CType) -> CType:
    """What a buffer is declared to hold: bytes for arrays of bytes.

    The offset in bytes is added to that pointer, and compilers would take it for a subscript of the first array,
    which Oclgrind then finds too large.
    """
    inner = innermost(ctype)
    return inner if isinstance(inner, IntType) and inner.bits == 8 else ctype
