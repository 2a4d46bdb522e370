"""Which types a kernel may use, and the declarations of those that it uses.

Structures are declared anew from their members, in the names of the source; a member that is a pointer
becomes an integer of its size, since host addresses mean nothing on the device.  Numbers that the device lacks
become words, as members of structures that are only copied.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from pycparser import c_ast

from mapper.analysis.names.layout import round_up
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import Location
from mapper.frontend.gnu.markers import LAYOUT
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    IMAGINARY_PART,
    REAL_PART,
    UCHAR,
    UINT,
    ULONG,
    USHORT,
    ArrayType,
    ComplexType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    Member,
    PointerType,
    StructType,
)
from mapper.ir.trees.names import unreserved
from mapper.translate.common.refused import refuse
from mapper.translate.scope.alignments import alignment, is_opaque, is_packed, sized

_WORDS: Final = {2: USHORT, 4: UINT, 8: ULONG}


def _named(record: StructType) -> str:
    """What a message calls a structure."""
    if record.tag.isidentifier():
        return f"`struct {record.tag}`"
    name = record.tag.strip("<>")  # what the structure's declaration declares
    return f"`{name}`" if name.isidentifier() and name != "anonymous" else "a structure without a tag"


def member_path(record: StructType, name: str, symbols: Symbols) -> list[str]:
    """The names on the device that lead to a member, through members without a name; empty if there is none."""
    for number, member in enumerate(symbols.members(record) or ()):
        if member.name == name:
            return [unreserved(name)]
        if not member.name and isinstance(member.type, StructType):
            inner = member_path(member.type, name, symbols)
            if inner:
                return [build.device_member(member, number), *inner]
    return []


class _Room:
    """What no code looks into in a structure: its bit-fields, and what pads them.

    `wanted` is true until the structure is aligned on the device as on the host.
    """

    def __init__(self, record: StructType, members: tuple[Member, ...], symbols: Symbols) -> None:
        others = [symbols.alignof(member.type) or 1 for member in members if member.offset is not None]
        self._align = symbols.alignof(record)
        self.wanted = max(others, default=1) != self._align

    def declared(self, number: int, start: int, end: int, align: int) -> list[c_ast.Node]:
        """A member for the bytes between two offsets, of words where that gives the structure its alignment."""
        del align
        if start >= end:
            return []
        word = _WORDS.get(self._align or 0)
        size = end - start
        if self.wanted and word is not None and start % (word.bits // 8) == 0 and size % (word.bits // 8) == 0:
            self.wanted = False
            return [build.declaration(f"mrt_room{number}", ArrayType(word, size // (word.bits // 8)))]
        return [build.declaration(f"mrt_room{number}", ArrayType(UCHAR, size))]


class _Gaps:
    """What pads a structure without bit-fields where its members, or itself, have an alignment of their own.

    On the device nothing is aligned beyond its members, as arrays need not begin at such addresses there.
    """

    wanted = False

    @staticmethod
    def declared(number: int, start: int, end: int, align: int) -> list[c_ast.Node]:
        """A member for the bytes between two offsets, where what follows with its alignment leaves them open."""
        if round_up(start, align) >= end:
            return []
        return [build.declaration(f"mrt_room{number}", ArrayType(UCHAR, end - start))]


class _Packed:
    """What pads a packed structure: all bytes between its members, and those of its bit-fields."""

    wanted = False

    @staticmethod
    def declared(number: int, start: int, end: int, align: int) -> list[c_ast.Node]:
        """A member for the bytes between two offsets."""
        del align
        return [build.declaration(f"mrt_room{number}", ArrayType(UCHAR, end - start))] if start < end else []


class DeviceTypes:
    """Collects the types of one kernel."""

    def __init__(self) -> None:
        self._records: dict[str, c_ast.Node] = {}
        self._members: dict[str, tuple[Member, ...]] = {}
        self.packed: dict[str, int] = {}
        """The structures that are packed, by their names on the device, each with its alignment."""
        self.padded: set[str] = set()
        """The structures with members, by their names on the device, that their source has not."""
        self.fp64 = False
        self.volatile: Callable[[], str] = str
        """Says why volatile data can't be used as others; nothing where they can."""

    @property
    def declarations(self) -> tuple[c_ast.Node, ...]:
        """The structures and unions, members before the ones that hold them."""
        return tuple(self._records.values())

    def use(self, ctype: CType, symbols: Symbols, where: Location) -> None:
        """Take note of a type; raises `Refused` where the device has nothing like it."""
        if ctype.volatile and not ctype.atomic and (reason := self.volatile()):
            refuse("K011", f"volatile data are used inside the loop{reason}", where)
        if ctype.atomic and not isinstance(ctype, IntType | FloatType):
            refuse("K011", "_Atomic data that are no number are used inside the loop", where)
        match ctype:
            case IntType(bits=bits) if bits > 64:
                refuse("K007", f"the device has no type `{ctype.name}`", where)
            case ComplexType(part=IntType()):  # others that the front end has no name for are given as these
                refuse(
                    "K007",
                    "the device has no vector or decimal types, complex integers, or numbers at any address",
                    where,
                )
            case ComplexType(part=FloatType(bits=bits)) if bits > 64:
                refuse("K007", f"the device has no type `{ctype.part.name} complex`", where)
            case ComplexType(part=FloatType() as part):
                self.use_complex(part)
            case FloatType():
                if ctype.bits > 64:
                    refuse("K007", f"the device has no type `{ctype.name}`", where)
                self.fp64 |= ctype.bits == 64
            case PointerType(target=FunctionType()) | FunctionType():
                refuse("K006", "a pointer to a function is used inside the loop", where)
            case PointerType(target=target):
                self.use(target, symbols, where)
            case ArrayType(element=element):
                self.use(element, symbols, where)
            case StructType():
                self._record(ctype, symbols, where)

    def use_complex(self, part: FloatType) -> None:
        """Take note of complex numbers of two such parts."""
        members = [build.declaration(name, part) for name in (REAL_PART, IMAGINARY_PART)]
        tag = build.complex_tag(ComplexType(part))
        self._records[f"_Complex {part.name}"] = c_ast.Struct(tag, members)
        self.fp64 |= part.bits == 64

    def _record(self, record: StructType, symbols: Symbols, where: Location) -> None:
        members = symbols.members(record)
        if members is None:
            why = symbols.unclear.get(record.tag, "no other source completes it")
            refuse("K007", f"{_named(record)} is not complete here, and {why}", where)
        if not members:
            refuse("K007", f"{_named(record)} has no members, and no size", where)
        if not record.union:
            members = sized(members)
        tag = build.device_tag(record.tag)
        known = self._members.setdefault(tag, members)
        if known != members:
            refuse("K021", f"two files mean different things by {_named(record)}", where)
        if tag in self._records:
            return
        if any(member.name == LAYOUT for member in members):
            refuse("K007", f"{_named(record)} has a layout of its own", where)
        types = [self._member_type(each.type, symbols, where) for each in members if each.bits is None]
        if symbols.alignof(record) is None:
            refuse("K007", f"{_named(record)} has a layout of its own", where)
        fields = len(types) < len(members)
        packed = is_packed(record, members, symbols)
        if packed:
            self.packed[tag] = alignment(record, symbols)
        room = _Packed() if packed else _Room(record, members, symbols) if fields else _Gaps()
        decls: list[c_ast.Node] = []
        end = 0
        for number, member in enumerate(members):
            if member.offset is None:
                continue
            if not record.union:
                decls += room.declared(len(decls), end, member.offset, alignment(member.type, symbols))
                end = member.offset + (symbols.constant_sizeof(member.type) or 0)
            else:
                end = max(end, symbols.constant_sizeof(member.type) or 0)
            name = build.device_member(member, number)
            decls.append(build.declaration(name, types.pop(0)))
        size, align = symbols.constant_sizeof(record) or 0, alignment(record, symbols)
        if not record.union:
            decls += room.declared(len(decls), end, size, align)
        elif fields or round_up(end, align) < size or (packed and end < size):
            decls += room.declared(len(decls), 0, size, 1)
        whole = [each for each in members if each.offset is not None]
        if len(decls) > len(whole) or any(is_opaque(each.type) for each in whole):
            self.padded.add(tag)
        if room.wanted:  # as no member gives it its alignment
            self.packed[tag] = alignment(record, symbols)
        made = c_ast.Union if record.union else c_ast.Struct
        self._records[tag] = made(tag, decls)

    def _member_type(self, ctype: CType, symbols: Symbols, where: Location) -> CType:
        if isinstance(ctype, PointerType):
            return ULONG
        if isinstance(ctype, ArrayType):
            if ctype.length is None:
                refuse("K007", "a structure has a member of variable size", where)
            return ArrayType(self._member_type(ctype.element, symbols, where), ctype.length)
        if is_opaque(ctype):
            return ArrayType(ULONG, (symbols.constant_sizeof(ctype) or 0) // 8)
        self.use(ctype, symbols, where)
        return ctype
