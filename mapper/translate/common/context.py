"""The whole program as the translation sees it: units, their symbols, and which unit defines which function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import decay, is_integer
from mapper.analysis.pointers.callgraph import CallGraph
from mapper.analysis.whole_program.addresses import addresses
from mapper.analysis.whole_program.library import library
from mapper.analysis.whole_program.objects import symbol_key
from mapper.diagnostics import Location
from mapper.ir.trees.ctypes import CType, FloatType, FunctionType, PointerType
from mapper.ir.trees.nodes import walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.variants import has_variants
from mapper.translate.common.errno_reads import ErrnoReads
from mapper.translate.common.stated import Stated

Key = Symbol | str


def key_of(symbol: Symbol) -> Key:
    """What a symbol is known by in the whole program: its linked name where other units may mean it too."""
    return symbol.linked if symbol.external else symbol


@dataclass(frozen=True, eq=False, slots=True)
class Definition:
    """A user's function with the unit that defines it."""

    unit: Unit
    symbols: Symbols
    function: c_ast.FuncDef

    @property
    def name(self) -> str:
        """The function's name in the source."""
        name: str = self.function.decl.name
        return name

    def takes(self, call: c_ast.FuncCall, symbols: Symbols) -> bool:
        """Whether it can be what a call through a pointer calls, by the types that this has."""
        pointer = symbols.type_of(call.name)
        called = pointer.target if isinstance(pointer, PointerType) else pointer
        own = self.symbols.declared_type(self.function.decl)
        if not isinstance(called, FunctionType) or not isinstance(own, FunctionType):
            return True
        pairs = list(zip(called.parameters or (), own.parameters or (), strict=False))
        return not any(_differ(given, wanted) for given, wanted in [*pairs, (called.result, own.result)])

    @property
    def where(self) -> Location:
        """The place of the definition."""
        return self.unit.location(self.function)


def _differ(given: CType, wanted: CType) -> bool:
    """Whether a value can't be passed as one of another type: numbers of another kind, or no numbers."""
    given, wanted = decay(given), decay(wanted)
    if isinstance(given, FloatType) and isinstance(wanted, FloatType):
        return given.bits != wanted.bits
    return given.__class__ is not wanted.__class__ and not (is_integer(given) and is_integer(wanted))


@dataclass(eq=False)
class Context:
    """Answers questions that cross units.

    `expands` is true if private arrays which are too large for private memory find a place all the same, `sweeps`
    if sequential loops around work-shared ones may have kernels, `recursion` if functions that call themselves
    may be called, `accumulates` if threads' own arrays may be one for all threads where loops only update them.
    Unless it is `strict`, a fault of mapper's own keeps the loop or region that shows it.
    `assume_private` is true if no private variable carries a value from
    one iteration of a loop to another one, unless the program may know which iterations one thread runs.  `stated`
    is what the source states of constructs beside OpenMP's directives.
    `read_between` remembers of variables whether a function may read what another one has left in them.
    """

    units: Sequence[Unit]
    symbols: Mapping[str, Symbols]
    graph: CallGraph
    expands: bool = True
    strict: bool = True
    assume_private: bool = False
    stated: Stated = field(default_factory=Stated)
    sweeps: bool = True
    recursion: bool = True
    accumulates: bool = True
    read_between: dict[Key, bool] = field(default_factory=dict)
    _external: dict[str, Definition] = field(default_factory=dict)
    _own: dict[Symbol, Definition] = field(default_factory=dict)
    _names: dict[Symbol, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        named = addresses([self.symbols[unit.path] for unit in self.units])
        self._names = {each.symbol: name for name, each in named.items()}
        for symbols in self.symbols.values():
            symbols.everywhere = {name: each.symbol for name, each in named.items()}
        for unit in self.units:
            symbols = self.symbols[unit.path]
            for function in unit.functions:
                symbol = symbols.symbol(function)
                if symbol is None:
                    continue
                definition = Definition(unit, symbols, function)
                self._own[symbol] = definition
                if symbol.external:
                    self._external.setdefault(symbol.linked, definition)
        for symbols in self.symbols.values():
            symbols.other_functions = frozenset(self._other_functions(symbols))

    @cached_property
    def errno(self) -> ErrnoReads:
        """Behind which constructs the program reads `errno`."""
        return ErrnoReads(self)

    @cached_property
    def variants(self) -> bool:
        """Whether the program has calls that may mean variants of a function (`declare variant`)."""
        return any(has_variants(node) for unit in self.units for ext in unit.tree.ext for node in walk(ext))

    def _other_functions(self, symbols: Symbols) -> Iterator[str]:
        """The names of library functions that mean other functions: defined by the user, or by what is linked."""
        for symbol in symbols.all:
            if symbol.kind is not Kind.FUNCTION or library(symbol.name) is None:
                continue
            definition = self.definition(symbol)
            if definition is not None:
                if definition.unit.in_user_code(definition.function):
                    yield symbol.name
            elif self.graph.whole.library(symbol_key(symbol)) is None:
                yield symbol.name

    def definition(self, symbol: Symbol) -> Definition | None:
        """The definition of a function, in any unit."""
        own = self._own.get(symbol)
        return own if own is not None or not symbol.external else self._external.get(symbol.linked)

    def recursive(self, definition: Definition) -> bool:
        """Whether a function may call itself, directly or through others."""
        symbol = definition.symbols.symbol(definition.function)
        return symbol is not None and self.graph.recursive(symbol_key(symbol))

    def called(self, node: c_ast.Node | None, symbols: Symbols) -> Definition | None:
        """The function of the program that a call names; None for calls through pointers, and for other nodes."""
        symbol = symbols.symbol(node.name) if isinstance(node, c_ast.FuncCall) else None
        return None if symbol is None else self.definition(symbol)

    def name_everywhere(self, symbol: Symbol) -> str | None:
        """The name by which any unit can use a variable of the file scope or a function, if it can have one."""
        return self._names.get(symbol)

    def all(self) -> Iterator[Definition]:
        """All functions of the program, in source order."""
        yield from self._own.values()

    def callees(self, root: c_ast.Node, symbols: Symbols) -> Iterator[Definition]:
        """All user functions that code may call directly or through others, each once."""
        seen: set[int] = set()
        work = [(root, symbols)]
        while work:
            node, names = work.pop()
            for part in walk(node):
                for found in self._called(part, names):
                    if id(found.function) not in seen:
                        seen.add(id(found.function))
                        yield found
                        work.append((found.function.body, found.symbols))

    def _called(self, node: c_ast.Node, symbols: Symbols) -> Iterator[Definition]:
        """The user functions that a name, or a call through a pointer, represents."""
        symbol = symbols.symbol(node) if isinstance(node, c_ast.ID) else None
        if symbol is not None and symbol.kind is Kind.FUNCTION:
            found = self.definition(symbol)
            if found is not None:
                yield found
        elif isinstance(node, c_ast.FuncCall):
            yield from self.pointed(node, symbols) or ()

    def pointed(self, call: c_ast.FuncCall, symbols: Symbols) -> tuple[Definition, ...] | None:
        """The functions that a call through a pointer may reach; None where they may be others than the user's."""
        found = self.reached(call, symbols) or ()
        user = tuple(each for each in found if isinstance(each, Definition))
        return user if found and len(user) == len(found) else None

    def reached(self, call: c_ast.FuncCall, symbols: Symbols) -> tuple[Definition | str, ...] | None:
        """The functions that a call through a pointer may reach, those of the C library by name.

        None where they may be any.  Of functions that are in one structure only those count that can be called
        with such arguments.
        """
        symbol = symbols.symbol(call.name)
        if symbol is not None and symbol.kind is Kind.FUNCTION:
            return None
        targets = self.graph.targets(call, symbols)
        if targets.unknown:
            return None
        found: list[Definition | str] = []
        for key in targets.functions:
            functions = self.graph.whole.functions.get(key, ())
            if functions:
                user = [Definition(each.symbols.unit, each.symbols, each.definition) for each in functions]
                found += [each for each in user if each.takes(call, symbols)]
            elif self.graph.whole.library(key) is not None:
                found.append(key[1])
            else:
                return None
        return tuple(found)
