"""Sweeps: kernels that run a sequential loop of a team with all work-shared loops in it.

    for (j = 1; j < n; j++)                          one kernel over i:
    #pragma omp for                          ->        for (j = 1; j < n; j++)
      for (i = 0; i < m; i++)                            x[j][i] -= f[j] * x[j - 1][i];
        x[j][i] -= f[j] * x[j - 1][i];

Barriers between two steps only order what different iterations of work-shared loops access.  Where no iteration
accesses what another one writes, in whatever steps, the loops change places (Allen and Kennedy, "Optimizing
Compilers for Modern Architectures", section 5.2).  Where it is the sequential loop whose iterations are
independent, but for arrays that each of them writes before it reads them, it is shared out itself; the last
iteration's values of such arrays are then stored by those of its work-shared loops that do nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.kernels.forms import bounded_work
from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.sharing import threadprivate_symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.objects import UNKNOWN_BIT
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import Kept, Row, WorkLoop
from mapper.ir.trees.ctypes import ArrayType
from mapper.ir.trees.nodes import LOOPS, Omp, children, walk
from mapper.translate.common.context import Context, key_of
from mapper.translate.common.uses import all_uses, uses_of
from mapper.translate.outline.outlining import Loop
from mapper.translate.private.liveness import read_after
from mapper.translate.private.proof import Independence, independent
from mapper.translate.regions.sequential_loops import NoSweepError, Reader, SequentialLoop
from mapper.translate.regions.team_code import TeamCode

FEWEST = 64
"""Iterations of a sequential loop that are worth a kernel over them: each runs all iterations of inner loops."""
LARGEST = 64 << 10
"""The size of an array in bytes of which each iteration may have its own."""
MOST = 4
"""So many arrays an iteration may have of its own."""

Judge = Callable[[Loop, Context, EffectsOf], WorkLoop]


@dataclass(frozen=True, eq=False, slots=True)
class Sweeps:
    """Finds the sweeps of one team's code.

    `private` are the threads' own variables that kernels of its loops know, `known` the verdicts on these loops by
    the `id`s of their constructs, and `apart` the `id`s of statements that each thread runs for itself.
    """

    code: TeamCode
    private: frozenset[Symbol]
    known: Mapping[int, WorkLoop]
    apart: frozenset[int]
    context: Context
    effects: EffectsOf
    judge: Judge

    def run(self) -> tuple[WorkLoop, ...]:
        """The kernels, one for each sequential loop that can have one; else why it has none, without a kernel."""
        numbers = self.code.numbers(self.context) | self.code.shares(self.context, self.effects).symbols
        reader = Reader(self.code.unit, self.code.symbols, self.known, self.private, numbers)
        return tuple(self._found(self.code.body, reader))

    def _found(self, node: c_ast.Node, reader: Reader) -> Iterator[WorkLoop]:
        """The sweeps in some code, outer loops first."""
        if id(node) in self.apart or (isinstance(node, Omp) and node is not self.code.body):
            return
        refused: list[WorkLoop] = []
        if isinstance(node, c_ast.For):
            try:
                loop = reader.read(node)
                found = self._swept(loop)
                if found.kernel is not None:
                    yield found
                    return
                refused = [found]
            except NoSweepError:
                pass
        inner = [sweep for child in children(node) for sweep in self._found(child, reader)]
        yield from inner or refused

    def _swept(self, loop: SequentialLoop) -> WorkLoop:
        """The kernel of a sequential loop, or the reason why there is none."""
        if self._hangs_on_itself(loop):
            raise NoSweepError("a value in it may be changed by a loop in it")
        why = "its loops have different iterations, or other ones in each step"
        for construct in loop.inside_out():
            verdict, proof = self._proved(loop, construct)
            if proof.kernel is not None:
                rest = loop.skeleton() if self._leaves(loop, loop.changed) else None
                return replace(verdict, kernel=proof.kernel, row=Row((loop.statement,), rest=rest))
            why = proof.reason
        return self._in_place(loop) or self._refused(loop, why)

    # ---- the work-shared loops outside -------------------------------------------------------------------------

    def _proved(
        self, loop: SequentialLoop, construct: Omp, own: Sequence[Symbol] = ()
    ) -> tuple[WorkLoop, Independence]:
        """The verdict on a construct for a sequential loop, and whether its iterations are independent.

        The arrays `own` have values when it starts, which an iteration that has them for itself must not read.
        """
        first = loop.loops[0]
        verdict = self.judge(
            Loop(
                f"{first.id}_sweep",
                self.code.unit,
                self.code.symbols,
                construct,
                self.code.around,
                first.where,
                self.private,
                self.private.union(own),
            ),
            self.context,
            self.effects,
        )
        ids = tuple(dict.fromkeys(each.id for each in loop.loops))
        verdict = replace(verdict, construct=first.construct, others=ids)
        kernel = verdict.kernel
        if kernel is None or verdict.copyin:
            reason = verdict.kept.reason if verdict.kept is not None else "it uses threadprivate variables"
            return verdict, Independence(None, reason)
        if kernel.large or kernel.local_size or kernel.reductions or kernel.form(Ordered) or kernel.stops:
            return verdict, Independence(None, "its iterations need more than a kernel of their own")
        with bounded_work():
            return verdict, independent(kernel, self.code.symbols)

    def _refused(self, loop: SequentialLoop, why: str) -> WorkLoop:
        first = loop.loops[0]
        kept = Kept("K014", why, self.code.unit.location(loop.statement))
        ids = tuple(dict.fromkeys(each.id for each in loop.loops))
        return WorkLoop(f"{first.id}_sweep", first.construct, first.where, None, kept, others=ids)

    def _leaves(self, loop: SequentialLoop, changed: frozenset[Symbol]) -> bool:
        """Whether one of the variables that a loop changes is read behind it."""
        return any(
            read_after(each, self.code.symbols, self.code.body, loop.statement) for each in changed - loop.declared
        )

    def _hangs_on_itself(self, loop: SequentialLoop) -> bool:
        """Whether the work-shared loops may change what the code around them reads."""
        written = self._written(*loop.loops)
        return any(self.effects.of(each, self.code.symbols).reads & written for each in loop.read)

    def _written(self, *loops: WorkLoop) -> int:
        """The memory that work-shared loops may change, but for threads' own variables."""
        found = 0
        for each in loops:
            found |= self.effects.of(each.construct, self.code.symbols).writes
        return found & ~self._objects(self.private)

    def _objects(self, symbols: frozenset[Symbol]) -> int:
        found = 0
        for each in symbols:
            found |= self.effects.points.of_symbol(each)
        return found

    # ---- the sequential loops outside --------------------------------------------------------------------------

    def _in_place(self, loop: SequentialLoop) -> WorkLoop | None:
        """The kernel over the iterations of sequential loops that have some arrays of their own."""
        if not self._own_arrays(loop) or self._leaves(loop, loop.changed - loop.counters):
            return None
        own: list[Symbol] = []
        while len(own) <= MOST:
            verdict, proof = self._proved(loop, loop.in_place(own), own)
            if proof.kernel is not None:
                last = self._last(loop, own, proof.kernel)
                row = Row((loop.statement,), fewest=FEWEST, rest=last)
                return None if last is None else replace(verdict, kernel=proof.kernel, row=row)
            candidates = {each.name: each for each in self._own_arrays(loop) if each not in own}
            named = {each.name: each.pointer for each in verdict.kernel.buffers} if verdict.kernel else {}
            pointer = named.get(proof.through or "")
            symbol = candidates.get(pointer.name) if isinstance(pointer, c_ast.ID) else None
            if symbol is None:
                return None
            own.append(symbol)
        return None

    def _own_arrays(self, loop: SequentialLoop) -> list[Symbol]:
        """The arrays that a loop writes, by name, and of which each iteration might have its own."""
        symbols, statement = self.code.symbols, loop.statement
        uses, called = uses_of(statement, symbols), all_uses(statement, symbols, self.context)
        own = {key_of(symbol) for symbol in threadprivate_symbols(symbols)}
        found = []
        for key, (symbol, _) in uses.mentioned.items():
            size = symbols.constant_sizeof(symbol.type) if isinstance(symbol.type, ArrayType) else None
            if key not in uses.written or key in own or key in called.addressed or symbol in self.private:
                continue
            if (
                size is None
                or size > LARGEST
                or symbols.lookup(symbol.name, loop.loops[0].construct) is not symbol
            ):
                continue
            elsewhere = any(
                key in uses_of(callee.function, callee.symbols).mentioned
                for callee in self.context.callees(statement, symbols)
            )
            if not elsewhere:
                found.append(symbol)
        return found

    def _last(self, loop: SequentialLoop, own: list[Symbol], kernel: Kernel) -> c_ast.Node | None:
        """What stores the last iteration's values of its own arrays; None where that can't be done by itself.

        Work-shared loops do that which write nothing else, and read nothing that others write.
        """
        if not own:
            return None
        mine = self._objects(frozenset(own))
        if any(each.memory is None or each.memory & (mine | UNKNOWN_BIT) for each in kernel.buffers):
            return None
        storing = [each for each in loop.loops if self._written(each) & mine]
        others = self._written(*loop.loops) & ~mine
        for each in storing:
            reads = self.effects.of(each.construct, self.code.symbols).reads
            if self._written(each) & ~mine or reads & others:
                return None
        held = {id(level.node) for level in loop.levels()}
        inner = [
            node for node in walk(loop.statement) if isinstance(node, (*LOOPS, c_ast.If)) and id(node) not in held
        ]
        shared = {id(part) for each in loop.loops for part in walk(each.construct)}
        if any(id(node) not in shared for node in inner):
            return None  # what other sequential loops in it run last is another question
        return loop.last_iteration(storing)
