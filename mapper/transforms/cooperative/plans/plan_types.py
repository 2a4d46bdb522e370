"""The plan for an iteration that several work-items run together: values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.kernels.kernel_types import KernelTypes
from mapper.analysis.kernels.loops import Header
from mapper.analysis.kernels.relations.accesses import Access, Loop, Root
from mapper.ir.program.assumptions import Assumptions
from mapper.ir.trees.ctypes import ArrayType
from mapper.ir.trees.names import is_named
from mapper.ir.trees.nodes import base_of, walk
from mapper.transforms.cooperative.plans.counted import Counted
from mapper.transforms.cooperative.plans.guards import Guards
from mapper.transforms.cooperative.plans.scans import Scan


def rows_in(code: c_ast.Node, root: Root, types: KernelTypes) -> bool:
    """Whether some code mentions arrays in an array, members of structures among them, as a whole: as pointers."""
    parts = [node for node in walk(code) if isinstance(node, c_ast.ArrayRef | c_ast.StructRef)]
    inner = {id(node.name) for node in parts}
    whole = (node for node in parts if id(node) not in inner and is_named(base_of(node), root.variable))
    return any(isinstance(types.type_of(node), ArrayType) for node in whole)


@dataclass(frozen=True, eq=False, slots=True)
class Accumulator:
    """A scalar that a shared loop only combines with other values."""

    name: str
    operator: str


@dataclass(frozen=True, eq=False, slots=True)
class Shared:
    """A loop whose iterations are spread over the lanes; with those of `inner`, if there is such a loop in it.

    With a `scan` they go in parts, one for each lane.  With counters, `counted`, they go in tiles, an iteration
    for each lane.
    """

    node: c_ast.For
    header: Header
    loop: Loop
    accumulators: tuple[Accumulator, ...] = ()
    inner: Shared | None = None
    scan: Scan | None = None
    counted: tuple[Counted, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class Block:
    """Statements in order, and the numbers of those before which all lanes must have come so far."""

    items: tuple[c_ast.Node, ...]
    barriers: frozenset[int]


@dataclass(frozen=True, eq=False)
class Plan:
    """What becomes of the statements of an iteration, which are known by their ids.

    `block` are all of them.  `shared` are loops whose iterations are spread over the lanes.  `stages` are loops
    that all lanes run in step, with what is in them: all work-items of a group run through them equally often.
    `uniform` are variables that have the same value in all of those.  `alone` are the statements that only the
    first lane runs.  `masked` are the assignments that only it makes, in statements that all lanes run.  `arrays`
    are in local memory.  `loops` are the shared ones.  `first` are the accesses, to memory that the lanes share,
    in statements that only the first one runs.  `assumed` is what the plan is right under.  `long` is true if all
    shared loops are in stages, and long as far as is known.  `guards` are conditions around some of the
    statements.  `uneven` is true if iterations run through `stages` in different numbers of times.
    """

    block: Block
    shared: Mapping[int, Shared]
    stages: Mapping[int, Block]
    uniform: frozenset[str]
    alone: frozenset[int]
    masked: frozenset[int]
    arrays: tuple[Root, ...]
    loops: tuple[Loop, ...]
    first: frozenset[Access]
    assumed: Assumptions
    long: bool
    guards: Guards
    uneven: bool

    def neighbours(self, loop: Loop) -> Loop:
        """The loop of which neighbouring lanes have neighbouring iterations: a shared one, or the one in it."""
        shared = next(each for each in self.shared.values() if each.loop is loop)
        return shared.inner.loop if shared.inner is not None and shared.accumulators else loop
