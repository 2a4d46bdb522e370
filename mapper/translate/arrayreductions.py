"""Reductions of arrays: `reduction(+ : hist)`, `reduction(+ : a[0:n])`.

The device has no copy of the array for each thread: its work-items update the original by atomic operations.  For
integers that gives what copies would give, as long as the loop does nothing else with the array.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.accesses import Call
from mapper.analysis.effects import EffectsOf
from mapper.analysis.scopes import Symbol
from mapper.analysis.symbols import Symbols
from mapper.analysis.types import unqualified
from mapper.ir.ctypes import ArrayType, IntType, PointerType
from mapper.ir.directive import Clause
from mapper.ir.nodes import Omp
from mapper.ir.unit import Unit
from mapper.translate.kept import refuse
from mapper.translate.threadstate import IN_ANY_ORDER, meet
from mapper.translate.updates import root_of, rounds, statements_in, update_of

_FORM = re.compile(r"\s*([-+*&|^])\s*:(.*)", re.DOTALL)
_ITEM = re.compile(r"\s*([A-Za-z_]\w*)\s*((?:\[[^][]*\]\s*)*)")


def sections(clause: Clause) -> tuple[str, tuple[str, ...]] | None:
    """The operator and the names of a clause with array sections; None for other forms of later versions."""
    form = _FORM.fullmatch(clause.argument or "")
    items = [_ITEM.fullmatch(item) for item in form[2].split(",")] if form is not None else []
    if form is None or not items or any(item is None for item in items):
        return None
    return form[1], tuple(item[1] for item in items if item is not None)


@dataclass(frozen=True, eq=False, slots=True)
class Reduced:
    """An array that a loop reduces into, with the operator (`+` for `-`) and the clause that says so."""

    operator: str
    clause: Clause


def reduced_arrays(construct: Omp, symbols: Symbols) -> Mapping[Symbol, Reduced]:
    """The arrays in a loop's own `reduction` clauses."""
    found: dict[Symbol, Reduced] = {}
    for clause in construct.directive.all("reduction"):
        operator, names = sections(clause) or (str(clause.modifier), clause.variables)
        for name in names:
            symbol = symbols.lookup(name, construct)
            if symbol is None:
                continue
            if isinstance(unqualified(symbol.type), ArrayType | PointerType):
                found[symbol] = Reduced("+" if operator == "-" else operator, clause)
            elif clause.later:
                refuse("K019", f"`{name}` is reduced beside an array section", clause.where)
    return found


def array_updates(
    arrays: Mapping[Symbol, Reduced], body: c_ast.Node, unit: Unit, symbols: Symbols, effects: EffectsOf
) -> frozenset[int]:
    """The statements, by `id`, that must be atomic; raises `Refused` where that is not all, or not exact."""
    points = effects.points
    updates: dict[int, int] = {}
    memory = 0
    for symbol in arrays:
        own = points.of_symbol(symbol)
        memory |= own if isinstance(unqualified(symbol.type), ArrayType) else points.contents(own)
    for statement in statements_in(body):
        update = None if isinstance(statement, c_ast.If) else update_of(statement, symbols)
        root = root_of(update.target, symbols) if update is not None else None
        if update is None or root not in arrays or isinstance(update.target, c_ast.ID):
            continue
        assert root is not None
        clause = arrays[root].clause
        ctype = unqualified(symbols.type_of(update.target))
        plain = isinstance(statement, c_ast.UnaryOp) or (
            isinstance(statement, c_ast.Assignment) and statement.op != "="
        )
        if not isinstance(ctype, IntType) or ctype.bits not in (32, 64):
            refuse("K019", f"`{root.name}` is an array of a type that is not reduced", clause.where)
        exact = update.operator == arrays[root].operator and update.operator in IN_ANY_ORDER
        if not plain or not exact or rounds(update.target, update.operator, update.operand, symbols):
            refuse("K019", f"`{root.name}` is not only reduced by its operator", unit.location(statement))
        updates[id(update.target)] = id(statement)
    for access in effects.accesses(symbols).of(body):
        if isinstance(access, Call):
            found = effects.of(access.node, symbols)
            if found.unknown or meet(found.reads | found.writes, memory):
                refuse("K019", "a function may use an array that is reduced", unit.location(access.node))
        elif meet(access.objects, memory) and id(access.place) not in updates:
            where = unit.location(access.place if isinstance(access.place, c_ast.Node) else body)
            refuse("K019", "an array that is reduced is used in another way, too", where)
    return frozenset(updates.values())
