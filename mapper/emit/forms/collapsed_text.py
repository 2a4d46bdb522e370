"""The OpenCL text of a kernel's form with equal shares of elements (see `ir.forms.collapsed`): four kernels.

All have two more arguments, memory of the library's own.  Elements and ends of rows are in one sequence: row r's
elements are before its end, and that before row r + 1's.  A work-group has `share` of them, and is told in which
row they begin.  First come the elements, side by side, each with a value for each sum; then each work-item adds up
a few neighbouring values, row by row, and what rows have in several work-items is brought together in steps
(segmented sums: Blelloch 1990); then the rows that end in the share are finished, side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from mapper.emit.text.c_printer import CPrinter
from mapper.ir.builtins.reductions import combine, identity
from mapper.ir.forms.collapsed import FORMS, GROUP, Collapsed, form_name, part_name, whole_name
from mapper.ir.program.kernel import Dimension, Kernel, is_literal
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import IntType, PointerType

CARRIES, FIRSTS = "mrt_carries", "mrt_firsts"
"""The last parameters.  The first one holds, for each sum, what shares have of the row that is open at their end,
and of the row that was open at their begin.  `rising` leaves there, in 32 bits each, whether an entry is less than
the one before or no value of the counter, and the longest row; then the number of elements.  The second one holds
the row in which each share begins, and the number of all rows."""
CARRYING_LANES = 32
"""Work-items that add up what a row has carried along."""
CARRYING_GROUP = 128
"""Work-items in a group of the second kernel."""


def collapsed_forms(
    kernel: Kernel,
    collapsed: Collapsed,
    printer: CPrinter,
    head: Callable[..., str],
    counter: Callable[[int, Dimension, int], str],
) -> list[str]:
    """The kernels; `head` gives the first lines of one, `counter` the declaration of the dimension's."""
    text = _Text(kernel, collapsed, printer, counter)
    bodies = (text.shares(), text.carried(), text.rising(), text.borders())
    sizes = (GROUP, CARRYING_GROUP, GROUP, GROUP)
    more = f"__global ulong *{CARRIES}", f"__global ulong *{FIRSTS}"
    heads = [
        f"__attribute__((reqd_work_group_size({size}, 1, 1)))\n"
        f"{head(form_name(kernel.name, form), *more, first=form == FORMS[0])}"
        for form, size in zip(FORMS, sizes, strict=True)
    ]
    return [f"{first}{body}}}\n" for first, body in zip(heads, bodies, strict=True) if body]


class _Text:
    """Writes the bodies."""

    def __init__(
        self,
        kernel: Kernel,
        collapsed: Collapsed,
        printer: CPrinter,
        counter: Callable[[int, Dimension, int], str],
    ) -> None:
        self.kernel = kernel
        self.collapsed = collapsed
        self.printer = printer
        self.counter = counter
        self.sums = [
            (number, build.device_name(each.type), each.operator, identity(each.operator, each.type))
            for number, each in enumerate(collapsed.sums)
        ]

    def shares(self) -> str:
        """What a work-group does with its share."""
        share = self.collapsed.share
        lines = [*self._rows()]
        lines += [
            f"  __local {kind} mrt_values{n}[{share}], mrt_tails{n}[{GROUP}];\n" for n, kind, _, _ in self.sums
        ]
        lines.append(f"  __local uint mrt_ends[{share}]{f', mrt_closed[{GROUP}]' if self.sums else ''};\n")
        lines.append(_SHARE % {"group": GROUP, "share": share, "firsts": FIRSTS})
        lines += self._elements()
        if self.sums:
            lines += self._segments()
        if self.collapsed.row is not None:
            lines += self._finished()
        if self.sums:
            lines.append(f"  if (mrt_item == {GROUP - 1})\n  {{\n")
            lines += [f"    {self._tail(n, 'mrt_group')} = mrt_tails{n}[mrt_item];\n" for n, *_ in self.sums]
            lines.append("  }\n")
        return "".join(lines)

    def carried(self) -> str:
        """CARRYING_LANES work-items look at the row that ends in a share and began before it."""
        if not self.sums:
            return ""
        lines = [*self._rows()]
        lines += [f"  __local {kind} mrt_tree{n}[{CARRYING_GROUP}];\n" for n, kind, _, _ in self.sums]
        lines.append(_CARRIED % {"lanes": CARRYING_LANES, "share": self.collapsed.share, "firsts": FIRSTS})
        lines += [f"  {kind} mrt_sum{n} = {start};\n" for n, kind, _, start in self.sums]
        lines.append(
            f"  if (mrt_mine)\n    for (ulong mrt_at = mrt_start / {self.collapsed.share} + mrt_lane; "
            f"mrt_at < mrt_group; mrt_at += {CARRYING_LANES})\n    {{\n"
        )
        lines += [
            f"      const {kind} mrt_tail{n} = {self._tail(n, 'mrt_at')};\n"
            f"      mrt_sum{n} = {combine(operator, f'mrt_sum{n}', f'mrt_tail{n}')};\n"
            for n, kind, operator, _ in self.sums
        ]
        lines.append("    }\n")
        lines += [f"  mrt_tree{n}[mrt_item] = mrt_sum{n};\n" for n, *_ in self.sums]
        lines.append(f"{_BARRIER}{_ROLLED}")
        lines.append(f"  for (uint mrt_half = {CARRYING_LANES // 2}; mrt_half > 0; mrt_half /= 2)\n  {{\n")
        lines.append("    if (mrt_lane < mrt_half)\n    {\n")
        for n, _, operator, _ in self.sums:
            left, right = f"mrt_tree{n}[mrt_item]", f"mrt_tree{n}[mrt_item + mrt_half]"
            lines.append(f"      {left} = {combine(operator, left, right)};\n")
        lines.append(f"    }}\n  {_BARRIER}  }}\n  if (mrt_mine && mrt_lane == 0)\n  {{\n")
        for n, kind, operator, _ in self.sums:
            lines.append(f"    const {kind} mrt_lead{n} = {self._lead(n)};\n")
            value = combine(operator, f"mrt_tree{n}[mrt_item]", f"mrt_lead{n}")
            lines.append(f"    {kind} {whole_name(n)} = {value};\n")
        return "".join([*lines, *self._row(4), "  }\n"])

    def rising(self) -> str:
        """Whether entries rise, and how far apart they are."""
        counter = build.device_name(self.collapsed.counter)
        wrong = f"(ulong)({counter})mrt_rows[mrt_count0] != (ulong)mrt_rows[mrt_count0]"
        if self._index.signed:
            wrong = f"mrt_rows[0] < 0 || {wrong}"
        return "".join([*self._rows(), _RISING % {"group": GROUP, "carries": CARRIES, "wrong": wrong}])

    def borders(self) -> str:
        """The row in which each share begins, and the last one ends."""
        return "".join([*self._rows(), _BORDERS % {"share": self.collapsed.share, "firsts": FIRSTS}])

    # ---- parts -------------------------------------------------------------------------------------------------

    @property
    def _index(self) -> IntType:
        element = next(each.element for each in self.kernel.buffers if each.name == self.collapsed.rows)
        assert isinstance(element, IntType)
        return element

    def _rows(self) -> Iterator[str]:
        """The entries from that of the first row on, and the numbers of the first element and of all."""
        dimension = self.kernel.dimensions[0]
        lower = dimension.lower_name
        if is_literal(dimension.lower):
            lower = self.printer.visit(dimension.lower)
        declared = self.printer.visit(build.declaration("mrt_rows", PointerType(self._index), "const __global"))
        yield f"  {declared} = {self.collapsed.rows} + ((long){lower} + {self.collapsed.shift});\n"
        yield "  const ulong mrt_base = (ulong)mrt_rows[0];\n"
        yield "  const ulong mrt_total = mrt_count0 + ((ulong)mrt_rows[mrt_count0] - mrt_base);\n"
        yield "  const uint mrt_item = get_local_id(0);\n"

    def _slot(self, number: int, share: str, lead: int) -> str:
        kind = self.sums[number][1]
        return f"*(__global {kind} *)&{CARRIES}[{2 * number + lead} * mrt_groups + {share}]"

    def _tail(self, number: int, share: str) -> str:
        return self._slot(number, share, 0)

    def _lead(self, number: int) -> str:
        return self._slot(number, "mrt_group", 1)

    def _elements(self) -> Iterator[str]:
        name, kind = self.collapsed.variable, build.device_name(self.collapsed.counter)
        yield f"  for (uint mrt_at = mrt_item; mrt_at < mrt_elements; mrt_at += {GROUP})\n  {{\n"
        yield f"    {kind} {name} = ({kind})(mrt_base + mrt_from + mrt_at);\n"
        if self.collapsed.finds_row:
            yield _FIND_ROW
            yield self.counter(0, self.kernel.dimensions[0], 4)
        for item in self.collapsed.before.block_items or []:
            yield self.printer.statement(item, 4)
        for number, part, _, start in self.sums:
            yield f"    {part} {part_name(number)} = {start};\n"
        for item in self.collapsed.element.block_items or []:
            yield self.printer.statement(item, 4)
        for number, *_ in self.sums:
            yield f"    mrt_values{number}[mrt_at] = {part_name(number)};\n"
        yield "  }\n"

    def _segments(self) -> Iterator[str]:
        """Sums of what a work-item has, then over the work-items; they come to the end of the arrays of values."""
        last = self.collapsed.share - 1
        yield _SEGMENT_BEGIN % {"items": self.collapsed.items}
        for n, kind, _, start in self.sums:
            yield f"  {kind} mrt_sum{n} = {start}, mrt_lead{n} = {start};\n"
        yield "  for (uint mrt_at = mrt_place; mrt_at < mrt_after; mrt_at++)\n  {\n"
        yield "    if (mrt_row < mrt_ending && mrt_ends[mrt_row] <= mrt_next)\n    {\n"
        for n, _, _, start in self.sums:
            yield f"      if (mrt_row == mrt_open)\n        mrt_lead{n} = mrt_sum{n};\n      else\n"
            yield f"        mrt_values{n}[{last} - mrt_row] = mrt_sum{n};\n      mrt_sum{n} = {start};\n"
        yield "      mrt_row++;\n    }\n    else\n    {\n"
        for n, kind, operator, _ in self.sums:
            yield f"      const {kind} mrt_value{n} = mrt_values{n}[mrt_next];\n"
            yield f"      mrt_sum{n} = {combine(operator, f'mrt_sum{n}', f'mrt_value{n}')};\n"
        yield "      mrt_next++;\n    }\n  }\n"
        for n, *_ in self.sums:
            yield f"  mrt_tails{n}[mrt_item] = mrt_sum{n};\n"
        yield f"  mrt_closed[mrt_item] = mrt_row > mrt_open;\n{_BARRIER}"
        yield f"{_ROLLED}  for (uint mrt_by = 1; mrt_by < {GROUP}; mrt_by *= 2)\n  {{\n"
        yield "    const int mrt_joins = mrt_item >= mrt_by && !mrt_closed[mrt_item];\n"
        yield "    const uint mrt_mark = mrt_joins ? mrt_closed[mrt_item - mrt_by] : 0;\n"
        for n, kind, operator, _ in self.sums:
            yield f"    {kind} mrt_tail{n} = mrt_tails{n}[mrt_item];\n"
            joined = combine(operator, f"mrt_before{n}", f"mrt_tail{n}")
            yield "    if (mrt_joins)\n    {\n"
            yield f"      const {kind} mrt_before{n} = mrt_tails{n}[mrt_item - mrt_by];\n"
            yield f"      mrt_tail{n} = {joined};\n    }}\n"
        yield f"  {_BARRIER}    if (mrt_joins)\n    {{\n      mrt_closed[mrt_item] = mrt_mark;\n"
        for n, *_ in self.sums:
            yield f"      mrt_tails{n}[mrt_item] = mrt_tail{n};\n"
        yield f"    }}\n  {_BARRIER}  }}\n  if (mrt_row > mrt_open)\n  {{\n"
        for n, kind, operator, start in self.sums:
            yield f"    const {kind} mrt_tail{n} = mrt_item > 0 ? mrt_tails{n}[mrt_item - 1] : ({kind}){start};\n"
            yield f"    mrt_values{n}[{last} - mrt_open] = {combine(operator, f'mrt_tail{n}', f'mrt_lead{n}')};\n"
        yield f"  }}\n{_BARRIER}"

    def _finished(self) -> Iterator[str]:
        """The rows that end in the share; one that began before it is left to the second kernel."""
        last = self.collapsed.share - 1
        yield f"  for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += {GROUP})\n  {{\n"
        yield "    const ulong mrt_id0 = mrt_first + mrt_at;\n"
        if self.sums:
            yield "    if (mrt_at == 0 && mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base) < mrt_begin)\n    {\n"
            for n, *_ in self.sums:
                yield f"      {self._lead(n)} = mrt_values{n}[{last}];\n"
            yield "      continue;\n    }\n"
            for n, kind, _, _ in self.sums:
                yield f"    {kind} {whole_name(n)} = mrt_values{n}[{last} - mrt_at];\n"
        yield from self._row(4)
        yield "  }\n"

    def _row(self, indent: int) -> Iterator[str]:
        row = self.collapsed.row
        yield self.counter(0, self.kernel.dimensions[0], indent)
        for item in (row.block_items or []) if row is not None else []:
            yield self.printer.statement(item, indent)


_BARRIER = "  barrier(CLK_LOCAL_MEM_FENCE);\n"
_ROLLED = "#pragma unroll 1\n"
"""Before loops of a few steps with barriers, which would only make the code longer (see the pass `unroll`)."""

_SHARE = """\
  const ulong mrt_group = get_global_id(0) / %(group)d, mrt_groups = (mrt_total + (%(share)d - 1)) / %(share)d;
  const ulong mrt_begin = min(mrt_group * %(share)d, mrt_total), mrt_end = min(mrt_begin + %(share)d, mrt_total);
  const ulong mrt_first = %(firsts)s[mrt_group], mrt_from = mrt_begin - mrt_first;
  const uint mrt_ending = (uint)(%(firsts)s[mrt_group + 1] - mrt_first);
  const uint mrt_elements = (uint)(mrt_end - mrt_begin) - mrt_ending;
  for (uint mrt_at = mrt_item; mrt_at < mrt_ending; mrt_at += %(group)d)
    mrt_ends[mrt_at] = (uint)((ulong)mrt_rows[mrt_first + mrt_at + 1] - mrt_base - mrt_from);
  barrier(CLK_LOCAL_MEM_FENCE);
"""

_BORDERS = """\
  const ulong mrt_number = get_global_id(0);
  if (mrt_number > (mrt_total + (%(share)d - 1)) / %(share)d)
    return;
  const ulong mrt_border = min(mrt_number * %(share)d, mrt_total);
  ulong mrt_low = 0, mrt_high = mrt_count0;
  while (mrt_low < mrt_high)
  {
    const ulong mrt_middle = (mrt_low + mrt_high) / 2;
    if ((ulong)mrt_rows[mrt_middle + 1] - mrt_base + mrt_middle < mrt_border)
      mrt_low = mrt_middle + 1;
    else
      mrt_high = mrt_middle;
  }
  %(firsts)s[mrt_number] = mrt_low;
"""

_FIND_ROW = """\
    uint mrt_low = 0, mrt_high = mrt_ending;
    while (mrt_low < mrt_high)
    {
      const uint mrt_middle = (mrt_low + mrt_high) / 2;
      if (mrt_ends[mrt_middle] <= mrt_at)
        mrt_low = mrt_middle + 1;
      else
        mrt_high = mrt_middle;
    }
    const ulong mrt_id0 = mrt_first + mrt_low;
"""

_SEGMENT_BEGIN = """\
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint mrt_place = min(mrt_item * %(items)d, mrt_elements + mrt_ending);
  const uint mrt_after = min(mrt_place + %(items)d, mrt_elements + mrt_ending);
  uint mrt_row = 0, mrt_beyond = min(mrt_place, mrt_ending);
  while (mrt_row < mrt_beyond)
  {
    const uint mrt_middle = (mrt_row + mrt_beyond) / 2;
    if (mrt_ends[mrt_middle] + mrt_middle < mrt_place)
      mrt_row = mrt_middle + 1;
    else
      mrt_beyond = mrt_middle;
  }
  const uint mrt_open = mrt_row;
  uint mrt_next = mrt_place - mrt_row;
"""

_CARRIED = """\
  const uint mrt_lane = mrt_item %% %(lanes)d;
  const ulong mrt_group = get_global_id(0) / %(lanes)d, mrt_groups = (mrt_total + (%(share)d - 1)) / %(share)d;
  const ulong mrt_begin = min(mrt_group * %(share)d, mrt_total), mrt_end = min(mrt_begin + %(share)d, mrt_total);
  const ulong mrt_id0 = mrt_group < mrt_groups ? %(firsts)s[mrt_group] : mrt_count0;
  ulong mrt_start = 0, mrt_finish = mrt_total;
  if (mrt_id0 < mrt_count0)
  {
    mrt_start = mrt_id0 + ((ulong)mrt_rows[mrt_id0] - mrt_base);
    mrt_finish = mrt_id0 + ((ulong)mrt_rows[mrt_id0 + 1] - mrt_base);
  }
  const int mrt_mine = mrt_id0 < mrt_count0 && mrt_start < mrt_begin && mrt_finish < mrt_end;
"""

_RISING = """\
  __local uint mrt_found[2];
  if (mrt_item < 2)
    mrt_found[mrt_item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  ulong mrt_longest = 0;
  uint mrt_falls = 0;
  for (ulong mrt_at = get_global_id(0); mrt_at < mrt_count0; mrt_at += get_global_size(0))
  {
    if (mrt_rows[mrt_at] > mrt_rows[mrt_at + 1])
      mrt_falls = 1;
    else
      mrt_longest = max(mrt_longest, (ulong)mrt_rows[mrt_at + 1] - (ulong)mrt_rows[mrt_at]);
  }
  if (mrt_falls)
    atomic_or(&mrt_found[0], 1u);
  atomic_max(&mrt_found[1], (uint)min(mrt_longest, (ulong)UINT_MAX));
  barrier(CLK_LOCAL_MEM_FENCE);
  __global uint *mrt_results = (__global uint *)%(carries)s;
  if (mrt_item == 0)
  {
    if (mrt_found[0] != 0)
      atomic_or(&mrt_results[0], 1u);
    atomic_max(&mrt_results[1], mrt_found[1]);
  }
  if (get_global_id(0) == 0)
  {
    if (%(wrong)s)
      atomic_or(&mrt_results[0], 1u);
    %(carries)s[1] = mrt_total - mrt_count0;
  }
"""
