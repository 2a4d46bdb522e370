"""Whether the work-items of a kernel write what they read of a private variable, element by element.

This is array data-flow analysis over the kernel and the device functions that it calls
(`mapper.analysis.dependences`).
"""

from __future__ import annotations

from collections.abc import Sequence

from mapper.analysis.dependences import exposed_reads, private_roots
from mapper.analysis.kernelwalk import collect
from mapper.analysis.symbols import Symbols
from mapper.ir.kernel import Kernel


def first_exposed(kernel: Kernel, names: Sequence[str], symbols: Symbols) -> str | None:
    """The first of some private variables that a work-item may read before it writes it; None: there is none."""
    if not names:
        return None
    found = collect(kernel, symbols)
    roots = private_roots(found)
    for name in names:
        root = roots.get(name)
        if not found.complete or root is None or exposed_reads(found, root):
            return name
    return None
