"""The code over cells: scalars that are in the device's memory while a chain of kernels runs (`ir.program.cells`).

A kernel with reductions is finished by its last work-group: each group leaves its partial results and takes a
ticket, and the one with the last ticket folds all of them, always in the same order, whichever group it is.  Then
one work-item adds them to the cells and runs the assignments around the loop.  Partial results are passed by
atomic operations, two words each: OpenCL 1.2 promises nothing else between work-groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.ir.builtins.reductions import combine, identity
from mapper.ir.forms.entry import Entry
from mapper.ir.program.cells import CELLS, Cells, Steps, assigned, exposed
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import rebuilt
from mapper.ir.trees.quote import Hole, statements
from mapper.transforms.frame.base import Lowering

TICKET = "volatile __global uint *const mrt_ticket = (volatile __global uint *)mrt_partials++;"
"""The first partial result counts the work-groups that have left theirs; it is 0 between launches."""


def _with_cells(kernel: Kernel) -> Kernel:
    """The kernel with what its functions do first with cells, if it is one of a chain."""
    steps = kernel.steps
    if steps is None:
        return kernel

    def begun(entry: Entry) -> Entry:
        head = _head(steps, stores=entry.first and not kernel.folds)
        return replace(entry, body=c_ast.Compound([*head, *(entry.body.block_items or [])]))

    return replace(kernel, entries=tuple(map(begun, kernel.entries)))


LOWERING = Lowering("scalars", _with_cells)


def _head(steps: Steps, *, stores: bool) -> list[c_ast.Node]:
    """What a function begins with: its values, and the assignments before the loop, where it `stores` them."""
    cells = steps.cells
    made = [*_copies(cells, steps.before, exposed(steps.before)), *_on_copies(cells, steps.before)]
    address = f"(__global char *){CELLS}_base + {CELLS}_offset"
    found = statements(f"__global double *{CELLS} = (__global double *)({address});")
    if steps.computes:
        found += made
    for parameter, variable in steps.loads:
        known = steps.computes and variable in assigned(steps.before)
        value = _copy(cells, variable) if known else cells.place(variable)
        found += statements(f"double $parameter = {value};", parameter=parameter)
    if steps.before and stores:
        stored = statements(_stored(cells, assigned(steps.before)))
        found += statements(
            "if (get_global_id(0) + get_global_id(1) + get_global_id(2) == 0) { $inner; }",
            inner=stored if steps.computes else [*made, *stored],
        )
    return found


def finish(kernel: Kernel, steps: Steps, tree: Sequence[c_ast.Node]) -> list[c_ast.Node]:
    """What follows a work-group's tree: its results are passed on, and the last group takes them all.

    `tree` makes one value of each array of a group.
    """
    given, taken = "", ""
    for number, each in enumerate(kernel.reductions):
        first = f"{2 * number} * (uint)get_num_groups(0) + " if number else ""
        for word in range(2):
            value = f"as_uint2(mrt_shared{number}[0]).{'xy'[word]}"
            given += f"atomic_xchg(&mrt_words[{first}{word}], {value});"
        slot = f"({number} * (uint)get_num_groups(0) + mrt_from)" if number else "mrt_from"
        taken += f"""
            $sum{number} = {identity(each.operator, each.type)};
            for (uint mrt_from = mrt_lane; mrt_from < (uint)get_num_groups(0); mrt_from += MRT_GROUP_SIZE) {{
              volatile __global uint *mrt_words = (volatile __global uint *)mrt_partials + 2 * {slot};
              const uint2 mrt_pair = {{atomic_or(&mrt_words[0], 0), atomic_or(&mrt_words[1], 0)}};
              const double mrt_next = as_double(mrt_pair);
              $sum{number} = {combine(each.operator, f"$sum{number}", "mrt_next")};
            }}"""
    return statements(
        f"""
        __local uint mrt_last;
        if (mrt_lane == 0) {{
          volatile __global uint *mrt_words = (volatile __global uint *)mrt_partials + 2 * get_group_id(0);
          {given}
          MRT_FENCE();
          mrt_last = atomic_inc(mrt_ticket) == (uint)get_num_groups(0) - 1;
        }}
        barrier(CLK_LOCAL_MEM_FENCE);
        if (mrt_last) {{
          MRT_FENCE();
          {taken}
          $tree;
          if (mrt_lane == 0) {{
            $settle;
            atomic_xchg(mrt_ticket, 0);
          }}
        }}""",
        tree=tree,
        settle=_settle(kernel, steps),
        **accumulators(kernel),
    )


def accumulators(kernel: Kernel) -> dict[str, Hole]:
    """The holes $sum0, $sum1, ...: the names of the accumulators."""
    return {f"sum{number}": each.name for number, each in enumerate(kernel.reductions)}


def _settle(kernel: Kernel, steps: Steps) -> list[c_ast.Node]:
    """The end of the kernel, by one work-item: assignments before the loop, sums, assignments behind it."""
    cells = steps.cells
    targets = [each.target.name for each in kernel.reductions]  # type: ignore[attr-defined]
    changed = assigned((*steps.before, *steps.after)) | set(targets)
    later = exposed(steps.after) | set(targets)
    read = exposed(steps.before) | later - assigned(steps.before)
    sums = ""
    for number, (name, each) in enumerate(zip(targets, kernel.reductions, strict=True)):
        copy = _copy(cells, name)
        sums += f"{copy} = {combine(each.operator, copy, f'mrt_shared{number}[0]')};"
    return [
        *statements("".join(_declared(cells, name, name in read) for name in sorted(changed | read))),
        *_on_copies(cells, steps.before),
        *statements(sums),
        *_on_copies(cells, steps.after),
        *statements(_stored(cells, changed)),
    ]


def _copy(cells: Cells, name: str) -> str:
    """A variable's private copy."""
    return f"mrt_cell{cells.at(name)}"


def _stored(cells: Cells, names: Iterable[str]) -> str:
    return "".join(f"{cells.place(name)} = {_copy(cells, name)};" for name in sorted(names))


def _declared(cells: Cells, name: str, read: bool) -> str:
    return f"double {_copy(cells, name)}{f' = {cells.place(name)}' if read else ''};"


def _copies(cells: Cells, steps: Sequence[c_ast.Assignment], read: frozenset[str]) -> list[c_ast.Node]:
    """The private copies for some assignments, with the values of those that are read."""
    return statements("".join(_declared(cells, name, name in read) for name in sorted(read | assigned(steps))))


def _on_copies(cells: Cells, steps: Sequence[c_ast.Assignment]) -> list[c_ast.Node]:
    """The assignments, with private copies in place of variables."""

    def renamed(node: c_ast.Node) -> c_ast.Node:
        if isinstance(node, c_ast.ID):
            return c_ast.ID(_copy(cells, node.name)) if node.name in cells.names else node
        return rebuilt(node, renamed)

    return [renamed(step) for step in steps]
