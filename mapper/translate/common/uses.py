"""Which variables a piece of code reads, writes, or takes the address of, by name (not through pointers)."""

from __future__ import annotations

from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.sharing import threadprivate_symbols
from mapper.analysis.names.symbols import Symbols, remembered
from mapper.ir.builtins.atomic_names import atomic_call
from mapper.ir.trees.ctypes import ArrayType
from mapper.ir.trees.nodes import INCREMENTS, addressed, walk
from mapper.translate.common.context import Context, Key, key_of


@dataclass(eq=False, slots=True)
class Uses:
    """Variables by their key, with the first place where each is.

    All but those in `plain` are only updated by the compiler's atomic functions.
    """

    written: dict[Key, c_ast.Node] = field(default_factory=dict)
    addressed: dict[Key, c_ast.Node] = field(default_factory=dict)
    mentioned: dict[Key, tuple[Symbol, c_ast.Node]] = field(default_factory=dict)
    plain: set[Key] = field(default_factory=set)

    def add(self, other: Uses) -> None:
        """Take in the uses of code further on."""
        for key, node in other.written.items():
            self.written.setdefault(key, node)
        for key, node in other.addressed.items():
            self.addressed.setdefault(key, node)
        for key, mention in other.mentioned.items():
            self.mentioned.setdefault(key, mention)
        self.plain |= other.plain

    def changes(self, symbol: Symbol) -> bool:
        """Whether the variable itself may be changed: it is assigned to, or its address is taken."""
        key = key_of(symbol)
        return key in self.written or key in self.addressed

    def only_atomic(self, symbol: Symbol) -> bool:
        """Whether the variable is only updated by the compiler's atomic functions."""
        key = key_of(symbol)
        return key in self.mentioned and key not in self.plain


def written_object(node: c_ast.Node, symbols: Symbols) -> c_ast.ID | None:
    """The identifier whose own object an lvalue is, or is a part of; None for objects behind pointers."""
    while True:
        match node:
            case c_ast.ID():
                return node
            case c_ast.ArrayRef() if isinstance(symbols.type_of(node.name), ArrayType):
                node = node.name
            case c_ast.StructRef(type="."):
                node = node.name
            case _:
                return None


@remembered
def uses_of(root: c_ast.Node, symbols: Symbols) -> Uses:
    """The direct uses in one piece of code; they must not be changed."""
    uses = Uses()
    atomic: set[int] = set()
    for node in walk(root):
        match node:
            case c_ast.FuncCall(name=c_ast.ID(name=name), args=c_ast.ExprList()) if atomic_call(name):
                place = addressed(node.args.exprs[0])
                if place is not None:
                    atomic.add(id(place))
            case c_ast.ID():
                symbol = symbols.symbol(node)
                if symbol is not None and symbol.kind in (Kind.VARIABLE, Kind.PARAMETER):
                    uses.mentioned.setdefault(key_of(symbol), (symbol, node))
                    if id(node) not in atomic:
                        uses.plain.add(key_of(symbol))
            case c_ast.Assignment():
                _note(node.lvalue, symbols, uses.written)
            case c_ast.UnaryOp() if node.op in INCREMENTS:
                _note(node.expr, symbols, uses.written)
            case c_ast.UnaryOp(op="&"):
                _note(node.expr, symbols, uses.addressed)
    return uses


def all_uses(root: c_ast.Node, symbols: Symbols, context: Context) -> Uses:
    """The uses in one piece of code and in all user functions that it may call."""
    uses = Uses()
    uses.add(uses_of(root, symbols))
    for callee in context.callees(root, symbols):
        uses.add(uses_of(callee.function, callee.symbols))
    return uses


def threadprivate_in(root: c_ast.Node, symbols: Symbols, context: Context) -> tuple[str, ...]:
    """The threadprivate variables that code and what it calls use, as far as they can be named at the code."""
    found: set[str] = set()
    for symbol, _ in all_uses(root, symbols, context).mentioned.values():
        seen = symbols.lookup(symbol.name, root)
        same = seen is not None and key_of(seen) == key_of(symbol)
        if same and symbol in threadprivate_symbols(context.symbols[symbol.unit]):
            found.add(symbol.name)
    return tuple(sorted(found))


def _note(lvalue: c_ast.Node, symbols: Symbols, into: dict[Key, c_ast.Node]) -> None:
    name = written_object(lvalue, symbols)
    symbol = symbols.symbol(name) if name is not None else None
    if symbol is not None:
        into.setdefault(key_of(symbol), lvalue)
