"""Orphaned work-shared loops that serial code comes to: regions of their own, where they are proved parallel.

A team of one runs such a loop, all iterations in their order.  So the directive promises nothing about them: a
program in which one iteration needs what the iteration before it stored is valid.  What `parallel for` promises is
proved here.  The function's automatic variables exist once for this team; those that the loop changes, and that
no code reads behind it, become private.  See docs/decisions/0056-orphans-of-serial-code.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import clause_symbol, is_variable, loop_counters
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.region import Kept, ParallelRegion, WorkLoop
from mapper.ir.trees.ctypes import ArrayType
from mapper.ir.trees.nodes import Omp, ids
from mapper.ir.trees.unit import Unit
from mapper.translate.common.context import key_of
from mapper.translate.common.serial import serial_functions
from mapper.translate.common.uses import uses_of
from mapper.translate.outline.outlining import Loop
from mapper.translate.private.liveness import read_after
from mapper.translate.private.proof import independent
from mapper.translate.regions.teams import Teams, judged

_ORPHANED = "the loop is orphaned: in serial code one thread runs its iterations in order"


@dataclass(frozen=True, eq=False, slots=True)
class Orphan:
    """A work-shared loop outside of regions, with the constructs around it in its function."""

    unit: Unit
    symbols: Symbols
    function: c_ast.FuncDef
    construct: Omp
    enclosing: tuple[Omp, ...]
    id: str


def settled(
    orphans: Sequence[Orphan], regions: Sequence[ParallelRegion], teams: Teams
) -> tuple[list[ParallelRegion], list[WorkLoop]]:
    """Regions for the orphans that have a device version where serial code comes to them, and the other ones.

    Orphans that `regions` come to are theirs; the region for serial code has an id of its own then.
    """
    shared = {loop.id for region in regions for loop in region.loops}
    serial = {id(each.function) for each in serial_functions(teams.context)} if orphans else frozenset[int]()
    found: list[ParallelRegion] = []
    left: list[WorkLoop] = []
    for orphan in orphans:
        where = orphan.construct.directive.where
        kept: Kept | None = Kept("K001", "the loop is orphaned: no parallel region calls its function", where)
        pipeline = orphan.construct.directive.pipeline is not None
        if id(orphan.function) in serial and not orphan.enclosing and not pipeline:
            region = _region(orphan, teams, orphan.id if orphan.id in shared else "")
            kept = region.kept
            if kept is None:
                found.append(region)
        if kept is not None and orphan.id not in shared:
            swept = "" if id(orphan.function) in serial else _swept(orphan, regions)
            left.append(WorkLoop(orphan.id, orphan.construct, where, None, None if swept else kept, swept=swept))
    return found, left


def _swept(orphan: Orphan, regions: Sequence[ParallelRegion]) -> str:
    """The loop over hyperplanes that runs an orphan in the place of a loop over planes; empty where none does."""
    name = orphan.function.decl.name
    for region in regions:
        for loop in region.loops if region.kept is None and region.unit is orphan.unit else ():
            pipeline = loop.construct.directive.pipeline
            if pipeline is not None and name in pipeline.called and loop.kernel is not None:
                return loop.id
    return ""


def _region(orphan: Orphan, teams: Teams, again: str) -> ParallelRegion:
    """The region of one orphan; kept where it isn't proved parallel.  `again` is for `WorkLoop`."""
    unit, symbols, function, construct = orphan.unit, orphan.symbols, orphan.function, orphan.construct
    name = f"{again}_serial" if again else orphan.id
    where = construct.directive.where
    changed = _changed(teams, symbols, function, construct)
    addressed = uses_of(function.body, symbols).addressed
    own = frozenset(
        each
        for each in changed
        if key_of(each) not in addressed and not read_after(each, symbols, function.body, construct)
    )
    clauses = construct.directive.all("private")
    named = {clause_symbol(name, construct, symbols) for clause in clauses for name in clause.variables}
    valued = own | {each for each in named if each is not None}
    loop = Loop(name, unit, symbols, construct, (), where, own, valued, common=_automatic(symbols, function) - own)
    verdict = judged(loop, teams.context, teams.effects)
    left = next((each for each in changed if each not in own and not isinstance(each.type, ArrayType)), None)
    kept = verdict.kept
    if kept is None and left is not None:
        kept = Kept("K001", f"{_ORPHANED}, and `{left.name}` carries a value out of them", where)
    if kept is None and verdict.copyin:
        kept = Kept("K001", f"{_ORPHANED}, and `{verdict.copyin[0]}` is threadprivate", where)
    if kept is None and verdict.kernel is not None:
        proved = independent(verdict.kernel, symbols)
        if proved.kernel is None:
            kept = Kept("K001", f"{_ORPHANED}, and {proved.reason}", where)
        else:
            verdict = replace(verdict, kernel=proved.kernel)
    verdict = replace(verdict, kernel=verdict.kernel if kept is None else None, kept=kept, again=again)
    firstprivate = tuple(sorted(symbol.name for symbol in own))
    return ParallelRegion(
        name, unit, function, construct, where, (verdict,), firstprivate=firstprivate, kept=kept, orphaned=True
    )


def _automatic(symbols: Symbols, function: c_ast.FuncDef) -> frozenset[Symbol]:
    """The parameters and automatic variables of a function."""
    return frozenset(
        each
        for each in symbols.of_function(function)
        if not each.file_scope and each.is_automatic and is_variable(each)
    )


def _changed(teams: Teams, symbols: Symbols, function: c_ast.FuncDef, construct: Omp) -> list[Symbol]:
    """The automatic variables from outside of a loop that it may change, but for those that its clauses name."""
    assert construct.body is not None
    uses, written = uses_of(construct.body, symbols), teams.effects.of(construct.body, symbols).writes
    inside = ids(construct)
    named = {name for clause in construct.directive.clauses for name in clause.variables}
    return [
        each
        for each in sorted(_automatic(symbols, function), key=lambda each: each.number)
        if (uses.changes(each) or written & teams.effects.points.of_symbol(each))
        and id(each.decl) not in inside
        and each.name not in named
        and each not in loop_counters(construct, symbols)
    ]
