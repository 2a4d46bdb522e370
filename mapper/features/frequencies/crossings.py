"""What moves once more because serial code uses it between two regions, outside of all loops around regions.

Set-up, a first pass, checks, and set-up again: the program is followed from its beginning, each loop once.  An
array that a kernel has written and serial code uses goes back, one that serial code has written goes to the device
again.  What loops repeat is counted by `between.py`.

Objects that points-to analysis does not tell apart (rows that one function allocates for several tables) count as
one.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pycparser import c_ast

from mapper.analysis.pointers.callgraph import CallGraph
from mapper.analysis.whole_program.objects import MOVED_BIT, UNKNOWN_BIT, Key
from mapper.analysis.whole_program.program import Function
from mapper.features.expressions.expr import ONE, Expr
from mapper.ir.program.kernel import Access, Buffer, Storage
from mapper.ir.program.region import ParallelRegion
from mapper.ir.trees.nodes import LOOPS, Omp, children, optional_parts

MOST_STEPS = 20000
"""Nodes of the program that are followed; nothing is known of longer ones."""

_MAIN: Key = ("external", "main")


@dataclass(frozen=True, eq=False, slots=True)
class Use:
    """Memory that serial code reads, writes or both: a mask of objects, and how many bytes (None: all of them).

    It does so before `share` of a region's executions.  With a `buffer` that buffer of its kernels alone is meant.
    """

    access: Access
    memory: int
    bytes: c_ast.Node | None
    share: Expr = ONE
    buffer: str = ""


@dataclass(frozen=True, slots=True)
class Crossing:
    """A buffer of a region goes to the device again (serial code has written it), or back (it reads it)."""

    region: str
    buffer: str
    memory: int
    access: Access


UsesAt = Callable[[c_ast.Node], Iterable[Use]]
"""What serial code uses at a node, as far as that is announced there."""


@dataclass
class Crossings:
    """Follows a program; `found` are all that cross once more, in their order.

    They count for regions in `counted`, whose number of executions is known: features are for one execution.
    """

    graph: CallGraph
    regions: Sequence[ParallelRegion]
    counted: Container[str]
    uses_at: UsesAt
    found: list[Crossing] = field(default_factory=list)
    _steps: int = 0
    _known: int = 0  # objects that have been on the device,
    _valid: int = 0  # are right there,
    _written: int = 0  # and nowhere else
    _writers: list[Crossing] = field(default_factory=list)
    _returning: list[Crossing] = field(default_factory=list)
    """Writes of kernels, and those that serial code has used since; at the end of a program that is `transfer`."""

    def run(self) -> None:
        """Find them all."""
        constructs = {id(region.construct): region for region in self.regions if region.offloaded}
        leading = self.graph.leads_to(
            {self.graph.whole.function_of(region.function).key for region in constructs.values()}
        )
        for function in self.graph.whole.functions.get(_MAIN, ()):
            for event in self._events(function.definition.body, function, constructs, leading, ()):
                if isinstance(event, ParallelRegion):
                    self._on_device(event)
                elif event.memory > 0:
                    self._on_host(event)
        if self._steps > MOST_STEPS:
            self.found.clear()

    def _events(
        self,
        node: c_ast.Node,
        function: Function,
        constructs: dict[int, ParallelRegion],
        leading: frozenset[Key],
        calling: tuple[Key, ...],
        *,
        repeated: bool = False,
        certain: bool = True,
    ) -> Iterator[ParallelRegion | Use]:
        """The regions and serial uses below a node as they follow each other."""
        self._steps += 1
        if self._steps > MOST_STEPS:
            return
        if isinstance(node, Omp):
            if id(node) in constructs:
                yield constructs[id(node)]
            return
        if certain and not repeated:
            yield from self.uses_at(node)
        optional = optional_parts(node)
        if isinstance(node, c_ast.If):
            optional = (node.iftrue, node.iffalse)
        around = repeated or (isinstance(node, LOOPS) and self._holds(node, function, constructs, leading))
        for child in children(node):
            sure = certain and child not in optional and not isinstance(node, c_ast.Switch)
            yield from self._events(child, function, constructs, leading, calling, repeated=around, certain=sure)
        if not isinstance(node, c_ast.FuncCall):
            return
        for key in sorted(self.graph.targets(node, function.symbols).functions):
            if key in leading and key not in calling:
                for called in self.graph.whole.functions.get(key, ()):
                    body = called.definition.body
                    below = (*calling, key)
                    yield from self._events(
                        body, called, constructs, leading, below, repeated=repeated, certain=certain
                    )

    def _holds(
        self,
        node: c_ast.Node,
        function: Function,
        constructs: dict[int, ParallelRegion],
        leading: frozenset[Key],
    ) -> bool:
        """Whether code leads to a region."""
        if id(node) in constructs:
            return True
        if isinstance(node, c_ast.FuncCall):
            return not leading.isdisjoint(self.graph.targets(node, function.symbols).functions)
        return any(self._holds(child, function, constructs, leading) for child in children(node))

    def _on_device(self, region: ParallelRegion) -> None:
        """A region is executed: what it reads must be there first."""
        used = list(_used(region))
        for access in (Access.READ, Access.WRITE):
            for buffer, memory in used:
                if access not in buffer.access:
                    continue
                self.found += [each for each in self._returning if each.memory & memory]
                self._returning = [each for each in self._returning if not each.memory & memory]
                if access is Access.WRITE:
                    self._written |= memory
                    self._writers.append(Crossing(region.id, buffer.name, memory, Access.READ))
                elif memory & self._known and not memory & self._valid:
                    here = Crossing(region.id, buffer.name, memory, Access.WRITE)
                    self.found += [here] if region.id in self.counted else self._writer(memory)
                self._known |= memory
                self._valid |= memory

    def _on_host(self, use: Use) -> None:
        """Serial code uses memory."""
        if use.memory & self._written:
            self._returning += self._writer(use.memory)
            self._written &= ~use.memory
        if Access.WRITE in use.access:
            self._valid &= ~use.memory

    def _writer(self, memory: int) -> list[Crossing]:
        """The last write of a kernel to some memory, if there is one that counts."""
        return [each for each in reversed(self._writers) if each.memory & memory and each.region in self.counted][
            :1
        ]


def _used(region: ParallelRegion) -> Iterator[tuple[Buffer, int]]:
    """The buffers of a region's kernels, and the objects that they may be in."""
    for loop in region.loops:
        for buffer in loop.kernel.buffers if loop.kernel is not None else ():
            memory = (buffer.memory or 0) & ~(MOVED_BIT | UNKNOWN_BIT)
            if memory > 0 and not buffer.table and buffer.storage is not Storage.KEPT:
                yield buffer, memory
