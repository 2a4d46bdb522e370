"""Kernels whose iterations count in the order that they have in their thread (see `mapper.ir.kernel.Ordered`).

A thread's iterations are cut into parts, and a work-group takes one.  Four passes, launched one after the other:

0. each part counts how often it meets each counter;
1. each counter of each thread is added up over the parts, so that each part knows what comes before it;
2. where counts decide on places, these are compared: the ranges of any two counters must not overlap;
3. each part runs its iterations, MRT_ORDER at a time: the count of each is that of the parts and steps before, and
   of the work-items before it in the step that have the same counter.

`mrt_tiles` holds flags (two that places overlap, in two orders of the counters, and one that a subscript is out of
its row), then a row for each part, then one for each thread with the counters' last values.  Rows of parts are
filled up to whole lines of a cache, and elements of the program's own rows are stored by exchange: PoCL stores
vectors of them as a whole, so that groups beside each other would lose elements.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.emit.stop_text import KernelPrinter
from mapper.ir import build
from mapper.ir.atomics import parse_atomic
from mapper.ir.ctypes import INT
from mapper.ir.kernel import Kernel, Ordered
from mapper.ir.nodes import clone, walk
from mapper.transforms.inline import replace_child

GROUP = 32
"""Work-items in a group: those that run together on GPUs."""
MOST_LOCAL = 4096
"""Elements of a row that a work-group counts in local memory; longer ones it counts where its part has them."""
_CLEARED = "if (mrt_pass == 0)\n        mrt_row[mrt_at] = 0"
PARAMETERS = ("__global uint *mrt_tiles", "uint mrt_pass", "uint mrt_team", "uint mrt_parts")
ATTRIBUTE = f"__attribute__((reqd_work_group_size({GROUP}, 1, 1)))\n"


def ordered_body(kernel: Kernel, ordered: Ordered, counter: str, printer: KernelPrinter) -> str:
    """The statements; `counter` is the declaration of the loop's counter from `mrt_id0`."""
    name, row = build.device_name(ordered.type), ordered.row
    share, longer = ordered.shares
    stride = (row + GROUP - 1) // GROUP * GROUP
    own = f"{ordered.counter}[mrt_thread{f' + {ordered.first}' if ordered.first else ''}]"
    near = row <= MOST_LOCAL
    counters = f"mrt_row[{stride}], " if near else ""
    elsewhere = "" if near else "    volatile __global uint *mrt_row = mrt_tile;\n"
    fence = "CLK_LOCAL_MEM_FENCE" if near else "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"
    first = "mrt_row[mrt_at] = mrt_pass == 0 ? 0 : mrt_tile[mrt_at]" if near else _CLEARED
    kept = "mrt_tile[mrt_at] = mrt_row[mrt_at]" if near else ""
    items = [_with_number(clone(item), ordered) for item in kernel.body.block_items or []]
    slot_items = "".join(printer.statement(item, 8) for item in items[:-1])
    slot = printer.expression(ordered.slot)
    run_items = "".join(printer.statement(item, 8) for item in [*items[:-1], _with_count(items[-1])])
    place = "" if ordered.place is None else _places(printer.expression(ordered.place), row, stride)
    return f"""\
  __local uint {counters}mrt_slots[{GROUP}];
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * {stride};
  if (mrt_pass == 1)
  {{
    const ulong mrt_item = get_global_id(0);
    if (mrt_item < (ulong)mrt_team * {row})
    {{
      const ulong mrt_thread = mrt_item / {row}, mrt_slot = mrt_item % {row};
      uint mrt_before = {own}[mrt_slot];
      __global uint *mrt_tile = mrt_rows + mrt_thread * mrt_parts * {stride} + mrt_slot;
      #pragma unroll 8
      for (uint mrt_part = 0; mrt_part < mrt_parts; mrt_part++)
      {{
        const uint mrt_count = mrt_tile[(ulong)mrt_part * {stride}];
        mrt_tile[(ulong)mrt_part * {stride}] = mrt_before;
        mrt_before += mrt_count;
      }}
      mrt_last[mrt_item] = mrt_before;
    }}
  }}
{place}\
  else if (mrt_pass == 0 || mrt_pass == 3)
  {{
    const ulong mrt_thread = get_group_id(0) / mrt_parts, mrt_part = get_group_id(0) % mrt_parts;
    const ulong mrt_start = mrt_thread * {share} + (mrt_thread < {longer} ? mrt_thread : {longer});
    const ulong mrt_length = {share} + (mrt_thread < {longer});
    const ulong mrt_from = mrt_start + mrt_length * mrt_part / mrt_parts;
    const ulong mrt_to = mrt_start + mrt_length * (mrt_part + 1) / mrt_parts;
    __global uint *mrt_tile = mrt_rows + get_group_id(0) * {stride};
{elsewhere}\
    for (uint mrt_at = mrt_lane; mrt_at < {stride}; mrt_at += {GROUP})
      {first};
    barrier({fence});
    if (mrt_pass == 0)
    {{
      for (ulong mrt_base = mrt_from + mrt_lane; mrt_base < mrt_to; mrt_base += {GROUP})
      {{
        const ulong mrt_id0 = mrt_base;
{counter}\
{slot_items}\
        uint mrt_slot = (uint)({slot});
        if (mrt_slot >= {row})
        {{
          mrt_slot = 0;
          mrt_tiles[2] = 1;
        }}
        atomic_inc(&mrt_row[mrt_slot]);
      }}
    }}
    else
    {{
      for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += {GROUP})
      {{
        const ulong mrt_id0 = mrt_base + mrt_lane;
        const int mrt_inside = mrt_id0 < mrt_to;
        uint mrt_slot = {row};
        if (mrt_inside)
        {{
  {counter}\
{slot_items}\
          mrt_slot = (uint)({slot});
        }}
        mrt_slots[mrt_lane] = mrt_slot;
        barrier({fence});
        uint mrt_before = mrt_inside ? mrt_row[mrt_slot] : 0;
        for (uint mrt_other = 0; mrt_other < mrt_lane; mrt_other++)
          mrt_before += mrt_slots[mrt_other] == mrt_slot;
        const {name} mrt_old = ({name})mrt_before;
        barrier({fence});
        if (mrt_inside)
        {{
          atomic_inc(&mrt_row[mrt_slot]);
  {counter}\
{run_items}\
        }}
        barrier({fence});
      }}
    }}
    barrier({fence});
    for (uint mrt_at = mrt_lane; mrt_at < {stride}; mrt_at += {GROUP})
    {{
      if (mrt_pass == 0)
        {kept};
      else if (mrt_part + 1 == mrt_parts && mrt_at < {row})
        atomic_xchg((volatile __global {name} *)&{own}[mrt_at], ({name})mrt_row[mrt_at]);
    }}
  }}
"""


def _places(place: str, row: int, stride: int) -> str:
    """The comparison of the ranges of places, in order of the slots, and in order of the threads."""
    return f"""\
  else if (mrt_pass == 2)
  {{
    const ulong mrt_total = (ulong)mrt_team * {row};
    for (uint mrt_order = 0; mrt_order < 2 && get_global_id(0) < mrt_total; mrt_order++)
    {{
      long mrt_end = 0;
      for (ulong mrt_item = get_global_id(0); mrt_item < mrt_total; mrt_item++)
      {{
        const ulong mrt_thread = mrt_order ? mrt_item / {row} : mrt_item % mrt_team;
        const int mrt_slot = (int)(mrt_order ? mrt_item % {row} : mrt_item / mrt_team);
        const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * {stride} + mrt_slot];
        const uint mrt_after = mrt_last[mrt_thread * {row} + mrt_slot];
        const int mrt_mine = mrt_item == get_global_id(0);
        if (mrt_first == mrt_after)
        {{
          if (mrt_mine)
            break;
          continue;
        }}
        const long mrt_begin = (long)({place}) + (int)mrt_first;
        if (!mrt_mine)
        {{
          if (mrt_begin < mrt_end)
            mrt_tiles[mrt_order] = 1;
          break;
        }}
        mrt_end = mrt_begin + (mrt_after - mrt_first);
      }}
    }}
  }}
"""


def _with_number(item: c_ast.Node, ordered: Ordered) -> c_ast.Node:
    """The thread's number is that of the work-group."""
    if isinstance(item, c_ast.Decl) and item.name == ordered.number:
        item.init = build.cast(INT, build.identifier("mrt_thread"))
    return item


def _with_count(item: c_ast.Node) -> c_ast.Node:
    """The count in place of the atomic operation."""
    holder = c_ast.Compound([item])
    for node in list(walk(holder)):
        for slot, child in node.children():
            if isinstance(child, c_ast.FuncCall) and parse_atomic(child.name.name) is not None:
                replace_child(node, slot, build.identifier("mrt_old"))
    made: c_ast.Node = holder.block_items[0]
    return made
