"""The memory of an outlined loop: its buffers, how far it reaches in each, and what must not be reached twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.host.objects import NamesAt
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.analysis.pointers.accesses import Call
from mapper.analysis.pointers.stability import reads_pointer_of_union, writes_numbers
from mapper.analysis.whole_program.objects import MOVED_BIT, Kind
from mapper.diagnostics import Location
from mapper.ir.program.assumptions import Beside
from mapper.ir.program.kernel import Access, Buffer, Value
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    StructType,
)
from mapper.ir.trees.literals import is_zero, string_values
from mapper.ir.trees.names import mentions
from mapper.ir.trees.nodes import text_of, walk, without_casts
from mapper.translate.common.memory_calls import filled_block
from mapper.translate.common.refused import refuse
from mapper.translate.common.stated import NoAlias
from mapper.translate.loops.canonical import CanonicalLoop
from mapper.translate.memory.memory import Slot, element_of
from mapper.translate.memory.overlaps import (
    blocks,
    buffer_memories,
    buffer_overlaps,
    stated_apart,
    with_copied,
    without_stated,
)
from mapper.translate.memory.punning import may_pun, never_shared
from mapper.translate.memory.reach import reach
from mapper.translate.outline.communication.members import members_of
from mapper.translate.outline.outlining import Outlining
from mapper.translate.scope.host_paths import leads_on


def parameters(work: Outlining) -> tuple[Buffer | Value, ...]:
    """The kernel's parameters, with what is known of the memory of buffers."""
    memories = buffer_memories(
        work.scope.parameters.values(), work.symbols, work.scope.names_there, work.effects.points
    )
    slots = {each.name: each for each in work.scope.parameters.values() if isinstance(each, Slot)}
    overlaps = buffer_overlaps(memories, work.effects.points.many)
    overlaps = with_copied(overlaps, slots.values(), work.symbols)
    copied = _copied_over(work)
    if noalias := _noalias(work):
        overlaps = {name: without_stated(each, name, slots, noalias) for name, each in overlaps.items()}
    return tuple(
        replace(
            _buffer(parameter, work),
            overlaps=overlaps[parameter.name].may,
            same=overlaps[parameter.name].same,
            memory=memories[parameter.name],
            rewrites=_holds(memories[parameter.name], copied),
        )
        if isinstance(parameter, Slot)
        else parameter
        for parameter in work.scope.parameters.values()
    )


def _holds(memory: int | None, copied: int) -> bool:
    """Whether pointers may be copied into memory; that of unknown objects may be any."""
    return bool(copied) and (memory is None or bool(memory & copied))


def _noalias(work: Outlining) -> NoAlias:
    return work.context.stated.noalias.get(id(work.loop.construct), NoAlias())


def _buffer(slot: Slot, work: Outlining) -> Buffer:
    buffer = slot.buffer()
    if buffer.bytes is None and buffer.low is None:
        buffer = replace(buffer, bytes=_string_bytes(slot, work))
    if _may_be_end(slot, work):
        buffer = replace(buffer, shifted=True, below=buffer.bytes is None)  # unknown subscripts may be negative
    if slot.symbol is None or buffer.array is not None:
        return buffer
    return replace(buffer, array=slot.block(blocks(slot.symbol, work.effects.points)))


def _string_bytes(slot: Slot, work: Outlining) -> c_ast.Node | None:
    """How long a string is that a pointer leads to; None where it may lead to other memory, or into a string."""
    pointed = _pointed(work, slot)
    objects = list(work.effects.points.memory.listed(pointed & ~MOVED_BIT))
    if pointed & MOVED_BIT or not objects or not isinstance(slot.pointer, c_ast.ID) or slot.chain[1:] or slot.of:
        return None
    literals = [
        each.node for each in objects if each.kind is Kind.LITERAL and isinstance(each.node, c_ast.Constant)
    ]
    if len(literals) < len(objects) or any(0 in string_values(each.value)[:-1] for each in literals):
        return None
    if not isinstance(slot.element, IntType) or slot.element.bits != 8:
        return None
    length = build.call("__builtin_strlen", build.host_cast("const char *", slot.pointer))
    all_of_it = build.binary("+", length, build.integer(1, "UL"))
    return c_ast.TernaryOp(slot.pointer, all_of_it, build.integer(0, "UL"))


def _may_be_end(slot: Slot, work: Outlining) -> bool:
    """Whether a pointer may have been moved to an array's end; those of `linear` clauses move on from it."""
    linear = {name for clause in work.loop.construct.directive.all("linear") for name in clause.variables}
    forwards = isinstance(slot.pointer, c_ast.ID) and slot.pointer.name in linear
    pointer = isinstance(unqualified(slot.type), PointerType)
    return pointer and not forwards and bool(_pointed(work, slot) & MOVED_BIT)


def note_reach(work: Outlining, loops: list[CanonicalLoop]) -> None:
    """Say of pointers from outside how many bytes the loop touches, where subscripts show."""
    for slot in work.scope.parameters.values():
        if not isinstance(slot, Slot) or slot.symbol is None:
            continue
        if slot.below is not None:
            _reach_entries(work, slot, slot.symbol, loops)
            continue
        elsewhere = slot.symbol.file_scope and bool(work.scope.functions)
        if slot.bytes is not None or elsewhere or work.scope.uses.changes(slot.symbol):
            continue
        found = reach(slot.symbol, loops, work.loop.unit, work.symbols, work.stable, work.scope.uses)
        if found is None:
            continue
        size = c_ast.UnaryOp("sizeof", c_ast.UnaryOp("*", build.identifier(slot.symbol.name)))
        slot.bytes = build.binary("*", found.end, size)
        if not is_zero(found.low):
            slot.low = build.binary("*", found.low, build.host_cast("long", size))
        if _may_be_end(slot, work):
            touched = reach(
                slot.symbol, loops, work.loop.unit, work.symbols, work.stable, work.scope.uses, origin=False
            )
            known = [(each.low, each.end) for each in (found, touched) if each is not None]
            if len({tuple(map(text_of, each)) for each in known}) > 1:
                slot.first, slot.end = (
                    build.binary("*", each, build.host_cast("long", size)) for each in known[1]
                )


def _reach_entries(work: Outlining, table: Slot, symbol: Symbol, loops: list[CanonicalLoop]) -> None:
    """Say which entries of a table, and of all below it, the loop reaches, where subscripts show."""
    if work.scope.uses.changes(symbol) or (symbol.file_scope and work.scope.functions) or _gives_row(work, symbol):
        return
    uses = work.scope.uses
    for depth, slot in enumerate(table.chain):
        if slot.below is not None and not isinstance(element_of(slot.type), PointerType):
            return
        # Entries before the first one may not be set; rows that begin at 1 don't overlap where they meet.
        found = reach(symbol, loops, work.loop.unit, work.symbols, work.stable, uses, depth, origin=False)
        if found is None:
            return
        size = c_ast.UnaryOp("sizeof", c_ast.UnaryOp("*", slot.pointer))
        slot.bytes = build.binary("*", found.end, size)
        if not is_zero(found.low):
            slot.low = build.binary("*", found.low, build.host_cast("long", size))


def _gives_row(work: Outlining, symbol: Symbol) -> bool:
    """Whether the host looks up a row in a table for the kernel (`a[k]`): the kernel reaches that by no entry."""
    return any(
        isinstance(slot, Slot) and slot.symbol is None and slot.of is None and mentions(slot.pointer, symbol.name)
        for slot in work.scope.parameters.values()
    )


def check_aliases(work: Outlining) -> tuple[Beside, ...]:
    """What is copied for the launch must not be reached through another buffer as well.

    Returns which pointers must lead elsewhere, where a launch can find that; raises `Refused` where none can.
    """
    points = work.effects.points
    slots = [slot for slot in work.scope.parameters.values() if isinstance(slot, Slot)]
    found: list[Beside] = []
    for slot in (*slots, *(own.outer for own in work.scope.own)):
        if not slot.eager or slot.symbol is None:
            continue
        own = points.of_symbol(slot.symbol)
        for other in slots:
            if other.symbol is slot.symbol or stated_apart(slot, other, _noalias(work)):
                continue
            if slot in slots and not _is_written(slot) and not _is_written(other):
                continue
            if other.symbol is None:
                reached = _pointed(work, other)
            elif isinstance(other.type, PointerType) and not other.cell:
                reached = points.contents(points.of_symbol(other.symbol))
            else:
                continue
            if reached & own:
                if not slot.cell or slot not in slots or not _may_lead_elsewhere(other, reached, own):
                    reason = f"`{slot.symbol.name}` may also be reached through `{other.root.name}`"
                    refuse("K009", reason, work.loop.where)
                found.append(Beside(other.pointer, text_of(slot.pointer).removeprefix("&")))
    for symbol, (name, where) in work.scope.copied.items():
        for other in slots:
            reached, own = _pointed(work, other), points.of_symbol(symbol)
            if not _is_written(other) or not reached & own:
                continue
            if not may_pun(work.loop.unit) and never_shared(other.element, symbol.type):
                continue
            if not _may_lead_elsewhere(other, reached, own):
                reason = f"`{symbol.name}` may be changed through `{other.chain[0].root.name}` inside the loop"
                advice = ("a variable of the function's that gets the value before the loop can't", None)
                refuse("K009", reason, where, advice)
            found.append(Beside(other.pointer, name))
    return tuple(found)


def _is_written(slot: Slot) -> bool:
    """Whether the loop may write to a buffer."""
    return Access.WRITE in (slot.root.access or Access.READ)


def _may_lead_elsewhere(slot: Slot, reached: int, own: int) -> bool:
    """Whether the host knows a buffer's pointer before the launch, and may find that it is not to an object."""
    in_table = slot.of is not None or slot.within is not None or bool(slot.stride)
    return not in_table and bool(reached & ~own & ~MOVED_BIT)


def check_tables(work: Outlining) -> None:
    """Tables of pointers must stay the same while the loop runs: only the host knows what is in them."""
    for slot in work.scope.parameters.values():
        if isinstance(slot, Slot) and slot.below is not None:
            where = _rewritten(work, _pointed(work, slot) & ~MOVED_BIT)
            if where is not None:
                refuse("K016", f"the table of pointers `{slot.root.name}` may be written inside the loop", where)


def _rewritten(work: Outlining, table: int) -> Location | None:
    """Where pointers in some objects may be written."""
    return next((where for where, objects, _ in _rewrites(work) if objects & table), None)


def _copied_over(work: Outlining) -> int:
    """The objects that the loop may copy pointers into, with structures that have some, or as bytes."""
    found = 0
    for _, objects, pointers in _rewrites(work):
        found |= objects if pointers else 0
    return found


def _rewrites(work: Outlining) -> Iterator[tuple[Location, int, bool]]:
    """Where the loop writes other things than numbers, the objects, and whether there may be pointers among them.

    The translation has refused assignments to pointers; what is left are bytes, and structures with other members
    than numbers.  By C's rules (6.5, 7) numbers are not written over pointers that are read as such, but for those
    in unions, and where a unit lets different types share memory.
    """
    pieces = [(work.loop.unit, work.loop.construct, work.symbols)]
    callees = work.scope.context.callees(work.loop.construct, work.symbols)
    pieces += [(each.unit, each.function.body, each.symbols) for each in callees]
    found = [
        (unit, root, symbols, access)
        for unit, root, symbols in pieces
        for access in work.effects.accesses(symbols).of(root)
        if not isinstance(access, Call)
    ]
    in_unions = 0
    for _, _, symbols, access in found:
        in_unions |= access.objects & ~MOVED_BIT if reads_pointer_of_union(access, symbols) else 0
    members = {id(place) for _, root, symbols in pieces for place in _filled_members(root, symbols)}
    for unit, root, symbols, access in found:
        puns = may_pun(unit) or bool(access.objects & in_unions)
        if id(access.place) in members and not puns:
            continue
        if not access.write or writes_numbers(access, symbols, puns=puns):
            continue
        place = access.place
        ctype = unqualified(place.type if isinstance(place, Symbol) else symbols.type_of(place))
        pointers = puns or access.through or not isinstance(ctype, StructType) or leads_on(ctype, symbols)
        yield unit.location(root if isinstance(place, Symbol) else place), access.objects, pointers


def _filled_members(root: c_ast.Node, symbols: Symbols) -> Iterator[c_ast.Node]:
    """The arrays of numbers that library functions fill, and nothing beyond: `memset(p->a, 0, sizeof p->a)`.

    They are members of structures, and in no union.
    """
    for node in walk(root):
        block = filled_block(node, symbols) if isinstance(node, c_ast.FuncCall) else None
        place = None if block is None else without_casts(block[0])
        if block is None or not isinstance(place, c_ast.StructRef) or not members_of(place, symbols):
            continue
        ctype = symbols.type_of(place)
        numbers = isinstance(ctype, ArrayType) and isinstance(unqualified(innermost(ctype)), IntType | FloatType)
        whole = symbols.constant_sizeof(ctype) if numbers else None
        if whole is not None and symbols.constant(block[1]) == whole:
            yield block[0]


def _pointed(work: Outlining, slot: Slot) -> int:
    """The objects that a buffer's pointer may point into."""
    names = NamesAt(work.symbols, work.loop.construct)
    return work.effects.points.pointed(slot.pointer, work.symbols, names=names)
