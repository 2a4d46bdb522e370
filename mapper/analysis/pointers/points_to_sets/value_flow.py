"""How pointers flow through C expressions, over any notion of "set of targets".

`ValueFlow` walks an expression once, in the abstract: `value` is the set of objects that its value may point to,
`address` the set of objects that it may denote as an lvalue.  Points-to analysis walks with constraint nodes for
sets while it collects constraints, and with solved sets when it answers questions, so both read C the same way.

Integers of all widths carry pointers too (conversions, copies by bytes or words, arithmetic).  Floating-point
values do only where the walk says so: few programs keep a pointer's bits in one.  An array holds one set of
pointers, and a structure one for each member that `shared` does not name; what is read or stored otherwise than
by a member may be any part of its object.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from pycparser import c_ast

from mapper.analysis.names.expression_types import Context, generic_choice
from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.types import decay, unqualified
from mapper.analysis.pointers.points_to_sets.fields import struct_in
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
from mapper.ir.trees.literals import is_string, is_zero
from mapper.ir.trees.nodes import INCREMENTS, TRUTHS, arguments_of, children

V = TypeVar("V")

_POINTER_BITS = 64
UNEVALUATED = frozenset(["sizeof", "_Alignof", "alignof", "__alignof__"])


class Names(Context, Protocol):
    """What the walk asks about names and types; `Symbols` does for the user's own trees."""

    def symbol(self, node: c_ast.Node) -> Symbol | None:
        """The symbol that an identifier means."""

    def lookup(self, name: str, at: c_ast.Node) -> Symbol | None:
        """What a name means at a place."""


class ValueFlow(ABC, Generic[V]):
    """The walk over expressions; subclasses say what a set of targets is and what becomes of stores and calls."""

    names: Names
    floats_point = False
    """Whether floating-point values may hold the bits of pointers."""

    @property
    @abstractmethod
    def nothing(self) -> V:
        """The empty set."""

    @abstractmethod
    def of_symbol(self, symbol: Symbol) -> V:
        """The set of the one object or function that a symbol names."""

    @abstractmethod
    def of_node(self, node: c_ast.Node) -> V:
        """The set of the unnamed object that a literal, compound literal or temporary makes."""

    @abstractmethod
    def load(self, pointer: V, part: str = "") -> V:
        """What the contents of the targets, or of a member of them, may point to."""

    @abstractmethod
    def store(self, pointer: V, value: V, part: str = "") -> None:
        """The targets, or a member of them, may come to hold the value."""

    @property
    @abstractmethod
    def shared(self) -> Mapping[str, str]:
        """What members go by that share memory with others; empty where they have nothing of their own."""

    def members(self, of: StructType) -> Sequence[Member] | None:
        """The members of a structure, for a walk that stores."""

    def parts(self, of: StructType) -> frozenset[str] | None:
        """The names of all members of a structure, if each has contents of its own, for a walk that stores."""

    @abstractmethod
    def join(self, values: Iterable[V]) -> V:
        """The union."""

    @abstractmethod
    def moved(self, value: V) -> V:
        """The set, marked as having gone through arithmetic."""

    @abstractmethod
    def call(self, node: c_ast.FuncCall, function: V, arguments: list[V]) -> V:
        """What a call may return; `function` is the set of functions that may be called."""

    def float_read(self, address: V, part: str) -> None:
        """A floating-point value is read, and taken for one that holds no pointer."""

    def float_made(self, value: V) -> None:
        """A value becomes a floating-point one, which is taken for one that holds no pointer."""

    def variable_argument(self, lists: V) -> V:
        """What `va_arg` may yield: a `va_list` leads to the memory that holds the arguments."""
        return self.load(self.load(lists))

    def result_of(self, call: c_ast.FuncCall) -> V | None:
        """The object of the structure that a call returns, for a walk that stores; None where there is none."""

    # ---- expressions ---------------------------------------------------------------------------------------

    def value(self, expr: c_ast.Node) -> V:
        """What the value of an expression may point to; walks the whole expression."""
        match expr:
            case c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef():
                return self._read(expr)
            case c_ast.Constant():
                return self.of_node(expr) if is_string(expr) else self.nothing
            case c_ast.UnaryOp():
                return self._unary(expr)
            case c_ast.BinaryOp():
                return self._binary(expr)
            case c_ast.Assignment():
                return self._assignment(expr)
            case c_ast.FuncCall():
                arguments = [self.value(argument) for argument in arguments_of(expr)]
                return self.call(expr, self.value(expr.name), arguments)
            case c_ast.Cast():
                return self._converted(self.value(expr.expr), self.names.type_of(expr))
            case c_ast.TernaryOp():
                condition = self.value(expr.cond)
                other = self.value(expr.iffalse)
                return self.join([condition if expr.iftrue is None else self.value(expr.iftrue), other])
            case c_ast.ExprList():
                values = [self.value(each) for each in expr.exprs]
                return values[-1] if values else self.nothing
            case c_ast.CompoundLiteral():
                self.store(self.of_node(expr), self.value(expr.init))
                return self._read(expr)
            case c_ast.InitList():
                return self.join([self.value(each) for each in expr.exprs])
            case c_ast.NamedInitializer():
                return self.value(expr.expr)
            case c_ast.GenericSelection():
                chosen = generic_choice(expr, self.names)
                return self.nothing if chosen is None else self.value(chosen)
            case c_ast.Typename():
                return self.nothing
        return self.join([self.value(child) for child in children(expr)])

    def address(self, expr: c_ast.Node) -> V:
        """The objects that an lvalue may denote."""
        match expr:
            case c_ast.ID():
                symbol = self.names.symbol(expr)
                return self.nothing if symbol is None else self._of(symbol)
            case c_ast.UnaryOp(op="*"):
                return self.value(expr.expr)
            case c_ast.ArrayRef():
                pointer, index = self._array(expr)
                self.value(index)
                return self.value(pointer)
            case c_ast.StructRef(type="->"):
                return self.value(expr.name)
            case c_ast.StructRef():
                return self.address(expr.name)
            case c_ast.Constant():
                return self.of_node(expr)
            case c_ast.CompoundLiteral():
                self.store(self.of_node(expr), self.value(expr.init))
                return self.of_node(expr)
            case c_ast.Cast():
                return self.address(expr.expr)
            case c_ast.ExprList():
                for each in expr.exprs[:-1]:
                    self.value(each)
                return self.address(expr.exprs[-1])
        temporary = self.of_node(expr)
        self.store(temporary, self.value(expr))
        return temporary

    def initialise(self, decl: c_ast.Decl, symbol: Symbol) -> None:
        """The effect of a declaration's initialiser."""
        if decl.init is None:
            return
        self._fill(self._of(symbol), decl.init, symbol.type)

    def _fill(self, address: V, init: c_ast.Node, of: CType) -> None:
        """An object gets its first value."""
        of = unqualified(of)
        if isinstance(of, ArrayType) and isinstance(init, c_ast.InitList) and _all_braced(init, of):
            for each in init.exprs:
                self._fill(address, each.expr if isinstance(each, c_ast.NamedInitializer) else each, of.element)
        elif isinstance(of, StructType) and isinstance(init, c_ast.InitList) and (one := self._by_name(init, of)):
            for member, given in one:
                if struct_in(member.type) is not None:
                    self._fill(address, given, member.type)
                else:
                    self._store_first(address, given, member.type, self._own(member.name))
        elif isinstance(of, StructType) and (source := self._source(init)) is not None:
            self._copy(address, source, of)
        else:
            self._store_first(address, init, of)

    def _store_first(self, address: V, init: c_ast.Node, of: CType, part: str = "") -> None:
        value = self.value(init)
        text = isinstance(init, c_ast.Constant) and isinstance(unqualified(of), ArrayType)
        if not text:
            self.store(address, self._converted(value, of), part)

    def _by_name(self, init: c_ast.InitList, of: StructType) -> list[tuple[Member, c_ast.Node]]:
        """Each value of a list with its member; empty where that takes more than names and their order."""
        members = list(self.members(of) or ())
        found: list[tuple[Member, c_ast.Node]] = []
        place = 0
        for each in init.exprs:
            value = each
            if isinstance(each, c_ast.NamedInitializer):
                names = [member.name for member in members]
                first = each.name[0]
                if len(each.name) > 1 or not isinstance(first, c_ast.ID) or first.name not in names:
                    return []
                place, value = names.index(first.name), each.expr
            if place >= len(members) or of.union or not members[place].name:
                return []
            inner = isinstance(unqualified(members[place].type), ArrayType | StructType)
            if inner and not isinstance(value, c_ast.InitList) and not is_string(value):
                return []  # inner braces are left out
            found.append((members[place], value))
            place += 1
        return found

    def _copy(self, target: V, source: V, of: StructType) -> V:
        """A structure is copied, member by member where each has contents of its own."""
        names = self.parts(of)
        value = self.load(source)
        if names is None:
            self.store(target, value)
        else:
            for name in sorted(names):
                self.store(target, self.load(source, name), name)
        return value

    def _source(self, expr: c_ast.Node) -> V | None:
        """The object that a structure is copied from, where it is one."""
        if isinstance(expr, c_ast.FuncCall):
            return self.result_of(expr)
        return self.address(expr) if is_place(expr) else None

    def part(self, expr: c_ast.Node) -> str:
        """The member that an lvalue is or is in; empty where it may be any part of its object."""
        if isinstance(unqualified(self.names.type_of(expr)), StructType):
            return ""
        while isinstance(expr, c_ast.ArrayRef):
            pointer, _ = self._array(expr)
            if not isinstance(unqualified(self.names.type_of(pointer)), ArrayType):
                return ""
            expr = pointer
        return self._own(expr.field.name) if isinstance(expr, c_ast.StructRef) else ""

    def _own(self, name: str) -> str:
        return self.shared.get(name, name)

    def _of(self, symbol: Symbol) -> V:
        if symbol.kind in (Kind.ENUM_CONSTANT, Kind.TYPEDEF):
            return self.nothing
        return self.of_symbol(symbol)

    def _array(self, expr: c_ast.ArrayRef) -> tuple[c_ast.Node, c_ast.Node]:
        """The pointer operand and the index of `a[i]`, which may be written `i[a]`."""
        if isinstance(decay(self.names.type_of(expr.name)), PointerType | VoidType):
            return expr.name, expr.subscript
        if isinstance(decay(self.names.type_of(expr.subscript)), PointerType):
            return expr.subscript, expr.name
        return expr.name, expr.subscript

    def _read(self, expr: c_ast.Node) -> V:
        """The value of an lvalue: its contents, or its address where it is an array or function."""
        address = self.address(expr)
        of = self.names.type_of(expr)
        if isinstance(of, ArrayType | FunctionType):
            return address
        if isinstance(of, VoidType):  # not known
            return self.join([address, self.load(address)])
        if self._never_points(of):
            if _is_float(of):
                self.float_read(address, self.part(expr))
            return self.nothing
        return self.load(address, self.part(expr))

    def _unary(self, expr: c_ast.UnaryOp) -> V:
        if expr.op in UNEVALUATED:
            return self.nothing
        if expr.op == "&":
            address = self.address(expr.expr)
            inside = isinstance(expr.expr, c_ast.ArrayRef) and not is_zero(self._array(expr.expr)[1])
            return self.moved(address) if inside else address
        if expr.op == "*":
            return self._read(expr)
        if expr.op in INCREMENTS:
            of = self.names.type_of(expr.expr)
            address = self.address(expr.expr)
            if self._never_points(of):
                return self.nothing
            part = self.part(expr.expr)
            value = self.moved(self.load(address, part))
            self.store(address, value, part)
            return value
        value = self.value(expr.expr)
        return value if expr.op in ("-", "+", "~") else self.nothing

    def _binary(self, expr: c_ast.BinaryOp) -> V:
        spine = [expr]
        while isinstance(spine[-1].left, c_ast.BinaryOp):
            spine.append(spine[-1].left)
        left = self.value(spine[-1].left)
        for node in reversed(spine):
            left = self._combine(node, left, self.value(node.right))
        return left

    def _combine(self, expr: c_ast.BinaryOp, left: V, right: V) -> V:
        if expr.op in TRUTHS or self._never_points(self.names.type_of(expr)):
            return self.nothing
        if expr.op in ("+", "-"):
            one = isinstance(decay(self.names.type_of(expr.left)), PointerType)
            other = isinstance(decay(self.names.type_of(expr.right)), PointerType)
            if one and other:
                return self.nothing
            if one or other:
                pointer, offset = (left, expr.right) if one else (right, expr.left)
                return pointer if is_zero(offset) else self.moved(pointer)
        return self.moved(self.join([left, right]))

    def _assignment(self, expr: c_ast.Assignment) -> V:
        address = self.address(expr.lvalue)
        of = self.names.type_of(expr.lvalue)
        struct = unqualified(of)
        if isinstance(struct, StructType) and (source := self._source(expr.rvalue)) is not None:
            return self._copy(address, source, struct)
        value = self.value(expr.rvalue)
        part = self.part(expr.lvalue)
        if expr.op == "=":
            value = self._converted(value, of)
            self.store(address, value, part)
            return value
        if self._never_points(of):
            return self.nothing
        old = self.load(address, part)
        new = self.moved(old if isinstance(of, PointerType) else self.join([old, value]))
        self.store(address, new, part)
        return new

    def _converted(self, value: V, of: CType) -> V:
        """What a value may point to when it has been converted to a type."""
        if not self._never_points(of):
            return value
        if _is_float(of) and value != self.nothing:
            self.float_made(value)
        return self.nothing

    def _never_points(self, of: CType) -> bool:
        """Whether no value of a type holds a pointer, not even in pieces."""
        if _is_float(of):
            return not self.floats_point
        return isinstance(of, EnumType) or (isinstance(of, IntType) and of.name == "_Bool")


def _all_braced(init: c_ast.InitList, of: ArrayType) -> bool:
    """Whether a list for an array of structures has braces around each of them."""
    values = (each.expr if isinstance(each, c_ast.NamedInitializer) else each for each in init.exprs)
    return struct_in(of) is not None and all(isinstance(value, c_ast.InitList) for value in values)


def is_place(expr: c_ast.Node) -> bool:
    """Whether an expression of structure type names an object."""
    return isinstance(expr, c_ast.ID | c_ast.ArrayRef | c_ast.StructRef | c_ast.UnaryOp)


def _is_float(of: CType) -> bool:
    return isinstance(of, FloatType | ComplexType)


def too_narrow(of: CType) -> bool:
    """Whether no function from outside returns pointers in a type: a number, or an integer with too few bits."""
    return isinstance(of, FloatType | ComplexType | EnumType) or (
        isinstance(of, IntType) and of.bits < _POINTER_BITS
    )
