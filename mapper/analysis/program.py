"""The functions and objects of all units of a program together, as linking joins them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.memory import Key, symbol_key
from mapper.analysis.scopes import Kind, StorageClass, Symbol
from mapper.analysis.symbols import Symbols


@dataclass(frozen=True, eq=False, slots=True)
class Function:
    """A function that the user defines."""

    key: Key
    name: str
    definition: c_ast.FuncDef
    symbols: Symbols
    parameters: tuple[Symbol, ...]


class Whole:
    """All units of a program.

    `complete` says whether they are the whole program, apart from libraries; by default they are when one of them
    defines `main`.  `functions` are all functions that the units define, by key; `defined` are the symbols of all
    objects and functions with a definition.
    """

    def __init__(self, units: Sequence[Symbols], *, complete: bool | None = None) -> None:
        self.units: tuple[Symbols, ...] = tuple(units)
        self._functions: dict[Key, list[Function]] = {}
        self._of_definition: dict[int, Function] = {}
        self._defined: dict[Key, Symbol] = {}
        for symbols in self.units:
            self._collect(symbols)
        self.complete = ("external", "main") in self._functions if complete is None else complete

    def _collect(self, symbols: Symbols) -> None:
        for symbol in symbols.all:
            if symbol.kind is Kind.VARIABLE and symbol.storage is not StorageClass.EXTERN:
                self._defined.setdefault(symbol_key(symbol), symbol)
        for definition in symbols.functions.values():
            named = symbols.symbol(definition)
            assert named is not None, "a definition declares its name"
            key = symbol_key(named)
            self._defined.setdefault(key, named)
            function = Function(key, named.name, definition, symbols, _parameters(definition, symbols))
            self._of_definition[id(definition)] = function
            self._functions.setdefault(key, []).append(function)

    @property
    def functions(self) -> Mapping[Key, Sequence[Function]]:
        """The functions that the units define; an `inline` one of a header has a definition for each unit."""
        return self._functions

    @property
    def defined(self) -> Mapping[Key, Symbol]:
        """The symbols of all objects and functions that have a definition."""
        return self._defined

    def function_of(self, definition: c_ast.FuncDef) -> Function:
        """The function of a definition."""
        return self._of_definition[id(definition)]

    def main_symbol(self, symbol: Symbol) -> Symbol:
        """The symbol of an object's definition, where there is one; else the symbol itself."""
        return self._defined.get(symbol_key(symbol), symbol)


def _parameters(definition: c_ast.FuncDef, symbols: Symbols) -> tuple[Symbol, ...]:
    args = definition.decl.type.args
    found = [symbols.symbol(each) for each in (args.params if args is not None else ())]
    return tuple(symbol for symbol in found if symbol is not None)
