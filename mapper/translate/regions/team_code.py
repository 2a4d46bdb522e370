"""Code that each thread of a team runs: the body of a region, or of a function that regions call.

It can have a device version if one run of it, by the host's initial thread, means what the runs of all threads
mean together.  See `mapper.translate.regions.replicated` for the code between the work-shared loops.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import data_sharing, loop_counters
from mapper.analysis.names.sharing_check import constructs
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.diagnostics import Location
from mapper.ir.program.region import Apart, Kept, Sharing, TeamFunction, Touched, WorkLoop
from mapper.ir.trees.directive import COMBINED, own_names
from mapper.ir.trees.nodes import LOOPS, Omp, ids, once, path_to, walk
from mapper.ir.trees.unit import Unit
from mapper.translate.common.context import Context
from mapper.translate.common.refused import Refused, refuse
from mapper.translate.common.updates import mentions
from mapper.translate.common.uses import uses_of
from mapper.translate.merging.accumulators import (
    MERGING,
    Accumulated,
    OutsideLoops,
    Phase,
    accumulates,
    taking_over,
)
from mapper.translate.merging.merges import Merges
from mapper.translate.private.liveness import read_after
from mapper.translate.regions.directives import check_inside
from mapper.translate.regions.first_thread import first_thread
from mapper.translate.regions.phases import Phases
from mapper.translate.regions.replicated import Replicated
from mapper.translate.threads.awaited import check_early
from mapper.translate.threads.shares import Shares, shares

_ALONE = frozenset(["single", "master", "sections"])
_RENEWED = ("private", "firstprivate", "copyprivate")


def is_loop(construct: Omp) -> bool:
    """Whether a construct shares the iterations of a loop out."""
    return "for" in construct.directive.words and construct.body is not None  # `cancel for` has none


def shared_loops(code: c_ast.Node) -> list[tuple[Omp, tuple[Omp, ...]]]:
    """The loops that a team shares out, each with the constructs around it; not those of regions inside them."""
    return [
        (each, tuple(around))
        for each, around in constructs(code)
        if is_loop(each) and not any(is_loop(outer) for outer in around)
    ]


@dataclass(frozen=True, eq=False, slots=True)
class Called:
    """The functions with constructs that some code calls, by the `id` of the call.

    `teams` have a device version.  `wholes` have none, for the reasons given: all threads run them together, on
    the CPU, where there is no other reason against that.
    """

    teams: Mapping[int, TeamFunction]
    wholes: Mapping[int, Kept]


@dataclass(frozen=True, eq=False, slots=True)
class TeamCode:
    """The code; `private` are the variables that each thread has of its own, loops apart.

    `valued` are those of them that have a value when the code begins; the declarations of the `renewed` ones stand
    outside and say nothing of their values.  `around` are the constructs around the body, `reduced` the variables
    of their `reduction` clauses with the operators.  `given` are parameters that hold the thread's
    number.
    """

    unit: Unit
    symbols: Symbols
    body: c_ast.Node
    private: frozenset[Symbol]
    valued: frozenset[Symbol] = frozenset()
    renewed: frozenset[Symbol] = frozenset()
    around: tuple[Omp, ...] = ()
    reduced: Mapping[Symbol, str] = field(default_factory=dict)
    given: frozenset[Symbol] = frozenset()
    _known: list[list[tuple[c_ast.Node, frozenset[Symbol]]]] = field(init=False, default_factory=list)

    def numbers(self, context: Context) -> frozenset[Symbol]:
        """The threads' own variables that hold their numbers."""
        return first_thread(self.body, self.symbols, self.private, context, self.given).numbers - self.valued

    def shares(self, context: Context, effects: EffectsOf) -> Shares:
        """What the threads compute from their numbers first of all."""
        return shares(self.body, self.symbols, self.private, self.numbers(context), context, effects)

    def loops(self) -> list[tuple[Omp, tuple[Omp, ...]]]:
        """The work-shared loops in it, each with the constructs around it."""
        return [(each, (*self.around, *around)) for each, around in shared_loops(self.body)]

    def check_constructs(self) -> None:
        """Raise `Refused` for the first construct apart from loops that is not translated."""
        for construct, around in constructs(self.body):
            if not any(is_loop(each) for each in around):
                check_inside(construct.directive)

    def check(
        self,
        context: Context,
        effects: EffectsOf,
        called: Called,
        loops: Mapping[int, WorkLoop],
        accumulated: Accumulated,
    ) -> Apart:
        """What each thread runs by its number; raises `Refused` where one run differs from many.

        `called` are the functions with constructs, `loops` the verdicts on the loops, by the `id` of their
        constructs.
        """
        counting = self._counting(accumulated)
        replicated = Replicated(
            self.unit,
            self.symbols,
            context,
            effects,
            self.private,
            called.teams,
            self.numbers(context),
            self.given,
            self.shares(context, effects),
            called.wholes,
            counting,
        )
        changed = {id(loop): self._changed(loop, around, effects) for loop, around in self.loops()}

        def safe(loop: Omp, symbol: Symbol) -> bool:
            """Kernels write what may have a value before they read it."""
            verdict = loops.get(id(loop))
            return verdict is not None and verdict.kernel is not None and symbol in changed[id(loop)]

        def changes(loop: Omp, symbol: Symbol) -> bool:
            """What would be safe if all loops had kernels."""
            return symbol in changed.get(id(loop), ())

        for loop, _ in self.loops():
            for symbol in changed[id(loop)]:
                phase = accumulated.phases.get(id(loop))
                if symbol in accumulated.loops.get(id(loop), {}) or (phase is not None and symbol in phase.state):
                    continue
                if read_after(symbol, self.symbols, self.body, loop, safe):
                    if not read_after(symbol, self.symbols, self.body, loop, changes):
                        self._refuse_for_kept(symbol, changed, loops)
                    reason = f"the private `{symbol.name}` carries a value out of the loop"
                    refuse("K014", reason, loop.directive.where)
        OutsideLoops(self.unit, self.symbols, self.body, accumulated, self.valued, frozenset(self.reduced)).check()
        replicated.check(self.body)
        on_host = {at: verdict.kept for at, verdict in loops.items() if verdict.kept is not None}
        check_early(self.body, self.symbols, on_host, context, effects)
        apart = ids(*replicated.own)
        merging = [construct for construct in self._merging() if id(construct) not in apart]
        together: set[int] = set()
        for phase in accumulated.phases.values():
            if phase.computes:
                accumulated.merges.check_together(phase.merges)
                together |= ids(*phase.merges)
        for construct in merging:
            if id(construct) not in together and construct.directive.first(COMBINED) is None:
                accumulated.merges.check(construct)
        self._check_turns(replicated.own, accumulated)
        self._check_alone(context)
        names = tuple(sorted(symbol.name for symbol in replicated.numbers))
        computed = replicated.shares.statements
        own = frozenset(map(id, replicated.own))
        kept = [
            loop for loop, _ in self.loops() if (verdict := loops.get(id(loop))) is None or verdict.kernel is None
        ]
        effects_of = [(each, effects.of(each, self.symbols)) for each in (*replicated.own, *kept)]
        touched = tuple(Touched(statement, found.reads, found.writes) for statement, found in effects_of)
        questions = replicated.questions(self.body)
        return Apart(own, names, computed, questions, touched=touched)

    def _refuse_for_kept(
        self, symbol: Symbol, changed: Mapping[int, Collection[Symbol]], loops: Mapping[int, WorkLoop]
    ) -> None:
        """Raise `Refused` with the reason of the first loop without a kernel that changes a variable."""
        for loop, _ in self.loops():
            verdict = loops.get(id(loop))
            if symbol in changed[id(loop)] and verdict is not None and verdict.kept is not None:
                raise Refused(verdict.kept)

    def accumulated(self, context: Context, effects: EffectsOf) -> Accumulated:
        """The threads' own variables that loops only update, each by one operator."""
        operators = dict(self.reduced)
        mixed: set[Symbol] = set()
        read: dict[int, set[Symbol]] = {}
        found: dict[int, dict[Symbol, str]] = {}
        for loop, around in self.loops():
            updated = found.setdefault(id(loop), {})
            leaving = read.setdefault(id(loop), set())
            for symbol in self._changed(loop, around, effects):
                if symbol not in self.reduced and read_after(symbol, self.symbols, self.body, loop):
                    leaving.add(symbol)
                operator = self.reduced.get(symbol) or accumulates(symbol, loop, self.symbols)
                if (
                    symbol.name in own_names(loop.directive)
                    or operator is None
                    or operators.setdefault(symbol, operator) != operator
                ):
                    mixed.add(symbol)
                else:
                    updated[symbol] = operator
        phases = self._phases(read, mixed, context, effects)
        inside = {symbol for phase in phases.values() for symbol in phase.state}
        wanted = set(self.reduced).union(*read.values()) - mixed - inside
        operators = {each: operator for each, operator in operators.items() if each in wanted}
        loops = {at: {each: operators[each] for each in one if each in operators} for at, one in found.items()}
        for at, phase in phases.items():
            loops[at] |= phase.state if phase.combined else {}
        merges = Merges(self.unit, self.symbols, context, effects, self.private, dict(operators))
        for phase in phases.values():
            merges.operators.update(phase.state)
        taken = taking_over(self.body, self.symbols, merges)
        return Accumulated(operators, loops, taken, merges, phases)

    def _phases(
        self, read: Mapping[int, set[Symbol]], mixed: set[Symbol], context: Context, effects: EffectsOf
    ) -> dict[int, Phase]:
        """The loops that virtual threads run, by `id`; `read` are the variables in which each leaves a value."""
        phases = Phases(self.symbols, self.body, self.private, context, effects)
        found: dict[int, Phase] = {}
        for loop, _ in self.loops():
            state = frozenset(read[id(loop)])
            phase = phases.of(loop, state) if state & mixed else None
            if phase is not None:
                found[id(loop)] = phase
        return found

    def _counting(self, accumulated: Accumulated) -> frozenset[int]:
        """The `critical` and `atomic` constructs, by `id`, that each thread must run: they do more than merge.

        What was accumulated is in the initial thread alone, so none that mentions such a variable is among them,
        nor the merges of a phase, which may name what was computed from it.
        """
        merged = _merged(accumulated)
        merges = ids(*(each for phase in accumulated.phases.values() for each in phase.merges))
        found: set[int] = set()
        for construct in self._merging():
            if id(construct) in merges:
                continue
            inside = [node for node in walk(construct) if isinstance(node, Omp) and node is not construct]
            plain = all(each.directive.kind == "atomic" for each in inside)
            if plain and not mentions(construct, self.symbols, merged):
                try:
                    accumulated.merges.check(construct)
                except Refused:
                    found.add(id(construct))
        return frozenset(found)

    def _merging(self) -> list[Omp]:
        """The `critical` and `atomic` constructs that all threads run."""
        return [
            construct
            for construct, around in constructs(self.body)
            if construct.directive.kind in MERGING
            and not any(is_loop(each) or each.directive.kind in _ALONE for each in around)
        ]

    def _changed(self, loop: Omp, around: Sequence[Omp], effects: EffectsOf) -> list[Symbol]:
        """The threads' own variables that a loop may change, apart from those that are its own in any case."""
        assert loop.body is not None
        changed = uses_of(loop.body, self.symbols)
        written = effects.of(loop.body, self.symbols).writes  # by functions that get a pointer to it
        named = {name for clause in loop.directive.clauses for name in clause.variables}
        return [
            symbol
            for symbol, kind in data_sharing(loop, around, self.symbols).items()
            if symbol in self.private
            and kind not in (Sharing.LOCAL, Sharing.THREADPRIVATE)
            and (changed.changes(symbol) or written & effects.points.of_symbol(symbol))
            and symbol not in loop_counters(loop, self.symbols)
            and symbol.name not in named
        ]

    def defined(self, loop: Omp, effects: EffectsOf) -> frozenset[Symbol]:
        """The threads' own variables that may have a value when a loop starts.

        A value that they get in the loop only can't matter to another iteration in a program that conforms: it
        does not know which iterations a thread runs (see `mapper.translate.loops.schedule` for the exception).
        """
        inside = ids(loop)
        around = {id(node) for node in path_to(self.body, loop)}
        found = set(self.valued)
        for node, symbols in self._valuing(effects):
            if (
                not symbols <= found
                and id(node) not in inside
                and not (isinstance(node, Omp) and id(node) in around)
            ):
                found |= symbols
        return frozenset(found | self._repeated(loop))

    def _valuing(self, effects: EffectsOf) -> list[tuple[c_ast.Node, frozenset[Symbol]]]:
        """The parts of the code that may give some of the threads' own variables a value, with these."""
        if self._known:
            return self._known[0]
        found = []
        for node in walk(self.body):
            symbols = frozenset[Symbol]()
            if isinstance(node, c_ast.Assignment | c_ast.UnaryOp):
                uses = uses_of(node, self.symbols)
                symbols = frozenset(symbol for symbol in self.private if uses.changes(symbol))
            elif isinstance(node, c_ast.Decl) and node.init is not None:
                symbols = frozenset(symbol for symbol in self.private - self.renewed if symbol.decl is node)
            elif isinstance(node, c_ast.FuncCall):
                symbols = self._written(node, effects)
            if symbols:
                found.append((node, symbols))
        for construct, _ in constructs(self.body):
            if construct.body is not None and (symbols := self._written(construct.body, effects)):
                found.append((construct, symbols))
        self._known.append(found)
        return found

    def _written(self, node: c_ast.Node, effects: EffectsOf) -> frozenset[Symbol]:
        """The threads' own variables that some code may write."""
        written = effects.of(node, self.symbols).writes
        return frozenset(symbol for symbol in self.private if written & effects.points.of_symbol(symbol))

    def _repeated(self, loop: Omp) -> frozenset[Symbol]:
        """The variables that keep their values when a loop is run once more."""
        if _has_label(self.body):
            return self.private
        for node in path_to(self.body, loop)[:-1]:
            if isinstance(node, LOOPS):  # the outermost one
                declared = {id(part) for part in walk(node) if isinstance(part, c_ast.Decl)}
                return frozenset(each for each in self.private if id(each.decl) not in declared)
        return frozenset()

    def _check_turns(self, own: Sequence[c_ast.Node], accumulated: Accumulated) -> None:
        """What each thread does for itself in `critical` or `atomic` must not merge accumulated values."""
        merged = _merged(accumulated)
        for statement in own:
            turn = next((part for part in walk(statement) if isinstance(part, Omp)), None)
            if turn is not None and mentions(statement, self.symbols, merged):
                refuse("K013", "threads merge values by their numbers", turn.directive.where)

    def _check_alone(self, context: Context) -> None:
        """What one thread alone stores in a variable of its own must stay there."""
        for block in first_thread(self.body, self.symbols, self.private, context, self.given).blocks:
            self._check_one(block, block.iftrue, frozenset(), self.unit.location(block))
        for construct, _ in constructs(self.body):
            if construct.directive.kind in _ALONE and construct.body is not None:
                clauses = [clause for clause in construct.directive.clauses if clause.kind in _RENEWED]
                renewed = frozenset(name for clause in clauses for name in clause.variables)
                self._check_one(construct, construct.body, renewed, construct.directive.where)

    def _check_one(self, node: c_ast.Node, body: c_ast.Node, renewed: frozenset[str], where: Location) -> None:
        """What the body of a statement for one thread changes; `renewed` are variables that are new in it."""
        changed = uses_of(body, self.symbols)
        inside = ids(node)
        for symbol in sorted(self.private, key=lambda each: each.number):
            local = id(symbol.decl) in inside or symbol.name in renewed
            if not local and changed.changes(symbol) and read_after(symbol, self.symbols, self.body, node):
                reason = f"one thread alone changes its own `{symbol.name}`, which is read later"
                refuse("K013", reason, where)


@once
def _has_label(body: c_ast.Node) -> bool:
    return any(isinstance(node, c_ast.Label) for node in walk(body))


def _merged(accumulated: Accumulated) -> set[Symbol]:
    """The variables that hold accumulated values."""
    state = {symbol for phase in accumulated.phases.values() for symbol in phase.state}
    return {*accumulated.operators, *accumulated.taken, *state}
