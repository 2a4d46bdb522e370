"""The code of a shared loop with counters: tiles of iterations, of which each lane has one, in order."""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.trees import build
from mapper.ir.trees.ctypes import UINT, ArrayType, CType
from mapper.ir.trees.nodes import clone, rebuilt, same_text, statements_of
from mapper.ir.trees.quote import Hole, expression, statements
from mapper.transforms.cooperative.plans.counted import Counted
from mapper.transforms.cooperative.plans.plan_types import Shared
from mapper.transforms.loops.loops import trip_count


@dataclass(frozen=True, eq=False, slots=True)
class CountedLoop:
    """The statements, outside of all conditions, and the arrays in local memory that they need.

    `marks` have a bit for each lane, for each of so many counters; `totals` are there once for an iteration of the
    kernel.
    """

    items: list[c_ast.Node]
    marks: list[tuple[str, int]]
    totals: list[tuple[str, CType]]


def counted_loop(shared: Shared, label: str, ctype: CType) -> CountedLoop:
    """The code of a loop whose variable has a type; `label` is a part of names.

    In a tile each lane first finds out whether its iteration counts, and which counter; the counter's value for it
    is known from the marks of the lanes before.  Where the values of two counters of a row met, what was stored at
    them may have the wrong order.  Then the counters go back, and the first lane runs the loop as it is.
    """
    counters = [_Counter(each, f"{label}_{number}", label) for number, each in enumerate(shared.counted)]
    own = isinstance(shared.node.init, c_ast.DeclList)
    header = shared.header
    variable = build.identifier(header.variable)
    declared = [build.declaration(header.variable, ctype)] if own else []
    offset: c_ast.Node = build.cast(ctype, build.identifier(f"mrt_trip{label}"))
    if abs(header.step) != 1:
        offset = build.binary("*", offset, build.integer(abs(header.step)))
    first = build.identifier(f"mrt_first{label}")
    turn = [*declared, build.assign(variable, build.binary("+" if header.step > 0 else "-", first, offset))]
    body: c_ast.Node = shared.node.stmt
    for each in counters:
        body = _replaced(body, each.counted.place, build.identifier(f"mrt_count{each.label}"))
    items = statements(
        """
        ulong mrt_trips$n = 0;
        $Counter mrt_first$n = 0;
        if (mrt_inside) {
          $declared;
          $variable = $lower;
          mrt_first$n = $variable;
          mrt_trips$n = $trips;
        }
        $clear;
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        for (ulong mrt_base$n = 0; mrt_base$n < mrt_trips$n; mrt_base$n += MRT_LANES) {
          const ulong mrt_trip$n = mrt_base$n + mrt_lane;
          $start;
          if (mrt_trip$n < mrt_trips$n) {
            $turn;
            $asked;
          }
          $mark;
          barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
          $find;
          barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
          $advance;
          if (mrt_trip$n < mrt_trips$n) {
            $values;
            $turn;
            $body;
          }
          $step;
          barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
        }
        $check;""",
        n=label,
        Counter=ctype,
        declared=declared,
        variable=variable,
        lower=header.lower,
        trips=trip_count(header, variable),
        clear=[item for each in counters for item in each.cleared()],
        start=[item for each in counters for item in each.started()],
        turn=turn,
        asked=[build.once(each.asked()) for each in counters],
        mark=[item for each in counters for item in each.marked()],
        find=[item for each in counters for item in each.found()],
        advance=[item for each in counters for item in each.advanced()],
        values=[item for each in counters for item in each.value()],
        body=[build.once(statements_of(body))],
        step=[item for each in counters for item in each.stepped()],
        check=[item for each in counters for item in each.checked(shared.node)],
    )
    rows = [each for each in counters if each.is_row]
    return CountedLoop(
        items,
        [(f"mrt_marks{each.label}", each.counted.length) for each in counters],
        [(each.totals, ArrayType(UINT, each.counted.length + 1)) for each in rows],
    )


def counting_at_once(body: c_ast.Node, counted: Counted) -> c_ast.Node:
    """A copy of a loop's body in which the statement that only counts in an array is atomic."""
    assert counted.alone is not None
    place = c_ast.UnaryOp("&", clone(counted.place))
    return _replaced(body, counted.alone, build.call("atomic_inc", place))


class _Counter:
    """The parts of a loop's code that are about one counter."""

    def __init__(self, counted: Counted, label: str, loop: str) -> None:
        self.counted = counted
        self.label = label
        self.is_row = counted.slot is not None
        self.totals = f"mrt_totals{label}"
        self.holes: dict[str, Hole] = {
            "n": label,
            "loop": loop,
            "Type": counted.type,
            "length": counted.length,
            "totals": self.totals,
            "words": expression("((MRT_LANES + 31) / 32)"),
            "place": self._element(f"mrt_slot{label}"),
        }

    def cleared(self) -> list[c_ast.Node]:
        """Before the loop no lane has marked a counter, and nothing is counted."""
        made = statements(
            """
            for (uint mrt_at = mrt_lane; mrt_at < $length * $words; mrt_at += MRT_LANES)
              mrt_marks$n[mrt_at] = 0;""",
            **self.holes,
        )
        if self.is_row:
            made += statements(
                """
                for (uint mrt_at = mrt_lane; mrt_at <= $length; mrt_at += MRT_LANES)
                  $totals[mrt_line][mrt_at] = 0;""",
                **self.holes,
            )
        return made

    def started(self) -> list[c_ast.Node]:
        """What a lane finds out in a tile."""
        return statements(
            """
            uint mrt_counts$n = 0, mrt_before$n = 0, mrt_sum$n = 0;
            ulong mrt_slot$n = 0;
            $Type mrt_value$n = 0;""",
            **self.holes,
        )

    def asked(self) -> list[c_ast.Node]:
        """Whether the iteration counts, and which counter."""
        code: c_ast.Node = c_ast.Compound(list(self.counted.asked))
        for name in ("mrt_counts", "mrt_slot"):
            code = _replaced(code, build.identifier(name), build.identifier(f"{name}{self.label}"))
        return statements_of(code)

    def marked(self) -> list[c_ast.Node]:
        """The others are told."""
        return statements(
            """
            if (mrt_counts$n)
              atomic_or(&mrt_marks$n[mrt_slot$n * $words + mrt_lane / 32], 1u << mrt_lane % 32);""",
            **self.holes,
        )

    def found(self) -> list[c_ast.Node]:
        """How many lanes count the same counter, in all and before this one, and its value so far."""
        return statements(
            """
            if ($looks) {
              for (uint mrt_word = 0; mrt_word < $words; mrt_word++) {
                const uint mrt_bits = mrt_marks$n[mrt_slot$n * $words + mrt_word];
                mrt_sum$n += popcount(mrt_bits);
                if (mrt_word < mrt_lane / 32)
                  mrt_before$n += popcount(mrt_bits);
                if (mrt_word == mrt_lane / 32)
                  mrt_before$n += popcount(mrt_bits & ((1u << mrt_lane % 32) - 1));
              }
              mrt_value$n = $place;
            }""",
            looks=build.identifier(f"mrt_counts{self.label}" if self.is_row else "mrt_inside"),
            **self.holes,
        )

    def advanced(self) -> list[c_ast.Node]:
        """The last lane that counts a counter takes the marks back, and sets that of a row."""
        return statements(
            """
            if (mrt_counts$n && mrt_before$n + 1 == mrt_sum$n) {
              for (uint mrt_word = 0; mrt_word < $words; mrt_word++)
                mrt_marks$n[mrt_slot$n * $words + mrt_word] = 0;
              $set;
            }""",
            set=statements(
                """
                $place = mrt_value$n + ($Type)mrt_sum$n;
                $totals[mrt_line][mrt_slot$n] += mrt_sum$n;""",
                **self.holes,
            )
            if self.is_row
            else [],
            **self.holes,
        )

    def value(self) -> list[c_ast.Node]:
        """The variable that is in the counter's place in the loop's body."""
        return statements("$Type mrt_count$n = mrt_value$n + ($Type)mrt_before$n;", **self.holes)

    def stepped(self) -> list[c_ast.Node]:
        """All lanes have the value of a variable behind a tile."""
        if self.is_row:
            return []
        return statements("if (mrt_inside) $place = mrt_value$n + ($Type)mrt_sum$n;", **self.holes)

    def checked(self, loop: c_ast.For) -> list[c_ast.Node]:
        """Whether the counters of a row took values apart from each other, in order; otherwise the loop again."""
        if not self.is_row:
            return []
        return statements(
            """
            if (mrt_lane == 0 && mrt_trips$loop > 0xffffffffu)
              $totals[mrt_line][$length] = 1;
            for (uint mrt_at = mrt_lane; mrt_at < $length; mrt_at += MRT_LANES)
              if ($totals[mrt_line][mrt_at]) {
                const $Type mrt_end = $here;
                uint mrt_next = mrt_at + 1;
                while (mrt_next < $length && !$totals[mrt_line][mrt_next])
                  mrt_next++;
                if (($Type)(mrt_end - ($Type)$totals[mrt_line][mrt_at]) > mrt_end)
                  $totals[mrt_line][$length] = 1;
                if (mrt_next < $length && ($Type)($there - ($Type)$totals[mrt_line][mrt_next]) < mrt_end)
                  $totals[mrt_line][$length] = 1;
              }
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            if ($totals[mrt_line][$length])
              for (uint mrt_at = mrt_lane; mrt_at < $length; mrt_at += MRT_LANES)
                if ($totals[mrt_line][mrt_at])
                  $here -= ($Type)$totals[mrt_line][mrt_at];
            barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
            if ($totals[mrt_line][$length] && mrt_lane == 0) {
              $again;
            }""",
            here=self._element("mrt_at"),
            there=self._element("mrt_next"),
            again=loop,
            **self.holes,
        )

    def _element(self, slot: str) -> c_ast.Node:
        """The counter with a number in its row, or the variable."""
        place = self.counted.place
        if isinstance(place, c_ast.ArrayRef):
            return c_ast.ArrayRef(clone(place.name), build.identifier(slot))
        return clone(place)


def _replaced(node: c_ast.Node, place: c_ast.Node, by: c_ast.Node) -> c_ast.Node:
    """A copy in which a variable is in the places of the counter."""

    def change(part: c_ast.Node) -> c_ast.Node:
        return clone(by) if same_text(part, place) else rebuilt(part, change)

    return change(node)
