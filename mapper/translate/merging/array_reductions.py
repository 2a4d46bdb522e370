"""Reductions of arrays: `reduction(+ : hist)`, `reduction(max : a[0:n])`, on loops and on `parallel`.

The device has no copy of the array for each thread: its work-items update the original by atomic operations.  That
gives what copies would give, but for the order in which floating-point numbers are added, as long as nothing
else is done with the array.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.pointers.accesses import Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.program.region import WorkLoop
from mapper.ir.trees.ctypes import ArrayType, PointerType
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.nodes import Omp, ids, walk
from mapper.ir.trees.unit import Unit
from mapper.ir.trees.updates import LOGICAL, named
from mapper.translate.common.refused import refuse
from mapper.translate.common.updates import exact, fits, root_of, updates_in
from mapper.translate.threads.thread_state import meet

_FORM = re.compile(r"\s*(min|max|&&|\|\||[-+*&|^])\s*:(.*)", re.DOTALL)
_ITEM = re.compile(r"\s*((?!\d)\w+)\s*((?:\[[^][]*\]\s*)*)")


def sections(clause: Clause) -> tuple[str, tuple[str, ...]] | None:
    """The operator and the names of a clause with array sections; None for other forms of later versions."""
    form = _FORM.fullmatch(clause.argument or "")
    items = [_ITEM.fullmatch(item) for item in form[2].split(",")] if form is not None else []
    if form is None or not items or any(item is None for item in items):
        return None
    return form[1], tuple(item[1] for item in items if item is not None)


@dataclass(frozen=True, eq=False, slots=True)
class Reduced:
    """An array that a loop or region reduces into, with the operator (`+` for `-`) and the clause that says so."""

    operator: str
    clause: Clause


def is_array(symbol: Symbol) -> bool:
    """Whether what a `reduction` clause names is an array, or memory behind a pointer."""
    return isinstance(unqualified(symbol.type), ArrayType | PointerType)


def reduced_arrays(constructs: Iterable[Omp], symbols: Symbols) -> Mapping[Symbol, Reduced]:
    """The arrays in the `reduction` clauses of a loop and of the constructs around it."""
    found: dict[Symbol, Reduced] = {}
    for construct in constructs:
        for clause in construct.directive.all("reduction"):
            operator, names = sections(clause) or (str(clause.modifier), clause.variables)
            for name in names:
                symbol = symbols.lookup(name, construct)
                if symbol is not None and is_array(symbol):
                    found[symbol] = Reduced("+" if operator == "-" else operator, clause)
    return found


def clauses_around(enclosing: Iterable[Omp], loop: Omp, symbols: Symbols) -> Iterator[Clause]:
    """For each array of the constructs around a loop that it reduces into: a clause that says so on the loop."""
    used = {symbols.symbol(node) for node in walk(loop) if isinstance(node, c_ast.ID)}
    for symbol, reduced in reduced_arrays(enclosing, symbols).items():
        if symbol not in used:
            continue
        clause, name = reduced.clause, symbol.name
        text: str | None = None
        if clause.later:
            items = (clause.argument or "").partition(":")[2].split(",")
            found = next(item for item in items if item.split("[")[0].strip() == name)
            text = f"{reduced.operator}: {found.strip()}"
        yield Clause("reduction", clause.where, (name,), modifier=reduced.operator, argument=text)


def array_updates(
    arrays: Mapping[Symbol, Reduced], body: c_ast.Node, unit: Unit, symbols: Symbols, effects: EffectsOf
) -> frozenset[int]:
    """The statements, by `id`, that must be atomic; raises `Refused` where that is not all, or not exact."""
    explained: set[int] = set()
    found: set[int] = set()
    for update in updates_in(body, symbols):
        root = root_of(update.target, symbols)
        if root is None or root not in arrays or isinstance(update.target, c_ast.ID):
            continue
        if not fits(unqualified(symbols.type_of(update.target)), update.operator):
            reason = f"`{root.name}` is an array of a type that is not reduced"
            refuse("K019", reason, arrays[root].clause.where)
        logical = update.operator in LOGICAL  # makes 0 or 1 also of elements that are not updated
        if logical or update.operator != arrays[root].operator or not exact(update, symbols):
            refuse("K019", f"`{root.name}` is not only reduced by its operator", unit.location(update.statement))
        explained |= {id(part) for part in named(update)}
        found.add(id(update.statement))
    for access in effects.accesses(symbols).of(body):
        if isinstance(access, Call):
            called = effects.of(access.node, symbols)
            if called.unknown or meet(called.touches, _memory(arrays, effects)):
                refuse("K019", "a function may use an array that is reduced", unit.location(access.node))
        elif meet(access.objects, _memory(arrays, effects)) and id(access.place) not in explained:
            where = unit.location(access.place if isinstance(access.place, c_ast.Node) else body)
            refuse("K019", "an array that is reduced is used in another way, too", where)
    return frozenset(found)


def _memory(arrays: Mapping[Symbol, Reduced], effects: EffectsOf) -> int:
    """The objects that the arrays are."""
    points, memory = effects.points, 0
    for symbol in arrays:
        own = points.of_symbol(symbol)
        memory |= own if isinstance(unqualified(symbol.type), ArrayType) else points.contents(own)
    return memory


def check_around(
    arrays: Mapping[Symbol, Reduced],
    body: c_ast.Node,
    loops: Iterable[WorkLoop],
    unit: Unit,
    symbols: Symbols,
    effects: EffectsOf,
) -> None:
    """Raise `Refused` where a region does anything with arrays that it reduces but update them in kernels.

    `loops` are the verdicts on the region's own loops: the threads have copies of the arrays in OpenMP, and on the
    device path all else would see the original.
    """
    memory = _memory(arrays, effects)
    inside: set[int] = set()
    for loop in loops:
        if loop.kernel is not None:
            inside |= ids(loop.construct)
    for access in effects.accesses(symbols).of(body):
        place: c_ast.Node | Symbol = access.node if isinstance(access, Call) else access.place
        if id(place) in inside:
            continue
        touched = effects.of(access.node, symbols).touches if isinstance(access, Call) else access.objects
        if meet(touched, memory):
            where = unit.location(place if isinstance(place, c_ast.Node) else body)
            refuse("K019", "an array that the region reduces is used outside of loops on the device", where)
