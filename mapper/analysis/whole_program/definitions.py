"""Which functions a program defines where other units can see them.

A weak function may have a second definition, and then the linker decides which one is called.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pycparser import c_ast

from mapper.ir.trees.unit import Unit


def linked_as(unit: Unit, function: c_ast.FuncDef) -> str:
    """The name by which the linker knows a function that other units can call."""
    name: str = function.decl.name
    return unit.names.labels.get(name, name)


def external_functions(unit: Unit) -> Iterator[c_ast.FuncDef]:
    """The user's functions that other units can call."""
    for each in unit.functions:
        if unit.in_user_code(each) and "static" not in each.decl.storage and not each.decl.funcspec:
            yield each


def defined_twice(units: Sequence[Unit], others: Collection[str]) -> tuple[Unit, c_ast.FuncDef] | None:
    """The first function that an earlier unit, or one of the `others`, defines, too."""
    found = set(others)
    for unit in units:
        functions = list(external_functions(unit))
        for function in functions:
            if linked_as(unit, function) in found:
                return unit, function
        found |= {linked_as(unit, function) for function in functions}
    return None
