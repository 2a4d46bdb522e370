"""The code with which a work-item finds one of a kernel's iterations by its number."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.quote import statements


def iteration(kernel: Kernel) -> list[c_ast.Node]:
    """Declares the index in each dimension, from `mrt_index`, and the counters of all dimensions."""
    text, rest, last = "", "mrt_index", len(kernel.dimensions) - 1
    for d in range(last):
        if kernel.narrow:
            text += f"const ulong mrt_rest{d} = mrt_quotient({rest}, mrt_count{d});"
            text += f"const ulong mrt_id{d} = {rest} - mrt_rest{d} * mrt_count{d};"
            rest = f"mrt_rest{d}"
        else:
            text += f"const ulong mrt_id{d} = {rest} % mrt_count{d};"
            rest += f" / mrt_count{d}"
    text += f"const ulong mrt_id{last} = {rest};"
    return [*statements(text), *(each.declared(d) for d, each in enumerate(kernel.dimensions))]
