"""The constraint system of a program: its abstract objects, the sets about them, and what calls do to those."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind as SymbolKind
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.points_to_sets.allocators import allocators
from mapper.analysis.pointers.points_to_sets.fields import shared_members
from mapper.analysis.pointers.points_to_sets.repeated import Repeated
from mapper.analysis.pointers.points_to_sets.views import Views
from mapper.analysis.whole_program.inclusion import Inclusion, bits
from mapper.analysis.whole_program.library import Library, Place, may_convert, printed_addresses
from mapper.analysis.whole_program.messages import is_message
from mapper.analysis.whole_program.objects import (
    MOVED_BIT,
    UNKNOWN_BIT,
    Key,
    Kind,
    Memory,
    MemoryObject,
    symbol_key,
    symbol_object,
)
from mapper.analysis.whole_program.program import Function, Whole

_CALLBACK_PARAMETERS = 8


class Solution:
    """The constraint system of a program, and the objects that it is about."""

    def __init__(self, whole: Whole, *, floats_point: bool = False) -> None:
        """`floats_point` is true if floating-point values may hold the bits of pointers."""
        self.whole = whole
        self.floats_point = floats_point
        self.floats_read: set[tuple[int, str]] = set()  # where such values are read: nodes of addresses, members
        self.floats_made: set[int] = set()  # nodes of other values that become floating-point ones
        self.memory = Memory()
        self.shared = shared_members(whole.units)
        self.constraints = Inclusion(self._read, self._written, MOVED_BIT)
        self.nothing = self.constraints.node()
        self._lost = self.constraints.node()
        self.outside = self.constraints.node(UNKNOWN_BIT | MOVED_BIT)
        self.elsewhere = self.constraints.node(
            UNKNOWN_BIT | MOVED_BIT
        )  # of that, without what is only in messages
        self.in_messages = self.constraints.node()
        self.in_library = self.constraints.node()
        self.in_text = self.constraints.node()
        self.in_files = self.constraints.node()
        self.variadic = self.constraints.node()
        self.allocators = allocators(whole)
        self.shifted = 0
        self.repeated = Repeated(whole)
        self.views = Views(whole, self.memory)
        self.many = UNKNOWN_BIT
        self._wholes: dict[int, int] = {1: self.elsewhere}
        self._anywhere: dict[int, int] = {1: self.elsewhere}
        self._parts: dict[int, dict[str, int]] = {}
        self._moved_to: dict[int, list[int]] = {}
        self._points: dict[int, int] = {}
        self._results: dict[Key, int] = {}
        self._parameters: dict[int, list[int]] = {}
        self._made_in: dict[tuple[Key, int], int] = {}
        self._handed_out: dict[tuple[Key, int], int] = {}
        self._variable: set[int] = set()
        self._symbols: dict[tuple[str, int], int] = {}

    # ---- objects -------------------------------------------------------------------------------------------

    def object_of(self, symbol: Symbol) -> int:
        """The bit of a symbol's object."""
        where = (symbol.unit, symbol.number)
        bit = self._symbols.get(where)
        if bit is None:
            key = symbol_key(symbol)
            outside = symbol.external and key not in self.whole.defined
            section = self.whole.section_of(symbol)
            made = symbol_object(self.whole.main_symbol(symbol), outside=outside)
            if section:
                made = MemoryObject(("section", section), Kind.GLOBAL, f"section {section}", outside=True)
            bit = self._symbols[where] = self.memory.add(made)
        return bit

    def unnamed(self, node: c_ast.Node, symbols: Symbols, kind: Kind, name: str) -> int:
        """The bit of the object that a node of the tree makes; a clone makes the same."""
        line = getattr(node.coord, "line", None)
        where = symbols.unit.location(node)
        key = (str(kind), symbols.unit.path, str(line if line is not None else id(node)), type(node).__name__)
        of = symbols.type_of(node) if kind is Kind.AUTOMATIC else None
        return self.memory.add(MemoryObject(key, kind, f"{name} at {where}", node, of))

    def pointers_in_floats(self) -> bool:
        """Whether a floating-point value may hold the bits of a pointer, of what only the program itself knows."""
        if self.floats_point:
            return False
        outside = self.constraints.members(self.outside)
        held = (
            self.contents_of(self.constraints.members(address) & ~outside, part)
            for address, part in self.floats_read
        )
        made = (self.constraints.members(value) & ~outside for value in self.floats_made)
        return any(members & ~UNKNOWN_BIT & ~MOVED_BIT for found in (held, made) for members in found)

    # ---- nodes ---------------------------------------------------------------------------------------------

    def point(self, bit: int) -> int:
        """The node of a pointer to one object."""
        node = self._points.get(bit)
        if node is None:
            node = self._points[bit] = self.constraints.node(bit)
        return node

    # An object has a node for what may lie anywhere in it, one for each member that is named, which includes that,
    # and one for the whole, which includes all of these.  Functions and string literals hold no pointers.

    def read(self, bit: int, part: str = "") -> int:
        """The node of what an object may hold, or a member of it."""
        return self._read(bit.bit_length() - 1, part)

    def written(self, bit: int, part: str = "") -> int:
        """The node of what is stored in an object: in a member, or at an unknown place."""
        return self._written(bit.bit_length() - 1, part)

    def _read(self, number: int, part: str) -> int:
        number, part = self.views.seen(number, part)
        if self._holds_none(number):
            return self.nothing
        return self._part(number, part) if part else self._made(number, self._wholes)

    def _written(self, number: int, part: str) -> int:
        number, part = self.views.seen(number, part)
        if self._holds_none(number):
            return self._lost
        return self._part(number, part) if part else self._made(number, self._anywhere)

    def _holds_none(self, number: int) -> bool:
        return self.memory.objects[number].kind in (Kind.FUNCTION, Kind.LITERAL)

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
            for target in self._moved_to.get(number, ()):
                self.constraints.copy(parts[part], self._part(target, part))
        return parts[part]

    def _move_contents(self, source: int, target: int) -> None:
        """The contents of an object come to lie in another one, each member where it was in the first."""
        targets = self._moved_to.setdefault(source, [])
        if target == source or target in targets or self._holds_none(source) or self._holds_none(target):
            return
        targets.append(target)
        self.constraints.copy(self._made(source, self._anywhere), self._made(target, self._anywhere))
        for part in list(self._parts.get(source, ())):
            self.constraints.copy(self._parts[source][part], self._part(target, part))

    def contents_of(self, mask: int, part: str = "") -> int:
        """The union of the contents of objects, or of a member of them, after solving."""
        result = 0
        for each in bits(mask):
            number, member = self.views.seen(each, part)
            nodes = self._wholes if not member else self._anywhere
            node = self._parts.get(number, {}).get(member, nodes.get(number))
            if node is not None:
                result |= self.constraints.members(node)
        return result

    def result(self, key: Key) -> int:
        """The node of what a function returns."""
        if key not in self._results:
            self._results[key] = self.constraints.node()
        return self._results[key]

    def returned(self, key: Key) -> int:
        """The bit of the object that represents the structures which a function returns."""
        bit = self.memory.add(MemoryObject(("returned", *key), Kind.AUTOMATIC, f"result of {key[-1]}"))
        self.constraints.copy(self.read(bit), self.result(key))
        return bit

    def variable_arguments(self, function: Function) -> int:
        """The bit of the object that holds a function's variable arguments: what a `va_list` leads to."""
        made = MemoryObject(
            ("variable", *function.key),
            Kind.AUTOMATIC,
            f"arguments of {function.name}",
            function=function.definition,
        )
        bit = self.memory.add(made)
        if bit not in self._variable:
            self._variable.add(bit)
            self.constraints.copy(self.read(bit), self.variadic)
        return bit

    def made_in(self, key: Key, group: int) -> int:
        """The node of the blocks that calls of an allocating function represent, for a group of its outlets."""
        if (key, group) not in self._made_in:
            self._made_in[key, group] = self.constraints.node()
        return self._made_in[key, group]

    def handed_out(self, key: Key, group: int) -> int:
        """The node of what an allocating function stores through the parameters of a group."""
        if (key, group) not in self._handed_out:
            self._handed_out[key, group] = self.constraints.node()
        return self._handed_out[key, group]

    def makes(self, key: Key, call: c_ast.FuncCall) -> int | None:
        """The group of outlets through which a function hands out the block that a call in it makes, if any."""
        return self.allocators.calls.get(key, {}).get(id(call))

    def groups(self, key: Key) -> frozenset[int]:
        """The groups of outlets of an allocating function."""
        return frozenset(self.allocators.groups.get(key, {}).values())

    def block(self, key: Key, outlet: int, new: int) -> int:
        """The bit of the block that a call of an allocating function hands out through an outlet.

        `new` is the block of the first group of outlets, after which the call is named; those of others are
        objects of their own.
        """
        group = self.allocators.groups[key][outlet]
        if group == min(self.groups(key)):
            return new
        first = self.memory.objects[new.bit_length() - 1]
        named = f"{first.name}, argument {group + 1}"
        bit = self.memory.add(replace(first, key=(*first.key, str(group)), name=named))
        self.many |= bit if new & self.many else 0
        return bit

    # ---- calls ---------------------------------------------------------------------------------------------

    def bind(
        self,
        key: Key,
        name: str,
        arguments: Sequence[int],
        result: int,
        new: int,
        instead: Mapping[int, int] | None = None,
    ) -> None:
        """A call of one function: pass the arguments, fetch the result; `new` is a block that it may make.

        `instead` gives for arguments through which the call stores that block the node that gets it.
        """
        functions = self.whole.functions.get(key)
        if functions is None:
            if is_message(key):
                for argument in arguments:
                    self.constraints.copy(argument, self.in_messages)
                return
            self._bind_library(self.whole.library(key, name), arguments, result, new, instead)
            return
        for function in functions:
            taken = self._parameters.setdefault(id(function), [])
            for parameter in function.parameters[len(taken) : len(arguments)]:
                taken.append(self.written(self.object_of(parameter)))
            for argument, node in zip(arguments, taken, strict=False):
                self.constraints.copy(argument, node)
            if len(arguments) > len(function.parameters) and function.variadic:
                for argument in arguments[len(function.parameters) :]:
                    self.constraints.copy(argument, self.written(self.variable_arguments(function)))
        self.constraints.copy(self.result(key), result)
        for number in self.allocators.storing.get(key, ()):
            if new:
                self.makes_block(key, number, new)
            if number < len(arguments):
                self._store_block(number, arguments, self._block(key, number, new), instead)

    def makes_block(self, key: Key, outlet: int, new: int) -> int:
        """Note the block that a call of an allocating function hands out through an outlet; gives its bit."""
        bit = self.block(key, outlet, new)
        self.constraints.include(self.made_in(key, self.allocators.groups[key][outlet]), bit)
        if key in self.allocators.shifted:
            self.shifted |= bit
        return bit

    def _block(self, key: Key, outlet: int, new: int) -> int:
        """The node of what a call of a function that stores new blocks stores; `new` is its own block, if any."""
        if not new:
            return self.handed_out(key, self.allocators.groups[key][outlet])
        bit = self.block(key, outlet, new)
        return self.constraints.node(bit | (MOVED_BIT if key in self.allocators.moved else 0))

    def _store_block(
        self, number: int, arguments: Sequence[int], block: int, instead: Mapping[int, int] | None
    ) -> None:
        if instead is not None and number in instead:
            self.constraints.copy(block, instead[number])
        else:
            self.constraints.store(arguments[number], block)

    def _bind_library(
        self,
        known: Library | None,
        arguments: Sequence[int],
        result: int,
        new: int,
        instead: Mapping[int, int] | None = None,
    ) -> None:
        add = self.constraints
        if known is None:
            for argument in arguments:
                add.copy(argument, self.elsewhere)
            add.copy(self.elsewhere, result)
            return

        if known.fresh:
            add.include(result, new)
        if known.outside:
            add.include(result, UNKNOWN_BIT)
        if known.kept:
            add.include(result, MOVED_BIT)
            add.copy(self.in_library, result)
        if known.parsed:
            add.copy(self.in_text, result)
        if known.received:
            add.copy(self.in_files, result)
        if known.returns_into:
            add.include(result, MOVED_BIT)
        for value in self._found(known.returns, arguments):
            add.copy(value, result)
            if known.fresh:  # realloc: the contents move along
                add.watch(value, partial(self._move_contents, target=new.bit_length() - 1))
        for value in self._found(known.returns_into, arguments):
            add.copy(value, result)
        for target, source in known.copies:
            for value in self._found([source], arguments):
                contents = add.node()
                add.load(value, contents)
                self._store_through(target, contents, known, arguments)
        for target, source in known.stores:
            for value in self._found([source], arguments):
                moved = add.node(MOVED_BIT)
                add.copy(value, moved)
                self._store_through(target, moved, known, arguments)
        for target in known.fresh_through:
            if instead is not None and target == Place(target.position) and target.position in instead:
                self._store_block(target.position, arguments, self.point(new), instead)
            else:
                self._store_through(target, self.point(new), known, arguments)
        for place in known.texts:
            self._to_text(place, known, arguments)
        for target in known.from_text:
            self._store_through(target, self.in_text, known, arguments)
        for value in self._found(known.outputs, arguments):
            add.load(value, self.in_files)
        for value in self._found(known.bytes_put, arguments):
            add.copy(value, self.in_files)
        for target in known.inputs:
            self._store_through(target, self.in_files, known, arguments)
        for value in self._found(known.keeps, arguments):
            add.copy(value, self.elsewhere)
            add.copy(value, self.in_library)
        for value in self._found(known.calls, arguments):
            self._called_back(value, arguments)

    def _found(self, places: Iterable[Place], arguments: Sequence[int]) -> Iterator[int]:
        """The nodes of the values at some places of a call."""
        for place in places:
            for position in place.positions(len(arguments)):
                value = arguments[position]
                for _ in range(place.depth):
                    loaded = self.constraints.node()
                    self.constraints.load(value, loaded)
                    value = loaded
                yield value

    def _store_through(self, target: Place, value: int, known: Library, arguments: Sequence[int]) -> None:
        """Store a value through what is found at a place, where the format of the call says so."""
        pointers = list(self._found([target], arguments))

        def store() -> None:
            for pointer in pointers:
                self.constraints.store(pointer, value)

        self._where_converted(target, known, arguments, store)

    def _to_text(self, place: Place, known: Library, arguments: Sequence[int]) -> None:
        """Note which pointers a call makes text of: where its format is a literal, those that it says."""
        values = list(self._found([place], arguments))

        def convert() -> None:
            for value in values:
                self.constraints.copy(value, self.in_text)

        def found(number: int) -> None:
            printed = printed_addresses(self.memory.objects[number])
            for position, value in enumerate(values):
                if printed is None or position in printed:
                    self.constraints.copy(value, self.in_text)

        if place.rest and known.format is not None and known.format < len(arguments):
            self.constraints.watch(arguments[known.format], found)
        else:
            self._where_converted(place, known, arguments, convert)

    def _where_converted(
        self, place: Place, known: Library, arguments: Sequence[int], act: Callable[[], None]
    ) -> None:
        """Do something that a word says of a place, where the format of the call may have its conversion."""
        if not place.conversion or known.format is None or known.format >= len(arguments):
            act()
            return

        def found(number: int) -> None:
            if may_convert(place.conversion, self.memory.objects[number]):
                act()

        self.constraints.watch(arguments[known.format], found)

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
                    add.include(self.elsewhere, self.object_of(symbol))
        if not self.whole.complete:
            for symbol in self.whole.defined.values():
                if symbol.external:
                    add.include(self.elsewhere, self.object_of(symbol))
        for symbols in self.whole.units:
            names = symbols.unit.names
            for symbol in symbols.all if names.mentioned else ():
                if symbol.file_scope and names.labels.get(symbol.name, symbol.name) in names.mentioned:
                    add.include(self.elsewhere, self.object_of(symbol))
        for main in self.whole.functions.get(("external", "main"), ()):
            for parameter in main.parameters:
                add.include(self.written(self.object_of(parameter)), UNKNOWN_BIT)
        add.copy(self.elsewhere, self.outside)
        add.copy(self.in_messages, self.outside)
        add.load(self.outside, self.outside)
        add.load(self.elsewhere, self.elsewhere)
        add.store(self.outside, self.elsewhere)
        sent = add.node()
        add.load(self.in_messages, sent)
        add.store(self.in_messages, sent)

        def found(number: int) -> None:
            key = self.memory.objects[number].key
            for function in self.whole.functions.get(key, ()):
                for parameter in function.parameters:
                    add.copy(self.elsewhere, self.written(self.object_of(parameter)))
                if function.variadic:
                    add.copy(self.elsewhere, self.written(self.variable_arguments(function)))
                add.copy(self.result(key), self.elsewhere)
            for outlet in self.allocators.storing.get(key, ()):
                add.store(self.elsewhere, self.handed_out(key, self.allocators.groups[key][outlet]))

        add.watch(self.outside, found)
