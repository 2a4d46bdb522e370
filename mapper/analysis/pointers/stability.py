"""Whether values in memory stay the same while a piece of code runs: by objects, and by C's rules for types.

By these rules (6.5, 7) a number is not written over a number of another kind or size, nor over a pointer that is
read as such; a `_Bool` is a number of its own kind.  A structure is written as its members are.  So is the block
that a library function gets by a pointer to numbers or structures.  Bytes, unions, their members and other blocks
that library functions write may change anything; so may all stores of a unit that is compiled with
`-fno-strict-aliasing`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.analysis.pointers.accesses import Access, Accesses, Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.pointers.points_to_sets.value_flow import Names
from mapper.analysis.whole_program.objects import MOVED_BIT, Key
from mapper.diagnostics import Location
from mapper.ir.trees.ctypes import (
    BOOL,
    ULONG,
    ComplexType,
    CType,
    EnumType,
    FloatType,
    IntType,
    PointerType,
    StructType,
)
from mapper.ir.trees.nodes import without_casts

_ANYTHING = ""
_POINTER = "pointer"
_ADDRESS = f"integer{ULONG.bits}"
_EVERY = frozenset([_ANYTHING])


@dataclass(frozen=True, slots=True)
class _Piece:
    """What some code writes, by the kinds of the numbers; where it does; and which functions it calls."""

    symbols: Symbols
    writes: Mapping[str, int]
    places: Sequence[tuple[str, int, c_ast.Node]]
    called: Sequence[Key]


_BODIES: Final[WeakKeyDictionary[EffectsOf, dict[int, _Piece]]] = WeakKeyDictionary()
"""What functions write but for their own variables, by their bodies: many regions call the same functions."""


def _body(effects: EffectsOf, body: c_ast.Node, symbols: Symbols) -> _Piece:
    known = _BODIES.setdefault(effects, {})
    if id(body) not in known:
        known[id(body)] = _piece(effects, body, symbols, effects.unaddressed)
    return known[id(body)]


def _piece(effects: EffectsOf, root: c_ast.Node, symbols: Symbols, own: int) -> _Piece:
    """What a piece does, without the functions that it calls, and but for the variables of its `own`."""
    writes: dict[str, int] = {}
    places: list[tuple[str, int, c_ast.Node]] = []
    called: dict[Key, None] = {}
    believed = "-fno-strict-aliasing" not in symbols.unit.flags
    for each in effects.accesses(symbols).of(root):
        if isinstance(each, Call):
            called |= dict.fromkeys(each.targets.all)
            if each.targets.unknown:
                objects = effects.of_targets(each.targets).writes & ~MOVED_BIT
                writes[_ANYTHING] = writes.get(_ANYTHING, 0) | objects
        elif each.write:
            objects = each.objects & ~own & ~MOVED_BIT
            for kind in _written(each, symbols) if believed else _EVERY:
                writes[kind] = writes.get(kind, 0) | objects
                if not isinstance(each.place, Symbol):
                    places.append((kind, objects, each.place))
    return _Piece(symbols, writes, places, tuple(called))


class Stability:
    """What some code, with all functions that it may call, may write, by the kinds of the numbers."""

    def __init__(self, effects: EffectsOf, root: c_ast.Node, symbols: Symbols) -> None:
        self._effects = effects
        self._pieces: list[_Piece] = []
        self._writes: dict[str, int] = {}
        seen: set[Key] = set()
        left = [_piece(effects, root, symbols, 0)]
        while left:
            piece = left.pop()
            self._pieces.append(piece)
            for kind, objects in piece.writes.items():
                self._writes[kind] = self._writes.get(kind, 0) | objects
            new = [key for key in piece.called if key not in seen]
            seen.update(new)
            for key in new:
                functions = effects.graph.whole.functions.get(key, ())
                left += [_body(effects, each.definition.body, each.symbols) for each in functions]

    def keeps(self, expr: c_ast.Node, symbols: Symbols, names: Names) -> bool:
        """Whether an expression without effects has the same value all the time; `names` knows its identifiers."""
        reads = Accesses(symbols, self._effects.points, self._effects.graph, names=names)
        for each in reads.of(expr):
            if isinstance(each, Call):
                does = self._effects.of_targets(each.targets)
                if does.writes or does.unknown or does.flags or self._changes(does.reads, _ANYTHING):
                    return False
                continue
            if each.write or not self.keeps_read(each, names):
                return False
        return True

    def keeps_read(self, access: Access, names: Names) -> bool:
        """Whether what one access reads is left as it is, wherever that is; `names` knows its identifiers."""
        return not self._changes(access.objects, _kind_of(access, names))

    def writer(self, expr: c_ast.Node, symbols: Symbols, names: Names) -> Location | None:
        """Where what an expression reads may be written; None where that is not known."""
        reads = Accesses(symbols, self._effects.points, self._effects.graph, names=names)
        read = [(each.objects, _kind_of(each, names)) for each in reads.of(expr) if not isinstance(each, Call)]
        for piece in self._pieces:
            for written, objects, place in piece.places:
                for own, kind in read:
                    if own & objects and (written in (_ANYTHING, kind) or kind == _ANYTHING):
                        return piece.symbols.unit.location(place)
        return None

    def keeps_variable(self, symbol: Symbol) -> bool:
        """Whether a variable is left as it is."""
        return not self._changes(self._effects.points.of_symbol(symbol), _kind(symbol.type))

    def _changes(self, objects: int, kind: str) -> bool:
        kinds = self._writes if kind == _ANYTHING else (_ANYTHING, kind)
        return any(objects & self._writes.get(each, 0) for each in kinds)


def writes_numbers(access: Access, symbols: Symbols, *, puns: bool) -> bool:
    """Whether what an access writes is no pointer and no bytes: a number, or a structure of numbers alone.

    Where the memory `puns`, structures, members of unions and integers of the size of pointers may be pointers.
    """
    written = _type_of(access, symbols)
    structure, member = isinstance(unqualified(written), StructType), _in_union(access.place, symbols)
    if access.through:
        return not puns and not _filled(access, symbols) & {_ANYTHING, _POINTER}
    if (structure and member) or (puns and (structure or member)):
        return False
    return not _kinds(written, symbols) & {_ANYTHING, _POINTER, *([_ADDRESS] if puns else [])}


def reads_pointer_of_union(access: Access, symbols: Symbols) -> bool:
    """Whether an access reads a pointer in a union, which may have been written as another member."""
    pointer = isinstance(unqualified(_type_of(access, symbols)), PointerType)
    return pointer and not access.write and _in_union(access.place, symbols)


def _written(access: Access, symbols: Symbols) -> frozenset[str]:
    """As what something is written: a structure by the kinds of its members, bytes as anything."""
    if access.through:
        return _filled(access, symbols)
    if _in_union(access.place, symbols):
        return _EVERY
    return _kinds(_type_of(access, symbols), symbols)


def _filled(access: Access, symbols: Symbols) -> frozenset[str]:
    """As what a library function writes a block: by its argument's type, where that is the value of a pointer.

    From the address of a member or variable on, `memset(&s.first, 0, bytes)` may set others, too.
    """
    pointer = None if isinstance(access.place, Symbol) or access.behind else without_casts(access.place)
    while isinstance(pointer, c_ast.BinaryOp) and pointer.op in ("+", "-"):
        pointer = without_casts(pointer.left)
    match pointer:
        case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef(name=array)):
            pointer = array
        case c_ast.UnaryOp(op="&"):
            return _EVERY
    if pointer is None or _in_union(pointer, symbols):
        return _EVERY
    ctype = unqualified(symbols.type_of(pointer))
    return _kinds(ctype.target, symbols) if isinstance(ctype, PointerType) else _EVERY


def _kinds(ctype: CType, symbols: Symbols) -> frozenset[str]:
    ctype = unqualified(innermost(ctype))
    if isinstance(ctype, ComplexType):
        return _kinds(ctype.part, symbols)
    if not isinstance(ctype, StructType) or ctype.union:
        return frozenset([_kind(ctype)])
    members = symbols.members(ctype)
    if not members:
        return _EVERY
    return frozenset(kind for member in members for kind in _kinds(member.type, symbols))


def _type_of(access: Access, names: Names) -> CType:
    return access.place.type if isinstance(access.place, Symbol) else names.type_of(access.place)


def _kind_of(access: Access, names: Names) -> str:
    """As what something is read or written; library functions read and write bytes."""
    if access.through or _in_union(access.place, names):
        return _ANYTHING
    return _kind(_type_of(access, names))


def _in_union(place: c_ast.Node | Symbol, names: Names) -> bool:
    while isinstance(place, c_ast.StructRef | c_ast.ArrayRef):
        if isinstance(place, c_ast.StructRef):
            owner = unqualified(names.type_of(place.name))
            owner = unqualified(owner.target) if isinstance(owner, PointerType) else owner
            if not isinstance(owner, StructType) or owner.union:
                return True
        place = place.name
    return False


def _kind(ctype: CType) -> str:
    """Numbers of one kind and size may be written over each other, whatever their types are called."""
    ctype = unqualified(ctype)
    if isinstance(ctype, PointerType):
        return _POINTER
    if ctype == BOOL:
        return "truth"
    if isinstance(ctype, IntType | EnumType) and ctype.bits > 8:
        return f"integer{ctype.bits}"
    if isinstance(ctype, FloatType):
        return f"float{ctype.bits}"
    return _ANYTHING
