"""`critical` and locks in the body of a work-shared loop, where these only update something.

    #pragma omp critical
    {
      sum += x[i];
      if (x[i] > most) most = x[i];
      count[k]++;
    }

    omp_set_lock(&lock[k]);
    count[k]++;
    omp_unset_lock(&lock[k]);

Updates by one operator give the same in any order, so that none must wait: scalars are reduced, and elements of
arrays are updated by atomic operations.  So are counters that iterations draw numbers from (`draws.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.sharing import loop_counters
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.pointers.accesses import Access, Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.objects import MOVED_BIT
from mapper.ir.expressions.updates import LOGICAL, Update, named
from mapper.ir.program.region import Sharing
from mapper.ir.trees.ctypes import ArrayType, StructType
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import (
    Omp,
    arguments_of,
    called_name,
    has_effects,
    ids,
    text_of,
    walk,
)
from mapper.openmp.idioms.merges.sections import LOCKS
from mapper.translate.common.context import Context
from mapper.translate.common.draws import Draws, Store, add_draws, most_on_a_way, spelled, step_of, stores_in
from mapper.translate.common.updates import exact, fits, updates_in
from mapper.translate.merging.places import Place, apart, members_of
from mapper.translate.threads.thread_state import may_meet


@dataclass(frozen=True, eq=False, slots=True)
class Criticals:
    """The constructs, and calls that set and free locks, by `id`; scalars that they update, and other updates.

    The scalars are with the operators, the other updates by `id`, which may be expressions whose values are used.
    """

    constructs: frozenset[int] = frozenset()
    scalars: Mapping[Symbol, str] = field(default_factory=dict)
    updated: frozenset[int] = frozenset()
    draws: Draws = field(default_factory=Draws)


NO_CRITICALS = Criticals()


def criticals(
    construct: Omp,
    body: c_ast.Node,
    sharing: Mapping[Symbol, Sharing],
    symbols: Symbols,
    effects: EffectsOf,
    context: Context,
) -> Criticals:
    """The `critical` constructs and locks of a loop; none where one does more, or other code uses its memory.

    `body` is what the loop `construct` does in each iteration; those in functions that it calls count, too.
    """
    called = list(context.callees(body, symbols))
    code = [(body, symbols), *((each.function.body, each.symbols) for each in called)]
    found = [
        (node, names)
        for root, names in code
        for node in walk(root)
        if isinstance(node, Omp) and node.directive.kind == "critical"
    ]
    locks = [(each, names) for root, names in code for each in held(root)]
    if not found and not locks:
        return NO_CRITICALS
    own = 0
    for symbol, kind in sharing.items():
        if kind is not Sharing.SHARED:
            own |= effects.points.of_symbol(symbol)
    for each in called:
        for node in walk(each.function):
            declared = each.symbols.symbol(node) if isinstance(node, c_ast.Decl) else None
            if declared is not None and declared.is_automatic:
                own |= effects.points.of_symbol(declared)
    is_own = partial(_is_own, own, effects)
    memory = 0
    draws = Draws()
    stores: list[tuple[Store, Symbols]] = []
    drawing: list[tuple[Update, Symbols]] = []
    ends: list[tuple[c_ast.StructRef, Symbols]] = []
    scalars: dict[Symbol, str] = {}
    kept: list[tuple[Update, Symbols]] = []
    reduced: list[tuple[Update, Symbols]] = []
    explained = {id(part) for each, _ in locks for call in each.calls for part in walk(call)}
    sections = [(node.body, names) for node, names in found] + [(each.body, names) for each, names in locks]
    here = ids(body)
    written = effects.of(body, symbols).writes
    for section, names in sections:
        assert section is not None
        before, ended = len(draws.places), len(draws.ends)
        varies = partial(_varies, sharing, written, effects, names)
        steady = partial(_is_steady, varies, names)
        add_draws(draws, section, names, partial(is_own, symbols=names), steady)
        drawing += [(update, names) for update in draws.places[before:]]
        parts = (part for end in draws.ends[ended:] for part in walk(end))
        ends += [(part, names) for part in parts if isinstance(part, c_ast.StructRef)]
        stores += [
            (store, names)
            for store in stores_in(
                section,
                draws,
                varies,
                loop_counters(construct, symbols),
                names,
                partial(is_own, symbols=names),
            )
        ]
    operations = {id(update.statement) for update, _ in drawing}
    if drawing and not _one_at_a_time(sections, drawing, effects, context):
        return NO_CRITICALS
    drawn = {names.symbol(update.target) for update, names in drawing if isinstance(update.target, c_ast.ID)}
    for section, names in sections:
        assert section is not None
        memory |= effects.of(section, names).writes & ~own & ~MOVED_BIT
        for update in updates_in(section, names):
            if id(update.statement) in operations:
                continue
            within = id(update.statement) in here
            scalar = _scalar(update, construct, sharing, names) if within else None
            scalar = None if scalar in drawn else scalar
            target = names.symbol(update.target)
            if scalar is not None:
                # a reduction would make 0 or 1 of a variable that no iteration updates
                if update.operator in LOGICAL or scalars.setdefault(scalar, update.operator) != update.operator:
                    return NO_CRITICALS
                reduced.append((update, names))
            elif target is not None and target not in drawn and (within or target.is_automatic):
                continue  # an iteration's own variable
            else:
                kept.append((update, names))
            if not exact(update, names) or not fits(unqualified(names.type_of(update.target)), update.operator):
                return NO_CRITICALS
            explained |= {id(part) for part in named(update)}
    for update, names in drawing:
        if update.operator == "+" and not exact(update, names):
            return NO_CRITICALS
        explained |= {id(part) for part in named(update)}
    explained |= {*draws.drawn, *draws.swapped, *(id(store.place) for store, _ in stores)}
    own_places = {spelled(store.place, names) for store, names in stores if store.counter is None}
    elements = (node for node in walk(body) if isinstance(node, c_ast.ArrayRef | c_ast.StructRef) and own_places)
    explained |= {id(node) for node in elements if spelled(node, symbols) in own_places}
    changed = [*kept, *drawing]
    targets = [(each.target, names) for each, names in (*changed, *reduced)]
    targets += [(each.place, names) for each, names in stores]
    places = [Place.of(target, names, effects) for target, names in targets]
    if not _limits_alone(draws, changed, effects) or not _ends_stay(ends, places, written & ~memory, effects):
        return NO_CRITICALS
    if not _alike(scalars, changed, effects) or not _keptapart(stores, changed, effects):
        return NO_CRITICALS
    inside = [(section, names) for section, names in sections if section is not None]
    calls_more = any(any(context.callees(each, names)) for each, names in inside)
    nodes = frozenset(node for section, _ in inside for node in ids(section))
    unseen = bool(stores) and not calls_more and not draws.swapped and _are_unseen(stores, inside, is_own)
    listed = places[len(places) - len(stores) :] if unseen else []
    others = _Others(
        memory,
        frozenset(explained),
        places[: len(kept)],
        places[len(kept) : len(places) - len(listed)],
        listed,
        nodes,
        only_updates=not (drawing or stores or calls_more),
    )
    if not all(_alone(root, others, names, effects, context) for root, names in code):
        return NO_CRITICALS
    calls = (call for each, _ in locks for call in each.calls)
    constructs = frozenset(map(id, (*(node for node, _ in found), *calls)))
    updated = frozenset(id(update.statement) for update, _ in kept) | draws.counted
    return Criticals(constructs, scalars, updated, draws)


def _are_unseen(
    stores: list[tuple[Store, Symbols]],
    sections: list[tuple[c_ast.Node, Symbols]],
    is_own: Callable[[c_ast.Node, Symbols], bool],
) -> bool:
    """Whether all stores are at numbers that are drawn there, and that no variable of an iteration gets."""
    own = (
        isinstance(node, c_ast.Decl) or ((place := changed_place(node)) is not None and is_own(place, names))
        for section, names in sections
        for node in walk(section)
    )
    return all(store.counter is not None for store, _ in stores) and not any(own)


def _one_at_a_time(
    sections: Sequence[tuple[c_ast.Node | None, Symbols]],
    drawing: Sequence[tuple[Update, Symbols]],
    effects: EffectsOf,
    context: Context,
) -> bool:
    """Whether no section, with the functions that it calls, changes what numbers are drawn from more than once."""

    def place(update: Update, names: Symbols) -> Place:
        return Place.of(update.target, names, effects)

    counters = [place(update, names) for update, names in drawing]
    operations = {id(update.statement) for update, _ in drawing}
    for section, names in sections:
        for update in updates_in(section, names) if section is not None else ():
            if any(map(place(update, names).meets, counters)):
                operations.add(id(update.statement))
    for section, names in sections:
        called = context.callees(section, names) if section is not None else ()
        if most_on_a_way(section, operations) > 1 or any(
            most_on_a_way(each.function.body, operations) for each in called
        ):
            return False
    return True


@dataclass(frozen=True, eq=False, slots=True)
class Held:
    """What is done while locks are held, and the calls that set and free them."""

    body: c_ast.Compound
    calls: tuple[c_ast.Node, ...]


def held(body: c_ast.Node) -> Iterator[Held]:
    """Statements of one block between calls that set locks and those that free the same ones."""
    for block in walk(body):
        if not isinstance(block, c_ast.Compound):
            continue
        open_locks: list[tuple[str, ...]] = []
        calls: list[c_ast.Node] = []
        items: list[c_ast.Node] = []
        for item in block.block_items or []:
            name = called_name(item)
            locks = name in LOCKS or name in LOCKS.values()
            lock = [text_of(each) for each in arguments_of(item) if not has_effects(each)] if locks else []
            if name in LOCKS and lock:
                open_locks.append((LOCKS[name], lock[0]))
                calls.append(item)
            elif (name, *lock) in open_locks:
                open_locks.remove((name, *lock))
                calls.append(item)
                if not open_locks:
                    yield Held(c_ast.Compound(items), tuple(calls))
                    calls, items = [], []
            elif open_locks:
                items.append(item)


def _scalar(update: Update, construct: Omp, sharing: Mapping[Symbol, Sharing], symbols: Symbols) -> Symbol | None:
    """The variable that an update changes, if all iterations share it and the launch can name it."""
    symbol = symbols.symbol(update.target)
    if symbol is None or sharing.get(symbol) is not Sharing.SHARED:
        return None
    return symbol if symbols.lookup(symbol.name, construct) is symbol else None


def _alike(scalars: Mapping[Symbol, str], kept: list[tuple[Update, Symbols]], effects: EffectsOf) -> bool:
    """Whether all updates of one object have the same operator, and scalars are only updated by their names."""
    points = effects.points
    places = [(points.located(update.target, symbols), update, symbols) for update, symbols in kept]
    for symbol in scalars:
        if any(may_meet(points.of_symbol(symbol), objects, effects) for objects, _, _ in places):
            return False
    return not any(
        may_meet(one, other, effects)
        and update.operator != another.operator
        and not apart(members_of(update.target, names), members_of(another.target, others))
        for at, (one, update, names) in enumerate(places)
        for other, another, others in places[:at]
    )


def _limits_alone(draws: Draws, updates: list[tuple[Update, Symbols]], effects: EffectsOf) -> bool:
    """Whether counters whose numbers are given back beyond an end change in no other way."""
    places = [(each, effects.points.located(each.target, names)) for each, names in updates]
    return not any(
        one is not other and may_meet(objects, others, effects)
        for one, objects in places
        if one in draws.limited.values()
        for other, others in places
    )


def _ends_stay(
    ends: list[tuple[c_ast.StructRef, Symbols]], changed: list[Place], written: int, effects: EffectsOf
) -> bool:
    """Whether the members that ends of lists are in are not changed; `written` is what else the loop writes."""
    places = [Place.of(end, names, effects) for end, names in ends]
    return not any(may_meet(each.objects, written, effects) or any(map(each.meets, changed)) for each in places)


def _keptapart(
    stores: list[tuple[Store, Symbols]], updates: list[tuple[Update, Symbols]], effects: EffectsOf
) -> bool:
    """Whether each plain store is into a place of the iteration's own, which no update changes."""
    places = [Place.of(store.place, names, effects) for store, names in stores]
    changed = [Place.of(each.target, names, effects) for each, names in updates]
    for at, (place, (store, names)) in enumerate(zip(places, stores, strict=True)):
        others = (
            other for other, (another, _) in zip(places[:at], stores, strict=False) if another.key != store.key
        )
        if not store.key or any(map(place.meets, (*changed, *others))):
            return False
        if store.counter is not None:
            counter = Place.of(store.counter, names, effects)
            moves = {step_of(each) for one, (each, _) in zip(changed, updates, strict=True) if counter.meets(one)}
            if moves not in ({"+"}, {"-"}):  # else it may give a number twice
                return False
    return True


def _is_own(own: int, effects: EffectsOf, place: c_ast.Node, symbols: Symbols) -> bool:
    """Whether only the iteration itself sees a place."""
    return not effects.points.located(place, symbols) & ~own & ~MOVED_BIT


def _varies(
    sharing: Mapping[Symbol, Sharing], written: int, effects: EffectsOf, symbols: Symbols, name: c_ast.ID
) -> bool:
    """Whether a variable may hold another value, or lead elsewhere, in each iteration."""
    symbol = symbols.symbol(name)
    if symbol is None or (symbol.is_automatic and sharing.get(symbol) is not Sharing.SHARED):
        return True
    objects = effects.points.of_symbol(symbol)
    fixed = isinstance(unqualified(symbol.type), ArrayType | StructType)  # whatever its parts are
    return not fixed and may_meet(objects, written, effects)


def _is_steady(varies: Callable[[c_ast.ID], bool], symbols: Symbols, node: c_ast.Node) -> bool:
    """Whether an expression has the same value for all iterations, if what is in members stays as it is."""
    match node:
        case c_ast.Constant():
            return True
        case c_ast.ID():
            symbol = symbols.symbol(node)
            return symbol is not None and (symbol.kind is Kind.ENUM_CONSTANT or not varies(node))
        case c_ast.BinaryOp():
            return all(_is_steady(varies, symbols, each) for each in (node.left, node.right))
        case c_ast.StructRef():
            return _is_steady(varies, symbols, node.name)
    return False


@dataclass(frozen=True, slots=True)
class _Others:
    """What accesses beside the updates must not touch.

    All `memory` is changed in sections by the nodes in `explained`: places that are updated `in_place`, those
    that are `listed` at numbers which no code but the store knows, and `elsewhere`, others.  `within` are the
    nodes in sections.
    """

    memory: int
    explained: frozenset[int]
    in_place: list[Place]
    elsewhere: list[Place]
    listed: list[Place]
    within: frozenset[int]
    only_updates: bool
    """Whether sections do nothing but update."""

    def allow(self, access: Access, symbols: Symbols, effects: EffectsOf) -> bool:
        """Whether an access touches nothing that is updated, or reads it by another pointer, or so reads a list.

        Where two such pointers were equal, what is read would depend on the order of threads.  So would what is
        read outside of sections of elements that are listed in the meantime; others were there before.
        """
        if isinstance(access.place, Symbol):
            return False
        if access.write and (not self.only_updates or id(access.place) in self.within):
            return False
        place = Place.of(access.place, symbols, effects)
        if any(map(place.meets, self.elsewhere)):
            return False
        if any(place.meets(each) and not self._is_before(access, place, each) for each in self.listed):
            return False
        return all(
            not place.meets(each) or (not access.write and self.only_updates and place.is_other(each))
            for each in self.in_place
        )

    def _is_before(self, access: Access, place: Place, listed: Place) -> bool:
        """Whether an access outside of sections reads, by another pointer than a list's, what was there before."""
        return not access.write and id(access.place) not in self.within and place.is_other(listed)


def _alone(body: c_ast.Node, others: _Others, symbols: Symbols, effects: EffectsOf, context: Context) -> bool:
    """Whether some code accesses what is updated by the updates only, but for what `others` allow.

    The functions that it calls are not asked.
    """
    for access in effects.accesses(symbols).of(body):
        if isinstance(access, Call):
            name = access.node.name
            symbol = symbols.symbol(name)
            if id(access.node) in others.explained or (
                symbol is not None and context.definition(symbol) is not None
            ):
                continue
            called = effects.of_targets(access.targets)
            if called.unknown or may_meet(called.touches, others.memory, effects):
                return False
        elif id(access.place) in others.explained or not may_meet(access.objects, others.memory, effects):
            continue
        elif not others.allow(access, symbols, effects):
            return False
    return True
