"""The plan for an iteration that several work-items run together: values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.kernels.accesses import Access, Loop, Root
from mapper.analysis.kernels.loops import Header
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.program.assumptions import Assumptions
from mapper.ir.trees.ctypes import ArrayType, CType, StructType
from mapper.ir.trees.nodes import walk
from mapper.transforms.cooperative.plans.scans import Scan


def rows_in(code: c_ast.Node, root: Root, symbols: Symbols) -> bool:
    """Whether some code mentions arrays in an array, members of structures among them, as a whole: as pointers."""
    parts = [node for node in walk(code) if isinstance(node, c_ast.ArrayRef | c_ast.StructRef)]
    inner = {id(node.name) for node in parts}

    def type_of(node: c_ast.Node) -> CType | None:
        if isinstance(node, c_ast.ID):
            return root.type if node.name == root.variable else None
        if not isinstance(node, c_ast.ArrayRef | c_ast.StructRef):
            return None
        held = type_of(node.name)
        of = unqualified(held) if held is not None else None
        if isinstance(node, c_ast.ArrayRef):
            return of.element if isinstance(of, ArrayType) else None
        member = symbols.member(of, node.field.name) if isinstance(of, StructType) else None
        return member.type if member is not None else None

    found = (type_of(node) for node in parts if id(node) not in inner)
    return any(each is not None and isinstance(unqualified(each), ArrayType) for each in found)


@dataclass(frozen=True, eq=False, slots=True)
class Accumulator:
    """A scalar that a shared loop only combines with other values."""

    name: str
    operator: str


@dataclass(frozen=True, eq=False, slots=True)
class Shared:
    """A loop whose iterations are spread over the lanes; with those of `inner`, if there is such a loop in it.

    With a `scan` they go in parts, one for each lane.
    """

    node: c_ast.For
    header: Header
    loop: Loop
    accumulators: tuple[Accumulator, ...] = ()
    inner: Shared | None = None
    scan: Scan | None = None


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
    shared loops are in stages, and long as far as is known.
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

    def neighbours(self, loop: Loop) -> Loop:
        """The loop of which neighbouring lanes have neighbouring iterations: a shared one, or the one in it."""
        shared = next(each for each in self.shared.values() if each.loop is loop)
        return shared.inner.loop if shared.inner is not None and shared.accumulators else loop
