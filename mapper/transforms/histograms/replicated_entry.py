"""The code of kernels whose work-groups add to replicas of short arrays: a step of `privatize` behind all passes.

Element `i` of replica `r` is number `i * replicas + r` of its array's room in local memory, so that work-items
that run in step use different banks.  A work-group adds up its replicas at the end, and adds the sums to global
memory.
"""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.ir.builtins.counting import TYPES, add_name, near_name
from mapper.ir.forms.entry import Entry, Lanes
from mapper.ir.forms.replicated import Replicated, Sums, replicated_name
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import UINT, PointerType
from mapper.ir.trees.nodes import clone
from mapper.ir.trees.quote import statements
from mapper.transforms.histograms.replicas import Addition, additions
from mapper.transforms.launches.grid_stride import grid_stride


def replicated_entry(kernel: Kernel, form: Replicated, lanes: Lanes) -> Entry:
    """The function of groups that add to replicas, for some values of MRT_LANES.

    Its further parameters are how many replicas there are, and how many elements each array's has: 0 for none.
    """
    lengths = [build.declaration(f"mrt_length{n}", UINT) for n in range(len(form.sums))]
    parameters = (build.declaration("mrt_replicas", UINT), *lengths)
    items = [*_begun(form), *(_adding(kernel, form).block_items or []), *_added(form)]
    name, group = replicated_name(kernel.name), ("MRT_GROUP_SIZE",)
    return Entry(name, c_ast.Compound(items), lanes, group, parameters)


def _begun(form: Replicated) -> list[c_ast.Node]:
    """Each array's room in local memory, with zeros."""
    made = statements(
        """
        __local ulong mrt_room[$room];
        const uint mrt_item = get_local_id(0);
        const uint mrt_replica = mrt_item % mrt_replicas;
        uint mrt_end0 = 0;""",
        room=form.ROOM,
    )
    for number, each in enumerate(form.sums):
        made += statements(
            """
            __local $Type *mrt_sums$n = (__local $Type *)(mrt_room + mrt_end$n);
            const uint mrt_end$next = mrt_end$n + (mrt_length$n * mrt_replicas + $each - 1) / $each;""",
            Type=TYPES[each.type],
            n=number,
            next=number + 1,
            each=_in_word(each),
        )
    return [
        *made,
        *statements(
            """
            for (uint mrt_at = mrt_item; mrt_at < mrt_end$all; mrt_at += MRT_GROUP_SIZE)
              mrt_room[mrt_at] = 0;
            barrier(CLK_LOCAL_MEM_FENCE);""",
            all=len(form.sums),
        ),
    ]


def _in_word(sums: Sums) -> int:
    """How many elements of an array have room in 64 bits."""
    return 64 // TYPES[sums.type].bits


def _adding(kernel: Kernel, form: Replicated) -> c_ast.Compound:
    """The iterations, whose work-items add to replicas."""
    numbers = {(each.buffer, each.type): number for number, each in enumerate(form.sums)}
    copy = replace(kernel, body=clone(kernel.body))
    for each in list(additions(copy)):
        number = numbers.get((each.buffer, each.type))
        if number is not None:
            _make_near(each, form.sums[number], number)
    return grid_stride(copy)


def _make_near(addition: Addition, sums: Sums, number: int) -> None:
    """Makes an atomic addition one to a replica."""
    call = addition.call
    place, operand = call.args.exprs
    if "_sub_" in call.name.name:
        operand = c_ast.UnaryOp("-", build.cast(TYPES[addition.operand], operand))
    (replica,) = statements("mrt_sums$n + mrt_replica;", n=number)
    first = build.cast(PointerType(TYPES[sums.type]), build.identifier(sums.buffer), "__global")
    given = [replica, build.identifier(f"mrt_length{number}"), build.identifier("mrt_replicas"), first]
    call.name = build.identifier(near_name(sums.type, addition.operand))
    call.args = c_ast.ExprList([*given, place, operand])


def _added(form: Replicated) -> list[c_ast.Node]:
    """What a work-group has added up goes to global memory."""
    made = statements("barrier(CLK_LOCAL_MEM_FENCE);")
    for number, each in enumerate(form.sums):
        made += statements(
            """
            for (uint mrt_at = mrt_item; mrt_at < mrt_length$n; mrt_at += MRT_GROUP_SIZE) {
              $Type mrt_sum = 0;
              for (uint mrt_from = 0; mrt_from < mrt_replicas; mrt_from++)
                mrt_sum += mrt_sums$n[mrt_at * mrt_replicas + (mrt_from + mrt_at) % mrt_replicas];
              if (mrt_sum != 0)
                $add((volatile __global $Type *)$buffer + mrt_at, mrt_sum);
            }""",
            n=number,
            Type=TYPES[each.type],
            add=add_name(each.type, "__global"),
            buffer=each.buffer,
        )
    return made
