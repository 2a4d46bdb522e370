"""Threadprivate variables: where each thread's own copy outlives a loop, and where that matters.

On the device path the host's initial thread runs a region alone, with its own copies.  A kernel that changes such
a variable has it in the work-items' private memory, if each iteration writes what it reads; a kernel that does not
change it gets the initial thread's value.  That is right where all threads have the same value: since `copyin`
gave it to them, since all have set it alike in the region, or since no code ever changes it.

This stage follows the values over the whole program, when the verdicts on all loops are known, and keeps regions
where a thread would see its own value.  See docs/decisions/0015-threadprivate.md.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import region_copies, threadprivate_symbols
from mapper.analysis.names.sharing_check import constructs
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.program.region import Kept, ParallelRegion, WorkLoop
from mapper.ir.trees.nodes import Omp, walk
from mapper.translate.common.context import Context, Key, key_of
from mapper.translate.common.refused import may_carry
from mapper.translate.common.uses import uses_of
from mapper.translate.private.liveness import ALL, NOTHING, State
from mapper.translate.private.threadprivate.serial_reads import Callers, read_by_serial_code
from mapper.translate.private.threadprivate.thread_flow import Followed, ThreadFlow
from mapper.translate.private.threadprivate.thread_variable import ThreadVariable


@dataclass(frozen=True, slots=True)
class _Use:
    """How a region uses a variable.

    `entering` is true if it may read the value from before, `leaving` if it reads what a loop or a single thread
    may have left.  `loops`, `alone` and `replicated` say in which code it is written.  `spared` is true if only
    error paths of loops write it: where one is reached, threads of the CPU run the loop, with their own copies.
    """

    copied: bool
    entering: bool
    leaving: bool
    loops: bool
    alone: bool
    replicated: bool
    spared: bool = False


def settle(regions: Sequence[ParallelRegion], context: Context, effects: EffectsOf) -> tuple[ParallelRegion, ...]:
    """The regions, with those kept whose threads need values of their own."""
    found = _with_copies_apart(regions, context, effects)
    callers = Callers(context)
    for variable in _variables(context):
        program = _Program(variable, context, effects, found)
        uses = [program.use(region) for region in found]
        held = [use for use in uses if use is not None]
        if not held:
            continue
        in_regions = any(use.loops or use.alone or use.replicated for use in held)
        changed = in_regions or variable.written_by_serial_code(context, effects)
        by_threads = any(use.entering and not use.copied for use in held)
        pairs = list(zip(found, uses, strict=True))
        entering = {id(region.construct): use is not None and use.entering for region, use in pairs}
        for number, (region, use) in enumerate(pairs):
            if use is None or region.kept is not None:
                continue
            needed = by_threads or read_by_serial_code(program, region, entering, callers)
            kept = program.verdict(region, use, equal=not changed, needed=needed)
            if kept is not None:
                found[number] = _kept(region, kept)
            elif use.spared:
                found[number] = _without_copy(region, variable.name)
            elif needed and (use.copied or use.replicated):
                found[number] = replace(region, spread=(*region.spread, variable.name))
    return tuple(found)


def _with_copies_apart(
    regions: Sequence[ParallelRegion], context: Context, effects: EffectsOf
) -> list[ParallelRegion]:
    """The regions, with those kept that share a variable with a region which one of them may call.

    A region of one thread inside another one has the copies of the thread that meets it.
    """
    reasons: dict[int, str] = {}
    for symbols in context.symbols.values():
        for symbol, own in region_copies(symbols).items():
            using = [each.construct for each in regions if id(each.construct) in own]
            if any(_may_call(each, own, symbols, context, effects) for each in using):
                reason = f"a region that is called here may use the same copy of the threadprivate `{symbol.name}`"
                reasons |= dict.fromkeys(own, reason)
    return [
        each
        if each.kept is not None or id(each.construct) not in reasons
        else _kept(each, Kept("K014", reasons[id(each.construct)], each.where))
        for each in regions
    ]


def _may_call(
    construct: Omp, others: Collection[int], symbols: Symbols, context: Context, effects: EffectsOf
) -> bool:
    """Whether a construct may call a function that holds one of some other constructs."""
    called = (node for each in context.callees(construct, symbols) for node in walk(each.function.body))
    return effects.of(construct, symbols).unknown or any(id(node) in others for node in called)


def _variables(context: Context) -> list[ThreadVariable]:
    found: dict[Key, dict[str, Symbol]] = {}
    for unit in context.units:
        for symbol in sorted(threadprivate_symbols(context.symbols[unit.path]), key=lambda each: each.number):
            found.setdefault(key_of(symbol), {})[unit.path] = symbol
    return [ThreadVariable(key, units) for key, units in found.items()]


def _without_copy(region: ParallelRegion, name: str) -> ParallelRegion:
    """The region whose loops leave each thread of the CPU its own copy of a variable."""
    loops = (replace(loop, copyin=tuple(each for each in loop.copyin if each != name)) for loop in region.loops)
    return replace(region, loops=tuple(loops))


def _kept(region: ParallelRegion, kept: Kept) -> ParallelRegion:
    loops = tuple(replace(loop, kernel=None, kept=kept) if loop.team is None else loop for loop in region.loops)
    return replace(region, kept=kept, loops=loops)


class _Program(Followed):
    """Follows one variable through the program."""

    def use(self, region: ParallelRegion) -> _Use | None:
        """How a region uses the variable; None: not at all."""
        construct, symbols = region.construct, self.context.symbols[region.unit.path]
        found = self.effects.of(construct, symbols)
        copied = any(self.variable.name in each.variables for each in construct.directive.all("copyin"))
        if not copied and not self.variable.touched(found.touches, self.effects):
            return None
        written = [
            each
            for each, names in self.constructs_in(construct, symbols)
            if self.variable.touched(self.effects.of(each, names).writes, self.effects)
        ]
        shared = [each for each in written if "for" in each.directive.words]
        loops, alone = bool(shared), len(shared) < len(written)
        if construct.body is None or "for" in construct.directive.words:
            spared = loops and not alone and not copied and all(map(self._is_spared, shared))
            reads = not spared and (not loops or not self.is_own(construct))
            return _Use(copied, reads, False, loops and not spared, alone, False, spared)
        entering = self._exposed(region, symbols, NOTHING)
        leaving = self._exposed(region, symbols, ALL)
        replicated = self._replicated(construct, symbols)
        spared = loops and not (alone or copied or replicated) and all(map(self._is_spared, shared))
        return _Use(copied, entering, leaving, loops and not spared, alone, replicated, spared)

    def _is_spared(self, construct: Omp) -> bool:
        """Whether a work-shared loop that writes the variable does so in error paths only."""
        held = [loop for region in self.regions for loop in region.loops if loop.construct is construct]
        kernels = [loop.kernel for loop in held if loop.kernel is not None]
        only = self.variable.is_named_only(self.context)
        return (
            only and len(kernels) == len(held) > 0 and not any(self.variable.name in each.own for each in kernels)
        )

    def verdict(self, region: ParallelRegion, use: _Use, *, equal: bool, needed: bool) -> Kept | None:
        """Why a region is kept.

        `equal` is true if the value is the same for all threads all the time, `needed` if someone may read what
        the region leaves.
        """
        name, where = self.variable.name, region.where
        first = next(filter(None, (self._keeps(loop) for loop in region.loops)), None)
        if first is not None and (use.leaving or (use.entering and not use.copied and not equal)):
            return first
        if use.leaving:
            return Kept("K014", f"the threadprivate `{name}` carries a value out of a loop or block", where)
        if use.entering and not use.copied and not equal:
            return Kept("K014", f"each thread has a value of its own in the threadprivate `{name}`", where)
        if needed and (use.loops or (use.alone and (use.copied or use.replicated))):
            return Kept("K014", f"the threadprivate `{name}` carries a value out of the region", where)
        places = [(region.construct, region.unit)] if needed and (use.copied or use.replicated) else []
        places += [
            (loop.construct, region.unit if loop.team is None else loop.team.unit)
            for loop in region.loops
            if loop.kernel is None and name not in loop.copyin
        ]
        for construct, unit in places:
            if self._nameless(construct, self.context.symbols[unit.path]):
                reason = f"the threadprivate `{name}` is used, but can't be named here"
                return Kept("K023", reason, construct.directive.where)
        return None

    def _keeps(self, loop: WorkLoop) -> Kept | None:
        """Why a loop is kept for the variable, or would be if its condition on the variable doesn't hold."""
        if loop.kept is not None:
            return loop.kept if f"`{self.variable.name}`" in loop.kept.reason else None
        conditional = loop.kernel is not None and self.is_conditional(loop.kernel)
        return Kept("K014", may_carry(self.variable.name), loop.construct.directive.where) if conditional else None

    def _nameless(self, at: Omp, symbols: Symbols) -> bool:
        """Whether a construct uses the variable in a called function only, and has no name for it."""
        if not self.variable.touched(self.effects.of(at, symbols).touches, self.effects):
            return False
        symbol = self.variable.units.get(symbols.unit.path)
        return symbol is None or symbols.lookup(symbol.name, at) is not symbol

    def _replicated(self, region: Omp, symbols: Symbols) -> bool:
        """Whether code that all threads run writes the variable."""
        work: list[tuple[c_ast.Node | None, Symbols]] = [(region.body, symbols)]
        seen: set[int] = set()
        while work:
            body, names = work.pop()
            if body is None or id(body) in seen:
                continue
            seen.add(id(body))
            symbol = self.variable.units.get(names.unit.path)
            inside = {id(node) for each, _ in constructs(body) for node in walk(each)}
            for node in [each for each in walk(body) if id(each) not in inside]:
                if isinstance(node, c_ast.FuncCall):
                    work += [(each.function.body, each.symbols) for each in self.context.callees(node, names)]
                changing = isinstance(node, c_ast.Assignment | c_ast.UnaryOp)
                if changing and symbol is not None and uses_of(node, names).changes(symbol):
                    return True
        return False

    def _exposed(self, region: ParallelRegion, symbols: Symbols, state: State) -> bool:
        flow = ThreadFlow(self, symbols)
        flow.run(region.construct.body, state)
        return flow.exposed
