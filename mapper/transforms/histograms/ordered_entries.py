"""The functions of kernels whose iterations count in the order of their thread (`ir/forms/ordered.py`).

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

from dataclasses import replace

from pycparser import c_ast

from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.forms.entry import Entry, Lanes
from mapper.ir.forms.ordered import LOCAL_BYTES, SUMMING, SUMS, WORD, Ordered, pass_names, stride_of
from mapper.ir.program.iteration import counters
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, UINT, USHORT
from mapper.ir.trees.nodes import clone, replace_child, walk
from mapper.ir.trees.quote import Hole, declarations, expression, statements
from mapper.transforms.histograms.multisplit_tiles import tile_memory, tiles
from mapper.transforms.histograms.ordered_sums import sums

MOST_WORDS = 8
MOST_LOCAL = 4096
"""Elements of a row that a work-group counts in local memory; longer ones it counts where its part has them."""
STEPS = 8
"""How many iterations' loads a work-item may have on the way at a time."""
LOOKED = 8
"""Ranges that a work-item looks at together, in search of the next one that is not empty."""


def with_passes(kernel: Kernel) -> Kernel:
    """The kernel with its functions, if its iterations count in order."""
    ordered = kernel.form(Ordered)
    if ordered is None:
        return kernel
    words = _words(ordered)
    if words == 1:
        return replace(kernel, entries=_entries(kernel, ordered, 1, Lanes.ANY))
    several, one = _entries(kernel, ordered, words, Lanes.SEVERAL), _entries(kernel, ordered, 1, Lanes.ONE)
    return replace(kernel, entries=several + one)


def _words(ordered: Ordered) -> int:
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


def _entries(kernel: Kernel, ordered: Ordered, words: int, lanes: Lanes) -> tuple[Entry, ...]:
    """The functions for groups of so many times 32 work-items."""
    writer = _Writer(kernel, ordered, words)
    bodies = [writer.counts(), writer.sums()]
    if ordered.place is not None:
        bodies.append(writer.places())
    bodies.append(writer.runs())
    parameters = declarations("__global uint *mrt_tiles; uint mrt_team; uint mrt_parts;")
    return tuple(
        Entry(
            name,
            c_ast.Compound(body),
            lanes,
            (SUMMING if name.endswith(SUMS) and words > 1 else str(words * WORD),),
            parameters,
        )
        for name, body in zip([*pass_names(kernel.name, ordered), kernel.name], bodies, strict=True)
    )


class _Writer:
    """Makes the bodies for one size of groups; `holes` are what several of them have in common."""

    def __init__(self, kernel: Kernel, ordered: Ordered, words: int) -> None:
        self.ordered = ordered
        self.words = words
        self.group = words * WORD
        self.stride = stride_of(ordered.row, self.group)
        self.near = ordered.row <= MOST_LOCAL
        """Whether local memory holds a part's counts while it works."""
        self.items = [_with_number(clone(item), ordered) for item in kernel.body.block_items or []]
        share, longer = ordered.shares
        fence = "CLK_LOCAL_MEM_FENCE" if self.near else "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE"
        own = f"$counter[mrt_thread + {ordered.first}]" if ordered.first else "$counter[mrt_thread]"
        self.holes: dict[str, Hole] = {
            "group": self.group,
            "stride": self.stride,
            "row": ordered.row,
            "steps": STEPS,
            "share": share,
            "longer": longer,
            "fence": expression(fence),
            "own": expression(own, counter=ordered.counter),
            "counter": counters(kernel),
            "before": self.items[:-1],
            "slot": ordered.slot,
            "Type": ordered.type,
        }

    def counts(self) -> list[c_ast.Node]:
        """How often each part meets each counter."""
        kept = """
            for (uint mrt_at = mrt_lane; mrt_at < $stride; mrt_at += $group)
              mrt_tile[mrt_at] = mrt_row[mrt_at];"""
        return [
            *self._local_row(),
            *self._head(),
            *self._part(),
            *statements(
                f"""
                for (uint mrt_at = mrt_lane; mrt_at < $stride; mrt_at += $group)
                  mrt_row[mrt_at] = 0;
                barrier($fence);
                for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += {self.group * STEPS}) {{
                  $found;
                  #pragma unroll
                  for (uint mrt_step = 0; mrt_step < $steps; mrt_step++) {{
                    if (mrt_base + $group * mrt_step + mrt_lane < mrt_to) {{
                      if (mrt_found[mrt_step] < $row)
                        atomic_inc(&mrt_row[mrt_found[mrt_step]]);
                      else
                        mrt_tiles[2] = 1;
                    }}
                  }}
                }}
                barrier($fence);
                {kept if self.near else ""}""",
                found=self._found(),
                **self.holes,
            ),
        ]

    def sums(self) -> list[c_ast.Node]:
        """The sums of each counter's counts over the parts of a thread."""
        items: Hole = SUMMING if self.words > 1 else self.group
        found = sums(self.holes, items, wide=self.words > 1)
        return [*statements("__local uint mrt_sums[$items];", items=items), *self._head(), *found]

    def runs(self) -> list[c_ast.Node]:
        """The iterations of a part, where the flags say that they may run: the host reads these meanwhile."""
        items = [*self.items[:-1], _with_count(self.items[-1])]
        if self.ordered.tile is not None and self.words > 1:
            local = tile_memory(self.ordered, self.ordered.tile)
            run = tiles(items, self.ordered, self.ordered.tile, self.holes)
        else:
            marks = self.stride * self.words if self.near else MOST_LOCAL
            local = statements(
                "__local uint mrt_marks[$marks]; __local $Slot mrt_slots[$slots];",
                marks=marks,
                Slot=USHORT if self.near else UINT,
                slots=STEPS * self.group,
            )
            run = self._steps(items, marks)
        read = """
            for (uint mrt_at = mrt_lane; mrt_at < $stride; mrt_at += $group)
              mrt_row[mrt_at] = mrt_tile[mrt_at];"""
        return [
            *self._local_row(),
            *local,
            *self._head(),
            *statements("if (!((mrt_tiles[0] == 0 || mrt_tiles[1] == 0) && mrt_tiles[2] == 0)) return;"),
            *self._part(),
            *(statements(read, **self.holes) if self.near else []),
            *run,
            *statements(
                """
                barrier($fence);
                for (uint mrt_at = mrt_lane; mrt_part + 1 == mrt_parts && mrt_at < $row; mrt_at += $group)
                  atomic_xchg((volatile __global $Type *)&$own[mrt_at], ($Type)mrt_row[mrt_at]);""",
                **self.holes,
            ),
        ]

    def places(self) -> list[c_ast.Node]:
        """The comparison of the ranges of places.

        Half of the groups have the order of the slots, half have that of the threads.  A range is compared with
        the next one that is not empty, in the group's part or, for the last of it, behind it.  There LOOKED ranges
        for each work-item are looked at together.
        """
        assert self.ordered.place is not None
        counts = statements(_COUNTS_OF_SLOT, **self.holes)
        begin = expression("(long)$place + (int)mrt_first", place=self.ordered.place)
        return [
            *statements(f"__local long mrt_begins[{self.group + 1}];"),
            *statements("volatile __local uint mrt_ahead; volatile __local uint mrt_filled;"),
            *self._head(),
            *statements(_PLACES, counts=counts, begin=begin, looked=LOOKED, far=LOOKED * self.group, **self.holes),
        ]

    # ---- parts -------------------------------------------------------------------------------------------------

    def _head(self) -> list[c_ast.Node]:
        """Where the work-item is, and what `mrt_tiles` holds."""
        return statements(
            """
            const uint mrt_lane = get_local_id(0);
            __global uint *mrt_rows = mrt_tiles + 32;
            __global uint *mrt_last = mrt_rows + (ulong)mrt_team * mrt_parts * $stride;""",
            **self.holes,
        )

    def _local_row(self) -> list[c_ast.Node]:
        """A part's counts while it works, as far as local memory holds them."""
        return statements("__local uint mrt_row[$stride];", **self.holes) if self.near else []

    def _part(self) -> list[c_ast.Node]:
        """Which iterations are the work-group's, and the row of its counts."""
        return statements(
            f"""
            const ulong mrt_thread = get_group_id(0) / mrt_parts;
            const ulong mrt_part = get_group_id(0) % mrt_parts;
            const ulong mrt_start = mrt_thread * $share + (mrt_thread < $longer ? mrt_thread : $longer);
            const ulong mrt_length = $share + (mrt_thread < $longer);
            const ulong mrt_from = mrt_start + mrt_length * mrt_part / mrt_parts;
            const ulong mrt_to = mrt_start + mrt_length * (mrt_part + 1) / mrt_parts;
            __global uint *mrt_tile = mrt_rows + get_group_id(0) * $stride;
            {"" if self.near else "volatile __global uint *mrt_row = mrt_tile;"}""",
            **self.holes,
        )

    def _found(self) -> list[c_ast.Node]:
        """The counters of STEPS iterations of each work-item."""
        return statements(
            """
            uint mrt_found[$steps];
            #pragma unroll
            for (uint mrt_step = 0; mrt_step < $steps; mrt_step++) {
              const ulong mrt_id0 = mrt_base + $group * mrt_step + mrt_lane;
              mrt_found[mrt_step] = 0;
              if (mrt_id0 < mrt_to) {
                $counter;
                $before;
                mrt_found[mrt_step] = (uint)$slot;
              }
            }""",
            **self.holes,
        )

    def _steps(self, items: list[c_ast.Node], marks: int) -> list[c_ast.Node]:
        """The iterations of a part, as many at a time as there are work-items; `items` hold `mrt_old`."""
        return statements(
            f"""
            for (uint mrt_at = mrt_lane; mrt_at < $marks; mrt_at += $group)
              mrt_marks[mrt_at] = 0;
            barrier($fence);
            for (ulong mrt_base = mrt_from; mrt_base < mrt_to; mrt_base += {self.group * STEPS}) {{
              $found;
              #pragma unroll
              for (uint mrt_step = 0; mrt_step < $steps; mrt_step++)
                mrt_slots[mrt_step * $group + mrt_lane] = mrt_found[mrt_step];
              #pragma unroll 1
              for (uint mrt_step = 0; mrt_step < $steps; mrt_step++) {{
                const ulong mrt_id0 = mrt_base + $group * mrt_step + mrt_lane;
                const int mrt_inside = mrt_id0 < mrt_to;
                const uint mrt_slot = mrt_inside ? mrt_slots[mrt_step * $group + mrt_lane] : 0;
                $marked;
                if (mrt_inside) {{
                  const $Type mrt_old = ($Type)mrt_before;
                  $counter;
                  $items;
                }}
                barrier($fence);
              }}
            }}""",
            found=self._found(),
            marks=marks,
            marked=statements(
                _OWN_MARKS if self.near else _SHARED_MARKS, most=MOST_LOCAL, word=WORD, **self.holes
            ),
            items=items,
            **self.holes,
        )


_OWN_MARKS = """
    const uint mrt_word = mrt_lane / $word;
    const uint mrt_bit = 1u << mrt_lane % $word;
    __local uint *mrt_own = &mrt_marks[mrt_word * $stride + mrt_slot];
    if (mrt_inside)
      atomic_or(mrt_own, mrt_bit);
    barrier($fence);
    const uint mrt_mark = *mrt_own;
    const uint mrt_lower = mrt_mark & (mrt_bit - 1);
    uint mrt_before = mrt_row[mrt_slot] + popcount(mrt_lower);
    for (uint mrt_other = 0; mrt_other < mrt_word; mrt_other++)
      mrt_before += popcount(mrt_marks[mrt_other * $stride + mrt_slot]);
    barrier($fence);
    if (mrt_inside && mrt_lower == 0) {
      atomic_add(&mrt_row[mrt_slot], popcount(mrt_mark));
      *mrt_own = 0;
    }
"""
"""Counters with marks of their own: `mrt_before` becomes the count."""
_SHARED_MARKS = """
    __local uint *mrt_shared = &mrt_marks[mrt_slot % $most];
    if (mrt_inside)
      atomic_or(mrt_shared, 1u << mrt_lane);
    barrier($fence);
    const uint mrt_mark = mrt_inside ? *mrt_shared : 0;
    uint mrt_same = 0;
    for (uint mrt_rest = mrt_mark; mrt_rest != 0; mrt_rest &= mrt_rest - 1)
      if (mrt_slots[mrt_step * $word + 31 - clz(mrt_rest & -mrt_rest)] == mrt_slot)
        mrt_same |= mrt_rest & -mrt_rest;
    const uint mrt_before = mrt_row[mrt_slot] + popcount(mrt_same & ((1u << mrt_lane) - 1));
    barrier($fence);
    if (mrt_same >> mrt_lane == 1)
      mrt_row[mrt_slot] = mrt_before + 1;
    if (mrt_mark >> mrt_lane == 1)
      *mrt_shared = 0;
"""
"""Counters that share marks, in groups of 32 work-items."""

_COUNTS_OF_SLOT = """
    const ulong mrt_thread = mrt_order ? mrt_item / $row : mrt_item % mrt_team;
    const int mrt_slot = (int)(mrt_order ? mrt_item % $row : mrt_item / mrt_team);
    const uint mrt_first = mrt_rows[mrt_thread * mrt_parts * $stride + mrt_slot];
    const uint mrt_after = mrt_last[mrt_thread * $row + mrt_slot];
"""
_PLACES = """
    const uint mrt_half = get_num_groups(0) / 2;
    const uint mrt_order = get_group_id(0) >= mrt_half;
    const ulong mrt_total = (ulong)mrt_team * $row;
    ulong mrt_item = (get_group_id(0) - mrt_order * mrt_half) * $group + mrt_lane;
    ulong mrt_base = mrt_item - mrt_lane + $group;
    long mrt_begin = LONG_MIN;
    long mrt_end = LONG_MIN;
    if (mrt_lane == 0) {
      mrt_begins[$group] = LONG_MIN;
      mrt_ahead = UINT_MAX;
      mrt_filled = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_item < mrt_total) {
      $counts;
      if (mrt_first != mrt_after) {
        mrt_begin = $begin;
        mrt_filled = 1;
      }
      mrt_end = mrt_begin + (mrt_after - mrt_first);
    }
    mrt_begins[mrt_lane] = mrt_begin;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (; mrt_filled && mrt_base < mrt_total && mrt_ahead == UINT_MAX; mrt_base += $far) {
      uint mrt_nearest = UINT_MAX;
      #pragma unroll
      for (uint mrt_step = 0; mrt_step < $looked; mrt_step++) {
        mrt_item = min(mrt_base + $group * mrt_step + mrt_lane, mrt_total - 1);
        $counts;
        if (mrt_first != mrt_after)
          mrt_nearest = min(mrt_nearest, (uint)(mrt_item - mrt_base));
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (mrt_nearest != UINT_MAX)
        atomic_min(&mrt_ahead, mrt_nearest);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (mrt_ahead != UINT_MAX && mrt_lane == mrt_ahead % $group) {
        mrt_item = mrt_base + mrt_ahead;
        $counts;
        mrt_begins[$group] = $begin;
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (mrt_begins[mrt_lane] != LONG_MIN) {
      uint mrt_next = mrt_lane + 1;
      while (mrt_next < $group && mrt_begins[mrt_next] == LONG_MIN)
        mrt_next++;
      if (mrt_begins[mrt_next] != LONG_MIN && mrt_begins[mrt_next] < mrt_end)
        mrt_tiles[mrt_order] = 1;
    }
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
