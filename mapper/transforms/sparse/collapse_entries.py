"""The four functions in which work-groups take equal shares of all rows' elements.

They are what `collapse` makes when kernels are lowered.

All have two more arguments, memory of the library's own.  Elements and ends of rows are in one sequence: row r's
elements are before its end, and that before row r + 1's.  A work-group has `share` of them, and gets in which
row they begin.  First come the elements, side by side, each with a value for each sum; then each work-item adds up
a few neighbouring values, row by row, and what rows have in several work-items is brought together in steps
(segmented sums: Blelloch 1990); then the rows that end in the share are finished, side by side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pycparser import c_ast

from mapper.ir.builtins.reductions import combine, identity
from mapper.ir.forms.collapsed import (
    CARRYING_GROUP,
    CARRYING_LANES,
    FORMS,
    GROUP,
    Collapsed,
    form_name,
    part_name,
    whole_name,
)
from mapper.ir.forms.entry import Entry
from mapper.ir.program.iteration import counters
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.quote import declarations, statements


def with_shares(kernel: Kernel) -> Kernel:
    """The kernel with the functions of its form for uneven rows if it has one.

    The first parameter holds, for each sum, what shares have of the row that is open at their end, and of the row
    that was open at their begin.  `rising` leaves there, in 32 bits each, whether an entry is less than the one
    before or no value of the counter, and the longest row; then the number of elements.  The second parameter
    holds the row in which each share begins, and the number of all rows.
    """
    collapsed = kernel.form(Collapsed)
    if collapsed is None:
        return kernel
    writer = _Writer(kernel, collapsed)
    bodies = (writer.shares(), writer.carried(), writer.rising(), writer.borders())
    sizes = (GROUP, CARRYING_GROUP, GROUP, GROUP)
    entries = tuple(
        Entry(
            form_name(kernel.name, form),
            c_ast.Compound(body),
            group=(str(size),),
            parameters=declarations("__global ulong *mrt_carries; __global ulong *mrt_firsts;"),
            first=form == FORMS[0],
        )
        for form, size, body in zip(FORMS, sizes, bodies, strict=True)
        if body
    )
    return replace(kernel, entries=(*kernel.entries, *entries))


class _Writer:
    """Makes the bodies."""

    def __init__(self, kernel: Kernel, collapsed: Collapsed) -> None:
        self.kernel = kernel
        self.collapsed = collapsed
        self.sums = [
            (number, build.device_name(each.type), each.operator, identity(each.operator, each.type))
            for number, each in enumerate(collapsed.sums)
        ]

    def shares(self) -> list[c_ast.Node]:
        """What a work-group does with its share."""
        local = "".join(
            f"__local {kind} mrt_values{n}[$share]; __local {kind} mrt_tails{n}[{GROUP}];"
            for n, kind, *_ in self.sums
        )
        local += "__local uint mrt_ends[$share];" + (f"__local uint mrt_closed[{GROUP}];" if self.sums else "")
        left = self._each(lambda n, *_: f"{self._tail(n, 'mrt_group')} = mrt_tails{n}[mrt_item];")
        return [
            *self._rows(),
            *statements(
                f"""
                {local}
                const ulong mrt_group = get_global_id(0) / {GROUP};
                const ulong mrt_groups = (mrt_total + ($share - 1)) / $share;
                const ulong mrt_begin = min(mrt_group * $share, mrt_total);
                const ulong mrt_end = min(mrt_begin + $share, mrt_total);
                const ulong mrt_first = mrt_firsts[mrt_group];
                const ulong mrt_from = mrt_begin - mrt_first;
                const uint mrt_ending = (uint)(mrt_firsts[mrt_group + 1] - mrt_first);
                const uint mrt_elements = (uint)(mrt_end - mrt_begin) - mrt_ending;
                for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += {GROUP})
                  mrt_ends[mrt_at] = (uint)((ulong)mrt_rows[mrt_first + mrt_at + 1] - mrt_base - mrt_from);
                barrier(CLK_LOCAL_MEM_FENCE);""",
                share=self.collapsed.share,
            ),
            *self._elements(),
            *(self._segments() if self.sums else []),
            *(self._finished() if self.collapsed.row is not None else []),
            *(statements(f"if (mrt_item == {GROUP - 1}) {{ {left} }}") if self.sums else []),
        ]

    def carried(self) -> list[c_ast.Node]:
        """CARRYING_LANES work-items look at the row that ends in a share and began before it."""
        if not self.sums:
            return []
        trees = self._each(lambda n, kind, *_: f"__local {kind} mrt_tree{n}[{CARRYING_GROUP}];")
        starts = self._each(lambda n, kind, _, start: f"{kind} mrt_sum{n} = {start};")
        tails = self._each(
            lambda n, kind, operator, _: (
                f"""
            const {kind} mrt_tail{n} = {self._tail(n, "mrt_at")};
            mrt_sum{n} = {combine(operator, f"mrt_sum{n}", f"mrt_tail{n}")};"""
            )
        )
        kept = self._each(lambda n, *_: f"mrt_tree{n}[mrt_item] = mrt_sum{n};")
        folds = self._each(lambda n, _kind, operator, _: f"mrt_tree{n}[mrt_item] = {_halves(n, operator)};")
        wholes = self._each(
            lambda n, kind, operator, _: (
                f"""
            const {kind} mrt_lead{n} = {self._lead(n)};
            {kind} {whole_name(n)} = {combine(operator, f"mrt_tree{n}[mrt_item]", f"mrt_lead{n}")};"""
            )
        )
        return [
            *self._rows(),
            *statements(
                f"""
                {trees}
                const uint mrt_lane = mrt_item % {CARRYING_LANES};
                const ulong mrt_group = get_global_id(0) / {CARRYING_LANES};
                const ulong mrt_groups = (mrt_total + ($share - 1)) / $share;
                const ulong mrt_begin = min(mrt_group * $share, mrt_total);
                const ulong mrt_end = min(mrt_begin + $share, mrt_total);
                const ulong mrt_id0 = mrt_group < mrt_groups ? mrt_firsts[mrt_group] : mrt_count0;
                ulong mrt_start = 0;
                ulong mrt_finish = mrt_total;
                if (mrt_id0 < mrt_count0) {{
                  mrt_start = mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base);
                  mrt_finish = mrt_id0 + ((ulong)mrt_rows[mrt_id0 + 1] - mrt_base);
                }}
                const int mrt_mine = mrt_id0 < mrt_count0 && mrt_start < mrt_begin && mrt_finish < mrt_end;
                {starts}
                if (mrt_mine)
                  for (ulong mrt_at = mrt_start / $share + mrt_lane; mrt_at < mrt_group; mrt_at += $lanes) {{
                    {tails}
                  }}
                {kept}
                barrier(CLK_LOCAL_MEM_FENCE);
                #pragma unroll 1
                for (uint mrt_half = {CARRYING_LANES // 2}; mrt_half > 0; mrt_half /= 2) {{
                  if (mrt_lane < mrt_half) {{ {folds} }}
                  barrier(CLK_LOCAL_MEM_FENCE);
                }}
                if (mrt_mine && mrt_lane == 0) {{ {wholes} $row; }}""",
                lanes=CARRYING_LANES,
                share=self.collapsed.share,
                row=self._row(),
            ),
        ]

    def rising(self) -> list[c_ast.Node]:
        """Whether entries rise, and how far apart they are."""
        counter = build.device_name(self.collapsed.counter)
        wrong = f"(ulong)({counter})mrt_rows[mrt_count0] != (ulong)mrt_rows[mrt_count0]"
        if self._index.signed:
            wrong = f"mrt_rows[0] < 0 || {wrong}"
        return [
            *self._rows(),
            *statements(
                f"""
                __local uint mrt_found[2];
                if (mrt_item < 2)
                  mrt_found[mrt_item] = 0;
                barrier(CLK_LOCAL_MEM_FENCE);
                ulong mrt_longest = 0;
                uint mrt_falls = 0;
                for (ulong mrt_at = get_global_id(0); mrt_at < mrt_count0; mrt_at += get_global_size(0)) {{
                  if (mrt_rows[mrt_at] > mrt_rows[mrt_at + 1])
                    mrt_falls = 1;
                  else
                    mrt_longest = max(mrt_longest, (ulong)mrt_rows[mrt_at + 1] - (ulong)mrt_rows[mrt_at]);
                }}
                if (mrt_falls)
                  atomic_or(&mrt_found[0], 1u);
                atomic_max(&mrt_found[1], (uint)min(mrt_longest, (ulong)UINT_MAX));
                barrier(CLK_LOCAL_MEM_FENCE);
                __global uint *mrt_results = (__global uint *)mrt_carries;
                if (mrt_item == 0) {{
                  if (mrt_found[0] != 0)
                    atomic_or(&mrt_results[0], 1u);
                  atomic_max(&mrt_results[1], mrt_found[1]);
                }}
                if (get_global_id(0) == 0) {{
                  if ({wrong})
                    atomic_or(&mrt_results[0], 1u);
                  mrt_carries[1] = mrt_total - mrt_count0;
                }}"""
            ),
        ]

    def borders(self) -> list[c_ast.Node]:
        """The row in which each share begins, and the last one ends."""
        return [
            *self._rows(),
            *statements(
                """
                const ulong mrt_number = get_global_id(0);
                if (mrt_number > (mrt_total + ($share - 1)) / $share)
                  return;
                const ulong mrt_border = min(mrt_number * $share, mrt_total);
                ulong mrt_low = 0;
                ulong mrt_high = mrt_count0;
                while (mrt_low < mrt_high) {
                  const ulong mrt_middle = (mrt_low + mrt_high) / 2;
                  if ((ulong)mrt_rows[mrt_middle + 1] - mrt_base + mrt_middle < mrt_border)
                    mrt_low = mrt_middle + 1;
                  else
                    mrt_high = mrt_middle;
                }
                mrt_firsts[mrt_number] = mrt_low;""",
                share=self.collapsed.share,
            ),
        ]

    # ---- parts -------------------------------------------------------------------------------------------------

    def _each(self, text: Callable[[int, str, str, str], str]) -> str:
        """Statements for each sum: of its number, its type, its operator and the value that changes nothing."""
        return "".join(text(*each) for each in self.sums)

    @property
    def _last(self) -> int:
        """Where sums of rows begin in the arrays of values: they grow down from their ends."""
        return self.collapsed.share - 1

    @property
    def _index(self) -> IntType:
        element = next(each.element for each in self.kernel.buffers if each.name == self.collapsed.rows)
        assert isinstance(element, IntType)
        return element

    def _rows(self) -> list[c_ast.Node]:
        """The entries from that of the first row on, and the numbers of the first element and of all."""
        dimension = self.kernel.dimensions[0]
        literal = is_literal(dimension.lower)
        return statements(
            """
            const __global $Index *mrt_rows = $rows + ((long)$lower + $shift);
            const ulong mrt_base = (ulong)mrt_rows[0];
            const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);
            const uint mrt_item = get_local_id(0);""",
            Index=self._index,
            rows=self.collapsed.rows,
            lower=dimension.lower if literal else dimension.lower_name,
            shift=self.collapsed.shift,
        )

    def _slot(self, number: int, share: str, lead: int) -> str:
        kind = self.sums[number][1]
        return f"*(__global {kind} *)&mrt_carries[{2 * number + lead} * mrt_groups + {share}]"

    def _tail(self, number: int, share: str) -> str:
        return self._slot(number, share, 0)

    def _lead(self, number: int) -> str:
        return self._slot(number, "mrt_group", 1)

    def _elements(self) -> list[c_ast.Node]:
        parts = self._each(lambda n, kind, _, start: f"{kind} {part_name(n)} = {start};")
        kept = self._each(lambda n, *_: f"mrt_values{n}[mrt_at] = {part_name(n)};")
        return statements(
            f"""
            for (uint mrt_at = mrt_item; mrt_at < mrt_elements; mrt_at += {GROUP}) {{
              $Counter $variable = ($Counter)(mrt_base + mrt_from + mrt_at);
              $row;
              $before;
              {parts}
              $element;
              {kept}
            }}""",
            Counter=self.collapsed.counter,
            variable=self.collapsed.variable,
            row=self._found_row() if self.collapsed.finds_row else [],
            before=self.collapsed.before,
            element=self.collapsed.element,
        )

    def _found_row(self) -> list[c_ast.Node]:
        """The row of an element, and the counter of the dimension."""
        return statements(
            """
            uint mrt_low = 0;
            uint mrt_high = mrt_ending;
            while (mrt_low < mrt_high) {
              const uint mrt_middle = (mrt_low + mrt_high) / 2;
              if (mrt_ends[mrt_middle] <= mrt_at)
                mrt_low = mrt_middle + 1;
              else
                mrt_high = mrt_middle;
            }
            const ulong mrt_id0 = mrt_first + mrt_low;
            $counters;""",
            counters=counters(self.kernel),
        )

    def _segments(self) -> list[c_ast.Node]:
        """Sums of what a work-item has, then over the work-items; they come to the end of the arrays of values."""
        return [*self._sums_of_items(), *self._sums_over_items()]

    def _sums_of_items(self) -> list[c_ast.Node]:
        """Each work-item adds up `items` neighbours; what is open at its end goes into the array of tails.

        `mrt_closed` holds which work-items end a row.  `mrt_lead` is what a work-item has of the row that is open
        at its beginning.
        """
        starts = self._each(
            lambda n, kind, _, start: f"{kind} mrt_sum{n} = {start}; {kind} mrt_lead{n} = {start};"
        )
        ends = self._each(
            lambda n, _kind, _, start: (
                f"""
            if (mrt_row == mrt_open)
              mrt_lead{n} = mrt_sum{n};
            else
              mrt_values{n}[{self._last} - mrt_row] = mrt_sum{n};
            mrt_sum{n} = {start};"""
            )
        )
        adds = self._each(
            lambda n, kind, operator, _: (
                f"""
            const {kind} mrt_value{n} = mrt_values{n}[mrt_next];
            mrt_sum{n} = {combine(operator, f"mrt_sum{n}", f"mrt_value{n}")};"""
            )
        )
        tails = self._each(lambda n, *_: f"mrt_tails{n}[mrt_item] = mrt_sum{n};")
        return statements(
            f"""
            barrier(CLK_LOCAL_MEM_FENCE);
            const uint mrt_place = min(mrt_item * $items, mrt_elements + mrt_ending);
            const uint mrt_after = min(mrt_place + $items, mrt_elements + mrt_ending);
            uint mrt_row = 0;
            uint mrt_beyond = min(mrt_place, mrt_ending);
            while (mrt_row < mrt_beyond) {{
              const uint mrt_middle = (mrt_row + mrt_beyond) / 2;
              if (mrt_ends[mrt_middle] + mrt_middle < mrt_place)
                mrt_row = mrt_middle + 1;
              else
                mrt_beyond = mrt_middle;
            }}
            const uint mrt_open = mrt_row;
            uint mrt_next = mrt_place - mrt_row;
            {starts}
            for (uint mrt_at = mrt_place; mrt_at < mrt_after; mrt_at++) {{
              if (mrt_row < mrt_ending && mrt_ends[mrt_row] <= mrt_next) {{
                {ends}
                mrt_row++;
              }} else {{
                {adds}
                mrt_next++;
              }}
            }}
            {tails}
            mrt_closed[mrt_item] = mrt_row > mrt_open;
            barrier(CLK_LOCAL_MEM_FENCE);""",
            items=self.collapsed.items,
        )

    def _sums_over_items(self) -> list[c_ast.Node]:
        """A segmented scan of the tails, by which each work-item completes the row that was open at its begin."""
        joins = self._each(
            lambda n, kind, operator, _: (
                f"""
            {kind} mrt_tail{n} = mrt_tails{n}[mrt_item];
            if (mrt_joins) {{
              const {kind} mrt_before{n} = mrt_tails{n}[mrt_item - mrt_by];
              mrt_tail{n} = {combine(operator, f"mrt_before{n}", f"mrt_tail{n}")};
            }}"""
            )
        )
        joined = self._each(lambda n, *_: f"mrt_tails{n}[mrt_item] = mrt_tail{n};")
        opened = self._each(
            lambda n, kind, operator, start: (
                f"""
            const {kind} mrt_tail{n} = mrt_item > 0 ? mrt_tails{n}[mrt_item - 1] : ({kind}){start};
            mrt_values{n}[{self._last} - mrt_open] = {combine(operator, f"mrt_tail{n}", f"mrt_lead{n}")};"""
            )
        )
        return statements(
            f"""
            #pragma unroll 1
            for (uint mrt_by = 1; mrt_by < {GROUP}; mrt_by *= 2) {{
              const int mrt_joins = mrt_item >= mrt_by && !mrt_closed[mrt_item];
              const uint mrt_mark = mrt_joins ? mrt_closed[mrt_item - mrt_by] : 0;
              {joins}
              barrier(CLK_LOCAL_MEM_FENCE);
              if (mrt_joins) {{
                mrt_closed[mrt_item] = mrt_mark;
                {joined}
              }}
              barrier(CLK_LOCAL_MEM_FENCE);
            }}
            if (mrt_row > mrt_open) {{ {opened} }}
            barrier(CLK_LOCAL_MEM_FENCE);"""
        )

    def _finished(self) -> list[c_ast.Node]:
        """The rows that end in the share; one that began before it is left to the second kernel."""
        leads = self._each(lambda n, *_: f"{self._lead(n)} = mrt_values{n}[{self._last}];")
        text = f"""
            if (mrt_at == 0 && mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base) < mrt_begin) {{
              {leads}
              continue;
            }}"""
        text += self._each(lambda n, kind, *_: f"{kind} {whole_name(n)} = mrt_values{n}[{self._last} - mrt_at];")
        return statements(
            f"""
            for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += {GROUP}) {{
              const ulong mrt_id0 = mrt_first + mrt_at;
              {text if self.sums else ""}
              $row;
            }}""",
            row=self._row(),
        )

    def _row(self) -> list[c_ast.Node]:
        """What is done once for a row."""
        row = self.collapsed.row
        return [*counters(self.kernel), *((row.block_items or []) if row is not None else [])]


def _halves(number: int, operator: str) -> str:
    return combine(operator, f"mrt_tree{number}[mrt_item]", f"mrt_tree{number}[mrt_item + mrt_half]")
