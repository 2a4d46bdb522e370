"""What the functions of a kernel begin with, as trees: their parameters, and the pointers to buffers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.types import innermost
from mapper.emit.opencl import cells_text, check_text
from mapper.emit.opencl.reduction_text import PARTIALS
from mapper.ir.forms.batched import turns_of
from mapper.ir.forms.expanded import STRIDE
from mapper.ir.program.kernel import Access, Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, ULONG, CType, FloatType, IntType, PointerType
from mapper.ir.trees.quote import declarations, expression


def parameters(kernel: Kernel) -> Iterator[c_ast.Decl]:
    """The parameters of a function that runs one launch, without those that it has besides the kernel's."""
    for parameter in kernel.passed:
        if isinstance(parameter, Buffer):
            yield from _memory(parameter, kernel)
            yield from (build.declaration(name, LONG) for name in parameter.names[1:])
        else:
            yield build.declaration(parameter.name, parameter.type)
    for each in kernel.expanded:
        yield build.declaration(f"{each.name}_base", PointerType(each.element), "__global")
        yield build.declaration(f"{each.name}_offset", LONG)
        yield build.declaration(each.step_name, LONG)
    if kernel.steps is not None:
        yield from cells_text.parameters()
    yield from (build.declaration(f"mrt_count{d}", ULONG) for d in range(len(kernel.dimensions)))
    if kernel.reductions or kernel.stops:
        yield build.declaration(PARTIALS, PointerType(ULONG), "__global")
    yield from check_text.parameters(kernel)
    for buffer in kernel.buffers:
        if buffer.layout is not None and buffer.layout.copy and buffer.layout.rows:
            yield build.declaration(buffer.layout.rows, ULONG)


def shared_parameters(kernel: Kernel) -> Iterator[c_ast.Decl]:
    """The parameters for buffers; what other work-groups may write between two launches is not `restrict`."""
    for each in kernel.buffers:
        apart = each.apart and Access.WRITE not in each.access and each.name not in turns_of(kernel)
        yield from _memory(replace(each, apart=apart), kernel)


def pointers(kernel: Kernel, launches: bool) -> Iterator[c_ast.Decl]:
    """The declarations of the pointers to buffers, and to a work-item's own arrays in global memory.

    A function that runs `launches` declares those that take turns itself.
    """
    for buffer in kernel.buffers:
        if launches and buffer.name in turns_of(kernel):
            continue
        first = expression("(__global char *)$base + $offset", **_names(buffer.name))
        yield _pointer(buffer.name, buffer.element, first)
    for each in kernel.expanded:
        first = expression(
            "(__global char *)$base + $offset + get_global_id(0) * $step", **_names(each.name), step=each.step_name
        )
        yield _pointer(each.name, each.element, first)
    if any(each.apart for each in kernel.expanded):
        yield from declarations("const long $stride = MRT_LANES > 1 ? get_global_size(0) : 1;", stride=STRIDE)


def _names(name: str) -> dict[str, str]:
    return {"base": f"{name}_base", "offset": f"{name}_offset"}


def _pointer(name: str, element: CType, first: c_ast.Node) -> c_ast.Decl:
    pointer = PointerType(element)
    return build.declaration(name, pointer, "__global", build.cast(pointer, first, "__global"))


def _memory(buffer: Buffer, kernel: Kernel) -> Iterator[c_ast.Decl]:
    """The pointer that the kernel gets, and how many bytes behind it the buffer begins."""
    read_only = buffer.apart and Access.WRITE not in buffer.access
    target = PointerType(_element(buffer.element))
    declared = build.declaration(f"{buffer.name}_base", target, "const __global" if read_only else "__global")
    if buffer.apart and not (read_only and _may_be_chosen(buffer, kernel)):
        assert isinstance(declared.type, c_ast.PtrDecl)
        declared.type.quals = ["restrict"]
    yield declared
    yield build.declaration(f"{buffer.name}_offset", LONG)


def _may_be_chosen(buffer: Buffer, kernel: Kernel) -> bool:
    """Whether the device's compiler may make one load of a load from a buffer and one of what the kernel changes.

    NVIDIA's makes `*(c ? &a[i] : &b[i])` of `c ? a[i] : b[i]`, and loads that through the cache that does not see
    stores if `a` is `restrict` and never written, even if the kernel writes `b`, or what `b` points to through
    another pointer.  Where the written pointers are `restrict`, that the others are not says nothing less about
    what may be the same memory.
    """
    read = [each for each in kernel.buffers if Access.READ in each.access]
    changed = [each.element for each in read if Access.WRITE in each.access or not each.apart]
    return any(_alike(buffer.element, each) for each in [*changed, *(own.element for own in kernel.expanded)])


def _alike(one: CType, other: CType) -> bool:
    """Whether elements of two arrays may be loaded alike: numbers of one size, and members of structures."""
    bits = [each.bits if isinstance(each, IntType | FloatType) else None for each in map(innermost, (one, other))]
    return None in bits or bits[0] == bits[1]


def _element(ctype: CType) -> CType:
    """What a buffer is declared to hold: bytes for arrays of bytes.

    The offset in bytes is added to that pointer, and compilers would take it for a subscript of the first array,
    which Oclgrind then finds too large.
    """
    inner = innermost(ctype)
    return inner if isinstance(inner, IntType) and inner.bits == 8 else ctype
