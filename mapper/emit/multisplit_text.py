"""The last pass of kernels that count in order, if work-groups sort what they store (`transforms/multisplit.py`).

A work-group takes a tile of iterations, whose values work-items keep in registers.  It counts the tile by counter,
a running sum over the counts says where each counter's iterations begin, and each goes to the place that its count
says, with its number in the tile.  That is some order within a counter, as atomic updates came.  So each looks how
many of its counter's have lower numbers: where there are many counters, a tile has few of each.  From there
neighbouring work-items store to neighbouring places, as long as the counter is the same.

Where a counter has more than LONGEST iterations of the tile, it is sorted by DIGIT bits of the counter's number at
a time instead, from the lowest on: work-items take neighbouring elements, and count them by digit, each with
counts of its own.  Running sums, over the digits, and for each digit over the work-items, tell where each element
goes.  Equal ones keep their order, that of the iterations.  A word has counts of two digits: of one in its lower
half, and in the other of the one half the digits further on.  Elements are in registers while these counts have
their place in local memory.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.emit.stop_text import KernelPrinter
from mapper.ir import build
from mapper.ir.nodes import clone
from mapper.ir.ordered import DIGIT, Ordered, Tile, stride_of
from mapper.translate.orderedcounters import replaced

LONGEST = 64
"""Iterations of a counter in a tile, up to which each is compared with all others."""
_WORDS = 1 << DIGIT >> 1
"""Counters of a work-item, two digits in each; rows of so many get one more, so that they use different banks."""


def _spread(at: str) -> str:
    """The place of a work-item's counters."""
    return f"({at}) * {_WORDS + 1} / {_WORDS}"


def declarations(ordered: Ordered, tile: Tile) -> str:
    """The local memory of a work-group, besides the counts of its part."""
    value = build.device_name(tile.type)
    return f"""\
  __local uint mrt_starts[{stride_of(ordered.row, tile.group) + 1}];
  __local uint mrt_sums[{tile.group}];
  __local uint mrt_long;
  __local ulong mrt_pool[{(tile.pool_bytes + 7) // 8}];
  __local uint *const mrt_digits = (__local uint *)mrt_pool;
  __local {value} *const mrt_values = (__local {value} *)mrt_pool;
  __local uint *const mrt_keys = (__local uint *)(mrt_values + {tile.iterations});
  __local ushort *const mrt_slots = (__local ushort *)(mrt_values + {tile.iterations});
"""


def tiles(items: list[c_ast.Node], ordered: Ordered, tile: Tile, counter: str, printer: KernelPrinter) -> str:
    """The loop over the tiles of a part; `items` are the statements of the body, with `mrt_old` for the count."""
    last = items[-1]
    assert isinstance(last, c_ast.Assignment)
    group, steps, name = tile.group, tile.steps, build.device_name(ordered.type)
    each = stride_of(ordered.row, group) // group
    before = "".join(printer.statement(item, 12) for item in items[:-1])
    place = clone(last.lvalue)
    place.subscript = replaced(place.subscript, build.identifier("mrt_slot"), ordered.slot)
    stored = printer.expression(place)
    return f"""\
      for (uint mrt_at = mrt_lane; mrt_at < {each * group}; mrt_at += {group})
        mrt_starts[mrt_at] = 0;
      for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += {tile.iterations})
      {{
        const uint mrt_length = (uint)min((ulong){tile.iterations}, mrt_to - mrt_base);
        {build.device_name(tile.type)} mrt_value[{steps}];
        uint mrt_found[{steps}];
        if (mrt_lane == 0)
          mrt_long = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (uint mrt_step = 0; mrt_step < {steps}; mrt_step++)
        {{
          const ulong mrt_id0 = mrt_base + {group} * mrt_step + mrt_lane;
          if (mrt_id0 < mrt_to)
          {{
    {counter}\
{before}\
            mrt_value[mrt_step] = {printer.expression(last.rvalue)};
            mrt_found[mrt_step] = (uint)({printer.expression(ordered.slot)}) << 16;
          }}
        }}
        #pragma unroll
        for (uint mrt_step = 0; mrt_step < {steps}; mrt_step++)
          if (mrt_base + {group} * mrt_step + mrt_lane < mrt_to)
            mrt_found[mrt_step] |= atomic_inc(&mrt_starts[mrt_found[mrt_step] >> 16]);
        barrier(CLK_LOCAL_MEM_FENCE);
        uint mrt_counted[{each}], mrt_sum = 0;
        #pragma unroll
        for (uint mrt_at = 0; mrt_at < {each}; mrt_at++)
        {{
          mrt_counted[mrt_at] = mrt_starts[mrt_lane * {each} + mrt_at];
          mrt_sum += mrt_counted[mrt_at];
          if (mrt_counted[mrt_at] > {LONGEST})
            mrt_long = 1;
        }}
        uint mrt_next = mrt_sum;
        mrt_sums[mrt_lane] = mrt_next;
        for (uint mrt_other = 1; mrt_other < {group}; mrt_other *= 2)
        {{
          barrier(CLK_LOCAL_MEM_FENCE);
          const uint mrt_more = mrt_lane >= mrt_other ? mrt_sums[mrt_lane - mrt_other] : 0;
          barrier(CLK_LOCAL_MEM_FENCE);
          mrt_next += mrt_more;
          mrt_sums[mrt_lane] = mrt_next;
        }}
        mrt_next -= mrt_sum;
        #pragma unroll
        for (uint mrt_at = 0; mrt_at < {each}; mrt_at++)
        {{
          mrt_starts[mrt_lane * {each} + mrt_at] = mrt_next;
          mrt_next += mrt_counted[mrt_at];
        }}
        if (mrt_lane == {group - 1})
          mrt_starts[{each * group}] = mrt_next;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (mrt_long == 0)
        {{
          #pragma unroll
          for (uint mrt_step = 0; mrt_step < {steps}; mrt_step++)
          {{
            const uint mrt_at = {group} * mrt_step + mrt_lane;
            if (mrt_at < mrt_length)
            {{
              const uint mrt_to_place = mrt_starts[mrt_found[mrt_step] >> 16] + (mrt_found[mrt_step] & 0xffff);
              mrt_values[mrt_to_place] = mrt_value[mrt_step];
              mrt_keys[mrt_to_place] = (mrt_found[mrt_step] & 0xffff0000) | mrt_at;
            }}
          }}
          barrier(CLK_LOCAL_MEM_FENCE);
          #pragma unroll 4
          for (uint mrt_at = mrt_lane; mrt_at < mrt_length; mrt_at += {group})
          {{
            const uint mrt_key = mrt_keys[mrt_at];
            const int mrt_slot = (int)(mrt_key >> 16);
            uint mrt_before = mrt_row[mrt_slot];
            for (uint mrt_other = mrt_starts[mrt_slot]; mrt_other < mrt_starts[mrt_slot + 1]; mrt_other++)
              mrt_before += mrt_keys[mrt_other] < mrt_key;
            const {name} mrt_old = ({name})mrt_before;
            {stored} = mrt_values[mrt_at];
          }}
        }}
        else
        {{
{_by_digits(ordered, tile, name, stored)}\
        }}
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (uint mrt_at = 0; mrt_at < {each}; mrt_at++)
        {{
          mrt_row[mrt_lane * {each} + mrt_at] += mrt_counted[mrt_at];
          mrt_starts[mrt_lane * {each} + mrt_at] = 0;
        }}
      }}
"""


def _by_digits(ordered: Ordered, tile: Tile, name: str, stored: str) -> str:
    """The tile's iterations by counter, found digit by digit."""
    group, steps = tile.group, tile.steps
    bits = DIGIT * tile.passes
    return f"""\
          #pragma unroll
          for (uint mrt_step = 0; mrt_step < {steps}; mrt_step++)
          {{
            const uint mrt_at = {group} * mrt_step + mrt_lane;
            mrt_slots[mrt_at] = {(1 << bits) - 1};
            if (mrt_at < mrt_length)
            {{
              mrt_values[mrt_at] = mrt_value[mrt_step];
              mrt_slots[mrt_at] = (ushort)(mrt_found[mrt_step] >> 16);
            }}
          }}
          barrier(CLK_LOCAL_MEM_FENCE);
          #pragma unroll 1
          for (uint mrt_shift = 0; mrt_shift < {bits}; mrt_shift += {DIGIT})
          {{
            #pragma unroll
            for (uint mrt_step = 0; mrt_step < {steps}; mrt_step++)
            {{
              mrt_value[mrt_step] = mrt_values[mrt_lane * {steps} + mrt_step];
              mrt_found[mrt_step] = mrt_slots[mrt_lane * {steps} + mrt_step];
            }}
            barrier(CLK_LOCAL_MEM_FENCE);
            #pragma unroll
            for (uint mrt_word = 0; mrt_word < {_WORDS}; mrt_word++)
              mrt_digits[{_spread(f"mrt_word * {group} + mrt_lane")}] = 0;
            #pragma unroll
            for (uint mrt_step = 0; mrt_step < {steps}; mrt_step++)
            {{
              const uint mrt_digit = mrt_found[mrt_step] >> mrt_shift & {(1 << DIGIT) - 1};
              const uint mrt_at = {_spread(f"mrt_digit % {_WORDS} * {group} + mrt_lane")};
              const uint mrt_half = mrt_digit / {_WORDS} * 16;
              const uint mrt_count = mrt_digits[mrt_at];
              mrt_digits[mrt_at] = mrt_count + (1u << mrt_half);
              mrt_found[mrt_step] |= mrt_count >> mrt_half << 16;
            }}
            barrier(CLK_LOCAL_MEM_FENCE);
            mrt_sum = 0;
            #pragma unroll
            for (uint mrt_word = 0; mrt_word < {_WORDS}; mrt_word++)
              mrt_sum += mrt_digits[mrt_lane * {_WORDS + 1} + mrt_word];
            mrt_sums[mrt_lane] = mrt_sum;
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint mrt_other = 1; mrt_other < {group}; mrt_other *= 2)
            {{
              const uint mrt_more = mrt_lane >= mrt_other ? mrt_sums[mrt_lane - mrt_other] : 0;
              barrier(CLK_LOCAL_MEM_FENCE);
              mrt_sums[mrt_lane] += mrt_more;
              barrier(CLK_LOCAL_MEM_FENCE);
            }}
            mrt_next = mrt_sums[mrt_lane] - mrt_sum + (mrt_sums[{group - 1}] << 16);
            #pragma unroll
            for (uint mrt_word = 0; mrt_word < {_WORDS}; mrt_word++)
            {{
              const uint mrt_count = mrt_digits[mrt_lane * {_WORDS + 1} + mrt_word];
              mrt_digits[mrt_lane * {_WORDS + 1} + mrt_word] = mrt_next;
              mrt_next += mrt_count;
            }}
            barrier(CLK_LOCAL_MEM_FENCE);
            #pragma unroll
            for (uint mrt_step = 0; mrt_step < {steps}; mrt_step++)
            {{
              const uint mrt_digit = mrt_found[mrt_step] >> mrt_shift & {(1 << DIGIT) - 1};
              const uint mrt_at = {_spread(f"mrt_digit % {_WORDS} * {group} + mrt_lane")};
              mrt_found[mrt_step] += mrt_digits[mrt_at] >> mrt_digit / {_WORDS} * 16 << 16;
            }}
            barrier(CLK_LOCAL_MEM_FENCE);
            #pragma unroll
            for (uint mrt_step = 0; mrt_step < {steps}; mrt_step++)
            {{
              mrt_values[mrt_found[mrt_step] >> 16] = mrt_value[mrt_step];
              mrt_slots[mrt_found[mrt_step] >> 16] = (ushort)mrt_found[mrt_step];
            }}
            barrier(CLK_LOCAL_MEM_FENCE);
          }}
          #pragma unroll 4
          for (uint mrt_at = mrt_lane; mrt_at < mrt_length; mrt_at += {group})
          {{
            const int mrt_slot = mrt_slots[mrt_at];
            const {name} mrt_old = ({name})(mrt_row[mrt_slot] + mrt_at - mrt_starts[mrt_slot]);
            {stored} = mrt_values[mrt_at];
          }}
"""
