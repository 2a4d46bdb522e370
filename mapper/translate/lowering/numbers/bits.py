"""Bit-fields, which OpenCL C does not have: their values out of the bytes of the structure, and into them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pycparser import c_ast

from mapper.analysis.names.bitfields import has_bit_fields
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified, usual
from mapper.ir.program.kernel import READ_WRITE, Access
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    INT,
    UCHAR,
    UINT,
    ULONG,
    USHORT,
    ArrayType,
    CType,
    EnumType,
    IntType,
    Member,
    PointerType,
    StructType,
)
from mapper.ir.trees.nodes import clone, has_effects
from mapper.translate.common.refused import refuse
from mapper.translate.memory.memory import space_of
from mapper.translate.scope.part import Part

_VALUES = (c_ast.FuncCall, c_ast.CompoundLiteral, c_ast.TernaryOp, c_ast.Assignment, c_ast.ExprList)


def extracted(structure: c_ast.Node, field: Member, kind: IntType | EnumType) -> c_ast.Node:
    """The value of a bit-field of type `kind` in the bytes that a pointer leads to: the lowest bits come first."""
    assert field.first is not None
    assert field.bits is not None
    byte, shift = divmod(field.first, 8)
    count = (shift + field.bits + 7) // 8
    wide = ULONG if count > 4 else UINT
    value: c_ast.Node | None = None
    for number in range(count):
        one = build.cast(wide, c_ast.ArrayRef(clone(structure), build.integer(byte + number)))
        part = build.binary("<<", one, build.integer(8 * number)) if number else one
        value = part if value is None else build.binary("|", value, part)
    assert value is not None
    value = build.cast(UINT, build.binary(">>", value, build.integer(shift)) if shift else value)
    spare = 32 - field.bits
    if kind.signed:
        up = build.cast(INT, build.binary("<<", value, build.integer(spare)))
        return build.binary(">>", up, build.integer(spare))
    if spare:
        value = build.cast(INT, build.binary("&", value, build.integer((1 << field.bits) - 1)))
    return value


def word_around(
    field: Member, members: Sequence[Member], align: int, size_of: Callable[[CType], int | None]
) -> tuple[IntType, int] | None:
    """A word that holds a bit-field, and its number in the structure; None if other members are in each such word.

    What bit-fields share a word is one memory location in C (C11, 3.14): no other thread may use it meanwhile.
    """
    assert field.first is not None
    assert field.bits is not None
    for word in (UCHAR, USHORT, UINT, ULONG):
        number, shift = divmod(field.first, word.bits)
        if shift + field.bits > word.bits or word.bits > 8 * align:
            continue
        start, end = number * word.bits // 8, (number + 1) * word.bits // 8
        places = [(each.offset, size_of(each.type)) for each in members if each.offset is not None]
        if all(size is not None and (end <= at or at + size <= start) for at, size in places):
            return word, number
    return None


def stored(words: c_ast.Node, word: IntType, number: int, field: Member, value: c_ast.Node) -> c_ast.Node:
    """The assignment that puts a value into a bit-field in one of the words that a pointer leads to."""
    assert field.first is not None
    assert field.bits is not None
    shift = field.first % word.bits
    mask = (1 << field.bits) - 1 << shift
    place = c_ast.ArrayRef(words, build.integer(number))
    wide = ULONG if word.bits > 32 else UINT
    moved: c_ast.Node = build.cast(wide, value)
    if shift:
        moved = build.binary("<<", moved, build.integer(shift))
    suffix = "UL" if wide == ULONG else "U"
    bits = build.binary("&", moved, build.integer(mask, suffix))
    rest = build.integer((1 << word.bits) - 1 ^ mask, suffix)
    return build.assign(place, build.cast(word, build.binary("|", build.binary("&", clone(place), rest), bits)))


def stored_in_bytes(octets: c_ast.Node, field: Member, value: c_ast.Node) -> Iterator[c_ast.Node]:
    """The assignments that put a value, which has no side effects, into the bytes that hold a bit-field."""
    assert field.first is not None
    assert field.bits is not None
    first, end = field.first, field.first + field.bits
    for byte in range(first // 8, (end + 7) // 8):
        low, high = max(first, 8 * byte), min(end, 8 * byte + 8)
        part = Member(field.name, field.type, None, high - low, low)
        moved = build.binary(">>", clone(value), build.integer(low - first)) if low > first else clone(value)
        yield stored(clone(octets), UCHAR, byte, part, moved)


def initial_fields(
    init: c_ast.InitList, record: StructType, symbols: Symbols
) -> list[tuple[Member, c_ast.Node]] | None:
    """The members of a structure with bit-fields and the values that a list gives them; None for other lists.

    They are in the order of the members, in which the values of a list are evaluated.
    """
    if not has_bit_fields(record, symbols):
        return None
    members = [member for member in symbols.members(record) or () if member.name]
    found: list[tuple[Member, c_ast.Node]] = []
    for number, item in enumerate(init.exprs):
        member: Member | None = members[number] if number < len(members) and not record.union else None
        value = item
        if isinstance(item, c_ast.NamedInitializer):
            if len(item.name) != 1 or not isinstance(item.name[0], c_ast.ID):
                return None
            member, value = symbols.member(record, item.name[0].name), item.expr
        elif any(isinstance(other, c_ast.NamedInitializer) for other in init.exprs):
            return None
        if member is None or not initialises(value, unqualified(member.type), symbols):
            return None
        found.append((member, value))
    if all(each in members for each, _ in found):
        return sorted(found, key=lambda each: members.index(each[0]))
    return None if any(has_effects(value) for _, value in found) else found  # members of members without names


def initialises(value: c_ast.Node, of: CType, symbols: Symbols) -> bool:
    """Whether an item of a list is the whole value of a member."""
    if isinstance(value, c_ast.InitList):
        return True
    if isinstance(of, StructType):
        return isinstance(unqualified(symbols.type_of(value)), StructType)
    return not isinstance(of, ArrayType)


Given = tuple[c_ast.Node, CType]
"""A value on the device, and its type in the source."""


class Bits(Part):
    """Lowers what one frame does with bit-fields."""

    def value(self, node: c_ast.StructRef, field: Member, access: Access) -> c_ast.Node:
        """The value of a bit-field."""
        if access is not Access.READ:
            reason = f"the bit-field `{field.name}` is changed in a way that can't be followed"
            self.frame.refuse("K007", reason, node)
        if node.type == "." and _is_value(node.name):
            return self._of_value(node, field)
        return extracted(self._words(node, access), field, self._kind(node, field))

    def _of_value(self, node: c_ast.StructRef, field: Member) -> c_ast.Node:
        """The value of a bit-field in what is no object: in what a function returns, or one of two structures."""
        record, scope = unqualified(self.expressions.type_of(node.name)), self.frame.scope
        kind = self._declared(node, field)
        name = scope.local("result", record, self.frame.symbols, self.frame.where(node))
        self.frame.literals.append(build.declaration(name, record))
        held = build.assign(build.identifier(name), self.expressions.value(node.name))
        octets = build.cast(PointerType(UCHAR), c_ast.UnaryOp("&", build.identifier(name)))
        return c_ast.ExprList([held, extracted(octets, field, kind)])

    def store(self, node: c_ast.StructRef, field: Member, given: Given) -> c_ast.Node:
        """A bit-field gets a value; what comes of the expression is its new value."""
        kind, record = self._kind(node, field), self.expressions.record(node)
        assert isinstance(record, StructType)
        value, place = _converted(given, kind), self._word(record, field)
        if place is None:
            stores = self._in_bytes(self._words(node, READ_WRITE), field, value)
        else:
            word, number = place
            stores = [stored(self._words(node, READ_WRITE, word), word, number, field, value)]
        return c_ast.ExprList([*stores, extracted(self._words(node, Access.READ), field, kind)])

    def _in_bytes(self, octets: c_ast.Node, field: Member, value: c_ast.Node) -> list[c_ast.Node]:
        """The assignments to a bit-field whose words hold other members, too."""
        name = self.frame.scope.fresh("bits", UINT)
        self.frame.literals.append(build.declaration(name, UINT))
        held = build.assign(build.identifier(name), build.cast(UINT, value))
        return [held, *stored_in_bytes(octets, field, build.identifier(name))]

    def update(
        self, node: c_ast.StructRef, field: Member, operator: str, given: Given, *, old: bool = False
    ) -> c_ast.Node:
        """A bit-field is combined with a value; `old` is true if what it held is asked for."""
        if old:
            self.frame.refuse("K007", f"the old value of the bit-field `{field.name}` is used", node)
        before = extracted(self._words(node, Access.READ), field, self._kind(node, field))
        common = usual(self.expressions.value_type(node), given[1])
        return self.store(node, field, (build.binary(operator, before, given[0]), common))

    def assigned(
        self, target: c_ast.Node, record: StructType, field: Member, value: c_ast.Node
    ) -> list[c_ast.Node]:
        """The assignments of an initial value to a bit-field of a private structure."""
        kind, where = unqualified(field.type), self.frame.where(value)
        if field.first is None or not isinstance(kind, IntType | EnumType) or kind.bits > 32:
            refuse("K007", f"the bit-field `{field.name}` is used inside the loop", where)
        place = self._word(record, field)
        given = _converted((self.expressions.value(value), self.expressions.value_type(value)), kind)
        word, number = place or (UCHAR, 0)
        address = build.cast(PointerType(word), c_ast.UnaryOp("&", clone(target)))
        if place is None:
            return self._in_bytes(address, field, given)
        return [stored(address, word, number, field, given)]

    def _kind(self, node: c_ast.StructRef, field: Member) -> IntType | EnumType:
        """The type that a bit-field is declared with, whose place has no side effects."""
        if has_effects(node.name):
            self.frame.refuse("K007", f"the bit-field `{field.name}` is used inside the loop", node)
        return self._declared(node, field)

    def _declared(self, node: c_ast.StructRef, field: Member) -> IntType | EnumType:
        """The type that a bit-field is declared with."""
        kind = unqualified(field.type)
        if field.first is None or not isinstance(kind, IntType | EnumType) or kind.bits > 32:
            self.frame.refuse("K007", f"the bit-field `{field.name}` is used inside the loop", node)
        return kind

    def _word(self, record: StructType, field: Member) -> tuple[IntType, int] | None:
        symbols = self.frame.symbols
        return word_around(
            field, symbols.members(record) or (), symbols.alignof(record) or 1, symbols.constant_sizeof
        )

    def _words(self, node: c_ast.StructRef, access: Access, word: IntType = UCHAR) -> c_ast.Node:
        """A pointer to the bytes, or other words, of the structure that holds a member."""
        where, owner, lower = self.frame.where(node), node.name, self.expressions
        if node.type == "->":
            for root in lower.pointers.roots(owner):
                root.access |= access
            address, space = lower.value(owner), space_of(lower.pointers.roots(owner), "a structure", where)
        else:
            address = c_ast.UnaryOp("&", lower.object(owner, access))
            space = space_of(lower.pointers.storage(owner), "a structure", where)
        return build.cast(PointerType(word), address, space)


def _is_value(node: c_ast.Node) -> bool:
    """Whether the device has no object for an expression that names a structure."""
    while isinstance(node, c_ast.StructRef) and node.type == ".":
        node = node.name
    return isinstance(node, _VALUES)


def _converted(given: Given, kind: IntType | EnumType) -> c_ast.Node:
    """A value as a bit-field takes it, before it is cut off."""
    value, ctype = given
    if isinstance(kind, IntType) and kind.name == "_Bool":
        return build.binary("!=", value, build.integer(0))
    return value if isinstance(ctype, IntType | EnumType) else build.cast(kind, value)
