"""Expressions that name, at one place, the memory that code after that place touches.

An access through a pointer is named by the variable that the pointer came from: by C's rules, arithmetic on a
pointer never leads into another object, so any pointer into the block will do.  Accesses in callees are followed
back to the argument at the call.  What has no such name is announced as "all memory".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.accesses import Access, Call
from mapper.analysis.callgraph import Targets
from mapper.analysis.effects import Effects, EffectsOf
from mapper.analysis.memory import MOVED_BIT, Key, Kind, MemoryObject, symbol_key
from mapper.analysis.program import Function, Whole
from mapper.analysis.scopes import Kind as SymbolKind
from mapper.analysis.scopes import StorageClass, Symbol
from mapper.analysis.symbols import Symbols
from mapper.ir.ctypes import ArrayType, PointerType
from mapper.ir.nodes import walk


@dataclass(frozen=True, slots=True)
class Touch:
    """Some objects that code touches; `root` is the pointer variable that every access came through, if known."""

    reads: int
    writes: int
    root: Symbol | None

    @property
    def objects(self) -> int:
        """All objects that are touched."""
        return self.reads | self.writes


class Touches:
    """What code touches of the memory that devices use, with the roots of the accesses."""

    def __init__(self, whole: Whole, effects: EffectsOf, device: int) -> None:
        self._whole = whole
        self._effects = effects
        self._device = device
        self._definitions: dict[int, _Definitions] = {}
        self._summaries: dict[Key, tuple[Touch, ...]] = {}
        for group in effects.graph.bottom_up:
            self._summarise(group)

    def of(self, node: c_ast.Node, symbols: Symbols) -> Iterator[Touch]:
        """What a statement or expression touches, calls included."""
        for each in self._effects.accesses(symbols).of(node):
            yield from self.of_access(each, symbols)

    def of_access(self, access: Access | Call, symbols: Symbols) -> Iterator[Touch]:
        """What one access or call touches."""
        if isinstance(access, Call):
            yield from self._of_call(access, symbols)
            return
        touched = access.objects & self._device
        if touched:
            root = self._root_of_place(access, symbols)
            yield Touch(touched if access.read else 0, touched if access.write else 0, root)

    def of_targets(self, targets: Targets) -> Touch:
        """What the functions of a call touch, without roots."""
        effects = self._effects.of_targets(targets)
        return Touch(effects.reads & self._device, effects.writes & self._device, None)

    def _of_call(self, call: Call, symbols: Symbols) -> Iterator[Touch]:
        targets = call.targets
        whole = self.of_targets(targets)
        if not whole.objects:
            return
        if targets.unknown or targets.callbacks or any(key not in self._summaries for key in targets.functions):
            yield whole
            return
        arguments = call.node.args.exprs if call.node.args is not None else []
        for key in targets.functions:
            (callee, *others) = self._whole.functions[key]
            for touch in self._summaries[key]:
                root = touch.root
                if root is not None and root.kind is SymbolKind.PARAMETER:
                    position = callee.parameters.index(root) if root in callee.parameters and not others else -1
                    argument = arguments[position] if 0 <= position < len(arguments) else None
                    root = None if argument is None else self._root(argument, symbols)
                yield Touch(touch.reads, touch.writes, root)

    # ---- summaries -----------------------------------------------------------------------------------------

    def _summarise(self, group: list[Key]) -> None:
        """What functions touch, by root: parameters that keep their value, global pointers, or none."""
        for key in group:
            functions = self._whole.functions.get(key)
            if functions is None:
                continue
            if self._effects.graph.recursive(key):
                effects = self._effects.of_function(key)
                found = [Touch(effects.reads & self._device, effects.writes & self._device, None)]
            else:
                found = [
                    self._outward(touch, function)
                    for function in functions
                    for touch in self.of(function.definition.body, function.symbols)
                ]
            self._summaries[key] = _merged(found)

    def _outward(self, touch: Touch, function: Function) -> Touch:
        """The touch as a caller sees it: from a parameter that keeps its value, a global variable, or unnamed."""
        root = touch.root
        if root is not None:
            root = self.origin(root, lambda symbol: symbol.function is function.definition, function)
        if root is not None and not root.file_scope and self.definitions(function).of(root) != ():
            root = None
        return Touch(touch.reads, touch.writes, root)

    # ---- roots ---------------------------------------------------------------------------------------------

    def definitions(self, function: Function) -> _Definitions:
        """What is assigned to the pointer variables of a function."""
        found = self._definitions.get(id(function.definition))
        if found is None:
            found = self._definitions[id(function.definition)] = _Definitions(function)
        return found

    def _root_of_place(self, access: Access, symbols: Symbols) -> Symbol | None:
        if isinstance(access.place, Symbol):
            return access.place if isinstance(access.place.type, ArrayType) else None
        if access.through:
            return self._root(access.place, symbols)
        return self._root_of_lvalue(access.place, symbols)

    def _root_of_lvalue(self, lvalue: c_ast.Node, symbols: Symbols) -> Symbol | None:
        match lvalue:
            case c_ast.ArrayRef():
                pointer = lvalue.name
                if not isinstance(symbols.type_of(pointer), PointerType | ArrayType):
                    pointer = lvalue.subscript
                return self._root(pointer, symbols)
            case c_ast.UnaryOp(op="*"):
                return self._root(lvalue.expr, symbols)
            case c_ast.StructRef(type="->"):
                return self._root(lvalue.name, symbols)
            case c_ast.StructRef():
                return self._root_of_lvalue(lvalue.name, symbols)
        return None

    def _root(self, pointer: c_ast.Node, symbols: Symbols) -> Symbol | None:
        """The variable that a pointer's value came from by arithmetic alone: a pointer, or an array."""
        match pointer:
            case c_ast.Cast():
                return self._root(pointer.expr, symbols)
            case c_ast.BinaryOp(op="+" | "-"):
                left = isinstance(symbols.type_of(pointer.left), PointerType | ArrayType)
                return self._root(pointer.left if left else pointer.right, symbols)
            case c_ast.UnaryOp(op="&"):
                return self._root_of_lvalue(pointer.expr, symbols)
            case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--"):
                return self._root(pointer.expr, symbols)
            case c_ast.ArrayRef() | c_ast.StructRef() | c_ast.UnaryOp(op="*"):
                inside = isinstance(symbols.type_of(pointer), ArrayType)
                return self._root_of_lvalue(pointer, symbols) if inside else None
            case c_ast.ID():
                symbol = symbols.symbol(pointer)
                pointer_like = symbol is not None and isinstance(symbol.type, PointerType | ArrayType)
                return symbol if pointer_like else None
        return None

    def origin(self, root: Symbol, inside: Callable[[Symbol], bool], function: Function) -> Symbol | None:
        """The variable outside of some code that a pointer in it comes from.

        A local pointer that is declared inside, and set once, is followed to where it is set from.
        """
        for _ in range(16):
            if not inside(root) or root.kind is SymbolKind.PARAMETER:
                return root
            given = self.definitions(function).of(root)
            automatic = root.storage in (StorageClass.AUTOMATIC, StorageClass.REGISTER)
            if isinstance(root.type, ArrayType) or not automatic or given is None or len(given) != 1:
                return None
            source = self._root(given[0], function.symbols)
            if source is None:
                return None
            root = source
        return None


class _Definitions:
    """What a function assigns to its variables, as far as it is done by name."""

    def __init__(self, function: Function) -> None:
        self._given: dict[Symbol, list[c_ast.Node]] = {}
        self._lost: set[Symbol] = set()
        symbols = function.symbols
        for node in walk(function.definition.body):
            match node:
                case c_ast.Assignment(lvalue=c_ast.ID()):
                    self._note(symbols.symbol(node.lvalue), node.rvalue if node.op == "=" else node.lvalue)
                case c_ast.Decl(init=c_ast.Node()):
                    self._note(symbols.symbol(node), node.init)
                case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--", expr=c_ast.ID()):
                    self._note(symbols.symbol(node.expr), node.expr)
                case c_ast.UnaryOp(op="&", expr=c_ast.ID()):
                    taken = symbols.symbol(node.expr)
                    if taken is not None:
                        self._lost.add(taken)

    def _note(self, symbol: Symbol | None, value: c_ast.Node) -> None:
        if symbol is not None:
            self._given.setdefault(symbol, []).append(value)

    def of(self, symbol: Symbol) -> tuple[c_ast.Node, ...] | None:
        """The expressions that are assigned to a variable; None where it may change in other ways."""
        return None if symbol in self._lost else tuple(self._given.get(symbol, ()))


def _merged(touches: list[Touch]) -> tuple[Touch, ...]:
    merged: dict[Symbol | None, tuple[int, int]] = {}
    for touch in touches:
        reads, writes = merged.get(touch.root, (0, 0))
        merged[touch.root] = (reads | touch.reads, writes | touch.writes)
    return tuple(Touch(reads, writes, root) for root, (reads, writes) in merged.items() if reads | writes)


class Naming:
    """Finds the C expressions for touched objects at a place."""

    def __init__(self, effects: EffectsOf) -> None:
        self._effects = effects
        self._points = effects.points

    def object_name(self, touched: MemoryObject, at: c_ast.Node, symbols: Symbols) -> c_ast.Node | None:
        """An expression that points to a named object at a place, or None where its name is not visible there."""
        if touched.kind not in (Kind.GLOBAL, Kind.STATIC, Kind.AUTOMATIC) or not touched.aggregate:
            return None
        name = touched.key[1] if touched.key[0] == "external" else touched.key[2]
        symbol = symbols.lookup(name, at)
        if symbol is None or symbol_key(symbol) != touched.key:
            return None
        named = c_ast.ID(name)
        return named if isinstance(symbol.type, ArrayType) else c_ast.UnaryOp("&", named)

    def root_name(self, root: Symbol, at: c_ast.Node, during: Effects, symbols: Symbols) -> c_ast.Node | None:
        """A pointer variable as an expression, where it is visible and keeps its value during some code."""
        found = symbols.lookup(root.name, at)
        if found is None or symbol_key(found) != symbol_key(root):
            return None
        bit = self._points.of_symbol(root)
        if isinstance(root.type, PointerType) and (during.writes & bit or self._points.contents(bit) & MOVED_BIT):
            return None
        return c_ast.ID(root.name)
