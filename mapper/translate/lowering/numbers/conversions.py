"""Casts of the source, as OpenCL C allows them: between numbers, pointers, and the bits of numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from pycparser import c_ast

from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.trees import build
from mapper.ir.trees.build import pointee
from mapper.ir.trees.ctypes import (
    BOOL,
    DOUBLE,
    ArrayType,
    ComplexType,
    CType,
    IntType,
    PointerType,
    StructType,
    VoidType,
)
from mapper.ir.trees.nodes import addressed, without_casts
from mapper.translate.common.refused import refuse
from mapper.translate.library.memory_blocks import is_other_number, other_bits
from mapper.translate.lowering.atomics import has_atomics
from mapper.translate.lowering.numbers.booleans import is_bool, truth
from mapper.translate.lowering.numbers.long_double import as_double
from mapper.translate.memory.memory import is_position, points_to_variable, space_of
from mapper.translate.scope.alignments import alignment, is_misaligned, is_opaque
from mapper.translate.scope.part import Part

if TYPE_CHECKING:
    from mapper.translate.lowering.expressions import Expressions

_BYTES = frozenset(["char", "signed char", "unsigned char"])


class Conversions(Part):
    """Lowers the casts of one frame."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        self._bytes: set[int] = set()  # what becomes a pointer to bytes, which may be anywhere, by its `id`

    def cast(self, node: c_ast.Cast) -> c_ast.Node:
        """A conversion that the source spells out."""
        target = unqualified(self.frame.symbols.declared_type(node.to_type))
        source = self.expressions.value_type(node.expr)
        if isinstance(target, PointerType):
            return self._pointer_cast(node, target, source)
        if isinstance(source, PointerType) and not isinstance(target, VoidType):
            self.frame.refuse("K021", "a pointer is converted to an integer", node)
        self.frame.scope.types.use(target, self.frame.symbols, self.frame.where(node))
        if self.expressions.wide.is_one(node.expr) and not isinstance(target, VoidType):
            return self.expressions.wide.narrowed(node.expr, target)
        if target == DOUBLE and (number := as_double(node.expr)) is not None:
            return c_ast.Constant("double", repr(number))
        if isinstance(target, ComplexType) or self.expressions.complex.is_complex(node.expr):
            return self.expressions.complex.cast(node.expr, target)
        lowered = self.expressions.value(node.expr)
        if isinstance(target, StructType):
            return lowered  # a GNU cast, to its own type
        if is_bool(target):
            return truth(lowered)
        return build.cast(target, lowered)

    def _pointer_cast(self, node: c_ast.Cast, target: PointerType, source: CType) -> c_ast.Node:
        where = self.frame.where(node)
        if self.frame.symbols.constant(node.expr) == 0:
            return build.integer(0)  # a null pointer
        if not isinstance(source, PointerType) or isinstance(target.target, PointerType):
            refuse("K021", "a pointer is made from something else", where)
        self.check_position(node.expr, target)
        if _is_bytes(target.target):
            self._bytes.add(id(addressed(node.expr) or node.expr))
        self.frame.scope.types.use(target, self.frame.symbols, where)
        lowered = self.expressions.converted(node.expr, source)
        if unqualified(target.target) == unqualified(source.target):
            return lowered
        one, other = unqualified(innermost(target.target)), unqualified(innermost(source.target))
        known = one == other or _is_bytes(target.target) or _is_bytes(source.target)
        known = known or self._may_share(one, other) or self._may_share(other, one)
        known = known or self._same_words(node, target.target, source.target)
        if points_to_variable(target) or not known:
            refuse("K021", "a pointer is converted to another type of pointer", where)
        space = space_of(self.expressions.pointers.roots(node.expr), "a converted pointer", where)
        return build.cast(PointerType(unqualified(target.target)), lowered, space)

    def check_position(self, node: c_ast.Node, target: CType) -> None:
        """Refuse to make another pointer of one to pointers: that is a position in a table, and has no address."""
        if is_position(self.expressions.value_type(node)) and not is_position(target):
            self.frame.refuse("K021", "a pointer is converted to another type of pointer", node)

    def check_aligned(self, node: c_ast.Node) -> None:
        """Refuse the address of what may be anywhere: loads through pointers expect it where its type is."""
        if id(node) not in self._bytes and is_misaligned(node, self.frame.symbols):
            self._refuse_address(node)

    def _refuse_address(self, node: c_ast.Node) -> NoReturn:
        self.frame.refuse("K007", "the address of a member of a packed structure is used inside the loop", node)

    def check_decayed(self, node: c_ast.Node) -> None:
        """Refuse an array that becomes a pointer to its first element where that may be anywhere."""
        if isinstance(self.expressions.type_of(node), ArrayType):
            self.check_aligned(node)

    def check_flexible(self, node: c_ast.StructRef, record: CType, offset: int) -> None:
        """Refuse a flexible array, at this offset of a structure, whose elements may be anywhere."""
        symbols = self.frame.symbols
        natural = alignment(self.expressions.type_of(node), symbols)
        if offset % natural or (symbols.alignof(record) or 1) < natural:
            self._refuse_address(node)

    def check_number(self, node: c_ast.Node) -> None:
        """Refuse a member that is a number which the device lacks: structures with such are only copied."""
        if is_opaque(ctype := self.expressions.type_of(node)):
            self.frame.scope.types.use(ctype, self.frame.symbols, self.frame.where(node))

    def _same_words(self, node: c_ast.Cast, one: CType, other: CType) -> bool:
        """Whether a pointer to words that iterations compare and swap becomes one to other words of that size."""
        if not has_atomics(one) or not has_atomics(other):
            return False
        size = self.frame.symbols.constant_sizeof
        contended = self.frame.scope.contended(pointee(node.expr), self.frame.symbols)
        return size(one) == size(other) and contended

    def _may_share(self, ctype: CType, part: CType) -> bool:
        """Whether C lets objects of a type be used as `part`: a number of the same size, a member (C11, 6.5)."""
        if isinstance(ctype, IntType) and isinstance(part, IntType):
            return ctype.bits == part.bits and BOOL not in (ctype, part)
        if isinstance(ctype, ComplexType):
            return part == ctype.part  # C11, 6.2.5: represented as an array of two
        if not isinstance(ctype, StructType) or ctype.union or isinstance(part, PointerType):
            return False
        members = [unqualified(innermost(each.type)) for each in self.frame.symbols.members(ctype) or ()]
        return part in members or any(
            self._may_share(each, part) for each in members if isinstance(each, StructType)
        )

    def other_bits(self, node: c_ast.UnaryOp) -> c_ast.Node | None:
        """`*(int *)&x`, where x is a variable of the iteration's own: its bits as a number of another type."""
        address = without_casts(node.expr)
        if not isinstance(node.expr, c_ast.Cast) or not isinstance(address, c_ast.UnaryOp) or address.op != "&":
            return None
        of, ctype = (
            unqualified(self.expressions.type_of(address.expr)),
            unqualified(self.expressions.type_of(node)),
        )
        local = self.frame.local(address.expr)
        if local is None or unqualified(local.type) != of or not is_other_number(of, ctype):
            return None
        self.frame.scope.types.use(ctype, self.frame.symbols, self.frame.where(node))
        return other_bits(self.frame.scope, of, ctype, self.expressions.value(address.expr))


def _is_bytes(ctype: CType) -> bool:
    return isinstance(ctype, VoidType) or (isinstance(ctype, IntType) and ctype.name in _BYTES)
