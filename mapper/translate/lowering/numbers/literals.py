"""Constants, strings, compound literals and lists of initial values of the source, as OpenCL C has them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pycparser import c_ast

from mapper.analysis.names.bitfields import has_bit_fields
from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import (
    ArrayType,
    ComplexType,
    CType,
    FloatType,
    IntType,
    Member,
    PointerType,
    StructType,
)
from mapper.ir.trees.literals import character_constant, constant_type, is_string, string_values
from mapper.ir.trees.names import unreserved
from mapper.ir.trees.nodes import clone, text_of, whole_object
from mapper.translate.lowering.list_items import items_of
from mapper.translate.lowering.named_lists import holds_padded, with_names
from mapper.translate.lowering.numbers.bits import initial_fields, initialises
from mapper.translate.lowering.numbers.booleans import is_bool
from mapper.translate.memory.memory import NONE
from mapper.translate.scope.device_types import member_path
from mapper.translate.scope.part import Part

if TYPE_CHECKING:
    from mapper.translate.lowering.expressions import Expressions


class Literals(Part):
    """Lowers the literals of one frame."""

    def __init__(self, expressions: Expressions) -> None:
        super().__init__(expressions)
        self._variables: dict[int, str] = {}

    def initializer(self, node: c_ast.Node, target: CType) -> c_ast.Node:
        """An initialiser of an object of type `target`."""
        match node:
            case c_ast.InitList():
                if has_bit_fields(target, self.frame.symbols):
                    self.frame.refuse("K007", "a structure with bit-fields gets values inside the loop", node)
                node = self._named(node, target)
                scalar = innermost(target)
                items = items_of(node, target, self.frame.symbols, _is_converted)
                if items is None and _is_all_zero(node):
                    return c_ast.InitList([build.integer(0)])
                if items is None:
                    reason = "an initialiser of a _Bool or a complex number without braces of its own"
                    self.frame.refuse("K007", reason, node)
                self.expressions.order.check_list(node.exprs)
                special = {id(item.value): item.type for item in items}
                special |= self.expressions.own.initial(node, target)
                return c_ast.InitList([self._element(item, scalar, special) for item in node.exprs])
            case c_ast.Constant() if is_string(node) and isinstance(target, ArrayType):
                values = string_values(node.value)[: target.length]
                return c_ast.InitList([build.integer(value) for value in values])
        return self.expressions.converted(node, target)

    def _named(self, node: c_ast.InitList, target: CType) -> c_ast.InitList:
        """A list with the names of members, where the device has more of them."""
        padded, symbols = self.frame.scope.types.padded, self.frame.symbols
        if not holds_padded(target, padded, symbols):
            return node
        named = with_names(node, target, padded, symbols)
        if named is None:
            reason = "a structure with other members on the device gets values from a list without braces or names"
            self.frame.refuse("K007", reason, node)
        return named

    def _element(self, node: c_ast.Node, scalar: CType, special: Mapping[int, CType]) -> c_ast.Node:
        """An initialiser in a list; `special` are the types of those to be converted, by `id`."""
        match node:
            case c_ast.NamedInitializer():
                names = [
                    build.identifier(unreserved(name.name))
                    if isinstance(name, c_ast.ID)
                    else c_ast.ArrayDesignator(self.expressions.value(name.expr))
                    for name in node.name
                ]
                return c_ast.NamedInitializer(names, self._element(node.expr, scalar, special))
            case c_ast.InitList():
                return c_ast.InitList([self._element(item, scalar, special) for item in node.exprs])
        if isinstance(special.get(id(node)), PointerType):
            return self.expressions.own.number(node, special[id(node)])
        ctype = self.expressions.value_type(node)
        if isinstance(ctype, PointerType) and not isinstance(scalar, PointerType):
            self.frame.refuse("K016", "a pointer is stored in a structure or list inside the loop", node)
        if id(node) in special:
            return self.expressions.converted(node, special[id(node)])
        if isinstance(ctype, ComplexType):
            self.frame.refuse("K007", "a complex number gives a real one its value in a list", node)
        return self.initializer(node, ctype)

    def constant(self, node: c_ast.Constant) -> c_ast.Node:
        """A number, a character or a string."""
        text: str = node.value
        ctype = constant_type(node)
        if isinstance(ctype, ArrayType):
            return self._string(node, ctype)
        self.frame.scope.types.use(ctype, self.frame.symbols, self.frame.where(node))
        if isinstance(ctype, FloatType):
            return c_ast.Constant(ctype.name, text)
        if text[0] in "'uUL" and "'" in text:
            return c_ast.Constant("char", text) if text[0] == "'" else build.integer(character_constant(text)[0])
        digits = text.rstrip("uUlL").replace("'", "")
        suffix = text[len(digits) :].lower()
        if digits[:2].lower() == "0b":
            digits = hex(int(digits, 2))
        plain = ("U" if "u" in suffix else "") + ("L" if "l" in suffix else "")
        return c_ast.Constant("int", digits + plain)

    def _string(self, node: c_ast.Constant, ctype: ArrayType) -> c_ast.Node:
        """A string: an array of the body's own, which device compilers put into constant memory."""
        name = self.frame.strings.get(node.value)
        if name is None:
            name = self.frame.strings[node.value] = self.frame.scope.local(
                "string", ctype, self.frame.symbols, self.frame.where(node)
            )
            values = [build.integer(value) for value in string_values(node.value)]
            self.frame.literals.append(build.declaration(name, ctype, init=c_ast.InitList(values)))
        return build.identifier(name)

    def object(self, node: c_ast.CompoundLiteral) -> c_ast.Node:
        """The object that a compound literal makes."""
        name = self._variables.get(id(node))
        return self.compound(node) if name is None else build.identifier(name)

    def compound(self, node: c_ast.CompoundLiteral) -> c_ast.Node:
        """A compound literal."""
        ctype = unqualified(self.expressions.type_of(node))
        self.frame.scope.types.use(ctype, self.frame.symbols, self.frame.where(node))
        if isinstance(ctype, ArrayType):
            return self._array(node, ctype)
        if not isinstance(ctype, StructType):
            self.frame.refuse("K018", "a compound literal of a scalar", node)
        fields = initial_fields(node.init, ctype, self.frame.symbols)
        if fields is None:
            return c_ast.CompoundLiteral(build.typename(ctype), self.initializer(node.init, ctype), [])
        name = self.frame.scope.fresh("literal", ctype)
        self.frame.literals.append(build.declaration(name, ctype))
        zero = c_ast.CompoundLiteral(build.typename(ctype), c_ast.InitList([build.integer(0)]), [])
        stores = [build.assign(build.identifier(name), zero), *self.fields(build.identifier(name), ctype, fields)]
        return c_ast.ExprList([*stores, build.identifier(name)])

    def fields(
        self, target: c_ast.Node, record: StructType, values: Sequence[tuple[Member, c_ast.Node]]
    ) -> Iterator[c_ast.Node]:
        """The assignments of initial values to members of a private structure with bit-fields, which is 0."""
        for member, value in values:
            if member.bits is not None:
                yield from self.expressions.bits.assigned(target, record, member, value)
                continue
            place = clone(target)
            for part in member_path(record, member.name, self.frame.symbols):
                place = c_ast.StructRef(place, ".", build.identifier(part))
            yield from self._filled(place, unqualified(member.type), value)

    def _filled(self, place: c_ast.Node, ctype: CType, value: c_ast.Node) -> Iterator[c_ast.Node]:
        """The assignments of an item of a list to a part of a private structure, which is 0."""
        if isinstance(value, c_ast.InitList) and isinstance(ctype, StructType):
            fields = initial_fields(value, ctype, self.frame.symbols)
            if fields is not None:
                yield from self.fields(place, ctype, fields)
                return
            literal = c_ast.CompoundLiteral(build.typename(ctype), self.initializer(value, ctype), [])
            yield build.assign(place, literal)
        elif isinstance(value, c_ast.InitList) and isinstance(ctype, ArrayType):
            element = unqualified(ctype.element)
            for number, item in enumerate(value.exprs):
                named = isinstance(item, c_ast.NamedInitializer)
                if named or not initialises(item, element, self.frame.symbols):
                    reason = "an array in a structure with bit-fields gets values from a list without braces"
                    self.frame.refuse("K007", reason, value)
                yield from self._filled(c_ast.ArrayRef(clone(place), build.integer(number)), element, item)
        elif isinstance(value, c_ast.InitList):
            yield from self._filled(place, ctype, value.exprs[0])
        elif isinstance(ctype, PointerType):
            yield build.assign(place, self.expressions.own.number(value, ctype))
        else:
            yield build.assign(place, self.expressions.converted(value, ctype))

    def _array(self, node: c_ast.CompoundLiteral, ctype: ArrayType) -> c_ast.Node:
        """`(int[3]){i, j, k}`: a variable whose elements get their values first."""
        values, element = node.init.exprs, unqualified(ctype.element)
        plain = not any(isinstance(each, c_ast.InitList | c_ast.NamedInitializer) for each in values)
        if not plain or not isinstance(element, IntType | FloatType) or ctype.extent is not None:
            reason = "a compound literal of an array whose elements are not given one by one"
            self.frame.refuse("K018", reason, node)
        of = ArrayType(element, len(values) if ctype.length is None else ctype.length)
        name = self.frame.scope.local("literal", of, self.frame.symbols, self.frame.where(node))
        self.frame.literals.append(build.declaration(name, of))
        stores = [
            build.assign(
                c_ast.ArrayRef(build.identifier(name), build.integer(at)),
                self.expressions.converted(values[at], element) if at < len(values) else build.integer(0),
            )
            for at in range(of.length or 0)
        ]
        return c_ast.ExprList([*stores, build.identifier(name)])

    def address(self, node: c_ast.Node, literal: c_ast.CompoundLiteral) -> c_ast.Node:
        """The address of (a part of) a compound literal: of a variable that gets its value first.

        Clang gives literals no address space of OpenCL C, so their addresses are no private pointers.
        """
        value, ctype = self.compound(literal), unqualified(self.expressions.type_of(literal))
        name = self.frame.scope.fresh("literal", ctype)
        self.frame.literals.append(build.declaration(name, ctype))
        self._variables[id(literal)] = name
        assigned = build.assign(build.identifier(name), value)
        return c_ast.ExprList([assigned, c_ast.UnaryOp("&", self.expressions.object(node, NONE))])


def literal_in(node: c_ast.Node) -> c_ast.CompoundLiteral | None:
    """The compound literal that an lvalue is, or is a member of; None where it is neither."""
    found = whole_object(node)
    return found if isinstance(found, c_ast.CompoundLiteral) else None


def _is_all_zero(node: c_ast.InitList) -> bool:
    """Whether a list is `{0}`, which sets all parts of an object to zero, whatever their types are."""
    return len(node.exprs) == 1 and text_of(node.exprs[0]).strip("0.fFlLuU") == "" and not is_string(node.exprs[0])


def _is_converted(ctype: CType) -> bool:
    """Whether values of a type are converted in the text of a list."""
    return is_bool(ctype) or isinstance(ctype, ComplexType)
