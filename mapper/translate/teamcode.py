"""Code that each thread of a team runs: the body of a region, or of a function that regions call.

It can have a device version if one run of it, by the host's initial thread, means what the runs of all threads
mean together.  See `mapper.translate.replicated` for the code between the work-shared loops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.effects import EffectsOf
from mapper.analysis.scopes import Symbol
from mapper.analysis.sharing import data_sharing, loop_counters
from mapper.analysis.sharing_check import constructs
from mapper.analysis.symbols import Symbols
from mapper.ir.nodes import Omp, walk
from mapper.ir.region import Sharing, TeamFunction
from mapper.ir.unit import Unit
from mapper.translate.context import Context
from mapper.translate.directives import check_inside
from mapper.translate.kept import refuse
from mapper.translate.liveness import exposed, read_after
from mapper.translate.replicated import Replicated
from mapper.translate.uses import uses_of

_ALONE = frozenset(["single", "master"])


def is_loop(construct: Omp) -> bool:
    """Whether a construct shares the iterations of a loop out."""
    return "for" in construct.directive.words


@dataclass(frozen=True, eq=False, slots=True)
class TeamCode:
    """The code; `private` are the variables that each thread has of its own, loops apart.

    `valued` are those of them that have a value when the code begins; the declarations of the `renewed` ones stand
    outside and say nothing of their values.  `around` are the constructs around the body.
    """

    unit: Unit
    symbols: Symbols
    body: c_ast.Node
    private: frozenset[Symbol]
    valued: frozenset[Symbol] = frozenset()
    renewed: frozenset[Symbol] = frozenset()
    around: tuple[Omp, ...] = ()

    def loops(self) -> list[tuple[Omp, tuple[Omp, ...]]]:
        """The work-shared loops in it, each with the constructs around it."""
        return [(each, (*self.around, *around)) for each, around in constructs(self.body) if is_loop(each)]

    def check_constructs(self) -> None:
        """Raise `Refused` for the first construct apart from loops that is not translated."""
        for construct, around in constructs(self.body):
            if not any(is_loop(each) for each in around):
                check_inside(construct.directive)

    def check(self, context: Context, effects: EffectsOf, calls: Mapping[int, TeamFunction]) -> None:
        """Raise `Refused` where one run differs from one by each thread; `calls` are those of team functions."""
        replicated = Replicated(self.unit, self.symbols, context, effects, self.private, calls)
        for construct, around in self.loops():
            self._check_carried(construct, around, effects)
        replicated.check(self.body)
        self._check_alone()

    def _check_carried(self, loop: Omp, around: Sequence[Omp], effects: EffectsOf) -> None:
        """A thread's own variable must not carry a value out of a loop, or from iteration to iteration."""
        assert loop.body is not None
        changed = uses_of(loop.body, self.symbols)
        written = effects.of(loop.body, self.symbols).writes  # by functions that get a pointer to it
        for symbol, kind in data_sharing(loop, around, self.symbols).items():
            inherited = symbol in self.private and kind is not Sharing.LOCAL
            changes = changed.changes(symbol) or written & effects.points.of_symbol(symbol)
            if not inherited or not changes or symbol in loop_counters(loop, self.symbols):
                continue
            if any(symbol.name in clause.variables for clause in loop.directive.clauses):
                continue
            where = loop.directive.where
            if read_after(symbol, self.symbols, self.body, loop):
                refuse("K014", f"the private `{symbol.name}` carries a value out of the loop", where)
            if self._has_value(symbol, loop) and exposed(symbol, self.symbols, _inner(loop.body)):
                refuse("K014", f"the private `{symbol.name}` carries a value between iterations", where)

    def _has_value(self, symbol: Symbol, loop: Omp) -> bool:
        """Whether a private variable may have a value when a loop starts."""
        if symbol in self.valued:
            return True
        initialised = isinstance(symbol.decl, c_ast.Decl) and symbol.decl.init is not None
        if initialised and symbol not in self.renewed:
            return True
        inside = {id(node) for node in walk(loop)}
        return any(
            uses_of(node, self.symbols).changes(symbol)
            for node in walk(self.body)
            if id(node) not in inside and isinstance(node, c_ast.Assignment | c_ast.UnaryOp)
        )

    def _check_alone(self) -> None:
        """What one thread alone stores in a variable of its own must stay there."""
        for construct, _ in constructs(self.body):
            if construct.directive.kind not in _ALONE or construct.body is None:
                continue
            copied = {name for clause in construct.directive.all("copyprivate") for name in clause.variables}
            changed = uses_of(construct.body, self.symbols)
            inside = {id(node) for node in walk(construct)}
            for symbol in sorted(self.private, key=lambda each: each.number):
                local = id(symbol.decl) in inside or symbol.name in copied
                if (
                    not local
                    and changed.changes(symbol)
                    and read_after(symbol, self.symbols, self.body, construct)
                ):
                    reason = f"one thread alone changes its own `{symbol.name}`, which is read later"
                    refuse("K013", reason, construct.directive.where)


def _inner(loop: c_ast.Node) -> c_ast.Node:
    """The body of a `for` statement."""
    return loop.stmt if isinstance(loop, c_ast.For) else loop
