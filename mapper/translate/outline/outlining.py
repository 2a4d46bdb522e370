"""What outlining a loop works on: the loop, the scope of the kernel, and what its body gets around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.pointers.stability import Stability
from mapper.diagnostics import Location
from mapper.ir.program.kernel import Reduction
from mapper.ir.trees.names import mentions_any
from mapper.ir.trees.nodes import Omp
from mapper.ir.trees.unit import Unit
from mapper.translate.common.context import Context
from mapper.translate.common.uses import all_uses
from mapper.translate.lowering.statements import Statements, lower_body
from mapper.translate.merging.array_reductions import Reduced, is_array, reduced_arrays
from mapper.translate.outline.communication.observed import Observed
from mapper.translate.scope.frame import Frame, Local
from mapper.translate.scope.scope import KernelScope
from mapper.translate.threads.ordered_counters import OrderedCounter
from mapper.translate.threads.shares import Shares
from mapper.translate.threads.thread_state import Suspect


@dataclass(frozen=True, eq=False, slots=True)
class Loop:
    """A work-shared loop to outline: `enclosing` are the constructs around it, from outside in.

    `inherited` are the variables that each thread of the region has of its own, `defined` those of them that may
    have a value when the loop starts, `accumulated` those that the loop only updates, with the operators: it
    reduces into them. `state` are those that virtual threads carry along: see `mapper.translate.regions.phases`.
    `numbers` are those that hold the thread's number, `shares` what is computed from it before.  `common` are the
    automatic variables of which there is one for all iterations although the loop is an orphan: its team is one.
    """

    id: str
    unit: Unit
    symbols: Symbols
    construct: Omp
    enclosing: Sequence[Omp]
    where: Location
    inherited: frozenset[Symbol] = frozenset()
    defined: frozenset[Symbol] = frozenset()
    accumulated: Mapping[Symbol, str] = field(default_factory=dict)
    state: tuple[Symbol, ...] = ()
    numbers: frozenset[Symbol] = frozenset()
    shares: Shares = Shares()  # noqa: RUF009 - frozen, as are its parts
    common: frozenset[Symbol] = frozenset()


@dataclass(frozen=True, slots=True)
class Share:
    """In a loop that virtual threads run: the names of an iteration's index and of the number of iterations."""

    flat: str
    iterations: str


@dataclass(eq=False)
class Parts:
    """What the body gets around it.

    `after` is for the last iteration, `ends` for each one; `carried`, `entry` and `leaving` are around all those
    of a virtual thread.
    """

    before: list[tuple[Local, c_ast.Node | None]] = field(default_factory=list)
    copies: list[c_ast.Node] = field(default_factory=list)
    after: list[c_ast.Node] = field(default_factory=list)
    carried: list[tuple[Local, c_ast.Node | None]] = field(default_factory=list)
    entry: list[c_ast.Node] = field(default_factory=list)
    leaving: list[c_ast.Node] = field(default_factory=list)
    reductions: list[Reduction] = field(default_factory=list)
    ends: list[c_ast.Node] = field(default_factory=list)


class Outlining:
    """The state of outlining one loop."""

    def __init__(self, loop: Loop, context: Context, effects: EffectsOf) -> None:
        self.loop = loop
        self.context = context
        self.symbols = loop.symbols
        self.effects = effects
        uses = all_uses(loop.construct, loop.symbols, context)
        self._stability = Stability(effects, loop.construct, loop.symbols)
        self.scope = KernelScope(
            context,
            loop.unit,
            loop.symbols,
            loop.construct,
            uses,
            self.stable,
            self.writer,
            self.writes,
            self.contended,
            effects,
            loop.inherited,
            lower_body,
            loop.id,
        )
        self.scope.names.fresh(loop.id)
        self.scope.types.volatile = self._volatile
        self.frame = Frame(self.scope, loop.unit, loop.symbols, outer=True)
        self.statements = Statements(self.frame, None)
        self.parts = Parts()
        self.rank = 0
        self.begun: dict[
            str, str
        ] = {}  # scalars that begin with a value and may carry one, with their source names
        self.unproven: dict[str, str] = {}  # private variables that may carry a value, with their source names
        self.valued: set[str] = set()  # those of them that may have a value when the loop starts
        self.thread_blocks: set[str] = set()  # pointers to threads' blocks that are arrays of an iteration's own
        self.conditions: list[c_ast.Node] = []  # of the host's, without which the kernel is wrong
        self.share: Share | None = None
        self.counter: OrderedCounter | None = None
        self.suspects: list[Suspect] = []
        self.taken: frozenset[Symbol] = frozenset()  # scalars that iterations only update in turn, by locks, say
        self.arrays = {
            **reduced_arrays([*loop.enclosing, loop.construct], loop.symbols),
            **{
                symbol: Reduced(operator, loop.where)
                for symbol, operator in loop.accumulated.items()
                if is_array(symbol)
            },
        }

    @cached_property
    def observed(self) -> Observed:
        """What iterations see of each other while they run."""
        return Observed(self.loop.construct, self.symbols, self.context, self.effects)

    def _volatile(self) -> str:
        """Why volatile data may change while the loop runs, or are what iterations see of each other."""
        if self.context.graph.handles_signals:
            return ", and the program handles signals, which may write them"
        return ", which reads and writes them" if self.observed.sees_volatile() else ""

    def contended(self, node: c_ast.Node, symbols: Symbols) -> bool:
        """Whether an object may be one that iterations compare and swap."""
        return self.observed.contended(node, symbols)

    def stable(self, node: c_ast.Node) -> bool:
        """Whether a host expression has one value for all iterations; threads' own numbers have several."""
        own = self.loop.numbers | self.loop.shares.symbols
        if own and mentions_any(node, {each.name for each in own}):
            return False
        return self._stability.keeps(node, self.symbols, self.scope.names_there)

    def writer(self, node: c_ast.Node) -> Location | None:
        """Where the loop may write what a host expression reads, if that is known."""
        return self._stability.writer(node, self.symbols, self.scope.names_there)

    def writes(self, symbol: Symbol) -> bool:
        """Whether the loop may write a variable."""
        return not self._stability.keeps_variable(symbol)
