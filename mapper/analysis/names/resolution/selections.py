"""Puts what is chosen by a type in the place of the choice: `_Generic` selections, calls of `<tgmath.h>`."""

from __future__ import annotations

from typing import Final, Protocol

from pycparser import c_ast

from mapper.analysis.names.expression_types import Context, generic_choice, value_type
from mapper.analysis.names.types import is_integer, usual
from mapper.ir.trees.ctypes import DOUBLE, CType, FunctionType
from mapper.ir.trees.nodes import arguments_of, called_name, walk
from mapper.ir.trees.unit import Unit

TYPE_GENERIC: Final = "__builtin_tgmath"
"""GCC's call of one of several functions, which it is given before their arguments."""

_WORDS: Final = frozenset(("_Generic", TYPE_GENERIC))


class Names(Context, Protocol):
    """What is asked of a unit's names."""

    def type_of(self, expr: c_ast.Node) -> CType:
        """The type of an expression."""


def settle(unit: Unit, names: Names) -> tuple[c_ast.Node, ...]:
    """Replace all choices in a unit's tree whose names are bound; returns the nodes that are gone."""
    if not any(token.text in _WORDS for token in unit.tokens):
        return ()
    gone: list[c_ast.Node] = []
    for parent in list(walk(unit.tree)):
        slots: tuple[str, ...] = type(parent).__slots__
        for slot in slots:
            value = getattr(parent, slot, None)
            if isinstance(value, list):
                for index, item in enumerate(value):
                    value[index] = _settled(item, names, gone)
            elif isinstance(value, c_ast.GenericSelection | c_ast.FuncCall):
                setattr(parent, slot, _settled(value, names, gone))
    return tuple(gone)


def _settled(node: c_ast.Node, names: Names, gone: list[c_ast.Node]) -> c_ast.Node:
    """What a node represents; itself where nothing is chosen."""
    chosen: c_ast.Node | None = None
    if isinstance(node, c_ast.GenericSelection):
        chosen = generic_choice(node, names)
    elif isinstance(node, c_ast.FuncCall) and called_name(node) == TYPE_GENERIC:
        chosen = _call(node, names)
    if chosen is None:
        return node
    gone.append(node)
    return _settled(chosen, names, gone)


def _call(node: c_ast.FuncCall, names: Names) -> c_ast.FuncCall | None:
    """The call of the function for the common type of the arguments, in which integers count as `double`."""
    given: list[c_ast.Node] = arguments_of(node)
    functions = [each for each in given if _function(each, names) is not None]
    first = _function(functions[0], names) if functions else None
    if first is None or first.parameters is None:
        return None
    arguments = given[len(given) - len(first.parameters) :]
    common: CType | None = None
    for argument in arguments:
        of = value_type(argument, names)
        of = DOUBLE if is_integer(of) else of
        common = of if common is None else usual(common, of)
    for each in functions:
        function = _function(each, names)
        if function is not None and function.parameters and function.parameters[0] == common:
            return c_ast.FuncCall(each, c_ast.ExprList(arguments, node.coord), node.coord)
    return None


def _function(node: c_ast.Node, names: Names) -> FunctionType | None:
    of = names.type_of(node) if isinstance(node, c_ast.ID) else None
    return of if isinstance(of, FunctionType) else None
