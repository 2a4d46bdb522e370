"""The functions in which work-items share iterations: what `gang` makes when kernels are lowered."""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.ir.forms.entry import Entry
from mapper.ir.forms.gang import Gang, Schedule
from mapper.ir.program.iteration import all_iterations, iteration, one_iteration
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType
from mapper.ir.trees.nodes import replace_child, walk
from mapper.ir.trees.quote import expression, statements


def with_gang(kernel: Kernel) -> Kernel:
    """The kernel with a function for each number of work-items that may share an iteration."""
    gang = kernel.form(Gang)
    if gang is None:
        return kernel
    scheduled = [_scheduled(kernel, gang, each) for each in gang.schedules]
    return replace(kernel, entries=(*kernel.entries, _entry(kernel, gang, kernel.name), *scheduled))


def _entry(kernel: Kernel, gang: Gang, name: str, lanes: str = "MRT_LANES") -> Entry:
    return Entry(name, _body(kernel, gang), group=(f"{_rows(gang)} * {lanes}",))


def _scheduled(kernel: Kernel, gang: Gang, schedule: Schedule) -> Entry:
    """The function with another number of work-items an iteration."""
    name = schedule.name(kernel.name)
    if schedule.lanes == 1:
        return Entry(name, one_iteration(kernel))
    lanes = f"{schedule.lanes}u"
    made = _entry(kernel, replace(gang, rows=schedule.rows), name, lanes)
    for node in walk(made.body):
        for slot, child in node.children():
            if isinstance(child, c_ast.ID) and child.name == "MRT_LANES":
                replace_child(node, slot, c_ast.Constant("int", lanes))
    return made


def _body(kernel: Kernel, gang: Gang) -> c_ast.Compound:
    """MRT_LANES work-items an iteration; those beyond the last iteration do nothing but reach the barriers."""
    if (own := gang.own) is not None and own.body is not None and own.fits(gang.rows):
        gang = replace(gang, body=own.body, shared=(("mrt_own", ArrayType(own.type, own.length)),))
    rows = expression(_rows(gang))
    lane, line, index = "mrt_item % MRT_LANES", "mrt_item / MRT_LANES", "get_global_id(0) / MRT_LANES"
    if gang.interleaved:
        lane, line = f"mrt_item / {_rows(gang)}", f"mrt_item % {_rows(gang)}"
        index = "(get_global_id(0) - mrt_item) / MRT_LANES + mrt_line"
    trees = [
        each
        for name, ctype in gang.trees
        for each in statements("__local $Type $name[$rows * MRT_LANES];", Type=ctype, name=name, rows=rows)
    ]
    return c_ast.Compound(
        statements(
            f"""
            $shared;
            $trees;
            const uint mrt_item = get_local_id(0);
            const uint mrt_lane = {lane};
            const uint mrt_line = {line};
            ulong mrt_index = {index};
            const int mrt_inside = mrt_index < $total;
            $iteration;
            $body;""",
            shared=[_in_rows(name, ctype, rows) for name, ctype in gang.shared],
            trees=trees,
            total=all_iterations(kernel),
            iteration=iteration(kernel),
            body=gang.body,
        )
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
