"""How pointers flow through C expressions, over any notion of "set of targets".

`ValueFlow` walks an expression once, in the abstract: `value` is the set of objects that its value may point to,
`address` the set of objects that it may denote as an lvalue.  Points-to analysis walks with constraint nodes for
sets while it collects constraints, and with solved sets when it answers questions, so both read C the same way.

Integers carry pointers too (conversions, copies by bytes or words), except the results of arithmetic in types
narrower than a pointer.  Objects are not divided: an array or structure holds one set of pointers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, Protocol, TypeVar

from pycparser import c_ast

from mapper.analysis.expressiontypes import Context, generic_choice
from mapper.analysis.scopes import Kind, Symbol
from mapper.analysis.types import decay
from mapper.ir.ctypes import (
    ArrayType,
    CType,
    EnumType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    VoidType,
)
from mapper.ir.nodes import children

V = TypeVar("V")

_WITHOUT_POINTERS = frozenset(["==", "!=", "<", ">", "<=", ">=", "&&", "||"])
_UNEVALUATED = frozenset(["sizeof", "_Alignof", "alignof", "__alignof__"])


class Names(Context, Protocol):
    """What the walk asks about names and types; `Symbols` does for the user's own trees."""

    def symbol(self, node: c_ast.Node) -> Symbol | None:
        """The symbol that an identifier means."""

    def lookup(self, name: str, at: c_ast.Node) -> Symbol | None:
        """What a name means at a place."""


class ValueFlow(ABC, Generic[V]):
    """The walk over expressions; subclasses say what a set of targets is and what becomes of stores and calls."""

    names: Names

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
    def load(self, pointer: V) -> V:
        """What the contents of the targets may point to."""

    @abstractmethod
    def store(self, pointer: V, value: V) -> None:
        """The targets may come to hold the value."""

    @abstractmethod
    def join(self, values: Iterable[V]) -> V:
        """The union."""

    @abstractmethod
    def moved(self, value: V) -> V:
        """The set, marked as having gone through arithmetic."""

    @abstractmethod
    def call(self, node: c_ast.FuncCall, function: V, arguments: Sequence[V]) -> V:
        """What a call may return; `function` is the set of functions that may be called."""

    # ---- expressions ---------------------------------------------------------------------------------------

    def value(self, expr: c_ast.Node) -> V:
        """What the value of an expression may point to; walks the whole expression."""
        match expr:
            case c_ast.ID() | c_ast.ArrayRef() | c_ast.StructRef():
                return self._read(expr)
            case c_ast.Constant():
                return self.of_node(expr) if '"' in expr.value else self.nothing
            case c_ast.UnaryOp():
                return self._unary(expr)
            case c_ast.BinaryOp():
                return self._binary(expr)
            case c_ast.Assignment():
                return self._assignment(expr)
            case c_ast.FuncCall():
                arguments = [self.value(argument) for argument in (expr.args.exprs if expr.args else ())]
                return self.call(expr, self.value(expr.name), arguments)
            case c_ast.Cast():
                value = self.value(expr.expr)
                return self.nothing if _never_points(self.names.type_of(expr)) else value
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
        value = self.value(decl.init)
        text = isinstance(decl.init, c_ast.Constant) and isinstance(symbol.type, ArrayType)
        if not text and not _never_points(symbol.type):
            self.store(self._of(symbol), value)

    def _of(self, symbol: Symbol) -> V:
        if symbol.kind in (Kind.ENUM_CONSTANT, Kind.TYPEDEF):
            return self.nothing
        return self.of_symbol(symbol)

    def _array(self, expr: c_ast.ArrayRef) -> tuple[c_ast.Node, c_ast.Node]:
        """The pointer operand and the index of `a[i]`, which may be written `i[a]`."""
        if isinstance(decay(self.names.type_of(expr.name)), PointerType | VoidType):
            return expr.name, expr.subscript
        return expr.subscript, expr.name

    def _read(self, expr: c_ast.Node) -> V:
        """The value of an lvalue: its contents, or its address where it is an array or function."""
        address = self.address(expr)
        of = self.names.type_of(expr)
        if isinstance(of, ArrayType | FunctionType):
            return address
        if isinstance(of, VoidType):  # not known
            return self.join([address, self.load(address)])
        return self.nothing if _never_points(of) else self.load(address)

    def _unary(self, expr: c_ast.UnaryOp) -> V:
        if expr.op in _UNEVALUATED:
            return self.nothing
        if expr.op == "&":
            address = self.address(expr.expr)
            inside = isinstance(expr.expr, c_ast.ArrayRef) and not _zero(self._array(expr.expr)[1])
            return self.moved(address) if inside else address
        if expr.op == "*":
            return self._read(expr)
        if expr.op in ("++", "--", "p++", "p--"):
            of = self.names.type_of(expr.expr)
            address = self.address(expr.expr)
            if not self._computes_pointers(of):
                return self.nothing
            value = self.moved(self.load(address))
            self.store(address, value)
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
        if expr.op in _WITHOUT_POINTERS or not self._computes_pointers(self.names.type_of(expr)):
            return self.nothing
        if expr.op in ("+", "-"):
            one = isinstance(decay(self.names.type_of(expr.left)), PointerType)
            other = isinstance(decay(self.names.type_of(expr.right)), PointerType)
            if one and other:
                return self.nothing
            if one or other:
                pointer, offset = (left, expr.right) if one else (right, expr.left)
                return pointer if _zero(offset) else self.moved(pointer)
        return self.moved(self.join([left, right]))

    def _assignment(self, expr: c_ast.Assignment) -> V:
        address = self.address(expr.lvalue)
        value = self.value(expr.rvalue)
        of = self.names.type_of(expr.lvalue)
        if expr.op == "=":
            if _never_points(of):
                return self.nothing
            self.store(address, value)
            return value
        if not self._computes_pointers(of):
            return self.nothing
        old = self.load(address)
        new = self.moved(old if isinstance(of, PointerType) else self.join([old, value]))
        self.store(address, new)
        return new

    @staticmethod
    def _computes_pointers(of: CType) -> bool:
        """Whether the result of arithmetic in a type may point to something."""
        return not _never_points(of) and not (isinstance(of, IntType) and of.bits < 64)


def _never_points(of: CType) -> bool:
    """Whether no value of a type holds a pointer, not even in pieces."""
    return isinstance(of, FloatType | EnumType) or (isinstance(of, IntType) and of.name == "_Bool")


def _zero(expr: c_ast.Node) -> bool:
    return isinstance(expr, c_ast.Constant) and expr.value == "0"
