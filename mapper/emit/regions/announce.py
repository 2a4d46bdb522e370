"""The plan of host accesses as text: what is inserted, and where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pycparser import c_ast

from mapper.emit.text.c_printer import CPrinter
from mapper.emit.text.splice import Insertion
from mapper.frontend.tokens.ranges import before_pragmas, insertion_offset, text_range
from mapper.ir.program.host_plan import (
    Announcement,
    HostAccess,
    HostPlan,
    Move,
    Place,
    Scope,
    Send,
    Shift,
    StaticShift,
)
from mapper.ir.program.kernel import Access
from mapper.ir.trees.unit import Unit

EVERYTHING = "__MRT_HOST_ALL(__MRT_READ | __MRT_WRITE);"


def statements(accesses: Iterable[HostAccess]) -> list[str]:
    """Announcements as statements."""
    return [f"{_call(access)};" for access in accesses]


def insertions(plan: HostPlan, unit: Unit) -> tuple[Insertion, ...]:
    """All that the plan puts into the text of one unit, outside regions."""
    found: list[Insertion] = []
    for announcement in plan.announcements:
        if announcement.unit.path == unit.path:
            found += _announcement(announcement)
    scopes = [scope for scope in plan.scopes if scope.unit.path == unit.path]
    found += [_scope(number, scope) for number, scope in enumerate(scopes)]
    found += [_send(send) for send in plan.sends if send.unit.path == unit.path]
    shifts = [each for each in plan.shifts if isinstance(each, Shift) and each.unit.path == unit.path]
    found += [piece for shift in shifts for piece in _shift(shift)]
    return tuple(found)


def mode_flags(access: Access) -> str:
    """An access as the flags of mapper_rt_launch.h."""
    return " | ".join(f"__MRT_{flag.name}" for flag in (Access.READ, Access.WRITE) if flag in access)


def part_call(element: c_ast.Node, mode: Access) -> str:
    """The announcement of a single element."""
    return f"__MRT_HOST_PART({CPrinter().expression(element)}, {mode_flags(mode)})"


def _call(access: HostAccess) -> str:
    if access.condition is not None:
        return f"({CPrinter().expression(access.condition)}) ? {_always(access)} : (void)0"
    return _always(access)


def _always(access: HostAccess) -> str:
    if access.part and access.pointer is not None:
        return part_call(access.pointer, access.mode)
    mode = mode_flags(access.mode)
    if access.part_of_rows is not None and access.pointer is not None:
        shown = map(CPrinter().expression, (access.pointer, *access.part_of_rows.parts))
        return f"__MRT_HOST_ROW_PARTS({', '.join(shown)}, {mode})"
    if access.rows and access.pointer is not None:
        return f"__MRT_HOST_ROWS({CPrinter().expression(access.pointer)}, {access.rows}, {mode})"
    if access.area is not None and access.pointer is not None:
        printer = CPrinter()
        pointer, offset, size, *repeats = map(printer.expression, (access.pointer, *access.area.parts))
        numbers = ", ".join([str(len(access.area.repeats)), *repeats, "0"])
        return f"__MRT_HOST_AREA({pointer}, {offset}, {size}, {mode}, {numbers})"
    if access.factors and access.pointer is not None:
        printer = CPrinter()
        bytes_ = " * ".join(f"(__mrt_size)({printer.expression(each)})" for each in access.factors)
        if access.data_type is not None:
            bytes_ = f"__MRT_MPI_BYTES({bytes_}, {printer.expression(access.data_type)})"
        return f"__MRT_HOST_BYTES({printer.expression(access.pointer)}, {bytes_}, {mode})"
    return f"__MRT_HOST({access.text}, {mode})" if access.text else f"__MRT_HOST_ALL({mode})"


def _announcement(announcement: Announcement) -> Sequence[Insertion]:
    """The pieces of one announcement: one, or two where it takes braces."""
    unit, accesses = announcement.unit, announcement.accesses
    where = insertion_offset(unit, announcement.token)
    assert not isinstance(where, str), "the planner has asked for this place"
    reading, offset = where
    if announcement.place is Place.COMMA:
        text = "".join(f"  {_call(access)},\n" for access in accesses)
        return [Insertion(reading, offset, text, offset)]
    text = "".join(f"  {line}\n" for line in statements(accesses))
    if announcement.move is not None:
        calls = "".join(f",\n       ({_call(access)})" for access in accesses)
        text = f"  if (!{_move(announcement.move)} &&\n      ((void)0{calls}, 1))\n"
    if announcement.place is Place.BEHIND:
        last = text_range(unit, announcement.last, announcement.last)
        assert not isinstance(last, str), "the planner has asked for this place"
        value = f"__mrt_call{announcement.token}"
        before = f"  __extension__ ({{ __auto_type {value} = (\n"
        text = "".join(f"  {line}\n" for line in [");", *statements(accesses), f"{value}; }})"])
        return [
            Insertion(reading, offset, before, offset - 1),  # behind all other pieces that are put here
            Insertion(reading, last.end, text, offset, closing=True),
        ]
    extent = text_range(unit, *unit.extents[id(announcement.node)])
    end = offset if isinstance(extent, str) else extent.end
    offset = before_pragmas(unit, reading, offset)
    if announcement.place is Place.BEFORE:
        return [Insertion(reading, offset, text, end)]
    return [
        Insertion(reading, offset, f"{{\n{text}", end),
        Insertion(reading, end, "}\n", offset, closing=True),
    ]


def _move(move: Move) -> str:
    """What a device may do in the place of a statement."""
    printer = CPrinter()
    parts = ", ".join(printer.expression(each) for each in (*move.target, *(move.source or ()), move.bytes))
    return f"__MRT_ZEROED({parts})" if move.source is None else f"__MRT_MOVED({parts})"


def _scope(number: int, scope: Scope) -> Insertion:
    """An object of a function, announced right after its declaration."""
    where = text_range(scope.unit, scope.token, scope.token)
    assert not isinstance(where, str), "the planner has asked for this place"
    text = f"  {scope.macro}({number}, {scope.pointer}, sizeof {scope.name});\n"
    return Insertion(where.reading, where.end, text, where.start, closing=True)


def _send(send: Send) -> Insertion:
    """What is announced right behind a statement."""
    extent = text_range(send.unit, *send.unit.extents[id(send.node)])
    last = text_range(send.unit, send.token, send.token)
    assert not isinstance(last, str), "the planner has asked for this place"
    start = last.start if isinstance(extent, str) else extent.start
    return Insertion(last.reading, last.end, f"  __MRT_SEND({send.text});\n", start, closing=True)


def before_all(plan: HostPlan, unit: Unit) -> tuple[str, ...]:
    """What a unit announces before the program begins, as lines."""
    found = (each for each in plan.shifts if isinstance(each, StaticShift) and each.unit.path == unit.path)
    return tuple(map(_shift_text, found))


def _shift_text(shift: Shift | StaticShift) -> str:
    printer = CPrinter()
    return f"  __MRT_SHIFT({printer.expression(shift.origin)}, {printer.expression(shift.pointer)});\n"


def _shift(shift: Shift) -> Iterator[Insertion]:
    """What is announced beside a statement that may move a pointer out of its memory."""
    unit, text = shift.unit, _shift_text(shift)
    first, last = unit.extents[id(shift.node)]
    start, end = insertion_offset(unit, first), text_range(unit, last, last)
    assert not isinstance(start, str), "the analysis has asked for this place"
    assert not isinstance(end, str), "the analysis has asked for this place"
    opening, closing = ("{\n", "}\n") if shift.braces else ("", "")
    opening, closing = (opening + text, closing) if shift.before else (opening, text + closing)
    if opening:
        place = start[1] if shift.braces else before_pragmas(unit, *start)
        yield Insertion(start[0], place, opening, end.end)
    if closing:
        yield Insertion(end.reading, end.end, closing, start[1], closing=True)
