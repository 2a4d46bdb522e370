"""The last pass of kernels that count in order, if work-groups sort what they store (see `multisplit`).

A work-group takes a tile of iterations, and puts their values into local memory.  It counts the tile by counter,
and a running sum over the counts says where each counter's iterations begin.  Then the iterations get places, as
many at a time as there are work-items: each counts its counter up by an atomic update, and leaves its number where
that says.  A barrier lets those of later rounds come behind; those of one round with the same counter are beside
each other in some order.  They are few where there are many counters.  So the work-item that stores what is in a
place looks at the neighbours on both sides, as far as they have its counter and its round, for how many of them
are on the wrong side.  A number has its counter in the upper half and its place in the tile in the lower: what two
of the same round and counter differ in are the bits below the number of work-items.

From there neighbouring work-items store to neighbouring places, as long as the counter is the same.

Where a counter has more than LONGEST iterations of the tile, a round has 32 work-items.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from mapper.ir.forms.ordered import WORD, Ordered, Tile, stride_of
from mapper.ir.trees import build
from mapper.ir.trees.nodes import clone
from mapper.ir.trees.quote import Hole, expression, statements
from mapper.translate.threads.ordered_counters import replaced

LONGEST = 128
"""Iterations of a counter in a tile, up to which a round has all work-items."""


def tile_memory(ordered: Ordered, tile: Tile) -> list[c_ast.Node]:
    """The local memory of a work-group, besides the counts of its part."""
    return statements(
        """
        __local uint mrt_nexts[$stride];
        __local uint mrt_sums[$sums];
        __local uint mrt_long;
        __local ulong mrt_pool[$pool];
        __local $Value *const mrt_values = (__local $Value *)mrt_pool;
        __local uint *const mrt_keys = (__local uint *)(mrt_values + $iterations) + 1;""",
        stride=stride_of(ordered.row, tile.group),
        sums=2 * tile.group,
        pool=tile.pool_bytes // 8,
        Value=tile.type,
        iterations=tile.iterations,
    )


def tiles(items: list[c_ast.Node], ordered: Ordered, tile: Tile, common: Mapping[str, Hole]) -> list[c_ast.Node]:
    """The loop over the tiles of a part; `items` are the statements of the body, with `mrt_old` for the count.

    The holes in `common` are those of all functions of the kernel.
    """
    last = items[-1]
    assert isinstance(last, c_ast.Assignment)
    place = clone(last.lvalue)
    place.subscript = replaced(place.subscript, build.identifier("mrt_slot"), ordered.slot)
    holes: dict[str, Hole] = {
        **common,
        "each": stride_of(ordered.row, tile.group) // tile.group,
        "steps": tile.steps,
        "iterations": tile.iterations,
        "inside": expression("$group * mrt_step + mrt_lane < mrt_length", group=tile.group),
        "word": WORD,
        "longest": LONGEST,
        "value": last.rvalue,
        "place": place,
    }
    leave = statements(
        """
        mrt_keys[atomic_inc(&mrt_nexts[mrt_found[mrt_step]])]
          = mrt_found[mrt_step] << 16 | ($group * mrt_step + mrt_lane);""",
        **holes,
    )
    return statements(_TILES, leave=leave[0], **holes)


_TILES = """
    for (uint mrt_at = mrt_lane; mrt_at < $stride; mrt_at += $group)
      mrt_nexts[mrt_at] = 0;
    if (mrt_lane == 0) {
      mrt_keys[-1] = UINT_MAX;
      mrt_long = 0;
    }
    for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += $iterations) {
      const uint mrt_length = (uint)min((ulong)$iterations, mrt_to - mrt_base);
      uint mrt_found[$steps];
      barrier(CLK_LOCAL_MEM_FENCE);
      #pragma unroll
      for (uint mrt_step = 0; mrt_step < $steps; mrt_step++) {
        const ulong mrt_id0 = mrt_base + $group * mrt_step + mrt_lane;
        mrt_found[mrt_step] = 0;
        if ($inside) {
          $counter;
          $before;
          mrt_values[$group * mrt_step + mrt_lane] = $value;
          mrt_found[mrt_step] = (uint)$slot;
        }
      }
      #pragma unroll
      for (uint mrt_step = 0; mrt_step < $steps; mrt_step++)
        if ($inside)
          atomic_inc(&mrt_nexts[mrt_found[mrt_step]]);
      barrier(CLK_LOCAL_MEM_FENCE);
      uint mrt_counted[$each];
      uint mrt_sum = 0;
      #pragma unroll
      for (uint mrt_at = 0; mrt_at < $each; mrt_at++) {
        mrt_counted[mrt_at] = mrt_nexts[mrt_lane * $each + mrt_at];
        mrt_sum += mrt_counted[mrt_at];
        if (mrt_counted[mrt_at] > $longest)
          mrt_long = 1;
      }
      uint mrt_next = mrt_sum;
      uint mrt_half = 0;
      mrt_sums[mrt_lane] = mrt_next;
      #pragma unroll
      for (uint mrt_other = 1; mrt_other < $group; mrt_other *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (mrt_lane >= mrt_other)
          mrt_next += mrt_sums[mrt_half + mrt_lane - mrt_other];
        mrt_half ^= $group;
        mrt_sums[mrt_half + mrt_lane] = mrt_next;
      }
      mrt_next -= mrt_sum;
      #pragma unroll
      for (uint mrt_at = 0; mrt_at < $each; mrt_at++) {
        mrt_nexts[mrt_lane * $each + mrt_at] = mrt_next;
        mrt_row[mrt_lane * $each + mrt_at] -= mrt_next;
        mrt_next += mrt_counted[mrt_at];
      }
      if (mrt_lane == 0)
        mrt_keys[mrt_length] = UINT_MAX;
      barrier(CLK_LOCAL_MEM_FENCE);
      const uint mrt_turn = mrt_long == 0 ? $group : $word;
      if (mrt_long == 0) {
        #pragma unroll
        for (uint mrt_step = 0; mrt_step < $steps; mrt_step++) {
          if ($inside)
            $leave;
          barrier(CLK_LOCAL_MEM_FENCE);
        }
      } else {
        #pragma unroll
        for (uint mrt_step = 0; mrt_step < $steps; mrt_step++)
          for (uint mrt_first = 0; mrt_first < $group; mrt_first += $word) {
            if (mrt_lane - mrt_first < $word && $inside)
              $leave;
            barrier(CLK_LOCAL_MEM_FENCE);
          }
      }
      #pragma unroll 2
      for (uint mrt_at = mrt_lane; mrt_at < mrt_length; mrt_at += $group) {
        const uint mrt_key = mrt_keys[mrt_at];
        const int mrt_slot = (int)(mrt_key >> 16);
        uint mrt_before = mrt_row[mrt_slot] + mrt_at;
        for (int mrt_near = (int)mrt_at - 1; (mrt_keys[mrt_near] ^ mrt_key) < mrt_turn; mrt_near--)
          mrt_before -= mrt_keys[mrt_near] > mrt_key;
        for (int mrt_near = (int)mrt_at + 1; (mrt_keys[mrt_near] ^ mrt_key) < mrt_turn; mrt_near++)
          mrt_before += mrt_keys[mrt_near] < mrt_key;
        const $Type mrt_old = ($Type)mrt_before;
        $place = mrt_values[mrt_key & 0xffff];
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      #pragma unroll
      for (uint mrt_at = 0; mrt_at < $each; mrt_at++) {
        mrt_row[mrt_lane * $each + mrt_at] += mrt_nexts[mrt_lane * $each + mrt_at];
        mrt_nexts[mrt_lane * $each + mrt_at] = 0;
      }
      if (mrt_lane == 0)
        mrt_long = 0;
    }
"""
