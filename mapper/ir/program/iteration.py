"""The code with which work-items find the iterations of a kernel that they run."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.quote import expression, statements


def all_iterations(kernel: Kernel) -> c_ast.Node:
    """The number of all iterations."""
    return expression(" * ".join(f"mrt_count{d}" for d in range(len(kernel.dimensions))))


def counters(kernel: Kernel) -> list[c_ast.Node]:
    """Declares the counters of all dimensions, from the indices."""
    return [each.declared(d) for d, each in enumerate(kernel.dimensions)]


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
    return [*statements(text), *counters(kernel)]


def one_iteration(kernel: Kernel) -> c_ast.Compound:
    """What a work-item runs that has one iteration at most: that of its place in the ND-range."""
    dimensions = range(len(kernel.dimensions))
    indices = "".join(f"const ulong mrt_id{d} = get_global_id({d});" for d in dimensions)
    beyond = " || ".join(f"mrt_id{d} >= mrt_count{d}" for d in dimensions)
    made = statements(
        f"{indices} if ({beyond}) return; $counters; $body;", counters=counters(kernel), body=kernel.body
    )
    return c_ast.Compound([*made, *stopped(kernel)])


def stopped(kernel: Kernel) -> list[c_ast.Node]:
    """Where a work-item goes on that stops: nowhere in a kernel in which none does."""
    if not kernel.stops:
        return []
    flag = "max(mrt_stopped[0], 1)" if kernel.checks is not None else "1"
    return statements(f"if (0) mrt_stopping: *mrt_stop = {flag};")
