"""The functions in which work-items share iterations: what `gang` makes when kernels are lowered."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.ir.forms.batched import Batched, is_batched
from mapper.ir.forms.entry import Entry
from mapper.ir.forms.gang import Gang, Schedule
from mapper.ir.program.iteration import all_iterations, iteration, one_iteration
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType
from mapper.ir.trees.names import assigned_names
from mapper.ir.trees.nodes import replace_child, walk
from mapper.ir.trees.quote import expression, statements
from mapper.transforms.launches.batch_entry import batch_entry, single_turns, step_values


def with_gang(kernel: Kernel) -> Kernel:
    """The kernel with a function for each number of work-items that may share an iteration."""
    gang = kernel.form(Gang)
    if gang is None:
        return kernel
    scheduled = [each for schedule in gang.schedules for each in _scheduled(kernel, gang, schedule)]
    return replace(kernel, entries=(*kernel.entries, *_entries(kernel, gang, kernel.name), *scheduled))


def _entries(kernel: Kernel, gang: Gang, name: str, batched: bool = True) -> list[Entry]:
    """The function of one launch, and, where it is to be `batched`, that of many."""
    group = (f"{_rows(gang)} * MRT_LANES",)
    made = [Entry(name, _body(kernel, gang), group=group)]
    if batched and kernel.form(Batched) is not None:
        made.append(replace(batch_entry(kernel, name, _turns(kernel, gang), _local(gang)), group=group))
    return made


def _scheduled(kernel: Kernel, gang: Gang, schedule: Schedule) -> list[Entry]:
    """The functions with another number of work-items an iteration."""
    name = schedule.name(kernel.name)
    batched = is_batched(kernel.forms, schedule)
    if schedule.lanes == 1:
        several = [batch_entry(kernel, name, single_turns(kernel))] if batched else []
        return [Entry(name, one_iteration(kernel)), *several]
    lanes = f"{schedule.lanes}u"
    made = _entries(kernel, replace(gang, rows=schedule.rows), name, batched)
    for entry in made:
        for node in walk(entry.body):
            for slot, child in node.children():
                if isinstance(child, c_ast.ID) and child.name == "MRT_LANES":
                    replace_child(node, slot, c_ast.Constant("int", lanes))
    return [replace(each, group=tuple(size.replace("MRT_LANES", lanes) for size in each.group)) for each in made]


def _body(kernel: Kernel, gang: Gang) -> c_ast.Compound:
    """MRT_LANES work-items an iteration; those beyond the last iteration do nothing but reach the barriers."""
    if (own := gang.own) is not None and own.body is not None and own.fits(gang.rows):
        gang = replace(gang, body=own.body, shared=(("mrt_own", ArrayType(own.type, own.length)),))
    index = "get_global_id(0) / MRT_LANES"
    if gang.interleaved:
        index = "(get_global_id(0) - mrt_item) / MRT_LANES + mrt_line"
    return c_ast.Compound([*_local(gang), *_iteration(kernel, gang, index)])


def _turns(kernel: Kernel, gang: Gang) -> list[c_ast.Node]:
    """The iterations of a step, which the work-groups take in turn."""
    return statements(
        """
        for (uint mrt_turn = get_group_id(0); mrt_turn * $rows < mrt_total; mrt_turn += get_num_groups(0)) {
          $values;
          $iteration;
          barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        }""",
        rows=expression(_rows(gang)),
        values=step_values(kernel),
        iteration=_iteration(kernel, gang, f"mrt_turn * {_rows(gang)} + mrt_line"),
    )


def _iteration(kernel: Kernel, gang: Gang, index: str) -> list[c_ast.Node]:
    """The iteration with an index."""
    flag = "int" if "mrt_inside" in assigned_names(gang.body) else "const int"
    return statements(
        f"""
        ulong mrt_index = {index};
        {flag} mrt_inside = mrt_index < $total;
        $iteration;
        $body;""",
        total=all_iterations(kernel),
        iteration=iteration(kernel),
        body=gang.body,
    )


def _local(gang: Gang) -> list[c_ast.Node]:
    """The arrays in local memory, and the work-item's place in its group."""
    rows = expression(_rows(gang))
    lane, line = "mrt_item % MRT_LANES", "mrt_item / MRT_LANES"
    if gang.interleaved:
        lane, line = f"mrt_item / {_rows(gang)}", f"mrt_item % {_rows(gang)}"
    trees = [
        each
        for name, ctype in gang.trees
        for each in statements("__local $Type $name[$rows * MRT_LANES];", Type=ctype, name=name, rows=rows)
    ]
    marks = [
        each
        for name, length in gang.marks
        for each in statements("__local uint $name[$length * ((MRT_LANES + 31) / 32)];", name=name, length=length)
    ]
    return statements(
        f"""
        $shared;
        $trees;
        $marks;
        const uint mrt_item = get_local_id(0);
        const uint mrt_lane = {lane};
        const uint mrt_line = {line};""",
        shared=[_in_rows(name, ctype, rows) for name, ctype in gang.shared],
        trees=trees,
        marks=marks,
    )


def _rows(gang: Gang) -> str:
    """How many iterations a work-group has."""
    return f"MRT_ROWS({gang.rows}, {gang.wide})" if gang.wide else f"{gang.rows}"


def _in_rows(name: str, ctype: CType, rows: c_ast.Node) -> c_ast.Decl:
    """An array with an element for each iteration of a work-group."""
    declared = build.declaration(name, ArrayType(ctype, 1), "__local")
    outer = declared.type
    assert isinstance(outer, c_ast.ArrayDecl)
    outer.dim = rows
    return declared
