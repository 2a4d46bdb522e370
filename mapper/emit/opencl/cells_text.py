"""The text of cells: scalars that are in the device's memory while a chain of kernels runs (`ir.program.cells`).

A kernel with reductions is finished by its last work-group: each group leaves its partial results and takes a
ticket, and the one with the last ticket folds all of them, always in the same order, whichever group it is.  Then
one work-item adds them to the cells and runs the assignments around the loop.  Partial results are handed over by
atomic operations, two words each: OpenCL 1.2 promises nothing else between work-groups.
"""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from mapper.emit.opencl.reduction_text import PARTIALS, Reducer
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.builtins.reductions import combine
from mapper.ir.program.cells import Cells, Steps, assigned, exposed

NAME = "__mrt_cells"
"""The array on the host, and the kernels' parameter."""

FENCE = """\
/* What a work-item has written is seen by all before what it writes next. */
#ifdef MRT_NVIDIA
#define MRT_FENCE() asm volatile("membar.gl;" ::: "memory")
#else
#define MRT_FENCE() mem_fence(CLK_GLOBAL_MEM_FENCE)
#endif
"""

PARAMETERS = (f"__global double *{NAME}_base", f"long {NAME}_offset")


class _Printer(CPrinter):
    """Prints assignments with private copies in place of variables."""

    def __init__(self, cells: Cells) -> None:
        super().__init__()
        self._cells = cells

    def visit_ID(self, n: c_ast.ID) -> str:
        """A variable's copy; a function's name stays."""
        return _copy(self._cells, n.name) if n.name in self._cells.names else super().visit_ID(n)


def _copy(cells: Cells, name: str) -> str:
    return f"mrt_cell{cells.at(name)}"


def head(steps: Steps, *, stores: bool) -> str:
    """What a kernel begins with: its values, and the assignments before the loop, where it `stores` them."""
    cells = steps.cells
    lines = [f"__global double *{NAME} = (__global double *)((__global char *){NAME}_base + {NAME}_offset);"]
    if steps.computes:
        lines += _declared(cells, steps.before, exposed(steps.before))
        lines += _printed(cells, steps.before)
    for parameter, variable in steps.loads:
        made = steps.computes and variable in assigned(steps.before)
        lines.append(f"double {parameter} = {_copy(cells, variable) if made else _cell(cells, variable)};")
    if steps.before and stores:
        lines += ["if (get_global_id(0) + get_global_id(1) + get_global_id(2) == 0)", "{"]
        inner = [] if steps.computes else _declared(cells, steps.before, exposed(steps.before))
        inner += [] if steps.computes else _printed(cells, steps.before)
        inner += [f"{_cell(cells, name)} = {_copy(cells, name)};" for name in sorted(assigned(steps.before))]
        lines += [*(f"  {line}" for line in inner), "}"]
    return "".join(f"  {line}\n" for line in lines)


def _cell(cells: Cells, name: str) -> str:
    return f"{NAME}[{cells.at(name)}]"


def _declared(cells: Cells, steps: Sequence[c_ast.Assignment], read: frozenset[str]) -> list[str]:
    """The private copies, with the values of those that are read."""
    names = sorted(read | assigned(steps))
    return [f"double {_copy(cells, name)}{f' = {_cell(cells, name)}' if name in read else ''};" for name in names]


def _printed(cells: Cells, steps: Sequence[c_ast.Assignment]) -> list[str]:
    printer = _Printer(cells)
    return [f"{printer.expression(step)};" for step in steps]


def begin(cells: Cells) -> list[str]:
    """On the host: the array, and what it holds when a chain begins."""
    return [
        f"static double {NAME}[{len(cells.names)}] __attribute__((aligned(128)));",
        f"__MRT_HOST({NAME}, __MRT_WRITE);",
        *(f"__MRT_HOST(&{name}, __MRT_READ);" for name in sorted(cells.static)),
        _stored(cells, cells.names),
    ]


def fetched(cells: Cells) -> list[str]:
    """On the host: it goes on with the values, in the user's variables."""
    return [f"__MRT_HOST({NAME}, __MRT_READ | __MRT_WRITE);", *_read(cells)]


def stored(cells: Cells) -> list[str]:
    """On the host: it hands the values back to the chain."""
    return [_stored(cells, sorted(cells.changed))]


def end(cells: Cells) -> list[str]:
    """On the host: a chain has ended."""
    return [f"__MRT_HOST({NAME}, __MRT_READ);", *_read(cells)]


def _stored(cells: Cells, names: Sequence[str]) -> str:
    return ", ".join(f"{_cell(cells, name)} = {name}" for name in names) + ";"


def _read(cells: Cells) -> list[str]:
    announced = [f"__MRT_HOST(&{name}, __MRT_WRITE);" for name in sorted(cells.static & cells.changed)]
    return [*announced, ", ".join(f"{name} = {_cell(cells, name)}" for name in sorted(cells.changed)) + ";"]


TICKET = f"  volatile __global uint *const mrt_ticket = (volatile __global uint *){PARTIALS}++;\n"
"""The first partial result counts the work-groups that have left theirs; it is 0 between launches."""


def finish(steps: Steps, reducers: Sequence[Reducer], tree: str) -> str:
    """What follows a work-group's tree: its results are handed over, and the last group takes them all.

    `tree` is the text that makes one value of each array of a group.
    """
    count = "(uint)get_num_groups(0)"
    words = f"(volatile __global uint *){PARTIALS}"
    lines = [
        "__local uint mrt_last;",
        "if (mrt_lane == 0)",
        "{",
        f"  volatile __global uint *mrt_words = {words} + 2 * get_group_id(0);",
    ]
    for reducer in reducers:
        first = f"{2 * reducer.number} * {count} + " if reducer.number else ""
        value = f"as_uint2({reducer.shared}[0])"
        lines += [f"  atomic_xchg(&mrt_words[{first}{word}], {value}.{'xy'[word]});" for word in range(2)]
    lines += [
        "  MRT_FENCE();",
        f"  mrt_last = atomic_inc(mrt_ticket) == {count} - 1;",
        "}",
        "barrier(CLK_LOCAL_MEM_FENCE);",
        "if (mrt_last)",
        "{",
        "  MRT_FENCE();",
    ]
    for reducer in reducers:
        operator, name = reducer.reduction.operator, reducer.reduction.name
        slot = f"({reducer.number} * {count} + mrt_from)" if reducer.number else "mrt_from"
        lines += [
            f"  {name} = {reducer.identity};",
            f"  for (uint mrt_from = mrt_lane; mrt_from < {count}; mrt_from += MRT_GROUP_SIZE)",
            "  {",
            f"    volatile __global uint *mrt_words = {words} + 2 * {slot};",
            "    const uint2 mrt_pair = {atomic_or(&mrt_words[0], 0), atomic_or(&mrt_words[1], 0)};",
            "    const double mrt_next = as_double(mrt_pair);",
            f"    {name} = {combine(operator, name, 'mrt_next')};",
            "  }",
        ]
    text = "".join(f"  {line}\n" for line in lines)
    text += "".join(f"  {line}\n" for line in tree.splitlines())
    text += "    if (mrt_lane == 0)\n    {\n"
    text += "".join(f"      {line}\n" for line in _settle(steps, reducers))
    return text + "      atomic_xchg(mrt_ticket, 0);\n    }\n  }\n"


def _settle(steps: Steps, reducers: Sequence[Reducer]) -> list[str]:
    """The end of the kernel, by one work-item: assignments before the loop, sums, assignments behind it."""
    cells = steps.cells
    printer = CPrinter()
    targets = [(reducer, printer.expression(reducer.reduction.target)) for reducer in reducers]
    changed = assigned((*steps.before, *steps.after)) | {name for _, name in targets}
    later = exposed(steps.after) | {name for _, name in targets}
    read = exposed(steps.before) | later - assigned(steps.before)
    names = sorted(changed | read)
    lines = [f"double {_copy(cells, name)}{f' = {_cell(cells, name)}' if name in read else ''};" for name in names]
    lines += _printed(cells, steps.before)
    for reducer, name in targets:
        copy = _copy(cells, name)
        lines.append(f"{copy} = {combine(reducer.reduction.operator, copy, f'{reducer.shared}[0]')};")
    lines += _printed(cells, steps.after)
    return [*lines, *(f"{_cell(cells, name)} = {_copy(cells, name)};" for name in sorted(changed))]
