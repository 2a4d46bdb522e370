"""Which types a kernel may use, and the declarations of those that it uses.

Structures are declared anew from their members, in the names of the source; a member that is a pointer
becomes an integer of its size, since host addresses mean nothing on the device.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.symbols import Symbols
from mapper.diagnostics import Location
from mapper.frontend.markers import LAYOUT
from mapper.ir import build
from mapper.ir.ctypes import (
    UCHAR,
    ULONG,
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    Member,
    PointerType,
    StructType,
)
from mapper.ir.reserved import is_reserved
from mapper.translate.kept import refuse


def member_name(name: str) -> str:
    """The name of a structure's member on the device."""
    return f"{name}_" if is_reserved(name) else name


def _named(record: StructType) -> str:
    """What a message calls a structure."""
    return f"`struct {record.tag}`" if record.tag.isidentifier() else "a structure without a tag"


def _room(number: int, size: int) -> list[c_ast.Node]:
    """Bytes in a structure that nobody looks into: bit-fields, and what pads them."""
    return [build.declaration(f"mrt_room{number}", ArrayType(UCHAR, size))] if size else []


class DeviceTypes:
    """Collects the types of one kernel."""

    def __init__(self) -> None:
        self._records: dict[str, c_ast.Node] = {}
        self._members: dict[str, tuple[Member, ...]] = {}
        self.fp64 = False

    @property
    def declarations(self) -> tuple[c_ast.Node, ...]:
        """The structures and unions, members before the ones that hold them."""
        return tuple(self._records.values())

    def use(self, ctype: CType, symbols: Symbols, where: Location) -> None:
        """Take note of a type; raises `Refused` where the device has nothing like it."""
        if ctype.volatile:
            refuse("K011", "volatile data are used inside the loop", where)
        match ctype:
            case IntType(bits=bits) if bits > 64:
                refuse("K007", f"the device has no type `{ctype.name}`", where)
            case FloatType():
                if ctype.complex or ctype.bits > 64:
                    refuse(
                        "K007",
                        f"the device has no type `{ctype.name}{' complex' if ctype.complex else ''}`",
                        where,
                    )
                self.fp64 |= ctype.bits == 64
            case PointerType(target=FunctionType()) | FunctionType():
                refuse("K006", "a pointer to a function is used inside the loop", where)
            case PointerType(target=target):
                self.use(target, symbols, where)
            case ArrayType(element=element):
                self.use(element, symbols, where)
            case StructType():
                self._record(ctype, symbols, where)

    def _record(self, record: StructType, symbols: Symbols, where: Location) -> None:
        if record.union:
            refuse("K021", "a union is used inside the loop", where)
        members = symbols.members(record)
        if members is None:
            refuse("K007", f"{_named(record)} is not complete here", where)
        known = self._members.setdefault(record.tag, members)
        if known != members:
            refuse("K021", f"two files mean different things by {_named(record)}", where)
        if record.tag in self._records:
            return
        fields = any(member.bits is not None for member in members)
        if fields and not self._keeps_its_place(record, members, symbols):
            refuse("K007", f"{_named(record)} has bit-fields", where)
        decls: list[c_ast.Node] = []
        end = 0
        for member in members:
            if member.name == LAYOUT:
                refuse("K007", f"{_named(record)} has a layout of its own", where)
            if not member.name:
                refuse("K021", f"{_named(record)} has a member without a name", where)
            if member.offset is None:
                continue
            if fields:
                decls += _room(len(decls), member.offset - end)
                end = member.offset + (symbols.constant_sizeof(member.type) or 0)
            ctype = self._member_type(member.type, symbols, where)
            decls.append(build.declaration(member_name(member.name), ctype))
        if fields:
            decls += _room(len(decls), (symbols.constant_sizeof(record) or 0) - end)
        self._records[record.tag] = c_ast.Struct(build.device_tag(record.tag), decls)

    @staticmethod
    def _keeps_its_place(record: StructType, members: tuple[Member, ...], symbols: Symbols) -> bool:
        """Whether a structure is aligned as on the host when bytes stand for its bit-fields."""
        if any(member.name == LAYOUT for member in members):
            return True  # refused with a better reason
        others = [symbols.alignof(member.type) or 1 for member in members if member.offset is not None]
        return max(others, default=1) == symbols.alignof(record)

    def _member_type(self, ctype: CType, symbols: Symbols, where: Location) -> CType:
        if isinstance(ctype, PointerType):
            return ULONG
        if isinstance(ctype, ArrayType):
            if ctype.length is None:
                refuse("K007", "a structure has a member of variable size", where)
            return ArrayType(self._member_type(ctype.element, symbols, where), ctype.length)
        self.use(ctype, symbols, where)
        return ctype
