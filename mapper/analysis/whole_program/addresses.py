"""Names for variables and functions that hold everywhere: in other files, and where a local name hides theirs.

A loop may use a variable of the file scope through the functions that it calls, and call a function through a
pointer.  `__mrt_at3_table` is `table` of the fourth unit; the emitted program defines it where it is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.sharing import thread_storage
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, IntType, PointerType
from mapper.ir.trees.nodes import walk

_PREFIX = "__mrt_at"
_NAME = re.compile(rf"{_PREFIX}\d+_")


@dataclass(frozen=True, slots=True)
class Address:
    """A variable or function with a name that holds everywhere.

    `declaration` is that of a pointer with the name, in C.  Pointers to functions are compared, and not called.
    """

    name: str
    symbol: Symbol
    declaration: str


def addresses(units: Sequence[Symbols]) -> dict[str, Address]:
    """All functions of the program, and the variables of types that can be written without the user's types."""
    found: dict[str, Address] = {}
    for number, symbols in enumerate(units):
        thread = thread_storage(symbols)
        visible = symbols.unit.tree
        for function in symbols.functions.values():
            symbol = symbols.symbol(function)
            if symbol is not None:
                name = f"{_PREFIX}{number}_{symbol.name}"
                found[name] = Address(name, symbol, f"void (*const {name})(void)")
        for symbol in symbols.all:
            if symbol.kind is not Kind.VARIABLE or not symbol.is_static or symbol in thread:
                continue
            name = f"{_PREFIX}{number}_{symbol.name}"
            declaration = _declared(symbol.type, f"*const {name}")
            if symbol.file_scope and declaration is not None and symbols.lookup(symbol.name, visible) is symbol:
                found[name] = Address(name, symbol, declaration)
    return found


def used(expressions: Iterable[c_ast.Node | None]) -> Iterator[str]:
    """Such names in expressions."""
    for expression in expressions:
        for node in walk(expression) if expression is not None else ():
            if isinstance(node, c_ast.ID) and is_address(node.name):
                yield node.name


def is_address(name: str) -> bool:
    """Whether a name is such a one."""
    return _NAME.match(name) is not None


def _declared(ctype: CType, declarator: str) -> str | None:
    """A declaration without qualifiers, of a type that needs no names of the user's."""
    match ctype:
        case IntType() | FloatType():
            return f"{ctype.name} {declarator}"
        case PointerType():
            return _declared(ctype.target, f"*{declarator}")
        case ArrayType(length=int() as length):
            inner = f"({declarator})" if declarator.startswith("*") else declarator
            return _declared(ctype.element, f"{inner}[{length}]")
    return None
