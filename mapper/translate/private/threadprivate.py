"""Threadprivate variables: where each thread's own copy outlives a loop, and where that matters.

On the device path the host's initial thread runs a region alone, with its own copies.  A kernel that changes such
a variable has it in the work-items' private memory, if each iteration writes what it reads; a kernel that does not
change it gets the initial thread's value.  That is right where all threads have the same value: since `copyin`
gave it to them, since all have set it alike in the region, or since no code ever changes it.

This stage follows the values over the whole program, when the verdicts on all loops are known, and keeps regions
where a thread would see its own value.  See docs/decisions/0015-threadprivate.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, Symbol
from mapper.analysis.names.sharing import threadprivate_symbols
from mapper.analysis.names.sharing_check import constructs
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.program.region import Kept, ParallelRegion, WorkLoop
from mapper.ir.trees.nodes import Omp, walk
from mapper.translate.common.context import Context, Key, key_of
from mapper.translate.common.serial import serial_code
from mapper.translate.common.uses import uses_of, written_object
from mapper.translate.private.liveness import ALL, NOTHING, Flow, State


@dataclass(frozen=True, eq=False, slots=True)
class _Variable:
    """A threadprivate variable; `units` gives its symbol in each unit that declares it."""

    key: Key
    units: Mapping[str, Symbol]

    @property
    def name(self) -> str:
        return next(iter(self.units.values())).name

    def touched(self, mask: int, effects: EffectsOf) -> bool:
        return any(mask & effects.points.of_symbol(symbol) for symbol in self.units.values())


@dataclass(frozen=True, slots=True)
class _Use:
    """How a region uses a variable.

    `entering` is true if it may read the value from before, `leaving` if it reads what a loop or a single thread
    may have left.  `loops`, `alone` and `replicated` say in which code it is written.
    """

    copied: bool
    entering: bool
    leaving: bool
    loops: bool
    alone: bool
    replicated: bool


def settle(regions: Sequence[ParallelRegion], context: Context, effects: EffectsOf) -> tuple[ParallelRegion, ...]:
    """The regions, with those kept whose threads need values of their own."""
    found = list(regions)
    for variable in _variables(context):
        program = _Program(variable, context, effects, _verdicts(found))
        uses = {id(region): program.use(region) for region in found}
        if not any(uses.values()):
            continue
        rest = program.outside()
        held = [use for use in uses.values() if use is not None]
        equal = not rest.written and not any(use.loops or use.alone or use.replicated for use in held)
        needed = rest.read or any(use.entering and not use.copied for use in held)
        for number, region in enumerate(found):
            use = uses[id(region)]
            if use is None or region.kept is not None:
                continue
            kept = program.verdict(region, use, equal=equal, needed=needed)
            if kept is not None:
                found[number] = _kept(region, kept)
            elif needed and (use.copied or use.replicated):
                found[number] = replace(region, spread=(*region.spread, variable.name))
    return tuple(found)


def _variables(context: Context) -> list[_Variable]:
    found: dict[Key, dict[str, Symbol]] = {}
    for unit in context.units:
        for symbol in sorted(threadprivate_symbols(context.symbols[unit.path]), key=lambda each: each.number):
            found.setdefault(key_of(symbol), {})[unit.path] = symbol
    return [_Variable(key, units) for key, units in found.items()]


def _verdicts(regions: Sequence[ParallelRegion]) -> dict[int, WorkLoop]:
    return {id(loop.construct): loop for region in regions for loop in region.loops}


def _kept(region: ParallelRegion, kept: Kept) -> ParallelRegion:
    loops = tuple(replace(loop, kernel=None, kept=kept) if loop.team is None else loop for loop in region.loops)
    return replace(region, kept=kept, loops=loops)


@dataclass(frozen=True, slots=True)
class _Outside:
    """What serial code does with a variable."""

    read: bool
    written: bool


class _Program:
    """Follows one variable through the program."""

    def __init__(
        self, variable: _Variable, context: Context, effects: EffectsOf, verdicts: Mapping[int, WorkLoop]
    ) -> None:
        self.variable = variable
        self.context = context
        self.effects = effects
        self.verdicts = verdicts

    def outside(self) -> _Outside:
        """What the program does with it where no team is."""
        read = written = False
        targets: set[int] = set()
        for node, symbols in serial_code(self.context):
            symbol = self.variable.units.get(symbols.unit.path)
            if isinstance(node, c_ast.Assignment) and node.op == "=":
                targets.add(id(written_object(node.lvalue, symbols)))
            if isinstance(node, c_ast.ID) and symbol is not None and symbols.symbol(node) is symbol:
                written = True  # if not here, then where its address goes
                read |= id(node) not in targets
        return _Outside(read, written)

    def use(self, region: ParallelRegion) -> _Use | None:
        """How a region uses the variable; None: not at all."""
        construct, symbols = region.construct, self.context.symbols[region.unit.path]
        found = self.effects.of(construct, symbols)
        copied = any(self.variable.name in each.variables for each in construct.directive.all("copyin"))
        if not copied and not self.variable.touched(found.touches, self.effects):
            return None
        loops = alone = False
        for each, names in self._constructs(construct, symbols):
            if self.variable.touched(self.effects.of(each, names).writes, self.effects):
                loops |= "for" in each.directive.words
                alone |= "for" not in each.directive.words
        if construct.body is None or "for" in construct.directive.words:
            verdict = self.verdicts.get(id(construct))
            reads = verdict is None or verdict.kernel is None or not loops
            return _Use(copied, reads, False, loops, alone, False)
        entering = self._exposed(region, symbols, NOTHING)
        leaving = self._exposed(region, symbols, ALL)
        return _Use(copied, entering, leaving, loops, alone, self._replicated(construct, symbols))

    def verdict(self, region: ParallelRegion, use: _Use, *, equal: bool, needed: bool) -> Kept | None:
        """Why a region is kept.

        `equal` is true if the value is the same for all threads all the time, `needed` if someone may read what
        the region leaves.
        """
        name, where = self.variable.name, region.where
        own = (loop.kept for loop in region.loops if loop.kept is not None and f"`{name}`" in loop.kept.reason)
        first = next(own, None)
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

    def _nameless(self, at: Omp, symbols: Symbols) -> bool:
        """Whether a construct uses the variable in a called function only, and has no name for it."""
        if not self.variable.touched(self.effects.of(at, symbols).touches, self.effects):
            return False
        symbol = self.variable.units.get(symbols.unit.path)
        return symbol is None or symbols.lookup(symbol.name, at) is not symbol

    @cached_property
    def fixed(self) -> frozenset[Symbol]:
        """The automatic variables of the program that nothing changes but assignments to their names."""
        found: set[Symbol] = set()
        for symbols in self.context.symbols.values():
            found |= {each for each in symbols.all if not each.file_scope and each.is_automatic}
        for definition in self.context.all():
            found -= {each for each in uses_of(definition.function.body, definition.symbols).addressed}
        return frozenset(found)

    # ---- code --------------------------------------------------------------------------------------------------

    def _constructs(self, region: Omp, symbols: Symbols) -> Iterator[tuple[Omp, Symbols]]:
        """The constructs in a region and in what it calls, but for those that have no code."""
        bodies = [(region.body, symbols)] if region.body is not None else []
        bodies += [(callee.function.body, callee.symbols) for callee in self.context.callees(region, symbols)]
        if "for" in region.directive.words:
            yield region, symbols
        for body, names in bodies:
            for each, _ in constructs(body):
                if each.body is not None:
                    yield each, names

    def _replicated(self, region: Omp, symbols: Symbols) -> bool:
        """Whether code that all threads run writes the variable."""
        bodies = [(region.body, symbols)] if region.body is not None else []
        bodies += [(callee.function.body, callee.symbols) for callee in self.context.callees(region, symbols)]
        for body, names in bodies:
            symbol = self.variable.units.get(names.unit.path)
            inside = {id(node) for each, _ in constructs(body) for node in walk(each)}
            for node in walk(body):
                if id(node) in inside or not isinstance(node, c_ast.Assignment | c_ast.UnaryOp):
                    continue
                if symbol is not None and uses_of(node, names).changes(symbol):
                    return True
        return False

    def _exposed(self, region: ParallelRegion, symbols: Symbols, state: State) -> bool:
        symbol = self.variable.units.get(region.unit.path)
        flow = _ThreadFlow(self, symbol or next(iter(self.variable.units.values())), symbols)
        flow.run(region.construct.body, state)
        return flow.exposed


class _ThreadFlow(Flow):
    """Follows a threadprivate variable through a region and the functions that it calls.

    What loops and single threads leave in it is unknown: behind them it counts as not written.
    """

    def __init__(self, program: _Program, symbol: Symbol, symbols: Symbols) -> None:
        super().__init__(symbol, symbols)
        self.program = program
        self._active: list[c_ast.FuncDef] = []
        self._returns: list[list[State]] = [[]]

    @property
    def _fixed(self) -> frozenset[Symbol]:
        return self.program.fixed

    def _touches(self, node: c_ast.Node, *, writes: bool = False) -> bool:
        effects = self.program.effects
        found = effects.of(node, self.symbols)
        return self.program.variable.touched(found.writes if writes else found.touches, effects)

    def _funccall(self, node: c_ast.FuncCall, state: State) -> State:
        state = self.run(node.args, state)
        if state is None or not self._touches(node):
            return state
        symbol = self.symbols.symbol(node.name) if isinstance(node.name, c_ast.ID) else None
        called = symbol is not None and symbol.kind is Kind.FUNCTION
        definition = self.program.context.definition(symbol) if called and symbol is not None else None
        if definition is None or definition.function in self._active:
            self.exposed = True
            return NOTHING
        before = (self.symbol, self.symbols, self._breaks, self._continues)
        self.symbols = definition.symbols
        self.symbol = self.program.variable.units.get(definition.unit.path, self.symbol)
        self._breaks, self._continues = [], []
        self._active.append(definition.function)
        self._returns.append([])
        end = self.run(definition.function.body, state)
        leaving = [each for each in (end, *self._returns.pop()) if each is not None]
        self._active.pop()
        self.symbol, self.symbols, self._breaks, self._continues = before
        return frozenset.intersection(*leaving) if leaving else None

    def _return(self, node: c_ast.Return, state: State) -> State:
        self._returns[-1].append(self.run(node.expr, state))
        return None

    def _entered(self, loop: c_ast.Node, state: State) -> State:
        if state is not None and self._touches(loop, writes=True):
            inner = [node for node in walk(loop) if isinstance(node, Omp | c_ast.FuncCall)]
            if any(self._touches(node, writes=True) for node in inner):
                return NOTHING
        return super()._entered(loop, state)

    def _omp(self, node: Omp, state: State) -> State:
        if state is None or node.body is None or not self._touches(node):
            return state
        writes = self._touches(node, writes=True)
        if "for" in node.directive.words:
            verdict = self.program.verdicts.get(id(node))
            own = verdict is not None and verdict.kernel is not None and writes
            self.exposed |= not own and not self.complete(state)
            return NOTHING if writes else state
        if "sections" in node.directive.words:
            self.exposed = True  # any thread may run any of them
        self.run(node.body, state)
        if any(self.symbol.name in clause.variables for clause in node.directive.all("copyprivate")):
            return ALL
        return NOTHING if writes else state
