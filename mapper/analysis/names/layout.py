"""Sizes, alignments and member offsets of C types in the LP64 data models of x86-64 and AArch64 Linux.

The rules are those of the System V ABI: a member starts at the next multiple of its alignment, a bit-field
never straddles a storage unit of its declared type, and a structure is padded to its largest alignment.
Other alignments than those of types (`aligned`, `packed`, `#pragma pack`) are markers among the members, which are
left out.  Where members are packed, bit-fields follow each other without gaps.
A structure whose layout is changed in another way holds the marker `LAYOUT`: its size and its members' offsets are
unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mapper.analysis.names.types import innermost
from mapper.frontend.gnu import markers
from mapper.frontend.gnu.markers import LAYOUT, PACK, PACKED
from mapper.ir.trees.ctypes import (
    LONG,
    ArrayType,
    ComplexType,
    CType,
    EnumType,
    FloatType,
    FunctionType,
    IntType,
    Member,
    PointerType,
    StructType,
    VoidType,
)

POINTER_BYTES = 8


@dataclass(frozen=True, slots=True)
class Field:
    """A member as declared: `bits` for a bit-field."""

    name: str
    type: CType
    bits: int | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A complete struct or union: its members, its size and alignment in bytes.

    Both are None where the layout is not known.
    """

    members: tuple[Member, ...]
    size: int | None
    align: int | None


def sizeof(of: CType, records: Mapping[str, Record]) -> int | None:
    """Size in bytes; None for incomplete types and variable-length arrays, 1 for void and functions (as GCC)."""
    match of:
        case IntType() | EnumType():
            return of.bits // 8
        case FloatType():
            return of.bits // 8
        case ComplexType():
            return None if _stands_in(of) else of.part.bits // 4
        case PointerType():
            return POINTER_BYTES
        case ArrayType():
            element = sizeof(of.element, records)
            return None if of.length is None or element is None else of.length * element
        case StructType():
            record = records.get(of.tag)
            return None if record is None else record.size
        case VoidType() | FunctionType():
            return 1
    return None


def alignof(of: CType, records: Mapping[str, Record]) -> int | None:
    """Alignment in bytes; None for incomplete types."""
    match of:
        case FloatType():
            return of.bits // 8
        case ComplexType():
            return None if _stands_in(of) else of.part.bits // 8
        case ArrayType():
            return alignof(of.element, records)
        case StructType():
            record = records.get(of.tag)
            return None if record is None else record.align
    return sizeof(of, records)


def round_up(value: int, multiple: int) -> int:
    """The smallest multiple of `multiple` that is not below `value`."""
    return -(-value // multiple) * multiple


def lay_out(fields: Sequence[Field], *, union: bool, records: Mapping[str, Record]) -> Record:
    """The layout of a struct or union of these members; members of incomplete type take no space."""
    laying = _Laying(fields, union=union, records=records)
    for field in fields:
        laying.field(field)
    return laying.record()


class _Laying:
    """A struct or union whose members get their places one after the other."""

    def __init__(self, fields: Sequence[Field], *, union: bool, records: Mapping[str, Record]) -> None:
        self._union = union
        self._records = records
        self._members: list[Member] = []
        self._end = 0  # in bits, of what has been placed so far
        self._largest = 0  # in bits, of the members of a union
        self._align = 1
        self._packed = any(field.name == PACKED for field in fields)
        self._most = next((field.bits for field in fields if field.name == PACK), None)  # `#pragma pack(n)`
        self._least = 1  # alignment that the next member has at least
        self._next_packed = False
        self._next_type: int | None = None  # the alignment that the next member's type has
        self._unknown = any(field.name == LAYOUT or _unknown(field.type, records) for field in fields)

    def field(self, field: Field) -> None:
        """Place a member, or take note of a marker."""
        match field.name:
            case markers.ALIGNED:
                self._align = max(self._align, field.bits or 1)
                self._unknown |= not _is_alignment(field.bits)
            case markers.NEXT_ALIGNED:
                self._least = max(self._least, field.bits or 1)
                self._unknown |= not _is_alignment(field.bits)
            case markers.NEXT_TYPE:
                self._next_type = field.bits
                self._unknown |= not _is_alignment(field.bits)
            case markers.NEXT_PACKED:
                self._next_packed = True
            case markers.PACK:
                self._unknown |= not _is_alignment(field.bits)
            case markers.PACKED:
                pass
            case _:
                self._member(field)
                self._least, self._next_packed, self._next_type = 1, False, None

    def _member(self, field: Field) -> None:
        if self._union:
            self._end = 0
        packed = self._packed or self._next_packed
        of_type = self._next_type or alignof(field.type, self._records) or 1
        if field.bits is not None and self._most is not None:
            packed = False  # `#pragma pack` applies to the types of bit-fields alone
        natural = max(1 if packed else of_type, self._least)
        if self._most is not None:
            natural = min(natural, self._most)
        if field.bits is None:
            start = round_up(self._end, 8 * natural)
            self._end = start + 8 * (sizeof(field.type, self._records) or 0)
            self._members.append(Member(field.name, field.type, start // 8))
            self._align = max(self._align, natural)
        else:
            self._unknown |= self._least > 1 or self._next_type is not None
            unit = 8 * (sizeof(field.type, self._records) or 1)
            dense = field.bits > 0 and (packed or self._most is not None)
            self._end = self._end + field.bits if dense else _bit_field_end(self._end, field.bits, unit)
            if field.name:
                self._members.append(Member(field.name, field.type, None, field.bits, self._end - field.bits))
                self._align = max(self._align, natural)
        self._largest = max(self._largest, self._end)

    def record(self) -> Record:
        """What came of it."""
        if self._unknown:
            return Record(tuple(replace(member, offset=None, first=None) for member in self._members), None, None)
        size = round_up(round_up(self._largest, 8) // 8, self._align)
        return Record(tuple(self._members), size, self._align)


def _is_alignment(value: int | None) -> bool:
    return value is not None and value > 0 and value & (value - 1) == 0


def _stands_in(of: CType) -> bool:
    """Whether a type represents a vector, or another one that C does not have: `_Complex long`."""
    return isinstance(of, ComplexType) and of.part == LONG


def _unknown(of: CType, records: Mapping[str, Record]) -> bool:
    """Whether a type is or holds one whose layout is not known."""
    of = innermost(of)
    if _stands_in(of):
        return True
    return isinstance(of, StructType) and of.tag in records and records[of.tag].size is None


def _bit_field_end(end: int, width: int, unit: int) -> int:
    """Where a bit-field of `width` in storage units of `unit` bits ends, placed after bit `end`."""
    if width == 0:
        return round_up(end, unit)
    if end // unit != (end + width - 1) // unit:
        end = round_up(end, unit)
    return end + width


def find_member(struct: StructType, name: str, records: Mapping[str, Record]) -> Member | None:
    """The member `name`, also inside anonymous members, with its offset from the start of `struct`."""
    record = records.get(struct.tag)
    if record is None:
        return None
    for member in record.members:
        if member.name == name:
            return member
        if not member.name and isinstance(member.type, StructType):
            inner = find_member(member.type, name, records)
            if inner is not None:
                start = member.offset
                offset = None if inner.offset is None or start is None else start + inner.offset
                first = None if inner.first is None or start is None else 8 * start + inner.first
                return replace(inner, offset=offset, first=first)
    return None
