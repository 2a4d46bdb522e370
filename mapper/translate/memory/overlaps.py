"""Which buffers of a kernel may share memory, by points-to analysis of the whole program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

from pycparser import c_ast

from mapper.analysis.host.objects import NamesAt
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay
from mapper.analysis.pointers.points_to_sets.points_to import PointsTo
from mapper.analysis.pointers.roots import Definitions
from mapper.analysis.whole_program.objects import MOVED_BIT, Kind
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.names import objects_in
from mapper.ir.trees.nodes import text_of, without_casts
from mapper.translate.common.stated import NoAlias
from mapper.translate.memory.memory import Parameter, Slot


@dataclass(frozen=True, slots=True)
class Overlap:
    """The buffers that `may` be the same memory as one (None: not known), and those that look the `same`."""

    may: frozenset[str] | None
    same: frozenset[str]


def buffer_memories(
    parameters: Iterable[Parameter], symbols: Symbols, names: NamesAt, points: PointsTo
) -> dict[str, int | None]:
    """For each buffer the objects that it may be in; None: not known.  `names` are those at the loop."""
    slots = [each for each in parameters if isinstance(each, Slot)]
    return {slot.name: _memory(slot, symbols, names, points) for slot in slots}


def buffer_overlaps(memories: Mapping[str, int | None], many: int) -> dict[str, Overlap]:
    """For each buffer what is known of the others; `many` are the objects that may be several blocks."""
    found: dict[str, Overlap] = {}
    for buffer, own in memories.items():
        others = [name for name in memories if name != buffer]
        if own is None:
            found[buffer] = Overlap(None, frozenset(others))
            continue
        may = frozenset(name for name in others if _overlap(own, memories[name]))
        found[buffer] = Overlap(may, frozenset(name for name in may if not _may_differ(own, memories[name], many)))
    return found


def with_copied(overlaps: Mapping[str, Overlap], slots: Iterable[Slot], symbols: Symbols) -> dict[str, Overlap]:
    """What is known of the buffers, where the program sets one pointer from another.

    After `int *s = grid->s` both `s` and `grid->s` are believed to lead to the same memory, whichever that is.
    """
    definitions = cache(partial(Definitions, symbols=symbols))
    sources = {slot.name: _sources(slot, definitions) for slot in slots if slot.of is None}
    found: dict[str, Overlap] = {}
    for name, overlap in overlaps.items():
        own = sources.get(name, frozenset())
        alike = frozenset(other for other, its in sources.items() if other != name and own & its)
        may = alike if overlap.may is None else alike & overlap.may
        found[name] = replace(overlap, same=overlap.same | may)
    return found


def _sources(slot: Slot, definitions: Callable[[c_ast.FuncDef], Definitions]) -> frozenset[str]:
    """The texts of a buffer's pointer and of what it is set from, where it is a variable that is set once.

    `definitions` are what a function assigns to its variables.
    """
    pointer, function = slot.pointer, None if slot.symbol is None else slot.symbol.function
    value = None
    if slot.symbol is not None and function is not None and isinstance(pointer, c_ast.ID):
        value = definitions(function).only(slot.symbol)
    return frozenset(text_of(each) for each in map(without_casts, (pointer, value)) if each is not None)


def without_stated(overlap: Overlap, buffer: str, slots: Mapping[str, Slot], noalias: NoAlias) -> Overlap:
    """What is known of a buffer, less the buffers that the source states to be other memory."""
    others = (name for name in slots if name != buffer)
    found = frozenset(name for name in others if stated_apart(slots[buffer], slots[name], noalias))
    if not found:
        return overlap
    may = frozenset(slots) - {buffer} if overlap.may is None else overlap.may
    return Overlap(may - found, overlap.same - found)


def stated_apart(one: Slot, other: Slot, noalias: NoAlias) -> bool:
    """Whether the source states that two buffers are different memory; rows count as their table's."""
    first, second = _top(one), _top(other)
    if first.symbol and second.symbol and frozenset([first.symbol, second.symbol]) in noalias.pairs:
        return True
    if not noalias.all or first is second:
        return False
    leading, following = _leader(first), _leader(second)
    return leading is not None and following is not None and leading != following


def _top(slot: Slot) -> Slot:
    """The table that leads to a buffer, over other tables; otherwise the buffer itself."""
    while slot.of is not None:
        slot = slot.of
    return slot


def _leader(slot: Slot) -> Symbol | str | None:
    """The pointer or array that leads to a buffer: a variable, or the text of a member's path.

    None where it may be the same pointer as another one's: an element of an array, say.
    """
    if slot.symbol is not None:
        return slot.symbol if isinstance(decay(slot.symbol.type), PointerType) else None
    node = slot.pointer
    while isinstance(node, c_ast.StructRef):
        node = node.name
    return text_of(slot.pointer) if isinstance(node, c_ast.ID) else None


def blocks(symbol: Symbol, points: PointsTo) -> int | str:
    """The allocated objects at whose beginning a pointer points, or why they are no such."""
    mask = points.contents(points.of_symbol(symbol))
    if not mask or not all(each.kind is Kind.HEAP for each in points.memory.listed(mask)):
        return "it may lead to other memory than the program's allocated blocks"
    return "it may lead into the middle of a block" if mask & (MOVED_BIT | points.shifted) else mask


def _overlap(one: int, other: int | None) -> bool:
    return other is None or bool(one & other)


def _may_differ(one: int, other: int | None, many: int) -> bool:
    """Whether two pointers may lead to different memory."""
    return other is not None and ((one | other).bit_count() > 1 or bool(one & many))


def _memory(slot: Slot, symbols: Symbols, names: NamesAt, points: PointsTo) -> int | None:
    if slot.of is not None:
        table = _memory(slot.of, symbols, names, points)
        if table is None:
            return None
        mask = points.contents(table & ~MOVED_BIT)
    elif slot.symbol is not None:
        own = points.of_symbol(slot.symbol)
        named = slot.cell or not isinstance(slot.type, PointerType) or isinstance(slot.pointer, c_ast.UnaryOp)
        mask = own if named else points.contents(own)
    elif all(names.symbol(node) is not None for node in objects_in(slot.pointer)):
        mask = points.pointed(slot.pointer, symbols, names=names)
    else:
        return None
    return mask & ~MOVED_BIT or None
