"""The last pass of kernels that count in order, if work-groups sort what they store (`transforms/multisplit.py`).

A work-group takes a tile of iterations.  It finds out how many of them come before each in the tile that count the
same counter, a step of as many as it has work-items at a time, as `emit/ordered_text.py` describes.  When all
counts of the tile are known, running sums over them say where each counter's iterations begin in the sorted tile.
The iterations' values go there in local memory; from there neighbouring work-items store them to neighbouring
places, as long as the counter is the same.

The marks and the sorted values use the same local memory, one after the other.  If PoCL copied the steps, it would
compile their barriers for minutes.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.emit.stop_text import KernelPrinter
from mapper.ir import build
from mapper.ir.nodes import clone
from mapper.ir.ordered import Ordered, Tile, stride_of
from mapper.translate.orderedcounters import replaced


def declarations(ordered: Ordered, tile: Tile) -> str:
    """The local memory of a work-group, besides the counts of its part."""
    value, stride = build.device_name(tile.type), stride_of(ordered.row, tile.group)
    pool = max(stride * tile.words * 4, tile.iterations * (tile.type.bits // 8 + 2))
    return f"""\
  __local uint mrt_starts[{stride}];
  __local uint mrt_sums[{tile.group}];
  __local ulong mrt_pool[{(pool + 7) // 8}];
  __local uint *const mrt_marks = (__local uint *)mrt_pool;
  __local {value} *const mrt_values = (__local {value} *)mrt_pool;
  __local ushort *const mrt_slots = (__local ushort *)(mrt_values + {tile.iterations});
"""


def tiles(
    items: list[c_ast.Node], ordered: Ordered, tile: Tile, counter: str, printer: KernelPrinter, marks: str
) -> str:
    """The loop over the tiles of a part; `marks` finds `mrt_before` for an iteration of a step.

    `items` are the statements of the body, with `mrt_old` for the count.
    """
    last = items[-1]
    assert isinstance(last, c_ast.Assignment)
    group, name = tile.group, build.device_name(ordered.type)
    stride = stride_of(ordered.row, group)
    before = "".join(printer.statement(item, 12) for item in items[:-1])
    place = clone(last.lvalue)
    place.subscript = replaced(place.subscript, build.identifier("mrt_slot"), ordered.slot)
    elements = stride // group
    return f"""\
      for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += {tile.iterations})
      {{
        const uint mrt_length = (uint)min((ulong){tile.iterations}, mrt_to - mrt_base);
        uint mrt_found[{tile.steps}];
        for (uint mrt_at = mrt_lane; mrt_at < {stride}; mrt_at += {group})
          mrt_starts[mrt_at] = 0;
        for (uint mrt_at = mrt_lane; mrt_at < {stride * tile.words}; mrt_at += {group})
          mrt_marks[mrt_at] = 0;
        #pragma unroll
        for (uint mrt_step = 0; mrt_step < {tile.steps}; mrt_step++)
        {{
          const ulong mrt_id0 = mrt_base + {group} * mrt_step + mrt_lane;
          mrt_found[mrt_step] = 0;
          if (mrt_id0 < mrt_to)
          {{
    {counter}\
{before}\
            mrt_found[mrt_step] = (uint)({printer.expression(ordered.slot)});
          }}
        }}
        barrier(CLK_LOCAL_MEM_FENCE);
#ifdef MRT_NVIDIA
        #pragma unroll
#endif
        for (uint mrt_step = 0; mrt_step < {tile.steps}; mrt_step++)
        {{
          const int mrt_inside = {group} * mrt_step + mrt_lane < mrt_length;
          const uint mrt_slot = mrt_found[mrt_step];
{marks}\
          mrt_found[mrt_step] = mrt_slot | mrt_before << 16;
          barrier(CLK_LOCAL_MEM_FENCE);
        }}
        uint mrt_sum = 0;
        #pragma unroll
        for (uint mrt_at = 0; mrt_at < {elements}; mrt_at++)
          mrt_sum += mrt_starts[mrt_lane * {elements} + mrt_at];
        mrt_sums[mrt_lane] = mrt_sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint mrt_other = 1; mrt_other < {group}; mrt_other *= 2)
        {{
          const uint mrt_more = mrt_lane >= mrt_other ? mrt_sums[mrt_lane - mrt_other] : 0;
          barrier(CLK_LOCAL_MEM_FENCE);
          mrt_sums[mrt_lane] += mrt_more;
          barrier(CLK_LOCAL_MEM_FENCE);
        }}
        uint mrt_next = mrt_sums[mrt_lane] - mrt_sum;
        #pragma unroll
        for (uint mrt_at = 0; mrt_at < {elements}; mrt_at++)
        {{
          const uint mrt_count = mrt_starts[mrt_lane * {elements} + mrt_at];
          mrt_starts[mrt_lane * {elements} + mrt_at] = mrt_next;
          mrt_next += mrt_count;
        }}
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (uint mrt_step = 0; mrt_step < {tile.steps}; mrt_step++)
        {{
          const ulong mrt_id0 = mrt_base + {group} * mrt_step + mrt_lane;
          if (mrt_id0 < mrt_to)
          {{
            const uint mrt_of = mrt_found[mrt_step] & 65535;
            const uint mrt_sorted = mrt_starts[mrt_of] + (mrt_found[mrt_step] >> 16);
    {counter}\
{before}\
            mrt_values[mrt_sorted] = {printer.expression(last.rvalue)};
            mrt_slots[mrt_sorted] = mrt_of;
          }}
        }}
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll 4
        for (uint mrt_at = mrt_lane; mrt_at < mrt_length; mrt_at += {group})
        {{
          const int mrt_slot = mrt_slots[mrt_at];
          const {name} mrt_old = ({name})(mrt_row[mrt_slot] + mrt_at - mrt_starts[mrt_slot]);
          {printer.expression(place)} = mrt_values[mrt_at];
        }}
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint mrt_at = mrt_lane; mrt_at < {stride}; mrt_at += {group})
          mrt_row[mrt_at] += (mrt_at + 1 < {stride} ? mrt_starts[mrt_at + 1] : mrt_length) - mrt_starts[mrt_at];
        barrier(CLK_LOCAL_MEM_FENCE);
      }}
"""
