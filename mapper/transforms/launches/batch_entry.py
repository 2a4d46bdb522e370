"""The function that runs many launches of a kernel, one step each: what `batch` makes when kernels are lowered.

The run-time library starts at most as many work-groups as run at the same time, so that they can wait for each
other between two steps.  `mrt_arrived` counts arrivals in all launches together; `mrt_before` is its value at the
beginning of the launch.

Reductions go on from step to step: their results are those of all steps together, at the end of the launch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pycparser import c_ast

from mapper.ir.forms.batched import Batched, batch_name, turns_of
from mapper.ir.forms.entry import Entry
from mapper.ir.forms.gang import Gang
from mapper.ir.program.iteration import all_iterations, counters
from mapper.ir.program.kernel import Kernel, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import FloatType, PointerType
from mapper.ir.trees.quote import declarations, expression, statements
from mapper.transforms.launches.grid_stride import left, started


def with_batch(kernel: Kernel) -> Kernel:
    """The kernel with its further function if it is to have one; those of a gang are made with it."""
    if kernel.form(Batched) is None or kernel.form(Gang) is not None:
        return kernel
    entry = batch_entry(kernel, kernel.name, single_turns(kernel))
    if kernel.reductions:
        body = c_ast.Compound([*started(kernel), *(entry.body.block_items or []), *left(kernel)])
        partials = declarations("__global ulong *mrt_partials;")
        parameters = (*entry.parameters, *partials)
        entry = replace(entry, body=body, parameters=parameters, group=("MRT_GROUP_SIZE",))
    return replace(kernel, entries=(*kernel.entries, entry))


def batch_entry(kernel: Kernel, function: str, turns: list[c_ast.Node], local: Sequence[c_ast.Node] = ()) -> Entry:
    """The function that runs many launches of one of the kernel's functions.

    `turns` are the iterations of a step, of which there are `mrt_total`.  `local` comes before all steps.
    """
    parameters = declarations(
        """
        struct mrt_batch$width mrt_values;
        uint mrt_steps;
        uint mrt_before;
        volatile __global uint *mrt_arrived;""",
        width=kernel.launch_numbers,
    )
    body = c_ast.Compound([*local, *_steps(kernel, turns)])
    return Entry(batch_name(function), body, parameters=parameters, launches=True)


def _steps(kernel: Kernel, turns: list[c_ast.Node]) -> list[c_ast.Node]:
    """The steps, one after the other: their counts, then their iterations."""
    first, dimensions = len(kernel.values), range(len(kernel.dimensions))
    counts = [
        each
        for d in dimensions
        for each in statements(
            "const ulong mrt_count$d = mrt_values.at[mrt_step][$number];", d=d, number=first + d
        )
    ]
    return statements(
        """
        for (uint mrt_step = 0; mrt_step < mrt_steps; mrt_step++) {
          $counts;
          $places;
          const uint mrt_total = (uint)($total);
          $turns;
          if (mrt_step + 1 < mrt_steps)
            mrt_arrive(mrt_arrived, mrt_before + (mrt_step + 1) * (uint)get_num_groups(0));
        }""",
        counts=counts,
        places=_places(kernel, first + len(kernel.dimensions)),
        total=all_iterations(kernel),
        turns=turns,
    )


def _places(kernel: Kernel, column: int) -> list[c_ast.Node]:
    """The pointers of a step to the buffers that change places, in whose columns the number of another one is."""
    names = turns_of(kernel)
    places = [f"(__global char *){name}_base + {name}_offset" for name in names]
    made: list[c_ast.Node] = []
    for at, name in enumerate(names, column):
        taken = places[-1]
        for number, place in reversed(list(enumerate(places[:-1]))):
            taken = f"mrt_values.at[mrt_step][{at}] == {number} ? {place} : {taken}"
        element = next(each.element for each in kernel.buffers if each.name == name)
        pointer = PointerType(element)
        first = build.cast(pointer, expression(taken), "__global")
        made.append(build.declaration(name, pointer, "__global", first))
    return made


def single_turns(kernel: Kernel) -> list[c_ast.Node]:
    """The iterations of a step, of which a work-item takes one in each turn."""
    return statements(
        """
        for (uint mrt_item = get_global_id(0); mrt_item < mrt_total; mrt_item += get_global_size(0)) {
          $values;
          $indices;
          $counters;
          $body;
        }""",
        values=step_values(kernel),
        indices=_indices(len(kernel.dimensions)),
        counters=counters(kernel),
        body=kernel.body,
    )


def step_values(kernel: Kernel) -> list[c_ast.Decl]:
    """The kernel's values in a step; an iteration may change its own."""
    return [build.declaration(each.name, each.type, init=_value(n, each)) for n, each in enumerate(kernel.values)]


def _indices(rank: int) -> list[c_ast.Node]:
    """The index in each dimension, from `mrt_item`."""
    text, rest = "", "mrt_item"
    for d in range(rank - 1):
        text += f"const ulong mrt_id{d} = {rest} % (uint)mrt_count{d};"
        rest += f" / (uint)mrt_count{d}"
    return statements(f"{text}const ulong mrt_id{rank - 1} = {rest};")


def _value(number: int, value: Value) -> c_ast.Node:
    """A value, from the bytes that the host has put into a number of the step."""
    text = "mrt_values.at[mrt_step][$number]"
    if isinstance(value.type, FloatType):
        text = f"as_float((uint){text})" if value.type.bits == 32 else f"as_double({text})"
    return expression(text, number=number)
