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
from mapper.diagnostics import Location
from mapper.ir.expressions.updates import LOGICAL, named
from mapper.ir.program.region import WorkLoop
from mapper.ir.trees.ctypes import ArrayType, PointerType
from mapper.ir.trees.directive import Clause
from mapper.ir.trees.nodes import Omp, ids, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.refused import refuse
from mapper.translate.common.updates import exact, fits, root_of, updates_in
from mapper.translate.memory.punning import may_pun, never_shared
from mapper.translate.threads.thread_state import Suspect, may_meet

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
    """An array that a loop or region reduces into, with the operator (`+` for `-`), and the place that says so.

    `clause` is the one that names it; there is none for threads' own arrays that a loop only updates.
    """

    operator: str
    where: Location
    clause: Clause | None = None


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
                    found[symbol] = Reduced("+" if operator == "-" else operator, clause.where, clause)
    return found


def clauses_around(enclosing: Iterable[Omp], loop: Omp, symbols: Symbols) -> Iterator[Clause]:
    """For each array of the constructs around a loop that it reduces into: a clause that says so on the loop."""
    used = {symbols.symbol(node) for node in walk(loop) if isinstance(node, c_ast.ID)}
    for symbol, reduced in reduced_arrays(enclosing, symbols).items():
        if symbol not in used:
            continue
        clause, name = reduced.clause, symbol.name
        assert clause is not None
        text: str | None = None
        if clause.later:
            items = (clause.argument or "").partition(":")[2].split(",")
            found = next(item for item in items if item.split("[")[0].strip() == name)
            text = f"{reduced.operator}: {found.strip()}"
        yield Clause("reduction", clause.where, (name,), modifier=reduced.operator, argument=text)


def array_updates(
    arrays: Mapping[Symbol, Reduced], body: c_ast.Node, unit: Unit, symbols: Symbols, effects: EffectsOf
) -> tuple[frozenset[int], list[Suspect]]:
    """The statements, by `id`, that must be atomic, and the places that must not be in the arrays.

    Raises `Refused` where that is not all, or not exact.
    """
    explained: set[int] = set()
    found: set[int] = set()
    targets: dict[Symbol, c_ast.Node] = {}
    suspects: list[Suspect] = []
    for update in updates_in(body, symbols):
        root = root_of(update.target, symbols)
        if root is None or root not in arrays or isinstance(update.target, c_ast.ID):
            continue
        if not fits(unqualified(symbols.type_of(update.target)), update.operator):
            reason = f"`{root.name}` is an array of a type that is not reduced"
            refuse("K019", reason, arrays[root].where)
        logical = update.operator in LOGICAL  # makes 0 or 1 also of elements that are not updated
        if logical or update.operator != arrays[root].operator or not exact(update, symbols):
            refuse("K019", f"`{root.name}` is not only reduced by its operator", unit.location(update.statement))
        explained |= {id(part) for part in named(update)}
        found.add(id(update.statement))
        targets.setdefault(root, update.target)
    own = _declared(body, symbols, effects)
    for access in effects.accesses(symbols).of(body):
        if isinstance(access, Call):
            called = effects.of(access.node, symbols)
            if called.unknown or may_meet(called.touches, _memory(arrays, effects), effects):
                refuse("K019", "a function may use an array that is reduced", unit.location(access.node))
        elif id(access.place) not in explained and access.objects & ~own:
            for symbol in arrays:
                if may_meet(access.objects, _memory([symbol], effects), effects):
                    suspects += _other_place(access.place, symbol, targets, unit, body, symbols)
    return frozenset(found), suspects


def _other_place(
    place: c_ast.Node | Symbol,
    array: Symbol,
    targets: Mapping[Symbol, c_ast.Node],
    unit: Unit,
    body: c_ast.Node,
    symbols: Symbols,
) -> list[Suspect]:
    """What must be different for a place not to be in an array that the analysis can't tell from it."""
    reason = f"`{array.name}`, which is reduced, may be used in another way, too"
    if isinstance(place, Symbol):
        refuse("K019", reason, unit.location(body))
    if array not in targets or symbols.symbol(place) is array:
        refuse("K019", reason, unit.location(place))
    target = targets[array]
    if not may_pun(unit) and never_shared(symbols.type_of(target), symbols.type_of(place)):
        return []
    return [Suspect(target, place, reason, "K019")]


def _declared(body: c_ast.Node, symbols: Symbols, effects: EffectsOf) -> int:
    """The variables that each iteration declares: they are not there yet when an array is named."""
    declared = (symbols.symbol(node) for node in walk(body) if isinstance(node, c_ast.Decl))
    mask = 0
    for symbol in declared:
        if symbol is not None and symbol.is_automatic:
            mask |= effects.points.of_symbol(symbol)
    return mask


def _memory(arrays: Iterable[Symbol], effects: EffectsOf) -> int:
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
        if may_meet(touched, memory, effects):
            where = unit.location(place if isinstance(place, c_ast.Node) else body)
            refuse("K019", "an array that the region reduces is used outside of loops on the device", where)
