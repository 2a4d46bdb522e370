"""Kernels that are only right where their arrays don't overlap, which the run-time library then checks."""

from __future__ import annotations

from dataclasses import replace

from mapper.ir.kernel import Access, Buffer, Kernel


def believed_apart(kernel: Kernel) -> Kernel | None:
    """The kernel with arrays apart that may overlap; None where that is not to be believed, or says nothing new.

    Functions that get several arrays (`smooth(a, b); smooth(b, a)`) look as if each could be any of them.  What
    looks the same in all calls is not believed to be apart.
    """
    plain = {each.name for each in kernel.plain}
    if kernel.buffers_apart or not any(each.overlaps and each.overlaps & plain for each in kernel.plain):
        return None
    written = {each.name for each in kernel.plain if Access.WRITE in each.access}
    for each in kernel.plain:
        if each.overlaps is None or (each.same & plain and (each.name in written or each.same & written)):
            return None

    def believed(buffer: Buffer) -> Buffer:
        if buffer.name not in plain or buffer.overlaps is None:
            return buffer
        return replace(buffer, overlaps=buffer.overlaps - plain)

    parameters = tuple(believed(each) if isinstance(each, Buffer) else each for each in kernel.parameters)
    return replace(kernel, parameters=parameters, buffers_apart=True)
