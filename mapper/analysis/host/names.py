"""Expressions that name, at one place, the memory that code after that place touches.

An access is named by the object, where it has a name, or by the root of the pointer (see
`mapper.analysis.pointers.roots`).  Accesses in callees are followed back to the argument at the call.  What has no
name is announced as all memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.accesses import Access, Call
from mapper.analysis.pointers.callgraph import Targets
from mapper.analysis.pointers.effects import Effects, EffectsOf
from mapper.analysis.pointers.points_to_sets.value_flow import Names
from mapper.analysis.pointers.roots import Definitions, Root, root_of_lvalue, root_of_pointer
from mapper.analysis.whole_program.objects import MOVED_BIT, Key, Kind, MemoryObject, symbol_key
from mapper.analysis.whole_program.program import Function, Whole
from mapper.ir.trees.ctypes import ArrayType
from mapper.ir.trees.nodes import arguments_of


@dataclass(frozen=True, slots=True)
class Touch:
    """Some objects that code touches; `root` is where the pointer of every access came from, if known."""

    reads: int
    writes: int
    root: Root | None

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
        self._definitions: dict[int, Definitions] = {}
        self._summaries: dict[Key, tuple[Touch, ...]] = {}
        for group in effects.graph.bottom_up:
            self._summarise(group)

    def made_inside(self, touch: Touch, inside: Callable[[Symbol], bool], function: Function) -> bool:
        """Whether all that is touched was allocated by the code that touches it, so that no device knows it."""
        if touch.root is None:
            return False
        call = self.definitions(function).made_inside(touch.root, inside)
        return call is not None and self._effects.points.allocates(call, function.symbols)

    def of(self, node: c_ast.Node, symbols: Symbols) -> Iterator[Touch]:
        """What a statement or expression touches, calls included."""
        for each in self._effects.accesses(symbols).of(node):
            yield from self.of_access(each, symbols)

    def of_access(self, access: Access | Call, names: Names) -> Iterator[Touch]:
        """What one access or call touches."""
        if isinstance(access, Call):
            yield from self._of_call(access, names)
            return
        if isinstance(access.place, Symbol) and not access.read:
            return  # a variable gets its first value: the library hears of it behind its declaration
        touched = access.objects & self._device
        if touched:
            root = _root_of(access, names)
            yield Touch(touched if access.read else 0, touched if access.write else 0, root)

    def of_targets(self, targets: Targets) -> Touch:
        """What the functions of a call touch, without roots."""
        effects = self._effects.of_targets(targets)
        return Touch(effects.reads & self._device, effects.writes & self._device, None)

    def _of_call(self, call: Call, names: Names) -> Iterator[Touch]:
        targets = call.targets
        whole = self.of_targets(targets)
        if not whole.objects:
            return
        if targets.unknown or targets.callbacks or any(key not in self._summaries for key in targets.functions):
            yield whole
            return
        for touch, argument in self._by_argument(call):
            if argument is None:
                yield touch
            else:
                yield Touch(touch.reads, touch.writes, root_of_pointer(argument, names))

    def by_argument(self, call: Call) -> list[tuple[Touch, c_ast.Node | None]] | None:
        """What a call of known functions touches, each with the argument that leads there, if one does.

        None for other calls.
        """
        targets = call.targets
        known = not targets.unknown and not targets.callbacks and self._summaries.keys() >= set(targets.functions)
        return list(self._by_argument(call)) if known else None

    def _by_argument(self, call: Call) -> Iterator[tuple[Touch, c_ast.Node | None]]:
        arguments = arguments_of(call.node)
        for key in call.targets.functions:
            (callee, *others) = self._whole.functions[key]
            for touch in self._summaries[key]:
                root = touch.root
                if root is None or not root.parameter:
                    yield touch, None
                    continue
                known = root.symbol in callee.parameters and not others
                position = callee.parameters.index(root.symbol) if known else len(arguments)
                argument = arguments[position] if position < len(arguments) else None
                yield Touch(touch.reads, touch.writes, None), argument

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
                found = [touch for function in functions for touch in self._outward(function)]
            self._summaries[key] = _merged(found)

    def _outward(self, function: Function) -> Iterator[Touch]:
        """What a function touches, as a caller sees it.

        The root is a parameter that keeps its block, a global variable, or none.
        """
        definitions = self.definitions(function)

        def inside(symbol: Symbol) -> bool:
            return symbol.function is function.definition

        parts = (function.definition.decl, function.definition.body)
        for touch in (each for part in parts for each in self.of(part, function.symbols)):
            if self.made_inside(touch, inside, function):
                continue
            root = None if touch.root is None else definitions.outside(touch.root, inside)
            known = root is not None and (
                root.symbol.file_scope or (root.parameter and definitions.stays(root.symbol))
            )
            yield Touch(touch.reads, touch.writes, root if known else None)

    def definitions(self, function: Function) -> Definitions:
        """What is assigned to the pointer variables of a function."""
        found = self._definitions.get(id(function.definition))
        if found is None:
            found = self._definitions[id(function.definition)] = Definitions(function.definition, function.symbols)
        return found


def _root_of(access: Access, names: Names) -> Root | None:
    if access.behind or isinstance(access.place, Symbol):
        return None
    return (root_of_pointer if access.through else root_of_lvalue)(access.place, names)


def _merged(touches: list[Touch]) -> tuple[Touch, ...]:
    merged: dict[Root | None, tuple[int, int]] = {}
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
        name = touched.name.rpartition(":")[2]
        symbol = symbols.lookup(name, at)
        if symbol is None or symbol_key(symbol) != touched.key:
            return None
        named = c_ast.ID(name)
        return named if isinstance(symbol.type, ArrayType) else c_ast.UnaryOp("&", named)

    def root_name(self, root: Root, at: c_ast.Node, during: Effects, symbols: Symbols) -> c_ast.Node | None:
        """A root as an expression, where it is visible, keeps its value during some code, and was not moved."""
        found = symbols.lookup(root.symbol.name, at)
        if found is None or symbol_key(found) != symbol_key(root.symbol):
            return None
        bit = self._points.of_symbol(root.symbol)
        if not root.array and (during.writes & bit or self._points.contents(bit) & MOVED_BIT):
            return None
        return root.expression()
