"""`memset`, `bzero`, `memcpy` and `memmove` in loops, as assignments to elements.

    memset(row, 0, sizeof row);                  for (k = 0; k < 8; k++) row[k] = 0;
    memcpy(p, q + 3, n * sizeof *p);             for (k = 0; k < n; k++) p[k] = (q + 3)[k];

What is set is a number of whole elements: to 0, to a byte where they are bytes, or to the number whose bytes all
have one constant value, as -1 or 0x3f3f3f3f.  Structures with gaps are set to 0 byte by byte, and so are rows of
which the size does not say how many they are.  Whole elements are copied as they are, and the bits of numbers to
numbers of the same size; all else that holds no pointers is copied byte by byte.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.program.kernel import Access
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    BOOL,
    LONG,
    UCHAR,
    ArrayType,
    CType,
    EnumType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    VoidType,
)
from mapper.ir.trees.literals import is_literal
from mapper.ir.trees.nodes import addressed, children, has_effects, same_text
from mapper.translate.common.memory_calls import CLEAR, COPY, MOVE, SET
from mapper.translate.common.refused import refuse
from mapper.translate.memory.memory import PRIVATE, is_variable
from mapper.translate.private.own_blocks import factors_of
from mapper.translate.scope.alignments import is_misaligned
from mapper.translate.scope.functions import parsed_function
from mapper.translate.scope.part import Part

if TYPE_CHECKING:
    from mapper.translate.scope.scope import KernelScope

_Body = Callable[["Counter"], c_ast.Node]


class Counter(c_ast.Constant):
    """A subscript: a variable of the kernel's that the source does not have, of the type of 0."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        super().__init__("int", "0")  # type: ignore[no-untyped-call]  # pycparser has no types
        self.name = name


class MemoryBlocks(Part):
    """Lowers such calls, where they are statements of their own, in one frame."""

    def is_one(self, node: c_ast.Node) -> bool:
        """Whether a statement is such a call."""
        if not isinstance(node, c_ast.FuncCall) or not isinstance(node.name, c_ast.ID) or node.args is None:
            return False
        definition = self.frame.scope.context.called(node, self.frame.symbols)
        own = definition is not None and definition.unit.in_user_code(definition.function)
        own = own or node.name.name in self.frame.symbols.other_functions
        name, given = node.name.name, len(node.args.exprs)
        return not own and ((name in SET | COPY | MOVE and given == 3) or (name in CLEAR and given == 2))

    def lower(self, node: c_ast.Node) -> c_ast.Node:
        """The loop in the place of a call."""
        assert isinstance(node, c_ast.FuncCall)
        name, where = node.name.name, self.frame.where(node)
        to, *rest, size = node.args.exprs
        source = rest[0] if rest else build.integer(0)
        if has_effects(size) and not has_effects(to) and not has_effects(source):
            number = self.frame.scope.fresh("n", LONG)
            known = build.declaration(number, LONG, init=self.expressions.value(size))
            call = c_ast.FuncCall(node.name, c_ast.ExprList([to, *rest, Counter(number)]), node.coord)
            return c_ast.Compound([known, self.lower(call)])
        if any(has_effects(part) for part in (to, source, size)):
            refuse("K004", f"`{name}` has arguments with side effects", where)
        block, element = self._element(to)
        if isinstance(element, VoidType):
            block, element = self._in_bytes(to, node), UCHAR
        count = None if element is None else self._count(size, block, element)
        if count is None and isinstance(element, ArrayType) and self.frame.symbols.constant(source) == 0:
            block, element, count = self._in_bytes(to, node), UCHAR, self.expressions.value(size)
        if element is not None and self._is_misaligned(block):
            block, element, count = self._in_bytes(to, node), UCHAR, self.expressions.value(size)
        if name in COPY | MOVE:
            origin, other = self._element(source)
            if isinstance(other, VoidType):
                origin, other = self._in_bytes(source, node), UCHAR
            plain = not self._is_misaligned(origin)
            if count is None or element is None or other is None or not (plain and self._is_exact(element, other)):
                block, origin = self._in_bytes(to, node), self._in_bytes(source, node)
                element, other, count = UCHAR, UCHAR, self.expressions.value(size)
            loop = self._copy(node, (block, element), (origin, other))
        elif element is None or count is None:
            refuse("K004", f"`{name}` is called for something else than whole elements", where)
        else:
            loop = self._set_block(node, block, source, element)
        if any(self._reads(part, element) for part in (to, source)):
            before: list[c_ast.Node] = []
            settle = self._number if name in SET else self._settled
            settled = [self._settled(to, before), settle(source, before)]
            if any(self._reads(part, element) for part in settled):
                refuse("K004", f"`{name}` may change what its arguments are read from", where)
            given = [*settled[: len(rest) + 1], size]
            call = c_ast.FuncCall(node.name, c_ast.ExprList(given, node.args.coord), node.coord)
            return c_ast.Compound([*before, self.lower(call)])
        if not self._reads(size, element):
            return loop(count)
        number = self.frame.scope.fresh("n", LONG)  # the loop may change what it is read from
        known = build.declaration(number, LONG, init=count)
        return c_ast.Compound([known, loop(build.identifier(number))])

    def _settled(self, node: c_ast.Node, known: list[c_ast.Node]) -> c_ast.Node:
        """A pointer whose offsets and subscripts that memory holds are read before, by declarations in `known`."""
        match node:
            case c_ast.Cast():
                return c_ast.Cast(node.to_type, self._settled(node.expr, known), node.coord)
            case c_ast.UnaryOp(op="&"):
                return c_ast.UnaryOp("&", self._settled(node.expr, known), node.coord)
            case c_ast.BinaryOp(op="+" | "-"):
                types = self.frame.symbols.type_of
                left, right = (
                    (self._number if isinstance(types(side), IntType | EnumType) else self._settled)(side, known)
                    for side in (node.left, node.right)
                )
                return c_ast.BinaryOp(node.op, left, right, node.coord)
            case c_ast.ArrayRef():
                place = self._settled(node.name, known)
                return c_ast.ArrayRef(place, self._number(node.subscript, known), node.coord)
            case c_ast.StructRef():
                return c_ast.StructRef(self._settled(node.name, known), node.type, node.field, node.coord)
        return node

    def _number(self, node: c_ast.Node, known: list[c_ast.Node]) -> c_ast.Node:
        """An offset or subscript: one that memory holds is read before."""
        if not self._reads(node, UCHAR):
            return node
        name = self.frame.scope.fresh("n", LONG)
        known.append(build.declaration(name, LONG, init=self.expressions.value(node)))
        return Counter(name)

    def _copy(
        self, node: c_ast.FuncCall, to: tuple[c_ast.Node, CType], origin: tuple[c_ast.Node, CType]
    ) -> Callable[[c_ast.Node], c_ast.Node]:
        """The loop that copies so many elements; blocks that overlap are moved downwards from their last one."""
        (block, element), (first, other) = to, origin
        exact = unqualified(element) == unqualified(other)

        def copied(count: c_ast.Node, *, down: bool = False) -> c_ast.Node:
            if exact:
                return self._loop(
                    count, lambda at: self._copied(_at(block, at), _at(first, at), element, down=down), down=down
                )
            return self._loop(
                count, lambda at: self._bits(_at(block, at), element, _at(first, at), other), down=down
            )

        def moved(count: c_ast.Node) -> c_ast.Node:
            below = self.expressions.value(c_ast.BinaryOp("<=", block, first, node.coord))
            return c_ast.If(below, copied(count), copied(count, down=True))

        spaces = [{root.space for root in self.expressions.pointers.roots(each)} for each in (block, first)]
        return moved if node.name.name in MOVE and spaces[0] == spaces[1] else copied

    def _is_misaligned(self, pointer: c_ast.Node) -> bool:
        """Whether a block is, or is in, a member of a packed structure."""
        symbols = self.frame.symbols
        place = pointer if isinstance(symbols.type_of(pointer), ArrayType) else addressed(pointer)
        return place is not None and is_misaligned(place, symbols)

    def _is_exact(self, element: CType, other: CType) -> bool:
        """Whether elements are assigned, or numbers get the bits of numbers of the same size."""
        one, another = unqualified(element), unqualified(other)
        return not is_variable(one) and (one == another or is_other_number(one, another))

    def _in_bytes(self, pointer: c_ast.Node, node: c_ast.FuncCall) -> c_ast.Node:
        """A pointer as one to bytes."""
        block, element = self._element(pointer)
        if element is None or self._holds_pointers(element):
            reason = f"`{node.name.name}` copies between different types, and may copy pointers"
            self.frame.refuse("K004", reason, node)
        return c_ast.Cast(_bytes(), block, node.coord)

    def _set_block(
        self, node: c_ast.FuncCall, block: c_ast.Node, source: c_ast.Node, element: CType
    ) -> Callable[[c_ast.Node], c_ast.Node]:
        """The loop that sets so many elements."""
        name, where = node.name.name, self.frame.where(node)
        value = self.frame.symbols.constant(source)
        byte = isinstance(element, IntType) and element.bits == 8 and element.name != "_Bool"
        if value == 0 and isinstance(element, StructType) and self._is_cleared(element, block):
            return lambda count: self._cleared(node, block, element, count)
        if byte:
            return lambda count: self._loop(count, lambda at: self._set(_at(block, at), element, lambda _: source))
        if (
            value is None
            or not self._is_plain(element)
            or any(_repeated(each, value & 0xFF) is None for each in self._numbers(element))
        ):
            refuse("K004", f"`{name}` sets bytes of larger elements", where)

        def number(ctype: CType) -> c_ast.Node:
            found = _repeated(ctype, value & 0xFF)
            assert found is not None
            return found

        return lambda count: self._loop(count, lambda at: self._set(_at(block, at), element, number))

    def _element(self, pointer: c_ast.Node) -> tuple[c_ast.Node, CType | None]:
        """A pointer without casts, or the array whose address it is, and the type of what is there."""
        while isinstance(pointer, c_ast.Cast):
            pointer = pointer.expr
        if isinstance(pointer, c_ast.UnaryOp) and pointer.op == "&":
            whole = self.frame.symbols.type_of(pointer.expr)
            pointer = pointer.expr if isinstance(whole, ArrayType) else pointer
        ctype = self.frame.symbols.type_of(pointer)
        if isinstance(ctype, ArrayType):
            return pointer, ctype.element
        return pointer, ctype.target if isinstance(ctype, PointerType) else None

    def _count(self, size: c_ast.Node, block: c_ast.Node, element: CType) -> c_ast.Node | None:
        """How many elements of a block make up so many bytes."""
        each = self.frame.symbols.constant_sizeof(element)
        if isinstance(size, Counter):
            return self.expressions.value(size) if each == 1 else None
        total = self.frame.symbols.constant(size)
        if each and total is not None:
            return build.integer(total // each) if total % each == 0 else None
        if _is_sizeof(size, block) and is_variable(self.frame.symbols.type_of(block)):
            return self._length(block)
        if not each:
            return None
        if isinstance(size, c_ast.UnaryOp) and size.op == "sizeof":
            part = self.frame.symbols.constant_sizeof(innermost(self.frame.symbols.type_of(size.expr)))
            whole = part is not None and part % each == 0
            return build.binary("/", self.expressions.value(size), build.integer(each, "UL")) if whole else None
        factors = factors_of(size, self.frame)
        for number, factor in enumerate(factors):
            if self.frame.symbols.constant(factor) == each:
                rest = factors[:number] + factors[number + 1 :]
                count = rest[0]
                for other in rest[1:]:
                    count = c_ast.BinaryOp("*", count, other)
                return self.expressions.value(count)
        return self.expressions.value(size) if each == 1 else None

    def _length(self, array: c_ast.Node) -> c_ast.Node:
        """How many elements an array has."""
        ctype = self.frame.symbols.type_of(array)
        assert isinstance(ctype, ArrayType)
        if not is_variable(ctype):
            return build.integer(ctype.length or 0)
        parts = (array, c_ast.ArrayRef(array, build.integer(0)))
        return build.joined("/", [self.expressions.value(c_ast.UnaryOp("sizeof", each)) for each in parts])

    def _reads(self, node: c_ast.Node, element: CType) -> bool:
        """Whether an argument has a value from memory, which may be that of the elements that are set."""
        element = innermost(element)
        found = unqualified(element)
        anything = not isinstance(found, IntType | FloatType) or found.bits == 8
        work = [node]
        while work:
            part = work.pop()
            if isinstance(part, c_ast.UnaryOp) and part.op == "sizeof":
                continue
            if isinstance(part, c_ast.UnaryOp) and part.op == "&":
                work += children(part.expr)
                continue
            if isinstance(part, c_ast.ArrayRef | c_ast.StructRef) or (
                isinstance(part, c_ast.UnaryOp) and part.op == "*"
            ):
                ctype = unqualified(self.frame.symbols.type_of(part))
                number = isinstance(ctype, IntType | FloatType | EnumType)
                if number and (anything or not isinstance(ctype, IntType | FloatType) or _alike(ctype, found)):
                    return True
            if not isinstance(part, c_ast.Typename):
                work += children(part)
        return False

    def _cleared(self, node: c_ast.Node, block: c_ast.Node, record: StructType, count: c_ast.Node) -> c_ast.Node:
        """Zeros in structures: a value in a variable of the work-item's own, else bytes, since there are gaps."""
        whole = addressed(block)
        if (
            whole is not None
            and self.frame.local(whole) is not None
            and is_literal(count)
            and not self._holds_unions(record)
        ):
            zero = c_ast.InitList([build.integer(0)])
            literal = c_ast.CompoundLiteral(build.typename(unqualified(record)), zero, [])
            return build.assign(self.expressions.object(whole, Access.WRITE), literal)
        size = build.integer(self.frame.symbols.constant_sizeof(record) or 0)
        of_bytes = c_ast.Cast(_bytes(), block, node.coord)
        length = build.binary("*", count, size)
        return self._loop(length, lambda at: self._set(_at(of_bytes, at), UCHAR, lambda _: build.integer(0)))

    def _holds_unions(self, ctype: CType) -> bool:
        ctype = innermost(ctype)
        members = self.frame.symbols.members(ctype) or () if isinstance(ctype, StructType) else ()
        union = isinstance(ctype, StructType) and ctype.union
        return union or any(self._holds_unions(member.type) for member in members)

    def _is_cleared(self, ctype: CType, block: c_ast.Node) -> bool:
        """Whether a structure or union is not plain, and zero bytes are zeros, or its own null pointers."""
        private = all(root.space == PRIVATE for root in self.expressions.pointers.roots(block))
        return not self._is_plain(ctype) and (private or not self._holds_pointers(ctype))

    def _holds_pointers(self, ctype: CType) -> bool:
        ctype = innermost(ctype)
        members = self.frame.symbols.members(ctype) or () if isinstance(ctype, StructType) else ()
        return isinstance(ctype, PointerType) or any(self._holds_pointers(member.type) for member in members)

    def _is_plain(self, ctype: CType) -> bool:
        """Whether zero bytes are zeros, and all bytes are parts of members."""
        ctype = unqualified(ctype)
        if isinstance(ctype, ArrayType):
            return (ctype.length is not None or ctype.extent is not None) and self._is_plain(ctype.element)
        if isinstance(ctype, StructType) and not ctype.union:
            members = self.frame.symbols.members(ctype) or ()
            sizes = [self.frame.symbols.constant_sizeof(member.type) or 0 for member in members]
            whole = self.frame.symbols.constant_sizeof(ctype) == sum(sizes)
            return whole and all(member.bits is None and self._is_plain(member.type) for member in members)
        return isinstance(ctype, IntType | FloatType | EnumType)

    def _loop(self, count: c_ast.Node, body: _Body, *, down: bool = False) -> c_ast.Node:
        name = self.frame.scope.fresh("k", LONG)
        first = build.shifted(count, -1) if down else build.integer(0)
        head = c_ast.DeclList([build.declaration(name, LONG, init=first)])
        relation, last = (">=", build.integer(0)) if down else ("<", count)
        goes_on = build.binary(relation, build.identifier(name), last)
        step = c_ast.UnaryOp("p--" if down else "p++", build.identifier(name))
        return c_ast.For(head, goes_on, step, c_ast.Compound([body(Counter(name))]))

    def _bits(self, to: c_ast.Node, ctype: CType, origin: c_ast.Node, other: CType) -> c_ast.Node:
        """A number gets the bits of one of another type."""
        result, given = unqualified(ctype), unqualified(other)
        for each in (result, given):
            self.frame.scope.types.use(each, self.frame.symbols, self.frame.where(origin))
        value = other_bits(self.frame.scope, given, result, self.expressions.value(origin))
        return build.assign(self.expressions.object(to, Access.WRITE), value)

    def _copied(self, to: c_ast.Node, origin: c_ast.Node, ctype: CType, *, down: bool) -> c_ast.Node:
        if isinstance(ctype, ArrayType):
            inner = ctype.element
            count = build.integer(ctype.length or 0)
            return self._loop(
                count, lambda at: self._copied(_at(to, at), _at(origin, at), inner, down=down), down=down
            )
        return self.expressions.value(c_ast.Assignment("=", to, origin))

    def _numbers(self, ctype: CType) -> set[CType]:
        """The types of the numbers that an element consists of."""
        ctype = unqualified(innermost(ctype))
        if isinstance(ctype, StructType):
            members = self.frame.symbols.members(ctype) or ()
            return {each for member in members for each in self._numbers(member.type)}
        return {ctype}

    def _set(self, to: c_ast.Node, ctype: CType, value: Callable[[CType], c_ast.Node]) -> c_ast.Node:
        """The assignments of what `value` has for the type of a number to all numbers of an element."""
        ctype = unqualified(ctype)
        if isinstance(ctype, ArrayType):
            inner = ctype.element
            return self._loop(self._length(to), lambda at: self._set(_at(to, at), inner, value))
        if isinstance(ctype, StructType):
            members = self.frame.symbols.members(ctype) or ()
            parts = [(c_ast.StructRef(to, ".", c_ast.ID(each.name)), each.type) for each in members]
            return c_ast.Compound([self._set(part, of, value) for part, of in parts])
        return self.expressions.value(c_ast.Assignment("=", to, value(ctype)))


def _repeated(ctype: CType, byte: int) -> c_ast.Node | None:
    """The number of a type whose bytes all have one value; None if it is not finite, or no value of the type."""
    if byte == 0:
        return build.integer(0)
    if ctype == BOOL:
        return build.integer(1) if byte == 1 else None
    if isinstance(ctype, FloatType):
        form = {32: "f", 64: "d"}.get(ctype.bits)
        if form is None:
            return None
        (value,) = struct.unpack(form, bytes([byte] * (ctype.bits // 8)))
        literal = c_ast.Constant("double", f"{abs(value)!r}{'f' if form == 'f' else ''}")
        return None if not math.isfinite(value) else c_ast.UnaryOp("-", literal) if value < 0 else literal
    assert isinstance(ctype, IntType | EnumType), "plain elements hold numbers"
    value = int.from_bytes(bytes([byte] * (ctype.bits // 8)), "little")
    if not ctype.signed:
        return build.integer(value, "ULL")
    return build.integer(value) if value < 1 << (ctype.bits - 1) else build.integer(value - (1 << ctype.bits))


def is_other_number(one: CType, other: CType) -> bool:
    """Whether two types are numbers of the same size, but not the same."""
    numbers = all(isinstance(each, IntType | FloatType) and each != BOOL for each in (one, other))
    if not numbers or one == other:
        return False
    assert isinstance(one, IntType | FloatType)
    assert isinstance(other, IntType | FloatType)
    return one.bits == other.bits <= 64


def other_bits(scope: KernelScope, given: CType, result: CType, value: c_ast.Node) -> c_ast.Node:
    """The number of type `result` with the bits of a value of type `given`, which has the same size."""
    assert isinstance(result, IntType | FloatType)
    assert isinstance(given, IntType | FloatType)
    name = build.device_name(result)
    helper = f"mapper_{name}_of_{build.device_name(given)}"
    types = [each.name.replace("long long", "long") for each in (result, given)]
    if helper not in scope.helpers:
        scope.helpers[helper] = parsed_function(f"{types[0]} {helper}({types[1]} x) {{ return as_{name}(x); }}")
    return build.call(helper, value)


def _is_sizeof(size: c_ast.Node, block: c_ast.Node) -> bool:
    """Whether a number is the size of an array, in the words of its own name."""
    return isinstance(size, c_ast.UnaryOp) and size.op == "sizeof" and same_text(size.expr, block)


def _at(block: c_ast.Node, at: Counter) -> c_ast.Node:
    return c_ast.ArrayRef(block, at)


def _alike(one: CType, other: CType) -> bool:
    """Whether memory may be read as one of two types and set as the other (C11, 6.5)."""
    if isinstance(one, IntType) and isinstance(other, IntType):
        return one.bits == other.bits or one.bits == 8
    return one == other


def _bytes() -> c_ast.Typename:
    """The type `unsigned char *`."""
    of = c_ast.TypeDecl(None, [], None, c_ast.IdentifierType(["unsigned", "char"]))
    return c_ast.Typename(None, [], None, c_ast.PtrDecl([], of))
