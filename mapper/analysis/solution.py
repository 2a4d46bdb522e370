"""The constraint system of a program: its abstract objects, the sets about them, and what calls do to those."""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from mapper.analysis.allocators import allocators
from mapper.analysis.fields import shared_members
from mapper.analysis.inclusion import Inclusion
from mapper.analysis.library import Library, library
from mapper.analysis.memory import (
    MOVED_BIT,
    UNKNOWN_BIT,
    Key,
    Kind,
    Memory,
    MemoryObject,
    symbol_key,
    symbol_object,
)
from mapper.analysis.program import Whole
from mapper.analysis.scopes import Kind as SymbolKind
from mapper.analysis.scopes import Symbol
from mapper.analysis.symbols import Symbols

_CALLBACK_PARAMETERS = 8


class Solution:
    """The constraint system of a program, and the objects that it is about."""

    def __init__(self, whole: Whole) -> None:
        self.whole = whole
        self.memory = Memory()
        self.shared = shared_members(whole.units)
        self.constraints = Inclusion(self._read, self._written, MOVED_BIT)
        self.nothing = self.constraints.node()
        self.outside = self.constraints.node(UNKNOWN_BIT | MOVED_BIT)
        self.in_library = self.constraints.node()
        self.variadic = self.constraints.node()
        found = allocators(whole.units)
        self.wrappers, self.shifting, self.moving = found.returning, found.shifted, found.moved
        self.shifted = 0
        self._wholes: dict[int, int] = {1: self.outside}
        self._anywhere: dict[int, int] = {1: self.outside}
        self._parts: dict[int, dict[str, int]] = {}
        self._points: dict[int, int] = {}
        self._results: dict[Key, int] = {}
        self._made_in: dict[Key, int] = {}
        self._symbols: dict[tuple[str, int], int] = {}

    # ---- objects -------------------------------------------------------------------------------------------

    def object_of(self, symbol: Symbol) -> int:
        """The bit of a symbol's object."""
        where = (symbol.unit, symbol.number)
        bit = self._symbols.get(where)
        if bit is None:
            key = symbol_key(symbol)
            outside = symbol.external and key not in self.whole.defined
            bit = self._symbols[where] = self.memory.add(
                symbol_object(self.whole.main_symbol(symbol), outside=outside)
            )
        return bit

    def unnamed(self, node: c_ast.Node, symbols: Symbols, kind: Kind, name: str) -> int:
        """The bit of the object that a node of the tree makes; a clone makes the same."""
        line = getattr(node.coord, "line", None)
        where = symbols.unit.location(node)
        key = (str(kind), symbols.unit.path, str(line if line is not None else id(node)), type(node).__name__)
        of = symbols.type_of(node) if kind is Kind.AUTOMATIC else None
        return self.memory.add(MemoryObject(key, kind, f"{name} at {where}", node, of))

    # ---- nodes ---------------------------------------------------------------------------------------------

    def point(self, bit: int) -> int:
        """The node of a pointer to one object."""
        node = self._points.get(bit)
        if node is None:
            node = self._points[bit] = self.constraints.node(bit)
        return node

    # An object has a node for what may lie anywhere in it, one for each member that is named, which includes that,
    # and one for the whole, which includes all of these.

    def read(self, bit: int, part: str = "") -> int:
        """The node of what an object may hold, or a member of it."""
        return self._read(bit.bit_length() - 1, part)

    def written(self, bit: int, part: str = "") -> int:
        """The node of what is stored in an object: in a member, or nobody knows where."""
        return self._written(bit.bit_length() - 1, part)

    def _read(self, number: int, part: str) -> int:
        return self._part(number, part) if part else self._made(number, self._wholes)

    def _written(self, number: int, part: str) -> int:
        return self._part(number, part) if part else self._made(number, self._anywhere)

    def _made(self, number: int, nodes: dict[int, int]) -> int:
        if number not in nodes:
            self._wholes[number] = self.constraints.node()
            self._anywhere[number] = self.constraints.node()
            self.constraints.copy(self._anywhere[number], self._wholes[number])
        return nodes[number]

    def _part(self, number: int, part: str) -> int:
        anywhere = self._made(number, self._anywhere)
        if number == 1:
            return anywhere
        parts = self._parts.setdefault(number, {})
        if part not in parts:
            parts[part] = self.constraints.node()
            self.constraints.copy(anywhere, parts[part])
            self.constraints.copy(parts[part], self._wholes[number])
        return parts[part]

    def contents_of(self, mask: int, part: str = "") -> int:
        """The union of the contents of objects, or of a member of them, after solving."""
        result = 0
        while mask:
            low = mask & -mask
            mask ^= low
            number = low.bit_length() - 1
            nodes = self._wholes if not part else self._anywhere
            node = self._parts.get(number, {}).get(part, nodes.get(number))
            if node is not None:
                result |= self.constraints.members(node)
        return result

    def result(self, key: Key) -> int:
        """The node of what a function returns."""
        if key not in self._results:
            self._results[key] = self.constraints.node()
        return self._results[key]

    def returned(self, key: Key) -> int:
        """The bit of the object that stands for the structures which a function returns."""
        bit = self.memory.add(MemoryObject(("returned", *key), Kind.AUTOMATIC, f"result of {key[-1]}"))
        self.constraints.copy(self.read(bit), self.result(key))
        return bit

    def made_in(self, key: Key) -> int:
        """The node of the blocks that calls of an allocating function stand for."""
        if key not in self._made_in:
            self._made_in[key] = self.constraints.node()
        return self._made_in[key]

    def returning(self, key: Key) -> frozenset[int]:
        """The `id`s of the calls in a function whose new block it returns, if it returns nothing else."""
        return self.wrappers.get(key, frozenset())

    # ---- calls ---------------------------------------------------------------------------------------------

    def bind(self, key: Key, name: str, arguments: Sequence[int], result: int, new: int) -> None:
        """A call of one function: pass the arguments, fetch the result; `new` is a block that it may make."""
        functions = self.whole.functions.get(key)
        if functions is None:
            self._bind_library(library(name), arguments, result, new)
            return
        for function in functions:
            for parameter, argument in zip(function.parameters, arguments, strict=False):
                self.constraints.copy(argument, self.written(self.object_of(parameter)))
            for argument in arguments[len(function.parameters) :]:
                self.constraints.copy(argument, self.variadic)
        self.constraints.copy(self.result(key), result)

    def _bind_library(self, known: Library | None, arguments: Sequence[int], result: int, new: int) -> None:
        add = self.constraints
        if known is None:
            for argument in arguments:
                add.copy(argument, self.outside)
            add.copy(self.outside, result)
            return

        def at(position: int) -> int:
            return arguments[position] if position < len(arguments) else self.nothing

        if known.fresh:
            add.include(result, new)
        if known.outside:
            add.include(result, UNKNOWN_BIT)
        if known.kept:
            add.copy(self.outside, result)
        if known.returns is not None:
            add.copy(at(known.returns), result)
            if known.fresh:  # realloc: the contents move along
                add.load(at(known.returns), self.written(new))
            elif not known.writes:
                add.include(result, MOVED_BIT)
        for target, source in known.copies:
            value = add.node()
            add.load(at(source), value)
            add.store(at(target), value)
        for target, source in known.stores:
            value = add.node(MOVED_BIT)
            add.copy(at(source), value)
            add.store(at(target), value)
        for target in known.fresh_through:
            add.store(at(target), self.point(new))
        for position in known.keeps:
            add.copy(at(position), self.outside)
            add.copy(at(position), self.in_library)
        for position in known.calls:
            self._called_back(at(position), arguments)

    def _called_back(self, callee: int, arguments: Sequence[int]) -> None:
        value = self.constraints.node(MOVED_BIT)
        for argument in arguments:
            self.constraints.copy(argument, value)
        self.watch_calls(callee, [value] * _CALLBACK_PARAMETERS, self.constraints.node(), 0)

    def watch_calls(self, callee: int, arguments: Sequence[int], result: int, new: int) -> None:
        """A call through a pointer."""

        def found(number: int) -> None:
            target = self.memory.objects[number]
            if target.kind is Kind.FUNCTION:
                self.bind(target.key, target.key[1], arguments, result, new)
            elif number == 1:
                self._bind_library(None, arguments, result, new)

        self.constraints.watch(callee, found)

    def close(self) -> None:
        """What the world outside does: it reads and writes all it can reach, and calls the functions it knows."""
        add = self.constraints
        for symbols in self.whole.units:
            for symbol in symbols.all:
                if (
                    symbol.external
                    and symbol_key(symbol) not in self.whole.defined
                    and symbol.kind is SymbolKind.VARIABLE
                ):
                    add.include(self.outside, self.object_of(symbol))
        if not self.whole.complete:
            for symbol in self.whole.defined.values():
                if symbol.external:
                    add.include(self.outside, self.object_of(symbol))
        for main in self.whole.functions.get(("external", "main"), ()):
            for parameter in main.parameters:
                add.include(self.written(self.object_of(parameter)), UNKNOWN_BIT)
        add.load(self.outside, self.outside)
        add.store(self.outside, self.outside)

        def found(number: int) -> None:
            key = self.memory.objects[number].key
            for function in self.whole.functions.get(key, ()):
                for parameter in function.parameters:
                    add.copy(self.outside, self.written(self.object_of(parameter)))
                add.copy(self.result(key), self.outside)

        add.watch(self.outside, found)
