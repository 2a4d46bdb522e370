"""The functions and objects of all units of a program together, as linking joins them."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.whole_program.library import Flags, Library, builtin, library, told_by
from mapper.analysis.whole_program.messages import MAKERS
from mapper.analysis.whole_program.objects import Key, symbol_key
from mapper.frontend.tokens.lexer import NAME
from mapper.ir.trees.ctypes import FunctionType
from mapper.ir.trees.nodes import parameters_of
from mapper.ir.trees.unit import Token

# A program that replaces these keeps to what the C library says of them (the GNU C library's manual, 3.2.5).
_ALLOCATION: Final = frozenset(
    "malloc calloc realloc reallocarray free aligned_alloc memalign posix_memalign valloc".split()
)

_OF_HEADERS: Final = frozenset(
    [
        *("_mm_malloc", "_mm_free", "__bswap_16", "__bswap_32", "__bswap_64"),
        *("__uint16_identity", "__uint32_identity", "__uint64_identity"),
    ]
)
"""What the headers of compilers and of the C library define as static functions, whose bodies are not read."""

_CONVERSIONS: Final = ("register_printf_function", "register_printf_specifier", "register_printf_type")
"""The functions of the GNU C library by which a program defines conversions of `printf`."""

_BOUND = re.compile(r"__(?:start|stop)_(\w+)")


@dataclass(frozen=True, eq=False, slots=True)
class Function:
    """A function that the user defines."""

    key: Key
    name: str
    definition: c_ast.FuncDef
    symbols: Symbols
    parameters: tuple[Symbol, ...]

    @property
    def variadic(self) -> bool:
        """Whether it takes variable arguments."""
        return any(isinstance(each, c_ast.EllipsisParam) for each in parameters_of(self.definition))


class Whole:
    """All units of a program.

    `complete` says whether they are the whole program, apart from libraries; by default they are when one of them
    defines `main`.  `functions` are all functions that the units define, by key; `defined` are the symbols of all
    objects and functions with a definition.  `foreign` are the names that other code defines which is not the C
    library, `outside` those that it refers to; None where they are not known.  `libraries` are those that the
    linker takes from other shared libraries.
    """

    def __init__(
        self,
        units: Sequence[Symbols],
        *,
        complete: bool | None = None,
        foreign: Collection[str] | None = frozenset(),
        libraries: Collection[str] = frozenset(),
        outside: Collection[str] | None = frozenset(),
    ) -> None:
        self.units: tuple[Symbols, ...] = tuple(units)
        self._foreign = foreign
        self._libraries = libraries
        self._outside = outside
        self._declared: dict[str, list[FunctionType]] = {}
        self._known: dict[Key, Library | None] = {}
        self._functions: dict[Key, list[Function]] = {}
        self._of_definition: dict[int, Function] = {}
        self._defined: dict[Key, Symbol] = {}
        self._defined_again: set[Key] = set()
        self._walked = frozenset[str]().union(*(symbols.unit.names.walked for symbols in self.units))
        for symbols in self.units:
            self._collect(symbols)
        self.complete = ("external", "main") in self._functions if complete is None else complete

    def _collect(self, symbols: Symbols) -> None:
        for symbol in symbols.all:
            if symbol.kind is Kind.VARIABLE and symbol.storage is not StorageClass.EXTERN:
                key = symbol_key(symbol)
                if self._defined.setdefault(key, symbol) is not symbol:
                    self._defined_again.add(key)
            elif symbol.kind is Kind.FUNCTION and symbol.external and isinstance(symbol.type, FunctionType):
                self._declared.setdefault(symbol.linked, []).append(symbol.type)
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

    def section_of(self, symbol: Symbol) -> str:
        """The section that a variable is in, where code walks from its beginning to its end; otherwise nothing.

        The names of the section's bounds are in it, too.
        """
        if symbol.kind is not Kind.VARIABLE or not self._walked:
            return ""
        bound = _BOUND.fullmatch(symbol.linked)
        names = next(symbols.unit.names for symbols in self.units if symbols.unit.path == symbol.unit)
        section = bound[1] if bound else names.sections.get(symbol.name, "")
        stays = not symbol.is_automatic
        return section if section in self._walked and stays else ""

    @property
    def defined(self) -> Mapping[Key, Symbol]:
        """The symbols of all objects and functions that have a definition."""
        return self._defined

    def library(self, key: Key, row: str = "") -> Library | None:
        """What a function does that is the C library's or the compiler's own; None for all others.

        It is the library's where no unit and no other code defines it, and where all units declare it as the
        library does.  `row` is that of a call, where it isn't the function's (see
        `mapper.analysis.pointers.points_to_sets.mappings`).
        """
        if key not in self._known:
            self._known[key] = self._library(key)
        known = self._known[key]
        return known if known is None or not row or row == key[1] else library(row)

    def _library(self, key: Key) -> Library | None:
        if key in self._functions:
            return None
        if key[0] != "external":
            return library(key[2]) if key[0] == "symbol" and key[2] in _OF_HEADERS else None
        name = key[1]
        known = builtin(name)
        if known is not None:
            return None if self._may_call_back(name, known) else known
        known = library(name)
        if known is None or not self.from_library(name) or not self._named.isdisjoint(MAKERS.get(name, ())):
            return None
        if self._may_call_back(name, known):
            return None
        return known if all(map(known.fits, self._declared.get(name, ()))) else None

    def _may_call_back(self, name: str, known: Library) -> bool:
        """Whether it may call what the program gave to the C library before, for a conversion or a stream."""
        writes = Flags.IO in known.flags
        formats = writes or "printf" in name  # `warnx`, `error` and `syslog` format, too
        return (formats and self._has_conversions) or (writes and self._has_streams)

    @cached_property
    def _has_conversions(self) -> bool:
        return any(map(self.uses, _CONVERSIONS))

    @cached_property
    def _has_streams(self) -> bool:
        return self.uses("fopencookie")

    @cached_property
    def _named(self) -> frozenset[str]:
        """The names of MPI's that the program's own files mention."""
        return frozenset(
            token.text
            for symbols in self.units
            for token in symbols.unit.tokens
            if not token.system and token.text.startswith("MPI_")
        )

    def mentions(self, name: str) -> bool:
        """Whether the program, or other code that is not the C library, may use a name of the library."""
        return self._outside is None or self.uses(name)

    def uses(self, name: str) -> bool:
        """Whether the program, or other code as far as it is known, uses a name of the library."""
        if self._outside is not None and name in self._outside:
            return True
        units = [symbols.unit for symbols in self.units if name in symbols.unit.preprocessed]
        return any(_is_used(unit.tokens, name) for unit in units)

    def from_library(self, name: str) -> bool:
        """Whether no code defines an external function but the C library, or one that keeps to the same rules.

        So does whatever defines a name of MPI: the standard reserves them (MPI 3.1, 2.5).  A name of another
        library is that library's where shared libraries define it, and the names that tell the library.
        """
        if ("external", name) in self._functions:
            return False
        if name.startswith("MPI_"):
            return True
        told = told_by(name)
        if told:
            wanted = {name, *told}
            return wanted <= frozenset(self._libraries) and all(
                ("external", each) not in self._functions for each in told
            )
        return name in _ALLOCATION or (self._foreign is not None and name not in self._foreign)

    def function_of(self, definition: c_ast.FuncDef) -> Function:
        """The function of a definition."""
        return self._of_definition[id(definition)]

    def defined_once(self, symbol: Symbol) -> bool:
        """Whether a variable has one definition: no other unit, and no other code, has another one."""
        if symbol_key(symbol) in self._defined_again:
            return False
        return not symbol.external or (self._foreign is not None and symbol.linked not in self._foreign)

    def main_symbol(self, symbol: Symbol) -> Symbol:
        """The symbol of an object's definition, where there is one; otherwise the symbol itself."""
        return self._defined.get(symbol_key(symbol), symbol)


def _is_used(tokens: Sequence[Token], name: str) -> bool:
    """Whether a name occurs in the user's files, but for declarations outside of functions."""
    depth = 0
    for number, token in enumerate(tokens):
        depth += (token.text == "{") - (token.text == "}")
        if token.text == name and not token.system and (depth > 0 or not _is_declared(tokens, number)):
            return True
    return False


def _is_declared(tokens: Sequence[Token], number: int) -> bool:
    """Whether a name follows a type, and stars."""
    number -= 1
    while number >= 0 and tokens[number].text == "*":
        number -= 1
    return number >= 0 and tokens[number].kind == NAME


def _parameters(definition: c_ast.FuncDef, symbols: Symbols) -> tuple[Symbol, ...]:
    found = [symbols.symbol(each) for each in parameters_of(definition)]
    return tuple(symbol for symbol in found if symbol is not None)
