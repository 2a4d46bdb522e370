"""The grid-stride function of a kernel: a work-item runs several iterations; for reductions and large arrays.

A work-group's accumulators become one value each, in a tree.  Its first work-item stores them as partial results
for the host, or the last work-group of the launch folds those of all groups (`cell_code.py`).
"""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.ir.builtins.reductions import combine, identity
from mapper.ir.forms.entry import Entry, Lanes
from mapper.ir.program.iteration import all_iterations, iteration, stopped
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.quote import statements
from mapper.transforms.frame.base import Lowering
from mapper.transforms.launches.cell_code import TICKET, accumulators, finish


def _grid_stride(kernel: Kernel) -> Kernel:
    if not kernel.reductions and not kernel.expanded:
        return kernel
    group = ("MRT_GROUP_SIZE",) if kernel.reductions else ()
    return replace(kernel, entries=(*kernel.entries, Entry(kernel.name, grid_stride(kernel), Lanes.ANY, group)))


LOWERING = Lowering("reductions", _grid_stride)


def grid_stride(kernel: Kernel) -> c_ast.Compound:
    """The iterations of a work-item, and the folding of the results of reductions."""
    folded = kernel.steps if kernel.folds else None
    tree = _sums(kernel) if kernel.reductions else []
    if folded is not None:
        tree += finish(kernel, folded, tree)
    elif kernel.reductions:
        tree += _given(kernel)
    return c_ast.Compound(
        statements(
            f"""
            {TICKET if folded is not None else ""}
            $starts;
            const ulong mrt_total = $total;
            const ulong mrt_end = MRT_END(mrt_total);
            for (ulong mrt_index = MRT_BEGIN(mrt_total); mrt_index < mrt_end; mrt_index += MRT_STEP) {{
              $iteration;
              $body;
            }}
            $stopped;
            {"const uint mrt_lane = get_local_id(0);" if kernel.reductions else ""}
            $tree;""",
            starts=started(kernel),
            total=all_iterations(kernel),
            iteration=iteration(kernel),
            body=kernel.body,
            stopped=stopped(kernel),
            tree=tree,
        )
    )


def started(kernel: Kernel) -> list[c_ast.Node]:
    """The accumulators of a work-item, and a work-group's memory to fold them."""
    local = _each(kernel, "__local $kind mrt_shared$number[MRT_GROUP_SIZE];")
    return statements(local + _each(kernel, "$kind $sum$number = $start;"), **accumulators(kernel))


def left(kernel: Kernel) -> list[c_ast.Node]:
    """One value of each accumulator of a work-group goes to the partial results, for the host."""
    return [*statements("const uint mrt_lane = get_local_id(0);"), *_sums(kernel), *_given(kernel)]


def _given(kernel: Kernel) -> list[c_ast.Node]:
    return statements(f"if (mrt_lane == 0) {{ const size_t mrt_group = get_group_id(0); {_stores(kernel)} }}")


def _each(kernel: Kernel, text: str) -> str:
    """A text for each reduction, with its number, its type, and what its accumulator begins with."""
    return "".join(
        text.replace("$number", str(number))
        .replace("$kind", build.device_name(each.type))
        .replace("$start", identity(each.operator, each.type))
        for number, each in enumerate(kernel.reductions)
    )


def _sums(kernel: Kernel) -> list[c_ast.Node]:
    """One value of each accumulator of a work-group, in a tree."""
    folds = "".join(
        f"{left} = {combine(each.operator, left, f'mrt_shared{number}[mrt_lane + mrt_half]')};"
        for number, each in enumerate(kernel.reductions)
        for left in [f"mrt_shared{number}[mrt_lane]"]
    )
    return statements(
        f"""
        {_each(kernel, "mrt_shared$number[mrt_lane] = $sum$number;")}
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint mrt_half = MRT_GROUP_SIZE / 2; mrt_half > 0; mrt_half /= 2) {{
          if (mrt_lane < mrt_half) {{ {folds} }}
          barrier(CLK_LOCAL_MEM_FENCE);
        }}""",
        **accumulators(kernel),
    )


def _stores(kernel: Kernel) -> str:
    """A work-group's results go to their slots of the partial results."""
    text = ""
    for number, each in enumerate(kernel.reductions):
        slot = f"{number} * get_num_groups(0) + mrt_group" if number else "mrt_group"
        text += f"*(__global {build.device_name(each.type)} *)&mrt_partials[{slot}] = mrt_shared{number}[0];"
    return text
