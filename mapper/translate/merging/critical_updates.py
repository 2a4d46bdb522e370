"""`critical` in the body of a work-shared loop, where all that iterations do in turn is to update something.

    #pragma omp critical
    {
      sum += x[i];
      if (x[i] > most) most = x[i];
      count[k]++;
    }

Updates by one operator give the same in any order, so that none must wait: scalars are reduced, and elements of
arrays are updated by atomic operations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.analysis.pointers.accesses import Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.objects import MOVED_BIT
from mapper.ir.program.region import Sharing
from mapper.ir.trees.nodes import Omp, walk
from mapper.translate.common.updates import LOGICAL, Update, exact, fits, named, updates_in
from mapper.translate.threads.thread_state import meet


@dataclass(frozen=True, eq=False, slots=True)
class Turns:
    """The constructs, by `id`; the scalars that they update, with the operators; other updates, by `id`."""

    constructs: frozenset[int] = frozenset()
    scalars: Mapping[Symbol, str] = field(default_factory=dict)
    updated: frozenset[int] = frozenset()


NO_TURNS = Turns()


def turns(
    construct: Omp, body: c_ast.Node, sharing: Mapping[Symbol, Sharing], symbols: Symbols, effects: EffectsOf
) -> Turns:
    """The `critical` constructs of a loop; none where one does anything else, or other code uses its memory.

    `body` is what the loop `construct` does in each iteration.
    """
    found = [node for node in walk(body) if isinstance(node, Omp) and node.directive.kind == "critical"]
    if not found:
        return NO_TURNS
    own = 0
    for symbol, kind in sharing.items():
        if kind is not Sharing.SHARED:
            own |= effects.points.of_symbol(symbol)
    memory = 0
    scalars: dict[Symbol, str] = {}
    kept: list[Update] = []
    explained: set[int] = set()
    for each in found:
        assert each.body is not None
        memory |= effects.of(each.body, symbols).writes & ~own & ~MOVED_BIT
        for update in updates_in(each.body, symbols):
            scalar = _scalar(update, construct, sharing, symbols)
            if scalar is not None:
                # a reduction would make 0 or 1 of a variable that no iteration updates
                if update.operator in LOGICAL or scalars.setdefault(scalar, update.operator) != update.operator:
                    return NO_TURNS
            elif isinstance(update.target, c_ast.ID):
                continue  # an iteration's own variable
            else:
                kept.append(update)
            if not exact(update, symbols) or not fits(
                unqualified(symbols.type_of(update.target)), update.operator
            ):
                return NO_TURNS
            explained |= {id(part) for part in named(update)}
    if not _alike(scalars, kept, symbols, effects) or not _alone(body, memory, explained, symbols, effects):
        return NO_TURNS
    return Turns(frozenset(map(id, found)), scalars, frozenset(id(update.statement) for update in kept))


def _scalar(update: Update, construct: Omp, sharing: Mapping[Symbol, Sharing], symbols: Symbols) -> Symbol | None:
    """The variable that an update changes, if all iterations share it and the launch can name it."""
    symbol = symbols.symbol(update.target) if isinstance(update.target, c_ast.ID) else None
    if symbol is None or sharing.get(symbol) is not Sharing.SHARED:
        return None
    return symbol if symbols.lookup(symbol.name, construct) is symbol else None


def _alike(scalars: Mapping[Symbol, str], kept: list[Update], symbols: Symbols, effects: EffectsOf) -> bool:
    """Whether all updates of one object have the same operator, and scalars are only updated by their names."""
    points = effects.points
    places = [(points.located(update.target, symbols), update.operator) for update in kept]
    for symbol in scalars:
        if any(meet(points.of_symbol(symbol), objects) for objects, _ in places):
            return False
    return not any(
        meet(one, other) and operator != another
        for at, (one, operator) in enumerate(places)
        for other, another in places[:at]
    )


def _alone(body: c_ast.Node, memory: int, explained: set[int], symbols: Symbols, effects: EffectsOf) -> bool:
    """Whether some memory is only accessed by the updates."""
    for access in effects.accesses(symbols).of(body):
        if isinstance(access, Call):
            called = effects.of(access.node, symbols)
            if called.unknown or meet(called.touches, memory):
                return False
        elif meet(access.objects, memory) and id(access.place) not in explained:
            return False
    return True
