"""Follows a threadprivate variable through a region, and through the functions that this calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing_check import constructs
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees.nodes import Omp, walk
from mapper.translate.common.context import Context, Definition
from mapper.translate.common.uses import uses_of
from mapper.translate.loops.parts import Part, always
from mapper.translate.private.liveness import ALL, NOTHING, Flow, State, joined
from mapper.translate.private.threadprivate.thread_variable import ThreadVariable, is_scattered


class Followed:
    """One variable and the program, with its regions, in which it is followed."""

    def __init__(
        self, variable: ThreadVariable, context: Context, effects: EffectsOf, regions: Sequence[ParallelRegion]
    ) -> None:
        self.variable = variable
        self.context = context
        self.effects = effects
        self.regions = tuple(regions)
        self.verdicts = {id(loop.construct): loop for region in regions for loop in region.loops}

    @cached_property
    def fixed(self) -> frozenset[Symbol]:
        """The automatic variables of the program that nothing changes but assignments to their names."""
        found: set[Symbol] = set()
        for symbols in self.context.symbols.values():
            found |= {each for each in symbols.all if not each.file_scope and each.is_automatic}
        for definition in self.context.all():
            found -= {each for each in uses_of(definition.function.body, definition.symbols).addressed}
        return frozenset(found)

    @cached_property
    def is_first_threads(self) -> bool:
        """Whether regions write the variable only in `master` constructs, and in code that all threads run.

        Then the initial thread's copy has the same value on both paths, and `master` may read it.
        """
        found = ((each.construct, self.context.symbols[each.unit.path]) for each in self.regions)
        return not any(
            each.directive.kind != "master"
            and self.variable.touched(self.effects.of(each, names).writes, self.effects)
            for construct, symbols in found
            for each, names in self.constructs_in(construct, symbols)
        )

    def constructs_in(self, region: Omp, symbols: Symbols) -> Iterator[tuple[Omp, Symbols]]:
        """The constructs in a region and in what it calls, but for those that have no code."""
        bodies = [(region.body, symbols)] if region.body is not None else []
        bodies += [(callee.function.body, callee.symbols) for callee in self.context.callees(region, symbols)]
        if "for" in region.directive.words:
            yield region, symbols
        for body, names in bodies:
            for each, _ in constructs(body):
                if each.body is not None:
                    yield each, names

    def is_own(self, construct: Omp) -> bool:
        """Whether each iteration of a work-shared loop that writes the variable writes what it reads of it.

        Where that holds under a condition of the host, the CPU runs the other launches, with values that the
        device path has not left there.  Such values matter only if a program knows which thread has them.
        """
        verdict = self.verdicts.get(id(construct))
        if verdict is None or verdict.kernel is None:
            return False
        return not self.is_conditional(verdict.kernel) or self._is_scattered

    def is_conditional(self, kernel: Kernel) -> bool:
        """Whether a loop's iterations write what they read of the variable under a condition of the host only."""
        return any(self.variable.name in each.names for each in kernel.assumed.written)

    @cached_property
    def _is_scattered(self) -> bool:
        return is_scattered(self.variable, self.context, self.effects, self.regions)


class ThreadFlow(Flow):
    """Follows a variable through a region and the functions that it calls.

    What loops and single threads leave in it is unknown: behind them it counts as not written.
    """

    def __init__(self, program: Followed, symbols: Symbols) -> None:
        super().__init__(program.variable.symbol(symbols.unit.path), symbols)
        self.program = program
        self._active: list[c_ast.FuncDef] = []

    @property
    def _fixed(self) -> frozenset[Symbol]:
        return self.program.fixed

    def _is_apart(self, code: c_ast.Node) -> bool:
        """False: functions that some code calls may use the variable, which it need not name."""
        return False

    def _touches(self, node: c_ast.Node, *, writes: bool = False) -> bool:
        effects = self.program.effects
        found = effects.of(node, self.symbols)
        return self.program.variable.touched(found.writes if writes else found.touches, effects)

    def _called(self, node: c_ast.FuncCall) -> Definition | None:
        """The user's function that a call names, unless the walk is in it."""
        definition = self.program.context.called(node, self.symbols)
        return None if definition is None or definition.function in self._active else definition

    def _funccall(self, node: c_ast.FuncCall, state: State) -> State:
        state = self.run(node.args, state)
        if state is None or not self._touches(node):
            return state
        definition = self._called(node)
        if definition is None:
            self.exposed = True
            return NOTHING
        return self._through(definition, state)

    def _through(self, definition: Definition, state: frozenset[Part]) -> State:
        """The state behind a call of a function."""
        before = (self.symbol, self.symbols, self._breaks, self._continues, self._returns)
        self.symbols = definition.symbols
        self.symbol = self.program.variable.symbol(definition.unit.path)
        self._breaks, self._continues, self._returns = [], [], []
        self._active.append(definition.function)
        end = self.run(definition.function.body, always(state))
        end = joined([end, *self._returns])
        self._active.pop()
        self.symbol, self.symbols, self._breaks, self._continues, self._returns = before
        return None if end is None else state | always(end)

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
            own = writes and self.program.is_own(node)
            self.exposed |= not own and not self.complete(state)
            return NOTHING if writes else state
        if node.directive.kind == "master" and self.program.is_first_threads:
            return NOTHING if writes else state
        if "sections" in node.directive.words:
            self.exposed = True  # any thread may run any of them
        self.run(node.body, state)
        if any(self.symbol.name in clause.variables for clause in node.directive.all("copyprivate")):
            return ALL
        return NOTHING if writes else state
