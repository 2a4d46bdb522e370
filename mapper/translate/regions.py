"""Parallel regions: which there are, and what becomes of each loop in them.

A region is kept as a whole where the code around its loops can't run on the host's initial thread alone, or
where its threads carry values of their own from loop to loop.  Otherwise each loop is judged by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.effects import EffectsOf
from mapper.analysis.scopes import StorageClass, Symbol
from mapper.analysis.sharing import clause_symbol, data_sharing, is_variable, loop_counters
from mapper.analysis.sharing_check import constructs
from mapper.analysis.symbols import Symbols
from mapper.ir.nodes import Omp, walk
from mapper.ir.region import Kept, ParallelRegion, Sharing, WorkLoop
from mapper.ir.unit import Unit
from mapper.translate.context import Context
from mapper.translate.directives import check_inside, check_loop, check_region
from mapper.translate.kept import Refused, refuse
from mapper.translate.liveness import exposed, read_after
from mapper.translate.outline import Loop, outline
from mapper.translate.replicated import Replicated
from mapper.translate.uses import uses_of

_OWN = (Sharing.PRIVATE, Sharing.FIRSTPRIVATE, Sharing.LOCAL)
_AUTOMATIC = (StorageClass.AUTOMATIC, StorageClass.REGISTER)


@dataclass(frozen=True, eq=False, slots=True)
class Regions:
    """Finds the regions and orphaned loops of one unit; `stem` begins all its ids."""

    context: Context
    unit: Unit
    symbols: Symbols
    effects: EffectsOf
    stem: str

    def of_function(self, function: c_ast.FuncDef) -> tuple[list[ParallelRegion], list[WorkLoop]]:
        """The regions in one function and the work-shared loops outside of them, in source order."""
        ids: dict[int, str] = {}
        base = f"{self.stem}_{function.decl.name}"
        found = list(constructs(function.body))
        for construct, _ in found:
            if _is_loop(construct):
                ids[id(construct)] = f"{base}_{len(ids) + 1}"
        regions: list[ParallelRegion] = []
        orphans: list[WorkLoop] = []
        for construct, enclosing in found:
            inside = any("parallel" in each.directive.words for each in enclosing)
            if "parallel" in construct.directive.words and not inside:
                fallback = f"{base}_region_{len(regions) + 1}"
                regions.append(_Region(self, function, construct, ids, fallback).run())
            elif _is_loop(construct) and not inside:
                where = construct.directive.where
                kept = Kept("K001", "the loop is orphaned: no parallel region stands around it here", where)
                orphans.append(WorkLoop(ids[id(construct)], construct, where, None, kept))
        return regions, orphans


def _is_loop(construct: Omp) -> bool:
    return "for" in construct.directive.words


class _Region:
    """Judges one region."""

    def __init__(
        self, finder: Regions, function: c_ast.FuncDef, construct: Omp, ids: Mapping[int, str], fallback: str
    ) -> None:
        self.unit = finder.unit
        self.symbols = finder.symbols
        self.context = finder.context
        self.effects = finder.effects
        self.function = function
        self.construct = construct
        self.ids = ids
        self.loops = [(each, around) for each, around in constructs(construct) if _is_loop(each)]
        self.id = ids[id(self.loops[0][0])] if self.loops else fallback
        self.sharing = data_sharing(construct, (), self.symbols) if construct.directive.known else {}
        self.private = self._private()

    def run(self) -> ParallelRegion:
        """The region with its verdicts."""
        directive = self.construct.directive
        condition = directive.first("if")
        region = ParallelRegion(
            self.id,
            self.unit,
            self.function,
            self.construct,
            directive.where,
            (),
            private=self._declarations(Sharing.PRIVATE),
            firstprivate=tuple(decl.name for decl in self._declarations(Sharing.FIRSTPRIVATE)),
            condition=condition.expression if condition is not None else None,
        )
        try:
            self._check()
        except Refused as refused:
            return replace(region, loops=self._all_kept(refused.kept), kept=refused.kept)
        return replace(region, loops=tuple(self._loop(each, around) for each, around in self.loops))

    def _all_kept(self, kept: Kept) -> tuple[WorkLoop, ...]:
        return tuple(
            WorkLoop(self.ids[id(each)], each, each.directive.where, None, kept) for each, _ in self.loops
        )

    def _loop(self, construct: Omp, enclosing: Sequence[Omp]) -> WorkLoop:
        name, where = self.ids[id(construct)], construct.directive.where
        own = self.private if construct is not self.construct else frozenset[Symbol]()
        loop = Loop(name, self.unit, self.symbols, construct, enclosing, where, own)
        try:
            check_loop(construct.directive)
            kernel = outline(loop, self.context, self.effects)
        except Refused as refused:
            return WorkLoop(name, construct, where, None, refused.kept)
        return WorkLoop(name, construct, where, kernel)

    # ---- the threads' own variables ----------------------------------------------------------------------------

    def _private(self) -> frozenset[Symbol]:
        """The variables that each thread has of its own, loops apart."""
        found = {symbol for symbol, kind in self.sharing.items() if kind in _OWN}
        if self.construct.body is not None:
            for node in walk(self.construct.body):
                declared = self.symbols.symbol(node) if isinstance(node, c_ast.Decl) else None
                if declared is not None and is_variable(declared) and declared.storage in _AUTOMATIC:
                    found.add(declared)
        return frozenset(found)

    def _declarations(self, kind: Sharing) -> tuple[c_ast.Decl, ...]:
        """The declarations of the variables that the region's own clauses make private in one way."""
        directive = self.construct.directive
        if directive.kind != "parallel":
            return ()
        found: dict[Symbol, c_ast.Decl] = {}
        for clause in directive.all(kind.value):
            for name in clause.variables:
                symbol = clause_symbol(name, self.construct, self.symbols)
                if symbol is not None and isinstance(symbol.decl, c_ast.Decl):
                    found.setdefault(symbol, symbol.decl)
        return tuple(found.values())

    # ---- checks ------------------------------------------------------------------------------------------------

    def _check(self) -> None:
        check_region(self.construct.directive)
        body = self.construct.body
        if self.construct.directive.kind != "parallel" or body is None:
            return
        for construct, around in constructs(body):
            if not any(_is_loop(each) for each in around):
                check_inside(construct.directive)
        for symbol, kind in self.sharing.items():
            if kind is Sharing.THREADPRIVATE:
                refuse(
                    "K001", f"the threadprivate variable `{symbol.name}` is used", self.construct.directive.where
                )
        replicated = Replicated(self.unit, self.symbols, self.context, self.effects, self.private)
        replicated.check_calls(body)
        for construct, around in self.loops:
            self._check_carried(construct, around)
        replicated.check(body)

    def _check_carried(self, loop: Omp, around: Sequence[Omp]) -> None:
        """A thread's own variable must not carry a value out of a loop, or from iteration to iteration."""
        assert loop.body is not None
        assert self.construct.body is not None
        changed = uses_of(loop.body, self.symbols)
        for symbol, kind in data_sharing(loop, around, self.symbols).items():
            inherited = symbol in self.private and kind is not Sharing.LOCAL
            if not inherited or not changed.changes(symbol) or symbol in loop_counters(loop, self.symbols):
                continue
            if any(symbol.name in clause.variables for clause in loop.directive.clauses):
                continue
            where = loop.directive.where
            if read_after(symbol, self.symbols, self.construct.body, loop):
                refuse("K014", f"the private `{symbol.name}` carries a value out of the loop", where)
            if self._has_value(symbol, loop) and exposed(symbol, self.symbols, _inner(loop.body)):
                refuse("K014", f"the private `{symbol.name}` carries a value between iterations", where)

    def _has_value(self, symbol: Symbol, loop: Omp) -> bool:
        """Whether a private variable may have a value when a loop starts."""
        if self.sharing.get(symbol) is Sharing.FIRSTPRIVATE:
            return True
        inherited = self.sharing.get(symbol) is Sharing.PRIVATE  # then an initialiser is that of the original
        if isinstance(symbol.decl, c_ast.Decl) and symbol.decl.init is not None and not inherited:
            return True
        assert self.construct.body is not None
        inside = {id(node) for node in walk(loop)}
        return any(
            uses_of(node, self.symbols).changes(symbol)
            for node in walk(self.construct.body)
            if id(node) not in inside and isinstance(node, c_ast.Assignment | c_ast.UnaryOp)
        )


def _inner(loop: c_ast.Node) -> c_ast.Node:
    """The body of a `for` statement."""
    return loop.stmt if isinstance(loop, c_ast.For) else loop
