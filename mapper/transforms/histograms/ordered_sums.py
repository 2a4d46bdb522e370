"""The pass of kernels that count in order in which each counter is added up over the parts of its thread."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from mapper.ir.trees.quote import Hole, statements

COLUMNS = 32
"""Counters that a work-group of a GPU adds up, so that it reads whole lines."""
FEW_COLUMNS = 8
"""The same where groups have 32 work-items."""
HELD = 32
"""Counts of parts that a work-item keeps, to read them once."""


def sums(common: Mapping[str, Hole], items: Hole, *, wide: bool) -> list[c_ast.Node]:
    """A work-item adds up a counter's counts in neighbouring parts; `wide` ones keep these, if they are few.

    The holes in `common` are those of all functions of the kernel, and groups have so many `items`.
    """
    holes: dict[str, Hole] = {**common, "columns": COLUMNS if wide else FEW_COLUMNS, "items": items, "held": HELD}
    summed, put = statements(_SUMMED, **holes), statements(_PUT, **holes)
    if wide:
        summed = statements(_SUMMED_HELD, summed=summed[0], **holes)
        put = statements(_PUT_HELD, put=put[0], **holes)
    return statements(_SUMS, summed=summed, put=put, **holes)


_SUMS = """
    const uint mrt_sharers = $items / $columns;
    const uint mrt_sharer = mrt_lane / $columns;
    const ulong mrt_item = get_group_id(0) * $columns + mrt_lane % $columns;
    const int mrt_inside = mrt_item < (ulong)mrt_team * $row;
    const ulong mrt_thread = mrt_item / $row;
    const ulong mrt_slot = mrt_item % $row;
    __global uint *mrt_tile = mrt_rows + mrt_thread * mrt_parts * $stride + mrt_slot;
    const uint mrt_from = mrt_inside ? (uint)((ulong)mrt_parts * mrt_sharer / mrt_sharers) : 0;
    const uint mrt_to = mrt_inside ? (uint)((ulong)mrt_parts * (mrt_sharer + 1) / mrt_sharers) : 0;
    uint mrt_sum = 0;
    $summed;
    mrt_sums[mrt_lane] = mrt_sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint mrt_before = mrt_inside ? $own[mrt_slot] : 0;
    for (uint mrt_at = mrt_lane % $columns; mrt_at < mrt_lane; mrt_at += $columns)
      mrt_before += mrt_sums[mrt_at];
    $put;
    if (mrt_inside && mrt_sharer == mrt_sharers - 1)
      mrt_last[mrt_item] = mrt_before;
"""
_SUMMED = """
    {
      #pragma unroll 8
      for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++)
        mrt_sum += mrt_tile[(ulong)mrt_part * $stride];
    }
"""
_SUMMED_HELD = """
    const int mrt_few = mrt_parts <= mrt_sharers * $held;
    uint mrt_held[$held];
    if (mrt_few) {
      #pragma unroll
      for (uint mrt_first = 0; mrt_first < $held; mrt_first += 8) {
        #pragma unroll
        for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++)
          mrt_held[mrt_at] = 0;
        if (mrt_first * mrt_sharers < mrt_parts) {
          #pragma unroll
          for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++)
            if (mrt_from + mrt_at < mrt_to)
              mrt_held[mrt_at] = mrt_tile[(ulong)(mrt_from + mrt_at) * $stride];
        }
      }
      #pragma unroll
      for (uint mrt_at = 0; mrt_at < $held; mrt_at++)
        mrt_sum += mrt_held[mrt_at];
    } else { $summed; }
"""
_PUT = """
    {
      #pragma unroll 8
      for (uint mrt_part = mrt_from; mrt_part < mrt_to; mrt_part++) {
        const uint mrt_count = mrt_tile[(ulong)mrt_part * $stride];
        mrt_tile[(ulong)mrt_part * $stride] = mrt_before;
        mrt_before += mrt_count;
      }
    }
"""
_PUT_HELD = """
    if (mrt_few) {
      #pragma unroll
      for (uint mrt_first = 0; mrt_first < $held; mrt_first += 8)
        if (mrt_first * mrt_sharers < mrt_parts) {
          #pragma unroll
          for (uint mrt_at = mrt_first; mrt_at < mrt_first + 8; mrt_at++) {
            if (mrt_from + mrt_at < mrt_to)
              mrt_tile[(ulong)(mrt_from + mrt_at) * $stride] = mrt_before;
            mrt_before += mrt_held[mrt_at];
          }
        }
    } else { $put; }
"""
