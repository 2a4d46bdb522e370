"""Parallel regions: which there are, and what becomes of each loop in them.

A region is kept as a whole where the code around its loops can't run on the host's initial thread alone, or
where its threads carry values of their own from loop to loop.  Otherwise each loop is judged by itself.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import clause_symbol, data_sharing, is_variable, region_copies
from mapper.analysis.names.sharing_check import constructs
from mapper.analysis.names.symbols import Symbols
from mapper.diagnostics import MapperError
from mapper.ir.program.region import Kept, ParallelRegion, Sharing, WorkLoop
from mapper.ir.trees.ctypes import FloatType, IntType
from mapper.ir.trees.directive import Clause, Directive
from mapper.ir.trees.nodes import Omp, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.variants import has_variants
from mapper.translate.common.blocking_calls import with_cause
from mapper.translate.common.context import key_of
from mapper.translate.common.refused import Refused, faulty, refuse
from mapper.translate.common.uses import uses_of
from mapper.translate.merging.accumulators import Accumulated, in_parts
from mapper.translate.merging.array_reductions import check_around, is_array, reduced_arrays
from mapper.translate.merging.places import check_apart
from mapper.translate.outline.outlining import Loop
from mapper.translate.regions.directives import check_region
from mapper.translate.regions.orphans import Orphan
from mapper.translate.regions.team_code import TeamCode, is_loop, shared_loops
from mapper.translate.regions.teams import Teams, check_rewritten, judged, loop_ids
from mapper.translate.scope.names import portable
from mapper.translate.threads.shares import Shares
from mapper.translate.threads.steady_parts import check_parts, check_sums

_OWN = (Sharing.PRIVATE, Sharing.FIRSTPRIVATE, Sharing.LOCAL)


@dataclass(frozen=True, eq=False, slots=True)
class Regions:
    """Finds the regions and orphaned loops of one unit."""

    teams: Teams
    unit: Unit
    symbols: Symbols

    def of_function(self, function: c_ast.FuncDef) -> tuple[list[ParallelRegion], list[Orphan]]:
        """The regions in one function and the work-shared loops outside of them, in source order."""
        stem = self.teams.stems[self.unit.path]
        ids = loop_ids(stem, function)
        regions: list[ParallelRegion] = []
        orphans: list[Orphan] = []
        for construct, enclosing in constructs(function.body):
            inside = any("parallel" in each.directive.words for each in enclosing)
            if "parallel" in construct.directive.words and not inside:
                fallback = f"{stem}_{portable(function.decl.name)}_region_{len(regions) + 1}"
                regions.append(_Region(self, function, construct, ids, fallback).run())
            elif is_loop(construct) and not inside:
                orphans.append(
                    Orphan(self.unit, self.symbols, function, construct, tuple(enclosing), ids[id(construct)])
                )
        return regions, orphans


class _Region:
    """Judges one region."""

    def __init__(
        self, finder: Regions, function: c_ast.FuncDef, construct: Omp, ids: Mapping[int, str], fallback: str
    ) -> None:
        self.unit = finder.unit
        self.symbols = finder.symbols
        self.teams = finder.teams
        self.function = function
        self.construct = construct
        self.ids = ids
        self.loops = shared_loops(construct)
        self.id = ids[id(self.loops[0][0])] if self.loops else fallback
        self.unclear: Kept | None = None
        self.sharing = self._sharing() if construct.directive.known else {}
        self.private = self._private()

    def run(self) -> ParallelRegion:
        """The region with its verdicts."""
        directive = self.construct.directive
        region = ParallelRegion(
            self.id,
            self.unit,
            self.function,
            self.construct,
            directive.where,
            (),
            private=self._declarations(Sharing.PRIVATE),
            firstprivate=tuple(decl.name for decl in self._declarations(Sharing.FIRSTPRIVATE)),
            condition=directive.condition,
        )
        wholes: tuple[WorkLoop, ...] = ()
        sweeps: tuple[WorkLoop, ...] = ()
        try:
            check_region(directive)
            if self.unclear is not None:
                raise Refused(self.unclear)
            self._check_variants()
            check_parts(self.construct, self.unit, self.symbols, self.teams.effects)
            check_apart(self.construct, self.symbols, self.teams.effects)
            check_sums(self.construct, self.unit, self.symbols, self.teams.effects)
            code = self._code()
            context, effects = self.teams.context, self.teams.effects
            accumulated = code.accumulated(context, effects) if code is not None else None
            own = [
                judged(self._loop(each, around, code, accumulated), context, effects)
                for each, around in self.loops
            ]
            check_rewritten(own)
            self._check_arrays(own)
            if code is not None and accumulated is not None:
                own = [accumulated.with_phase(each) for each in own]
                found = self.teams.calls(code)
                known = {id(each.construct): each for each in own}
                apart = code.check(context, effects, found, known, accumulated)
                wholes = self.teams.whole_loops(code, found)
                region = replace(region, calls=found.teams, apart=self.teams.with_hosted(apart, code))
                sweeps = self.teams.sweeps_of(code, self.private, known, region.apart)
        except Refused as refused:
            kept = self._with_cause(refused.kept)
            return replace(region, loops=self._all_kept(kept), kept=kept)
        except Exception as error:
            if self.teams.context.strict:
                raise
            kept = faulty("translate", error, directive.where)
            return replace(region, loops=self._all_kept(kept), kept=kept)
        called = [loop for team in region.teams for loop in self.teams.loops(team)]
        known_ids = {loop.id for loop in called}
        loops = (*own, *called, *(loop for loop in wholes if loop.id not in known_ids))
        sweeps += tuple(sweep for team in region.teams for sweep in self.teams.sweeps(team))
        return replace(region, loops=loops, sweeps=sweeps)

    def _with_cause(self, kept: Kept) -> Kept:
        """The verdict on the region: of one with one loop a call in that, if memory was the reason."""
        if len(self.loops) != 1:
            return kept
        return with_cause(kept, self.loops[0][0], self.unit, self.symbols, self.teams.context)

    def _sharing(self) -> Mapping[Symbol, Sharing]:
        """The attributes of the variables; none where it is unclear what they are."""
        try:
            return data_sharing(self.construct, (), self.symbols)
        except MapperError as error:
            if self.teams.context.strict:
                raise
            first = error.diagnostics[0]
            reason = f"the C compiler takes what mapper rejects: {first.message} [{first.code}]"
            self.unclear = Kept("K002", reason, first.where or self.construct.directive.where)
            return {}

    def _all_kept(self, kept: Kept) -> tuple[WorkLoop, ...]:
        own = [WorkLoop(self.ids[id(each)], each, each.directive.where, None, kept) for each, _ in self.loops]
        return (*own, *self.teams.reachable(self.construct, self.symbols, kept))

    def _loop(
        self,
        construct: Omp,
        enclosing: tuple[Omp, ...],
        code: TeamCode | None,
        accumulated: Accumulated | None,
    ) -> Loop:
        own = self.private if construct is not self.construct else frozenset[Symbol]()
        where = construct.directive.where
        defined = code.defined(construct, self.teams.effects) if code is not None else frozenset[Symbol]()
        updated = accumulated.loops.get(id(construct), {}) if accumulated is not None else {}
        name = self.ids[id(construct)]
        state = accumulated.state(construct) if accumulated is not None else ()
        numbers = code.numbers(self.teams.context) if code is not None else frozenset[Symbol]()
        shares = code.shares(self.teams.context, self.teams.effects) if code is not None else Shares()
        return Loop(
            name,
            self.unit,
            self.symbols,
            construct,
            enclosing,
            where,
            own,
            defined,
            updated,
            state,
            numbers,
            shares,
        )

    # ---- the threads' own variables ----------------------------------------------------------------------------

    def _private(self) -> frozenset[Symbol]:
        """The variables that each thread has of its own, loops apart."""
        found = {symbol for symbol, kind in self.sharing.items() if kind in _OWN}
        if self.construct.directive.kind == "parallel":
            reduced = {symbol for symbol, kind in self.sharing.items() if kind is Sharing.REDUCTION}
            found |= {symbol for symbol in reduced if not is_array(symbol)}
        if self.construct.body is not None:
            for node in walk(self.construct.body):
                declared = self.symbols.symbol(node) if isinstance(node, c_ast.Decl) else None
                if declared is not None and is_variable(declared) and declared.is_automatic:
                    found.add(declared)
        return frozenset(found)

    def _declarations(self, kind: Sharing) -> tuple[c_ast.Decl, ...]:
        """The declarations of the variables that are private to the region in one way."""
        directive = self.construct.directive
        if directive.kind != "parallel":
            return ()
        found: dict[Symbol, c_ast.Decl] = {}
        for clause in directive.all(kind.value):
            for name in clause.variables:
                symbol = clause_symbol(name, self.construct, self.symbols)
                if symbol is not None and isinstance(symbol.decl, c_ast.Decl):
                    found.setdefault(symbol, symbol.decl)
        for symbol, regions in region_copies(self.symbols).items() if kind is Sharing.PRIVATE else ():
            if id(self.construct) in regions and isinstance(symbol.decl, c_ast.Decl):
                found.setdefault(symbol, symbol.decl)
        return tuple(found.values())

    # ---- checks ------------------------------------------------------------------------------------------------

    def _code(self) -> TeamCode | None:
        """The code that each thread runs; None for a loop that is a region of its own.

        Raises `Refused` where a construct in it keeps the region.
        """
        body = self.construct.body
        if self.construct.directive.kind != "parallel" or body is None:
            return None
        code = TeamCode(
            self.unit,
            self.symbols,
            body,
            self.private | self._of_kind(Sharing.THREADPRIVATE),
            valued=self._of_kind(Sharing.FIRSTPRIVATE),
            renewed=self._of_kind(Sharing.PRIVATE),
            around=(self.construct,),
            reduced=self._reduced(body),
        )
        code.check_constructs()
        return code

    def _check_variants(self) -> None:
        """Calls whose meaning depends on the constructs around them mean the same in the original text alone."""
        if not self.teams.context.variants:
            return
        callees = self.teams.context.callees(self.construct, self.symbols)
        bodies = [(self.unit, self.construct), *((each.unit, each.function.body) for each in callees)]
        for unit, body in bodies:
            for node in walk(body):
                if (name := has_variants(node)) is not None:
                    reason = f"`declare variant` chooses what a call of `{name}` means"
                    refuse("K001", reason, unit.location(node))

    def _reduced(self, body: c_ast.Node) -> dict[Symbol, str]:
        """The variables of the region's own `reduction` clauses, with the operators."""
        found: dict[Symbol, str] = {}
        for clause in self.construct.directive.all("reduction"):
            for name in clause.variables:
                symbol = clause_symbol(name, self.construct, self.symbols)
                assert symbol is not None
                if not is_array(symbol):
                    found[symbol] = "+" if clause.modifier == "-" else str(clause.modifier)
                    self._check_reduced(symbol, found[symbol], body, clause)
        return found

    def _check_arrays(self, loops: list[WorkLoop]) -> None:
        """Raise `Refused` where the threads may use arrays that the region reduces in other ways."""
        arrays = reduced_arrays([self.construct], self.symbols)
        if arrays and self.construct.directive.kind == "parallel" and self.construct.body is not None:
            effects = self.teams.effects
            check_around(arrays, self.construct.body, loops, self.unit, self.symbols, effects)

    def _check_reduced(self, symbol: Symbol, operator: str, body: c_ast.Node, clause: Clause) -> None:
        """The original variable must not be reached in the region: the device path reduces right into it."""
        if not isinstance(symbol.type, IntType | FloatType) and not in_parts(symbol.type, operator):
            refuse(
                "K019", f"the reduction variable `{symbol.name}` is of a type that is not reduced", clause.where
            )
        key = key_of(symbol)
        for callee in self.teams.context.callees(body, self.symbols):
            if key in uses_of(callee.function, callee.symbols).mentioned:
                reason = f"`{callee.name}` uses the reduction variable `{symbol.name}`"
                refuse("K019", reason, clause.where)
        if key in uses_of(self.function.body, self.symbols).addressed:
            refuse("K019", f"a pointer leads to the reduction variable `{symbol.name}`", clause.where)

    def _of_kind(self, kind: Sharing) -> frozenset[Symbol]:
        return frozenset(symbol for symbol, found in self.sharing.items() if found is kind)


_LOOP = re.compile(r"#pragma omp (?:parallel )?for\b")


def opaque_loops(unit: Unit, stem: str) -> list[WorkLoop]:
    """The work-shared loops that are in what is opaque in a unit, all kept; `stem` begins their ids."""
    found = []
    for number, opaque in enumerate(unit.opaque, 1):
        name = portable(opaque.name) if opaque.name else f"declaration_{number}"
        if opaque.expression:
            name += f"_expression_{number}"
        kept = Kept(opaque.code, opaque.reason, opaque.where)
        loops = [(where, text) for where, text in opaque.pragmas if _LOOP.match(text)]
        for ordinal, (where, text) in enumerate(loops, 1):
            words = " ".join(text.split()[1:])
            construct = Omp(Directive("parallel for", (), where, words, later=True, unread=opaque.reason), None)
            found.append(WorkLoop(f"{stem}_{name}_{ordinal}", construct, where, None, kept))
    return found
