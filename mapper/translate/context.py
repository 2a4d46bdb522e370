"""The whole program as the translation sees it: units, their symbols, and who defines which function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.addresses import addresses
from mapper.analysis.scopes import Kind, Symbol
from mapper.analysis.symbols import Symbols
from mapper.diagnostics import Location
from mapper.ir.nodes import walk
from mapper.ir.unit import Unit

Key = Symbol | str


def key_of(symbol: Symbol) -> Key:
    """What a symbol is known by in the whole program: its name where other units may mean it too."""
    return symbol.name if symbol.external else symbol


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

    @property
    def where(self) -> Location:
        """The place of the definition."""
        return self.unit.location(self.function)


@dataclass(eq=False)
class Context:
    """Answers questions that cross units."""

    units: Sequence[Unit]
    symbols: Mapping[str, Symbols]
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
            for ext in unit.tree.ext:
                if not isinstance(ext, c_ast.FuncDef):
                    continue
                symbol = symbols.symbol(ext)
                if symbol is None:
                    continue
                definition = Definition(unit, symbols, ext)
                self._own[symbol] = definition
                if symbol.external:
                    self._external.setdefault(symbol.name, definition)

    def definition(self, symbol: Symbol) -> Definition | None:
        """The definition of a function, in any unit."""
        own = self._own.get(symbol)
        return own if own is not None or not symbol.external else self._external.get(symbol.name)

    def name_everywhere(self, symbol: Symbol) -> str | None:
        """The name by which any unit can use a variable of the file scope, if it can have one."""
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
                if not isinstance(part, c_ast.ID):
                    continue
                symbol = names.symbol(part)
                if symbol is None or symbol.kind is not Kind.FUNCTION:
                    continue
                found = self.definition(symbol)
                if found is not None and id(found.function) not in seen:
                    seen.add(id(found.function))
                    yield found
                    work.append((found.function.body, found.symbols))
