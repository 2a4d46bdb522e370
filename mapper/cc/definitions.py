"""Whether each function of a program has one definition.

A weak function may have a second one, and then the linker decides.  The stages read the sources, and would
translate calls of the wrong one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from pycparser import c_ast

from mapper.cc.gather import UnclearError
from mapper.ir.unit import Unit


def check_definitions(units: Sequence[Unit], others: Collection[str]) -> None:
    """Raise `UnclearError` for a function that two units define, or a unit and one of the `others`."""
    found = set(others)
    for unit in units:
        for name in _functions(unit):
            if name in found:
                raise UnclearError(f"the program has two definitions of '{name}'")
            found.add(name)


def _functions(unit: Unit) -> list[str]:
    """The user's functions that other units can call."""
    return [
        node.decl.name
        for node in unit.tree.ext
        if isinstance(node, c_ast.FuncDef)
        and unit.in_user_code(node)
        and "static" not in node.decl.storage
        and not node.decl.funcspec
    ]
