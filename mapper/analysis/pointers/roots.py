"""The variable that a pointer's value came from.

By C's rules, arithmetic on a pointer never leads into another object, so any pointer that a value was computed
from by arithmetic alone points into the same block.  The first such variable in a chain is a value's root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.points_to_sets.value_flow import Names
from mapper.analysis.whole_program.bodies import in_body
from mapper.analysis.whole_program.objects import Key, symbol_key
from mapper.ir.trees.ctypes import ArrayType, PointerType, StructType

_LONGEST_CHAIN = 16


@dataclass(frozen=True, slots=True)
class Root:
    """A pointer variable, an array, or a pointer member of a structure variable (`path` names the members)."""

    symbol: Symbol
    path: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        """What distinguishes it from all others of the program."""
        return (*symbol_key(self.symbol), *self.path)

    @property
    def parameter(self) -> bool:
        """Whether it is a parameter that is a pointer."""
        return self.symbol.kind is Kind.PARAMETER and not self.path

    @property
    def array(self) -> bool:
        """Whether it is an array, so that its address never changes."""
        return isinstance(self.symbol.type, ArrayType) and not self.path

    def expression(self) -> c_ast.Node:
        """The root as a C expression; evaluating it reads no memory but the variable."""
        made: c_ast.Node = c_ast.ID(self.symbol.name)
        for name in self.path:
            made = c_ast.StructRef(made, ".", c_ast.ID(name))
        return made


def root_of_pointer(pointer: c_ast.Node, names: Names) -> Root | None:
    """The root of a pointer's value; None where it was loaded from memory or came from a call."""
    match pointer:
        case c_ast.Cast() | c_ast.UnaryOp(op="++" | "--" | "p++" | "p--"):
            return root_of_pointer(pointer.expr, names)
        case c_ast.BinaryOp(op="+" | "-"):
            left = isinstance(names.type_of(pointer.left), PointerType | ArrayType)
            return root_of_pointer(pointer.left if left else pointer.right, names)
        case c_ast.UnaryOp(op="&"):
            return root_of_lvalue(pointer.expr, names)
        case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
            of = names.type_of(pointer)
            if isinstance(of, ArrayType):
                return root_of_lvalue(pointer, names)
            return _member(pointer, names) if isinstance(of, PointerType) else None
        case c_ast.ID():
            symbol = names.symbol(pointer)
            pointer_like = symbol is not None and isinstance(symbol.type, PointerType | ArrayType)
            return Root(symbol) if symbol is not None and pointer_like else None
    return None


def root_of_lvalue(lvalue: c_ast.Node, names: Names) -> Root | None:
    """The root of the pointer through which an lvalue is reached; None where it is a variable itself."""
    match lvalue:
        case c_ast.ArrayRef():
            named = isinstance(names.type_of(lvalue.name), PointerType | ArrayType)
            return root_of_pointer(lvalue.name if named else lvalue.subscript, names)
        case c_ast.UnaryOp(op="*") | c_ast.StructRef(type="->"):
            return root_of_pointer(lvalue.expr if isinstance(lvalue, c_ast.UnaryOp) else lvalue.name, names)
        case c_ast.StructRef():
            return root_of_lvalue(lvalue.name, names)
    return None


def _member(node: c_ast.Node, names: Names) -> Root | None:
    """`s.t.p` for a structure variable `s`."""
    path: list[str] = []
    while isinstance(node, c_ast.StructRef) and node.type == ".":
        path.insert(0, node.field.name)
        node = node.name
    symbol = names.symbol(node)
    return Root(symbol, tuple(path)) if symbol is not None and isinstance(symbol.type, StructType) else None


class Definitions:
    """What a function assigns to its variables, as far as it is done by name."""

    def __init__(self, function: c_ast.FuncDef, symbols: Symbols) -> None:
        self._symbols = symbols
        self._given: dict[Symbol, list[c_ast.Node]] = {}
        self._initial: dict[Symbol, c_ast.Node] = {}
        self._lost: set[Symbol] = set()
        for node in in_body(function, c_ast.Assignment):
            if isinstance(node.lvalue, c_ast.ID) and node.op == "=":
                self._note(node.lvalue, node.rvalue)
        for decl in in_body(function, c_ast.Decl):
            symbol = self._symbols.symbol(decl)
            if symbol is not None and decl.init is not None:
                self._initial[symbol] = decl.init
        for taken in in_body(function, c_ast.UnaryOp):
            symbol = self._symbols.symbol(taken.expr) if taken.op == "&" else None
            if symbol is not None:
                self._lost.add(symbol)

    def _note(self, name: c_ast.ID, value: c_ast.Node) -> None:
        symbol = self._symbols.symbol(name)
        if symbol is not None and root_of_pointer(value, self._symbols) != Root(symbol):
            self._given.setdefault(symbol, []).append(value)

    def stays(self, symbol: Symbol) -> bool:
        """Whether a parameter or automatic pointer points into one block from its initialisation on."""
        automatic = symbol.is_automatic
        return automatic and not symbol.file_scope and symbol not in self._lost and not self._given.get(symbol)

    def only(self, symbol: Symbol) -> c_ast.Node | None:
        """The one expression that an automatic pointer is set from, apart from arithmetic on itself."""
        automatic = symbol.kind is Kind.VARIABLE and symbol.storage in (
            StorageClass.AUTOMATIC,
            StorageClass.REGISTER,
        )
        if not automatic or symbol in self._lost:
            return None
        values = list(self._given.get(symbol, ()))
        if symbol in self._initial:
            values.append(self._initial[symbol])
        return values[0] if len(values) == 1 else None

    def outside(self, root: Root, inside: Callable[[Symbol], bool]) -> Root | None:
        """The root outside of some code, where a variable declared inside was set once from it."""
        found = self._source(root, inside)
        return found if isinstance(found, Root) else None

    def made_inside(self, root: Root, inside: Callable[[Symbol], bool]) -> c_ast.FuncCall | None:
        """The call in some code that the pointers of a variable declared inside all come from."""
        found = self._source(root, inside)
        while isinstance(found, c_ast.Cast):
            found = found.expr
        return found if isinstance(found, c_ast.FuncCall) else None

    def _source(self, root: Root, inside: Callable[[Symbol], bool]) -> Root | c_ast.Node | None:
        """A root outside of some code, or the expression inside where the chain of single sources ends."""
        for _ in range(_LONGEST_CHAIN):
            if not inside(root.symbol) or root.parameter:
                return root
            given = None if root.path or root.array else self.only(root.symbol)
            source = None if given is None else root_of_pointer(given, self._symbols)
            if source is None:
                return given
            root = source
        return None

    def chain(self, root: Root) -> Iterator[Root]:
        """A root, and those that it was initialised from and that it still shares its block with."""
        for _ in range(_LONGEST_CHAIN):
            yield root
            if root.path or root.array or root.symbol not in self._initial or not self.stays(root.symbol):
                return
            source = root_of_pointer(self._initial[root.symbol], self._symbols)
            if source is None or source.path or not (source.array or self.stays(source.symbol)):
                return
            root = source
