"""The functions of lowered kernels that no one transformation makes: those for blocks, and the plain ones."""

from __future__ import annotations

from dataclasses import replace

from mapper.ir.forms.blocks import Blocks, plain_name
from mapper.ir.forms.entry import Entry, Lanes
from mapper.ir.program.iteration import one_iteration
from mapper.ir.program.kernel import Kernel
from mapper.transforms.frame.base import Lowering


def _blocks(kernel: Kernel) -> Kernel:
    """The kernel with a function for each size of its blocks; the first one has the kernel's name."""
    blocks = kernel.form(Blocks)
    sizes = blocks.sizes if blocks is not None else ()
    made = [
        Entry(each.name(kernel.name) if number else kernel.name, each.body, group=tuple(map(str, each.group)))
        for number, each in enumerate(sizes)
    ]
    if blocks is not None and blocks.many:
        made.append(Entry(plain_name(kernel.name), one_iteration(kernel)))
    return replace(kernel, entries=(*kernel.entries, *made)) if sizes else kernel


def _plain(kernel: Kernel) -> Kernel:
    """The kernel with a function of its own name for any number of lanes."""
    known = {entry.lanes for entry in kernel.entries if entry.name == kernel.name}
    if Lanes.ANY in known or Lanes.ONE in known:
        return kernel
    lanes = Lanes.ONE if known else Lanes.ANY
    return replace(kernel, entries=(*kernel.entries, Entry(kernel.name, one_iteration(kernel), lanes)))


BLOCKS = Lowering("blocks", _blocks)
PLAIN = Lowering("plain", _plain)
