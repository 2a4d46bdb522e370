"""Pointers in copies that an iteration has of structures: they are those of the structure that was copied.

    struct row r = rows[i];
    sum += r.values[j];        ->    rows[i].values[j]

A copy is followed whose pointers do not change, of a structure that the same expression names wherever the copy
is known.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import innermost, unqualified
from mapper.ir.trees.ctypes import ArrayType, CType, PointerType, StructType
from mapper.ir.trees.nodes import INCREMENTS, has_effects, walk
from mapper.translate.common.uses import Uses, uses_of, written_object
from mapper.translate.memory.punning import may_pun, never_shared
from mapper.translate.scope.host_paths import leads_on

_PLACES = (c_ast.ArrayRef, c_ast.StructRef)


class Copies:
    """The copies of structures in one body."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._copied: dict[Symbol, c_ast.Node] = {}
        self._made: dict[int, tuple[c_ast.Node, c_ast.Node]] = {}  # the node that an `id` is of, and its original

    def collect(self, body: c_ast.Node) -> None:
        """Find the copies that a body declares."""
        changed = set(self._changed(body))
        for block in walk(body):
            if isinstance(block, c_ast.Compound):
                for decl in block.block_items or []:
                    symbol = self._symbols.symbol(decl) if isinstance(decl, c_ast.Decl) else None
                    if symbol is not None and symbol not in changed and self._is_copy(decl, symbol.type, block):
                        self._copied[symbol] = decl.init

    def _changed(self, body: c_ast.Node) -> Iterator[Symbol | None]:
        """The variables that may change as a whole, or of which a pointer may."""
        for node in walk(body):
            place: c_ast.Node | None = node.lvalue if isinstance(node, c_ast.Assignment) else None
            if isinstance(node, c_ast.UnaryOp) and node.op in ("&", *INCREMENTS):
                place = node.expr
            base = None if place is None else written_object(place, self._symbols)
            if place is None or base is None:
                continue
            of = unqualified(innermost(self._symbols.type_of(place)))
            if isinstance(of, PointerType | StructType) or (isinstance(node, c_ast.UnaryOp) and node.op == "&"):
                yield self._symbols.symbol(base)

    def original(self, node: c_ast.Node) -> c_ast.Node:
        """The pointer, or array of pointers, in the structure that was copied; other expressions as they are."""
        if not self._copied or not isinstance(node, _PLACES):
            return node
        if not isinstance(unqualified(innermost(self._symbols.type_of(node))), PointerType):
            return node
        if id(node) in self._made:
            return self._made[id(node)][1]
        base = written_object(node, self._symbols)
        symbol = self._symbols.symbol(base) if base is not None else None
        source = self._copied.get(symbol) if symbol is not None else None
        if base is None or source is None:
            return node
        found = self.original(_with_base(node, base, source))
        self._made[id(node)] = (node, found)
        return found

    def _is_copy(self, decl: c_ast.Decl, of: CType, block: c_ast.Compound) -> bool:
        """Whether a declaration copies a structure with pointers that stays where it is in a block."""
        source, of = decl.init, unqualified(of)
        place = isinstance(source, _PLACES) or (isinstance(source, c_ast.UnaryOp) and source.op == "*")
        place = place or (isinstance(source, c_ast.ID) and self._symbols.symbol(source) in self._copied)
        if not place or not isinstance(of, StructType) or not leads_on(of, self._symbols):
            return False
        if unqualified(self._symbols.type_of(source)) != of or has_effects(source):
            return False
        uses = uses_of(block, self._symbols)
        symbols = [self._symbols.symbol(each) for each in walk(source) if isinstance(each, c_ast.ID)]
        if any(each is not None and self._varies(each, uses) for each in symbols):
            return False
        return not any(self._may_store(each, block) for each in self._loaded(source))

    def _varies(self, symbol: Symbol, uses: Uses) -> bool:
        """Whether a variable that leads to the structure may be another one later."""
        return symbol not in self._copied and symbol.kind is not Kind.ENUM_CONSTANT and uses.changes(symbol)

    def _loaded(self, source: c_ast.Node) -> Iterator[CType]:
        """The types of the numbers that an expression loads from memory."""
        for node in walk(source):
            if isinstance(node, _PLACES) or (isinstance(node, c_ast.UnaryOp) and node.op == "*"):
                ctype = unqualified(self._symbols.type_of(node))
                if not isinstance(ctype, PointerType | ArrayType | StructType):
                    yield ctype

    def _may_store(self, loaded: CType, block: c_ast.Node) -> bool:
        """Whether code may store such a number, or bytes of it, through a pointer or by a call."""
        for node in walk(block):
            if isinstance(node, c_ast.FuncCall):
                return True
            target: c_ast.Node | None = node.lvalue if isinstance(node, c_ast.Assignment) else None
            if isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS:
                target = node.expr
            if target is not None and written_object(target, self._symbols) is None:
                stored = self._symbols.type_of(target)
                if may_pun(self._symbols.unit) or not never_shared(loaded, stored):
                    return True
        return False


def _with_base(node: c_ast.Node, base: c_ast.Node, source: c_ast.Node) -> c_ast.Node:
    """An expression that begins with another object."""
    match node:
        case c_ast.StructRef():
            return c_ast.StructRef(_with_base(node.name, base, source), node.type, node.field, node.coord)
        case c_ast.ArrayRef():
            return c_ast.ArrayRef(_with_base(node.name, base, source), node.subscript, node.coord)
    assert node is base
    return source
