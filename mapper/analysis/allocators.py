"""Functions that return nothing but a new block: wrappers of malloc, and of one another.

Such a function is told by its text: each of its return statements returns an allocating call, a null pointer, or a
local variable that is never given anything else and whose address is not taken; or such a pointer after
arithmetic, as behind a header of the program's own, at an aligned address, or before the block where subscripts
begin with 1.  Each call of it can then be taken for an allocation of its own.  Other blocks that it allocates, to
put their addresses into the returned one, belong to the calls in its body.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.bodies import in_body
from mapper.analysis.library import library
from mapper.analysis.memory import Key, symbol_key
from mapper.analysis.scopes import Kind, StorageClass, Symbol
from mapper.analysis.symbols import Symbols
from mapper.ir.ctypes import ArrayType, PointerType
from mapper.ir.nodes import INCREMENTS, walk


@dataclass(frozen=True)
class Allocators:
    """The allocating functions that the units define.

    `returning` gives for each the `id`s of those allocating calls in it whose block it returns; `shifted` are
    those that may return a pointer elsewhere than to the beginning of a block, `moved` those of them for which
    it may lead out of the block.
    """

    returning: Mapping[Key, frozenset[int]]
    shifted: frozenset[Key]
    moved: frozenset[Key]


def allocators(units: Iterable[Symbols]) -> Allocators:
    """Find them."""
    candidates: dict[Key, list[Symbol]] = {}
    returning: dict[Key, frozenset[int]] = {}
    shifted: set[Key] = set()
    moved: set[Key] = set()
    defined: set[Key] = set()
    for symbols in units:
        for definition in symbols.functions.values():
            function = symbols.symbol(definition)
            if function is None:
                continue
            key = symbol_key(function)
            defined.add(key)
            returned = _returned_calls(definition, symbols)
            if returned is not None and returned.calls:
                candidates[key] = [callee for callee, _ in returned.calls]
                returning[key] = frozenset(id(call) for _, call in returned.calls)
                if returned.shifted:
                    shifted.add(key)
                if returned.moved:
                    moved.add(key)
    while True:
        wrong = [key for key, callees in candidates.items() if not _all_allocate(callees, candidates, defined)]
        if not wrong:
            break
        for key in wrong:
            del candidates[key]
    return Allocators(
        {key: returning[key] for key in candidates},
        _with_callers(shifted, candidates),
        _with_callers(moved, candidates),
    )


def _with_callers(some: set[Key], candidates: Mapping[Key, list[Symbol]]) -> frozenset[Key]:
    """Allocating functions, and those that return what these do."""
    found = some & candidates.keys()
    while True:
        more = {
            key for key, callees in candidates.items() if any(symbol_key(callee) in found for callee in callees)
        }
        if more <= found:
            return frozenset(found)
        found |= more


def _all_allocate(callees: list[Symbol], candidates: dict[Key, list[Symbol]], defined: set[Key]) -> bool:
    for callee in callees:
        key = symbol_key(callee)
        if key in defined:
            if key not in candidates:
                return False
            continue
        known = library(callee.name)
        if known is None or not known.fresh or known.returns is not None:
            return False
    return True


def _returned_calls(definition: c_ast.FuncDef, symbols: Symbols) -> _Returned | None:
    """The calls whose results it returns; None if it may return anything else."""
    returned = [node.expr for node in in_body(definition, c_ast.Return)]
    if not any(_could_return_a_block(expr, symbols) for expr in returned):
        return None
    sources = _Sources(definition, symbols)
    return sources.found if all(sources.allocates(expr) for expr in returned) else None


def _could_return_a_block(expr: c_ast.Node | None, symbols: Symbols) -> bool:
    if isinstance(_plain(expr), c_ast.ID | c_ast.FuncCall):
        return True
    return expr is not None and isinstance(symbols.type_of(expr), PointerType | ArrayType)


@dataclass
class _Returned:
    """Calls with the functions that they call, and whether arithmetic was done: see `Allocators`."""

    calls: list[tuple[Symbol, c_ast.Node | None]] = field(default_factory=list)
    shifted: bool = False
    moved: bool = False


class _Sources:
    """Follows what a function returns to the calls that it comes from, through its local variables."""

    def __init__(self, definition: c_ast.FuncDef, symbols: Symbols) -> None:
        self._symbols = symbols
        self._given: dict[Symbol, list[c_ast.Node]] = {}
        self._spoiled: set[Symbol] = set()
        self._moving: set[Symbol] = set()
        self._seen: set[Symbol] = set()
        self.found = _Returned()
        for node in in_body(definition, c_ast.Assignment):
            symbol = symbols.symbol(node.lvalue) if isinstance(node.lvalue, c_ast.ID) else None
            if symbol is not None:
                if node.op == "=":
                    self._given.setdefault(symbol, []).append(node.rvalue)
                else:
                    self._moving.add(symbol)
        for decl in in_body(definition, c_ast.Decl):
            symbol = symbols.symbol(decl)
            if symbol is not None and decl.init is not None:
                self._given.setdefault(symbol, []).append(decl.init)
        for changed in in_body(definition, c_ast.UnaryOp):
            symbol = symbols.symbol(changed.expr) if isinstance(changed.expr, c_ast.ID) else None
            if symbol is not None and changed.op in INCREMENTS:
                self._moving.add(symbol)
            elif symbol is not None and changed.op == "&":
                self._spoiled.add(symbol)

    def allocates(self, expr: c_ast.Node | None) -> bool:
        """Whether an expression is a pointer to or into what calls return, or null; notes the calls."""
        expr = _plain(expr)
        match expr:
            case c_ast.FuncCall():
                callee = _called(expr, self._symbols)
                if callee is not None:
                    self.found.calls.append((callee, expr))
                return callee is not None
            case c_ast.ID():
                return self._variable(expr)
            case c_ast.BinaryOp(op="+" | "-" | "&"):
                bases = [side for side in (expr.left, expr.right) if self._leads_to_memory(side)]
                self.found.moved |= expr.op != "+" or not _plain_number(expr.right)
            case c_ast.UnaryOp(op="&", expr=c_ast.ArrayRef() as element):
                bases = [element.name]
                self.found.moved |= not _plain_number(element.subscript)
            case c_ast.StructRef(type="->") if isinstance(self._symbols.type_of(expr), ArrayType):
                bases = [expr.name]
            case _:
                return _null(expr)
        self.found.shifted = True
        return len(bases) == 1 and self.allocates(bases[0])

    def _variable(self, expr: c_ast.ID) -> bool:
        variable = self._symbols.symbol(expr)
        if variable is None or not _local_pointer(variable) or variable in self._spoiled:
            return False
        if variable in self._seen:
            return True
        self._seen.add(variable)
        if variable in self._moving:
            self.found.shifted = self.found.moved = True
        return all(self.allocates(source) for source in self._given.get(variable, []))

    def _leads_to_memory(self, expr: c_ast.Node) -> bool:
        """Whether there is a pointer in an operand of arithmetic on addresses."""
        variables = (node for node in walk(expr) if isinstance(node, c_ast.ID))
        pointers = (self._symbols.symbol(node) for node in variables)
        return any(symbol is not None and isinstance(symbol.type, PointerType | ArrayType) for symbol in pointers)


def _plain_number(expr: c_ast.Node) -> bool:
    """Whether an expression is a number that is not negative, and within any block that has room for it."""
    return isinstance(expr, c_ast.Constant) or (isinstance(expr, c_ast.UnaryOp) and expr.op == "sizeof")


def _local_pointer(symbol: Symbol) -> bool:
    automatic = symbol.storage in (StorageClass.AUTOMATIC, StorageClass.REGISTER)
    return symbol.kind is Kind.VARIABLE and automatic and isinstance(symbol.type, PointerType)


def _plain(expr: c_ast.Node | None) -> c_ast.Node | None:
    while isinstance(expr, c_ast.Cast):
        expr = expr.expr
    return expr


def _called(expr: c_ast.Node | None, symbols: Symbols) -> Symbol | None:
    if not isinstance(expr, c_ast.FuncCall) or not isinstance(expr.name, c_ast.ID):
        return None
    symbol = symbols.symbol(expr.name)
    return symbol if symbol is not None and symbol.kind is Kind.FUNCTION else None


def _null(expr: c_ast.Node | None) -> bool:
    expr = _plain(expr)
    return isinstance(expr, c_ast.Constant) and expr.value == "0"
