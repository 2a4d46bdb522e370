"""`fuse`: neighbouring loops over the same iterations become one kernel, where each one only needs its own part.

    for i (parallel)                  for i (parallel)
      q[i] = a[i] * p[i];       ->      q[i] = a[i] * p[i];
    for i (parallel)                    sum += q[i] * p[i];
      sum += q[i] * p[i];

That saves a launch, and what the second loop reads again is at hand.  Loops are neighbours where nothing but
barriers is between them.  What the second is launched with must not be changed by the first, and a place in
memory that one of them writes must not be used by another iteration of the other.  Loops that would lose another
transformation stay apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import islpy as isl
from pycparser import c_ast

from mapper.analysis.footprints.bounds import EXTREMES
from mapper.analysis.host.objects import NamesAt
from mapper.analysis.kernels.forms import bounded_work
from mapper.analysis.kernels.relations.accesses import Access as KernelAccess
from mapper.analysis.kernels.relations.accesses import Found
from mapper.analysis.kernels.relations.dependences import crosses
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.expression_types import value_type
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.accesses import Accesses, Call
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Applied, Buffer, Kernel, Value
from mapper.ir.program.region import ParallelRegion, TeamFunction, WorkLoop
from mapper.ir.trees.ctypes import CType
from mapper.ir.trees.directive import WAITING
from mapper.ir.trees.nodes import Omp, text_of, walk
from mapper.transforms.frame.base import Changed, Fusion, RefusedError, applied, listed
from mapper.transforms.fusion.concatenate import Joined, declared_twice, joined, same_iterations
from mapper.transforms.fusion.lines import along_lines
from mapper.transforms.fusion.loops_of_calls import Instance
from mapper.transforms.memory import overwrite

NAME = "fuse"
MOST_PAIRS = 20000  # of accesses that are compared

TRANSFORM = Fusion(NAME, "neighbouring loops over the same iterations become one kernel")

Finish = Callable[[Kernel], Kernel]
"""What becomes of a kernel by the transformations behind this one."""


@dataclass(frozen=True, eq=False, slots=True)
class Group:
    """Loops that one kernel runs: the first one's id and kernel, and the ids of the others, in order."""

    first: str
    kernel: Kernel
    others: tuple[str, ...]


def fuse(
    holder: ParallelRegion | TeamFunction,
    loops: Sequence[WorkLoop],
    kernels: Mapping[str, Kernel],
    symbols: Symbols,
    effects: EffectsOf,
    finish: Finish,
) -> tuple[list[Group], dict[str, Kernel]]:
    """The groups among some loops that are in a region's or team function's own text.

    The second value are the kernels of loops that stay apart from the loop before, with the reason.
    """
    groups: list[Group] = []
    refused: dict[str, Kernel] = {}
    body = holder.construct.body if isinstance(holder, ParallelRegion) else holder.function.body
    by_construct = {id(loop.construct): loop for loop in loops if loop.id in kernels}
    for row in _rows(body, by_construct):
        chain = [Instance(row[0], kernels[row[0].id], symbols, row[0].construct)]
        kernel = kernels[row[0].id]
        for loop in row[1:]:
            other = Instance(loop, kernels[loop.id], symbols, loop.construct)
            try:
                both = Pair(chain, kernel, other, symbols, effects).run()
                require_kept([kernel, other.kernel], both.kernel, finish, both.loops)
                chain.append(other)
                kernel = both.kernel
            except RefusedError as why:
                reason = refused_with(other, chain[-1], str(why))
                refused[loop.id] = replace(other.kernel, applied=(*other.kernel.applied, reason))
                groups += _group(chain, kernel, symbols)
                chain, kernel = [replace(other, kernel=refused[loop.id])], refused[loop.id]
        groups += _group(chain, kernel, symbols)
    return groups, refused


def require_kept(parts: Sequence[Kernel], both: Kernel, finish: Finish, loops: int) -> None:
    """No part may lose a later transformation by being joined with the others; raises `RefusedError`.

    Where so many `loops` were dimensions of points, the lanes that have a line must share them.
    """
    before, made = [finish(part) for part in parts], finish(both)
    lost = set[str]().union(*(applied(one) - applied(part) for one, part in zip(before, parts, strict=True)))
    lost -= applied(made)
    if loops:  # lanes go along other subscripts than points did, and copies in another order are for these
        lost.discard("relayout")
    if lost:
        raise RefusedError(f"one kernel of both could have no {' and no '.join(sorted(lost))}")
    if loops:
        shared = [0 if (gang := each.form(Gang)) is None else len(gang.loops) for each in (made, *before)]
        if shared[0] < loops + sum(shared[1:]) or not any(shared[1:]):
            raise RefusedError("the loops have different iterations, and no lanes would share those of both")


def refused_with(other: Instance, before: Instance, why: str) -> Applied:
    """The reason why a loop stays apart from the loop before."""
    return Applied(NAME, f"{before.loop.id} stays apart: {why}", other.loop.where)


def _group(chain: Sequence[Instance], kernel: Kernel, symbols: Symbols) -> list[Group]:
    if len(chain) == 1:
        return []
    others = tuple(each.loop.id for each in chain[1:])
    return [Group(chain[0].loop.id, finished(kernel, [each.kernel for each in chain], others, symbols), others)]


def finished(kernel: Kernel, parts: Sequence[Kernel], others: Sequence[str], symbols: Symbols) -> Kernel:
    """The kernel of all parts with what it says of the `others` that it runs, and what they overwrite together.

    That is found anew: what one part overwrites another may read, or overwrite the rest.
    """
    again = overwrite.TRANSFORM
    if any(again.name in applied(part) for part in parts):
        before = tuple(each for each in kernel.applied if each.transform != again.name)
        outcome = again.outcome(kernel, symbols)
        if isinstance(outcome, Changed):
            kernel, before = outcome.kernel, (Applied(again.name, did=outcome.did), *before)
        kernel = replace(kernel, applied=before)
    did = f"{listed(others)} {'runs' if len(others) == 1 else 'run'} in the same kernel"
    return replace(kernel, applied=(*kernel.applied, Applied(NAME, did=did)))


def _rows(body: c_ast.Node | None, loops: Mapping[int, WorkLoop]) -> Iterator[list[WorkLoop]]:
    """Loops one behind the other, at least two."""
    for block in walk(body) if body is not None else ():
        if not isinstance(block, c_ast.Compound):
            continue
        row: list[WorkLoop] = []
        for item in [*(block.block_items or []), None]:
            if item is not None and id(item) in loops:
                row.append(loops[id(item)])
            elif not _is_nothing(item):
                if len(row) > 1:
                    yield row
                row = []


def _is_nothing(item: c_ast.Node | None) -> bool:
    if isinstance(item, Omp):
        return item.directive.kind in WAITING
    return isinstance(item, c_ast.EmptyStatement)


class Pair:
    """A kernel of some loops, and the loop behind them; `symbols` are those of the unit that launches them."""

    def __init__(
        self,
        chain: Sequence[Instance],
        first: Kernel,
        second: Instance,
        symbols: Symbols,
        effects: EffectsOf,
    ) -> None:
        self.chain = chain
        self.first = first
        self.loop = second
        self.second = second.kernel
        self.symbols = symbols
        self.effects = effects

    def run(self) -> Joined:
        """The one kernel of all; raises `RefusedError`."""
        both = self.joined()
        if not both.loops:
            self._require_apart(both)
        return both

    def joined(self, most: int | None = None) -> Joined:
        """The one kernel of all, where that may be apart from what iterations access; raises `RefusedError`.

        Where one of them is over points and the other over lines, that is sure, and `most` is for `require_apart`.
        """
        for each, kernel in ((self.chain[0], self.first), (self.loop, self.second)):
            _require_plain(each.loop, kernel)
        if self.first.local_size and self.second.local_size:
            raise RefusedError("both loops ask for work-groups of their own")
        if same_iterations(self.first, self.second):
            return self._of(self.first, self.second)
        loops = abs(len(self.first.dimensions) - len(self.second.dimensions))
        why = RefusedError("the loops have different iterations")
        for first, second in self._along_lines():
            both = replace(self._of(first, second), loops=loops)
            try:
                self._require_apart(both, most)
            except RefusedError as reason:
                why = reason
            else:
                return both
        raise why

    def _along_lines(self) -> Iterator[tuple[Kernel, Kernel]]:
        """Both kernels with the iterations of the one that has fewer dimensions."""
        few, many = len(self.first.dimensions), len(self.second.dimensions)
        if few < many:
            for second in along_lines(self.second, self.first, partial(self.type_of, self.loop)):
                yield self.first, second
        elif many < few:
            for first in along_lines(self.first, self.second, partial(self.type_of, self.chain[0])):
                yield first, self.second

    def _require_apart(self, both: Joined, most: int | None = None) -> None:
        require_apart(both.kernel, [code_of(self.first), both.second], self.symbols, most)

    def type_of(self, instance: Instance, expression: c_ast.Node) -> CType:
        """The type of a host expression of an instance's kernel."""
        return value_type(expression, NamesAt(self.symbols, instance.at))

    def _of(self, first: Kernel, second: Kernel) -> Joined:
        if declared_twice([*first.types, *second.types]):
            raise RefusedError("two types have the same name")
        targets = [text_of(each.target) for each in (*first.reductions, *second.reductions)]
        if len(set(targets)) != len(targets):
            raise RefusedError("both loops reduce into the same variable")
        self.require_same_values(second)
        both = joined(first, second)
        return replace(both, kernel=self._with_overlaps(both))

    def require_same_values(self, second: Kernel) -> None:
        """What the host evaluates for the second launch must be the same before the first."""
        effects = [self.effects.of(each.loop.construct, each.symbols) for each in self.chain]
        if any(each.unknown for each in effects):
            raise RefusedError("it is not known what the first loop changes")
        written = 0
        for each in effects:
            written |= each.writes
        names = NamesAt(self.symbols, self.loop.at)
        accesses = Accesses(self.symbols, self.effects.points, self.effects.graph, names=names)
        for expression in second.host_expressions():
            for part in accesses.of(expression):
                if isinstance(part, Call):
                    if isinstance(part.node.name, c_ast.ID) and part.node.name.name in EXTREMES:
                        continue
                    called = self.effects.of_targets(part.targets)
                    changes = called.writes or called.unknown or called.flags or called.reads & written
                else:
                    changes = part.write or part.objects & ~MOVED_BIT & (written | UNKNOWN_BIT)
                if changes:
                    raise RefusedError("the first loop may change what the second is launched with")

    # ---- memory ----------------------------------------------------------------------------------------------

    def _with_overlaps(self, both: Joined) -> Kernel:
        """The kernel with the buffers of one loop that may be the same memory as those of the other."""
        memories = {each.name: self._memory(each, self.chain[0]) for each in self.first.buffers}
        others = {both.names[each.name]: self._memory(each, self.loop) for each in self.second.buffers}
        found: list[Buffer | Value] = []
        for each in both.kernel.parameters:
            if isinstance(each, Buffer) and each.overlaps is not None:
                own = memories.get(each.name, others.get(each.name, UNKNOWN_BIT))
                across = others if each.name in memories else memories
                if each.name in memories and each.name in others:
                    across = {**memories, **others}
                more = {name for name, memory in across.items() if name != each.name and _may_meet(own, memory)}
                more -= self._known_apart(each.name, both)
                each = replace(each, overlaps=each.overlaps | more, same=each.same | more)
            found.append(each)
        return replace(both.kernel, parameters=tuple(found))

    def _known_apart(self, name: str, both: Joined) -> set[str]:
        """The buffers that the loops which use both of them know to be other memory."""
        apart: set[str] = set()
        back = {new: old for old, new in both.names.items()}
        for buffers, own, names in (
            ({each.name: each for each in self.first.buffers}, name, {n: n for n in both.kernel.symbols}),
            ({each.name: each for each in self.second.buffers}, back.get(name, ""), back),
        ):
            if own in buffers and (overlaps := buffers[own].overlaps) is not None:
                apart |= {new for new, old in names.items() if old in buffers and old not in overlaps}
        return apart

    def _memory(self, buffer: Buffer, loop: Instance) -> int:
        """The objects that a buffer may be in."""
        names = NamesAt(self.symbols, loop.at)
        return self.effects.points.pointed(buffer.pointer, self.symbols, names=names) & ~MOVED_BIT


def code_of(kernel: Kernel) -> tuple[c_ast.Node, ...]:
    """The code of a kernel's iteration, functions included."""
    return (*(kernel.body.block_items or []), *kernel.functions)


def require_apart(
    kernel: Kernel, parts: Sequence[Sequence[c_ast.Node]], symbols: Symbols, most: int | None
) -> None:
    """No iteration of one part of a kernel may use what another iteration of another part writes.

    Raises `RefusedError`, also where there are more than `most` accesses.
    """
    try:
        with bounded_work():
            _check_apart(collect(kernel, symbols), parts, most)
    except isl.Error:
        raise RefusedError("the subscripts are too intricate to be analysed") from None


def _check_apart(found: Found, parts: Sequence[Sequence[c_ast.Node]], most: int | None) -> None:
    if not found.complete:
        raise RefusedError("the body is too large to be analysed")
    numbers = {id(node): number for number, part in enumerate(parts) for root in part for node in walk(root)}
    accesses: list[list[KernelAccess]] = [[] for _ in parts]
    for access in found.accesses:
        if access.may_be_global:
            number = numbers.get(id(access.node))
            if number is None:
                raise RefusedError("the body is too intricate to be analysed")
            accesses[number].append(access)
    if most is not None and sum(map(len, accesses)) > most:
        raise RefusedError(f"one kernel would access memory in more than {most} places")
    pairs = [
        (one, other)
        for number, first in enumerate(accesses)
        for second in accesses[number + 1 :]
        for one in first
        for other in second
        if one.write or other.write
    ]
    if len(pairs) > MOST_PAIRS:
        raise RefusedError("the bodies are too large to be compared")
    for one, other in pairs:
        if crosses(found, one, other):
            raise RefusedError(_what(one, other))


def _what(one: KernelAccess, other: KernelAccess) -> str:
    root = other.root or one.root
    name = f"`{root.name}`" if root is not None else "memory"
    return f"{name} may be used by another iteration than the one that writes it"


def require_no_state(loop: WorkLoop) -> None:
    """Raises `RefusedError` where each thread has variables of its own for a loop."""
    if loop.state or loop.merges or loop.accumulated or loop.copyin or loop.numbers or loop.shares:
        raise RefusedError("a loop works on its threads' own variables")


def _require_plain(loop: WorkLoop, kernel: Kernel) -> None:
    require_no_state(loop)
    if kernel.stops:
        raise RefusedError("a loop has error paths")
    if kernel.chains or kernel.has_states:
        raise RefusedError("a loop uses pointers to pointers")
    if kernel.assumed.pairs:
        raise RefusedError("a loop needs arrays that are apart")
    if kernel.assumed.divided:
        raise RefusedError("a loop needs tiles that divide its range")
    if kernel.assumed.in_rows:
        raise RefusedError("a loop needs subscripts that stay in their rows")
    if kernel.assumed.beside:
        raise RefusedError("a loop needs pointers that don't lead to its variables")
    if kernel.assumed.written:
        raise RefusedError("a loop needs bounds by which its iterations write what they read of private variables")
    if kernel.forms or kernel.large:
        raise RefusedError("a loop asks for work-groups of its own")


def _may_meet(one: int, other: int) -> bool:
    return bool(one & other or (one | other) & UNKNOWN_BIT)
