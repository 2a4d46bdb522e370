"""Sizes, alignments and member offsets of C types in the LP64 data models of x86-64 and AArch64 Linux.

The rules are those of the System V ABI: a member starts at the next multiple of its alignment, a bit-field
never straddles a storage unit of its declared type, and a structure is padded to its largest alignment.
Alignments beyond those of types (`aligned`, `_Alignas`) are markers among the members, which are left out.
A structure whose layout is changed in another way (`packed`) holds the marker `LAYOUT`: its size and its members'
offsets are unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from mapper.analysis.names.types import innermost
from mapper.frontend.gnu.markers import ALIGNED, LAYOUT, NEXT_ALIGNED
from mapper.ir.trees.ctypes import (
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
            return of.part.bits // 4
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
            return of.part.bits // 8
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
    members: list[Member] = []
    end = 0  # in bits, of what has been placed so far
    largest = 0  # in bits, of the members of a union
    align = 1
    least = 1  # alignment of the next member
    unknown = False
    for field in fields:
        if field.name == ALIGNED:
            align = max(align, field.bits or 1)
            unknown |= not _is_alignment(field.bits)
            continue
        if field.name == NEXT_ALIGNED:
            least = max(least, field.bits or 1)
            unknown |= not _is_alignment(field.bits)
            continue
        unknown |= least > 1 and field.bits is not None
        natural = max(alignof(field.type, records) or 1, least)
        least = 1
        if union:
            end = 0
        if field.bits is None:
            start = round_up(end, 8 * natural)
            end = start + 8 * (sizeof(field.type, records) or 0)
            members.append(Member(field.name, field.type, start // 8))
            align = max(align, natural)
        else:
            end = _bit_field_end(end, field.bits, 8 * (sizeof(field.type, records) or 1))
            if field.name:
                members.append(Member(field.name, field.type, None, field.bits, end - field.bits))
                align = max(align, natural)
        largest = max(largest, end)
    if unknown or any(field.name == LAYOUT or _unknown(field.type, records) for field in fields):
        return Record(tuple(replace(member, offset=None, first=None) for member in members), None, None)
    return Record(tuple(members), round_up(round_up(largest, 8) // 8, align), align)


def _is_alignment(value: int | None) -> bool:
    return value is not None and value > 0 and value & (value - 1) == 0


def _unknown(of: CType, records: Mapping[str, Record]) -> bool:
    """Whether a type is or holds a structure whose layout is changed."""
    of = innermost(of)
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
                known = inner.offset is not None and member.offset is not None
                offset = (inner.offset or 0) + (member.offset or 0) if known else None
                return replace(inner, offset=offset, first=None)
    return None
