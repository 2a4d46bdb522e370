"""Kernels whose iterations count in the order that they have in their thread (see `ir.forms.ordered.Ordered`).

A thread's iterations are cut into parts, and a work-group takes one.  Four kernels, launched one after the other:

- counts: each part counts how often it meets each counter;
- sums: each counter of each thread is added up over the parts, so that each part knows what comes before it;
- places: where counts decide on places, these are compared: the ranges of any two counters must not overlap;
- the loop's own: each part runs its iterations, a step of as many as it has work-items at a time: the count of
  each is that of the parts and steps before, and of the work-items before it in the step that have the same
  counter.  Each of these sets a bit in a mark of the counter, which has a word for every 32 work-items.

The first and the last find out the counters of several steps before they use them, so that loads do not wait for
others.  GPUs have as many as 256 work-items in a group, as far as local memory holds the marks; CPUs and rows that
are counted in global memory 32.

`mrt_tiles` holds flags (two that places overlap, in two orders of the counters, and one that a subscript is out of
its row), then a row for each part, then one for each thread with the counters' last values.  Rows of parts are
filled up to whole lines of a cache, and elements of the program's own rows are stored by exchange: PoCL stores
vectors of them as a whole, so that groups beside each other would lose elements.
"""

from __future__ import annotations

from textwrap import indent

from pycparser import c_ast

from mapper.emit.forms.multisplit_text import declarations, tiles
from mapper.emit.opencl.stop_text import KernelPrinter
from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.forms.ordered import LOCAL_BYTES, WORD, Ordered, stride_of
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT
from mapper.ir.trees.nodes import clone, replace_child, walk

MOST_WORDS = 8
MOST_LOCAL = 4096
"""Elements of a row that a work-group counts in local memory; longer ones it counts where its part has them."""
STEPS = 8
"""How many iterations' loads a work-item may have on the way at a time."""
LOOKED = 8
"""Ranges that a work-item looks at together, in search of the next one that is not empty."""
_SUMS = "sums"
COLUMNS = 32
"""Counters that a work-group of a GPU adds up, so that it reads whole lines."""
FEW_COLUMNS = 8
"""The same where groups have 32 work-items."""
HELD = 32
"""Counts of parts that a work-item keeps, to read them once."""
SUMMING = "MRT_SUMMING"
"""Work-items that add up COLUMNS counters."""
SUMMING_TEXT = f"""\
#ifdef MRT_NVIDIA
#define {SUMMING} 1024
#else
#define {SUMMING} 256
#endif
"""
_RUNS = "(mrt_tiles[0] == 0 || mrt_tiles[1] == 0) && mrt_tiles[2] == 0"
"""Whether the iterations may run: the host reads the flags meanwhile."""
PARAMETERS = ("__global uint *mrt_tiles", "uint mrt_team", "uint mrt_parts")
_OWN_MARKS = """\
      const uint mrt_word = mrt_lane / 32, mrt_bit = 1u << mrt_lane % 32;
      __local uint *mrt_own = &mrt_marks[mrt_word * {stride} + mrt_slot];
      if (mrt_inside)
        atomic_or(mrt_own, mrt_bit);
      barrier({fence});
      const uint mrt_mark = *mrt_own, mrt_lower = mrt_mark & (mrt_bit - 1);
      uint mrt_before = mrt_row[mrt_slot] + popcount(mrt_lower);
      for (uint mrt_other = 0; mrt_other < mrt_word; mrt_other++)
        mrt_before += popcount(mrt_marks[mrt_other * {stride} + mrt_slot]);
      barrier({fence});
      if (mrt_inside && mrt_lower == 0)
      {{
        atomic_add(&mrt_row[mrt_slot], popcount(mrt_mark));
        *mrt_own = 0;
      }}
"""
"""Counters with marks of their own: `mrt_before` becomes the count."""
_SHARED_MARKS = f"""\
      __local uint *mrt_shared = &mrt_marks[mrt_slot % {MOST_LOCAL}];
      if (mrt_inside)
        atomic_or(mrt_shared, 1u << mrt_lane);
      barrier({{fence}});
      const uint mrt_mark = mrt_inside ? *mrt_shared : 0;
      uint mrt_same = 0;
      for (uint mrt_rest = mrt_mark; mrt_rest != 0; mrt_rest &= mrt_rest - 1)
        if (mrt_slots[mrt_step * {WORD} + 31 - clz(mrt_rest & -mrt_rest)] == mrt_slot)
          mrt_same |= mrt_rest & -mrt_rest;
      const uint mrt_before = mrt_row[mrt_slot] + popcount(mrt_same & ((1u << mrt_lane) - 1));
      barrier({{fence}});
      if (mrt_same >> mrt_lane == 1)
        mrt_row[mrt_slot] = mrt_before + 1;
      if (mrt_mark >> mrt_lane == 1)
        *mrt_shared = 0;
"""
"""Counters that share marks, in groups of 32 work-items."""


def words_of(ordered: Ordered) -> int:
    """How many times 32 work-items a group of a GPU has."""
    if ordered.tile is not None:
        return ordered.tile.words
    row = ordered.row
    words = 1 if row > MOST_LOCAL else MOST_WORDS
    while words > 1 and _local_bytes(row, words) > LOCAL_BYTES:
        words //= 2
    return words


def _local_bytes(row: int, words: int) -> int:
    return stride_of(row, words * WORD) * 4 * (1 + words) + (STEPS * 2 + 8) * words * WORD + 16


def names(kernel: Kernel) -> list[str]:
    """The names of the kernels before the loop's own, in the order in which they are launched."""
    places = kernel.ordered is not None and kernel.ordered.place is not None
    return [f"{kernel.name}_{each}" for each in ("counts", _SUMS, *(["places"] if places else []))]


def attribute(name: str, words: int) -> str:
    """What is before a kernel of a loop whose groups have so many times 32 work-items."""
    size = SUMMING if name.endswith(_SUMS) and words > 1 else str(words * WORD)
    return f"__attribute__((reqd_work_group_size({size}, 1, 1)))\n"


def bodies(kernel: Kernel, ordered: Ordered, counter: str, printer: KernelPrinter, words: int) -> dict[str, str]:
    """The statements of each kernel; `counter` is the declaration of the loop's counter from `mrt_id0`."""
    group, stride = words * WORD, stride_of(ordered.row, words * WORD)
    texts = [_counts(kernel, ordered, counter, printer, group), _sums(ordered, stride, group)]
    if ordered.place is not None:
        texts.append(_places(printer.expression(ordered.place), ordered.row, stride, group))
    texts.append(_runs(kernel, ordered, counter, printer, words))
    return dict(zip([*names(kernel), kernel.name], texts, strict=True))


def _head(stride: int) -> str:
    """Where the work-item is, and what `mrt_tiles` holds."""
    return f"""\
  const uint mrt_lane = get_local_id(0);
  __global uint *mrt_rows = mrt_tiles + 32;
  __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * {stride};
"""


def _row(ordered: Ordered, stride: int) -> tuple[str, str, str]:
    """A part's counts while it works: in local memory as far as that holds them, else in place; with the fence."""
    if ordered.row <= MOST_LOCAL:
        return f"  __local uint mrt_row[{stride}];\n", "", "CLK_LOCAL_MEM_FENCE"
    place = "  volatile __global uint *mrt_row = mrt_tile;\n"
    return "", place, "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"


def _own(ordered: Ordered) -> str:
    """The program's row of counters."""
    return f"{ordered.counter}[mrt_thread{f' + {ordered.first}' if ordered.first else ''}]"


def _counts(kernel: Kernel, ordered: Ordered, counter: str, printer: KernelPrinter, group: int) -> str:
    stride = stride_of(ordered.row, group)
    near, far, fence = _row(ordered, stride)
    kept = f"""\
  for (uint mrt_at = mrt_lane; mrt_at < {stride}; mrt_at += {group})
    mrt_tile[mrt_at] = mrt_row[mrt_at];
"""
    count = f"""\
        if (mrt_found[mrt_step] < {ordered.row})
          atomic_inc(&mrt_row[mrt_found[mrt_step]]);
        else
          mrt_tiles[2] = 1;
"""
    return f"""\
{near}{_head(stride)}{_part(ordered, stride)}{far}\
  for (uint mrt_at = mrt_lane; mrt_at < {stride}; mrt_at += {group})
    mrt_row[mrt_at] = 0;
  barrier({fence});
  for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += {group * STEPS})
  {{
{_found(kernel, ordered, counter, printer, group)}\
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < {STEPS}; mrt_step++)
    {{
      if (mrt_base + {group} * mrt_step + mrt_lane < mrt_to)
      {{
{count}\
      }}
    }}
  }}
  barrier({fence});
{kept if near else ""}\
"""


def _sums(ordered: Ordered, stride: int, group: int) -> str:
    """A work-item adds up a counter's counts in neighbouring parts; those of GPUs keep them, if they are few."""
    row, wide = ordered.row, group > WORD
    columns, items = (COLUMNS, SUMMING) if wide else (FEW_COLUMNS, str(group))
    held = f"""\
  const int mrt_few = mrt_parts <= mrt_sharers * {HELD};
  uint mrt_held[{HELD}];
  if (mrt_few)
  {{
    #pragma unroll
    for (uint mrt_first = 0; mrt_first < {HELD}; mrt_first += 8)
    {{
      #pragma unroll
      for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++)
        mrt_held[mrt_at] = 0;
      if (mrt_first * mrt_sharers < mrt_parts)
      {{
        #pragma unroll
        for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++)
          if (mrt_from + mrt_at < mrt_to)
            mrt_held[mrt_at] = mrt_tile[(ulong)(mrt_from + mrt_at) * {stride}];
      }}
    }}
    #pragma unroll
    for (uint mrt_at = 0; mrt_at < {HELD}; mrt_at++)
      mrt_sum += mrt_held[mrt_at];
  }}
  else
"""
    put = f"""\
  if (mrt_few)
  {{
    #pragma unroll
    for (uint mrt_first = 0; mrt_first < {HELD}; mrt_first += 8)
      if (mrt_first * mrt_sharers < mrt_parts)
      {{
        #pragma unroll
        for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++)
        {{
          if (mrt_from + mrt_at < mrt_to)
            mrt_tile[(ulong)(mrt_from + mrt_at) * {stride}] = mrt_before;
          mrt_before += mrt_held[mrt_at];
        }}
      }}
  }}
  else
"""
    return f"""\
  __local uint mrt_sums[{items}];
{_head(stride)}\
  const uint mrt_sharers = {items} / {columns}, mrt_sharer = mrt_lane / {columns};
  const ulong mrt_item = get_group_id(0) * {columns} + mrt_lane % {columns};
  const int mrt_inside = mrt_item < (ulong)mrt_team * {row};
  const ulong mrt_thread = mrt_item / {row}, mrt_slot = mrt_item % {row};
  __global uint *mrt_tile = mrt_rows + mrt_thread * mrt_parts * {stride} + mrt_slot;
  const uint mrt_from = mrt_inside ? (uint)((ulong)mrt_parts * mrt_sharer / mrt_sharers) : 0;
  const uint mrt_to = mrt_inside ? (uint)((ulong)mrt_parts * (mrt_sharer + 1) / mrt_sharers) : 0;
  uint mrt_sum = 0;
{held if wide else ""}\
  {{
    #pragma unroll 8
    for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++)
      mrt_sum += mrt_tile[(ulong)mrt_part * {stride}];
  }}
  mrt_sums[mrt_lane] = mrt_sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  uint mrt_before = mrt_inside ? {_own(ordered)}[mrt_slot] : 0;
  for (uint mrt_at = mrt_lane % {columns}; mrt_at < mrt_lane; mrt_at += {columns})
    mrt_before += mrt_sums[mrt_at];
{put if wide else ""}\
  {{
    #pragma unroll 8
    for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++)
    {{
      const uint mrt_count = mrt_tile[(ulong)mrt_part * {stride}];
      mrt_tile[(ulong)mrt_part * {stride}] = mrt_before;
      mrt_before += mrt_count;
    }}
  }}
  if (mrt_inside && mrt_sharer == mrt_sharers - 1)
    mrt_last[mrt_item] = mrt_before;
"""


def _runs(kernel: Kernel, ordered: Ordered, counter: str, printer: KernelPrinter, words: int) -> str:
    group, stride, name = words * WORD, stride_of(ordered.row, words * WORD), build.device_name(ordered.type)
    near, far, fence = _row(ordered, stride)
    items = [_with_number(clone(item), ordered) for item in kernel.body.block_items or []]
    items[-1] = _with_count(items[-1])
    if ordered.tile is not None and words > 1:
        local, run = declarations(ordered, ordered.tile), tiles(items, ordered, ordered.tile, counter, printer)
    else:
        marks = stride * words if near else MOST_LOCAL
        slots = f"{'ushort' if near else 'uint'} mrt_slots[{STEPS * group}]"
        local = f"  __local uint mrt_marks[{marks}];\n  __local {slots};\n"
        before = (_OWN_MARKS if near else _SHARED_MARKS).format(stride=stride, fence=fence)
        run = f"""\
  for (uint mrt_at = mrt_lane; mrt_at < {marks}; mrt_at += {group})
    mrt_marks[mrt_at] = 0;
  barrier({fence});
  for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += {group * STEPS})
  {{
{_found(kernel, ordered, counter, printer, group)}\
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < {STEPS}; mrt_step++)
      mrt_slots[mrt_step * {group} + mrt_lane] = mrt_found[mrt_step];
    #pragma unroll 1
    for (uint mrt_step = 0; mrt_step < {STEPS}; mrt_step++)
    {{
      const ulong mrt_id0 = mrt_base + {group} * mrt_step + mrt_lane;
      const int mrt_inside = mrt_id0 < mrt_to;
      const uint mrt_slot = mrt_inside ? mrt_slots[mrt_step * {group} + mrt_lane] : 0;
{before}\
      if (mrt_inside)
      {{
        const {name} mrt_old = ({name})mrt_before;
{counter}\
{"".join(printer.statement(item, 8) for item in items)}\
      }}
      barrier({fence});
    }}
  }}
"""
    read = f"""\
  for (uint mrt_at = mrt_lane; mrt_at < {stride}; mrt_at += {group})
    mrt_row[mrt_at] = mrt_tile[mrt_at];
"""
    return f"""\
{near}{local}{_head(stride)}\
  if (!({_RUNS}))
    return;
{_part(ordered, stride)}{far}{read if near else ""}{run}\
  barrier({fence});
  for (uint mrt_at = mrt_lane; mrt_part + 1 == mrt_parts && mrt_at < {ordered.row}; mrt_at += {group})
    atomic_xchg((volatile __global {name} *)&{_own(ordered)}[mrt_at], ({name})mrt_row[mrt_at]);
"""


def _part(ordered: Ordered, stride: int) -> str:
    """Which iterations are the work-group's, and the row of its counts."""
    share, longer = ordered.shares
    return f"""\
  const ulong mrt_thread = get_group_id(0) / mrt_parts, mrt_part = get_group_id(0) % mrt_parts;
  const ulong mrt_start = mrt_thread * {share} + (mrt_thread < {longer} ? mrt_thread : {longer});
  const ulong mrt_length = {share} + (mrt_thread < {longer});
  const ulong mrt_from = mrt_start + mrt_length * mrt_part / mrt_parts;
  const ulong mrt_to = mrt_start + mrt_length * (mrt_part + 1) / mrt_parts;
  __global uint *mrt_tile = mrt_rows + get_group_id(0) * {stride};
"""


def _found(kernel: Kernel, ordered: Ordered, counter: str, printer: KernelPrinter, group: int) -> str:
    """The counters of STEPS iterations of each work-item."""
    items = [_with_number(clone(item), ordered) for item in (kernel.body.block_items or [])[:-1]]
    return f"""\
    uint mrt_found[{STEPS}];
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < {STEPS}; mrt_step++)
    {{
      const ulong mrt_id0 = mrt_base + {group} * mrt_step + mrt_lane;
      mrt_found[mrt_step] = 0;
      if (mrt_id0 < mrt_to)
      {{
{counter}\
{"".join(printer.statement(item, 8) for item in items)}\
        mrt_found[mrt_step] = (uint)({printer.expression(ordered.slot)});
      }}
    }}
"""


def _places(place: str, row: int, stride: int, group: int) -> str:
    """The comparison of the ranges of places: half of the groups has the order of the slots, half of the threads.

    A range is compared with the next one that is not empty, in the group's part or, for the last of it, behind it.
    There LOOKED ranges for each work-item are looked at together.
    """
    counts = f"""\
    const ulong mrt_thread = mrt_order ? mrt_item / {row} : mrt_item % mrt_team;
    const int mrt_slot = (int)(mrt_order ? mrt_item % {row} : mrt_item / mrt_team);
    const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * {stride} + mrt_slot];
    const uint mrt_after = mrt_last[mrt_thread * {row} + mrt_slot];
"""
    begin = f"(long)({place}) + (int)mrt_first"
    return f"""\
  __local long mrt_begins[{group + 1}];
  volatile __local uint mrt_ahead, mrt_filled;
{_head(stride)}\
  const uint mrt_half = get_num_groups(0) / 2, mrt_order = get_group_id(0) >= mrt_half;
  const ulong mrt_total = (ulong)mrt_team * {row};
  ulong mrt_item = (get_group_id(0) - mrt_order * mrt_half) * {group} + mrt_lane;
  ulong mrt_base = mrt_item - mrt_lane + {group};
  long mrt_begin = LONG_MIN, mrt_end = LONG_MIN;
  if (mrt_lane == 0)
  {{
    mrt_begins[{group}] = LONG_MIN;
    mrt_ahead = UINT_MAX;
    mrt_filled = 0;
  }}
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_item < mrt_total)
  {{
{counts}\
    if (mrt_first != mrt_after)
    {{
      mrt_begin = {begin};
      mrt_filled = 1;
    }}
    mrt_end = mrt_begin + (mrt_after - mrt_first);
  }}
  mrt_begins[mrt_lane] = mrt_begin;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (; mrt_filled && mrt_base < mrt_total && mrt_ahead == UINT_MAX; mrt_base += {LOOKED * group})
  {{
    uint mrt_nearest = UINT_MAX;
    #pragma unroll
    for (uint mrt_step = 0; mrt_step < {LOOKED}; mrt_step++)
    {{
      mrt_item = min(mrt_base + {group} * mrt_step + mrt_lane, mrt_total - 1);
{indent(counts, "  ")}\
      if (mrt_first != mrt_after)
        mrt_nearest = min(mrt_nearest, (uint)(mrt_item - mrt_base));
    }}
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_nearest != UINT_MAX)
      atomic_min(&mrt_ahead, mrt_nearest);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_ahead != UINT_MAX && mrt_lane == mrt_ahead % {group})
    {{
      mrt_item = mrt_base + mrt_ahead;
{indent(counts, "  ")}\
      mrt_begins[{group}] = {begin};
    }}
  }}
  barrier(CLK_LOCAL_MEM_FENCE);
  if (mrt_begins[mrt_lane] != LONG_MIN)
  {{
    uint mrt_next = mrt_lane + 1;
    while (mrt_next < {group} && mrt_begins[mrt_next] == LONG_MIN)
      mrt_next++;
    if (mrt_begins[mrt_next] != LONG_MIN && mrt_begins[mrt_next] < mrt_end)
      mrt_tiles[mrt_order] = 1;
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
