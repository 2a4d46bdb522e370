"""Whether values in memory stay the same while a piece of code runs: by objects, and by C's rules for types.

By these rules (6.5, 7) a number is not written over a number of another kind or size, nor over a pointer that is
read as such; a `_Bool` is a number of its own kind.  A structure is written as its members are.  Bytes, unions,
their members and what library functions write may change anything; so may all stores of a unit that is compiled
with `-fno-strict-aliasing`.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.analysis.pointers.accesses import Access, Accesses, Call
from mapper.analysis.pointers.callgraph import Targets
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

_ANYTHING = ""
_POINTER = "pointer"
_ADDRESS = f"integer{ULONG.bits}"
_EVERY = frozenset([_ANYTHING])


class Stability:
    """What some code, with all functions that it may call, may write, by the kinds of the numbers."""

    def __init__(self, effects: EffectsOf, root: c_ast.Node, symbols: Symbols) -> None:
        self._effects = effects
        self._writes: dict[str, int] = {}
        self._places: list[tuple[str, int, Symbols, c_ast.Node]] = []
        self._called: set[Key] = set()
        self._pieces: list[tuple[c_ast.Node, Symbols]] = []
        self._read(root, symbols, 0)
        while self._pieces:
            self._read(*self._pieces.pop(), effects.unaddressed)

    def _read(self, root: c_ast.Node, symbols: Symbols, own: int) -> None:
        """Note what a piece writes, but for the variables of its `own`."""
        believed = "-fno-strict-aliasing" not in symbols.unit.flags
        for each in self._effects.accesses(symbols).of(root):
            if isinstance(each, Call):
                self._call(each.targets)
            elif each.write:
                objects = each.objects & ~own
                for kind in _written(each, symbols) if believed else _EVERY:
                    self._note(kind, objects)
                    if not isinstance(each.place, Symbol):
                        self._places.append((kind, objects & ~MOVED_BIT, symbols, each.place))

    def _call(self, targets: Targets) -> None:
        if targets.unknown:
            self._note(_ANYTHING, self._effects.of_targets(targets).writes)
        for key in targets.all:
            if key not in self._called:
                self._called.add(key)
                functions = self._effects.graph.whole.functions.get(key, ())
                self._pieces += [(each.definition.body, each.symbols) for each in functions]

    def _note(self, kind: str, objects: int) -> None:
        self._writes[kind] = self._writes.get(kind, 0) | objects & ~MOVED_BIT

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
        for written, objects, where, place in self._places:
            for own, kind in read:
                if own & objects and (written in (_ANYTHING, kind) or kind == _ANYTHING):
                    return where.unit.location(place)
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
    if access.through or (structure and member) or (puns and (structure or member)):
        return False
    return not _kinds(written, symbols) & {_ANYTHING, _POINTER, *([_ADDRESS] if puns else [])}


def reads_pointer_of_union(access: Access, symbols: Symbols) -> bool:
    """Whether an access reads a pointer in a union, which may have been written as another member."""
    pointer = isinstance(unqualified(_type_of(access, symbols)), PointerType)
    return pointer and not access.write and _in_union(access.place, symbols)


def _written(access: Access, symbols: Symbols) -> frozenset[str]:
    """As what something is written: a structure by the kinds of its members, bytes as anything."""
    if access.through or _in_union(access.place, symbols):
        return _EVERY
    return _kinds(_type_of(access, symbols), symbols)


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
