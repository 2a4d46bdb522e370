"""Which work-items run each statement of a shared iteration, and where they wait for each other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from pycparser import c_ast

from mapper.analysis.kernels.relations.access_pairs import may_overlap
from mapper.analysis.kernels.relations.accesses import Access, Found, Memory, Root
from mapper.ir.trees.ctypes import ArrayType, FloatType, IntType
from mapper.ir.trees.names import is_own_call
from mapper.ir.trees.nodes import INCREMENTS, flattened, ids, walk
from mapper.transforms.cooperative.plans.plan_types import Block, Shared
from mapper.transforms.frame.base import RefusedError
from mapper.translate.common.updates import statements_in


class Arranger:
    """Arranges blocks: `alone`, `masked`, `first` and `inner` become those of `Plan`.

    `sequential` are loops, by their ids, that only the first lane may run, as they fill `arrays`.
    """

    def __init__(
        self,
        found: Found,
        items: Collection[c_ast.Node],
        arrays: Collection[Root],
        shared: Mapping[int, Shared],
        stages: Mapping[int, c_ast.For],
        sequential: Collection[int],
    ) -> None:
        self.found = found
        self.arrays = arrays
        self.shared = shared
        self.stages = stages
        self.sequential = sequential
        self.overlap = may_overlap(found)
        self.alone: set[int] = set()
        self.masked: set[int] = set()
        self.first: set[Access] = set()
        self.inner: dict[int, Block] = {}
        self.own = ids(*items)
        self.statement: dict[int, int] = {}
        self.calling: list[int] = []

    def block(self, items: Iterable[c_ast.Node]) -> Block:
        """Statements that are together, in order; raises `RefusedError`."""
        items = tuple(items)
        common = self._accesses_by_item(items)
        for item, accesses in zip(items, common, strict=True):
            if id(item) in self.stages:
                self.inner[id(item)] = self.block(flattened(c_ast.Compound([self.stages[id(item)].stmt])))
                continue
            self.statement |= dict.fromkeys(map(id, walk(item)), id(item))
            if any(map(is_own_call, walk(item))):
                self.calling.append(id(item))
            if id(item) not in self.shared:
                self._assign(item, accesses)
        return Block(items, self._barriers(items, common))

    def is_alone(self, access: Access) -> bool:
        """Whether an access happens in the first lane only, because that runs the whole statement."""
        known = [self.statement[id(node)] for node in _nodes(access) if id(node) in self.statement]
        statements = known[:1] or ([] if id(access.node) in self.own else self.calling)
        return bool(statements) and all(each in self.alone for each in statements)

    def _assign(self, item: c_ast.Node, accesses: list[Access]) -> None:
        """Leave a statement outside of shared loops to all lanes or to the first one.

        All lanes run it alike where they can: then they need not wait for its values.  They can't where it reads
        what it has written in memory that they share, or where what it writes there can't be left out.
        """
        written = {id(access.node) for access in accesses if access.write}
        if isinstance(item, c_ast.Decl) and any(is_cleared(item, root) for root in self.arrays):
            return
        obstacle = self._obstacle(item, accesses, written)
        if obstacle is not None and isinstance(item, c_ast.Decl):
            raise RefusedError(obstacle)
        if obstacle is None and id(item) not in self.sequential:
            self.masked |= written
        else:
            self.alone.add(id(item))
            self.first |= set(accesses)

    def _obstacle(self, item: c_ast.Node, accesses: list[Access], written: set[int]) -> str | None:
        """Why all lanes can't run a statement of which the first one makes the `written` assignments."""
        statements = {id(each): each for each in statements_in(item)}
        for key in written:
            statement = statements.get(key)
            if not isinstance(statement, c_ast.Assignment | c_ast.UnaryOp) or not _is_plain(statement):
                return "an array is written in a called function or within an expression"
        for one in accesses:
            if not one.write:
                continue
            inside = ids(one.node)
            for other in accesses:
                if other is not one and id(other.node) not in inside and self._clash(one, other):
                    if other.write and id(other.node) in written:
                        continue
                    return "an array is written and read by one statement outside of shared loops"
        return None

    def _is_common(self, access: Access) -> bool:
        assert access.root is not None
        return access.root.memory is Memory.BUFFER or access.root in self.arrays

    def _barriers(self, items: tuple[c_ast.Node, ...], common: list[list[Access]]) -> frozenset[int]:
        """Before which statements the lanes wait: where one may access what another has written."""
        barriers = set()
        since: list[tuple[Access, bool]] = []
        for number, (item, mine) in enumerate(zip(items, common, strict=True)):
            single = id(item) in self.alone
            if any(not (first and single) and self._clash(one, other) for one, first in since for other in mine):
                barriers.add(number)
                since = []
            since += [(access, single) for access in mine]
            if id(item) in self.shared and self.shared[id(item)].accumulators:
                since = []  # the tree has barriers
        return frozenset(barriers)

    def _accesses_by_item(self, items: tuple[c_ast.Node, ...]) -> list[list[Access]]:
        """The accesses to what all lanes see, by statement; those in functions count for all that call some."""
        places = {id(part): number for number, item in enumerate(items) for part in walk(item)}
        calling = [number for number, item in enumerate(items) if any(map(is_own_call, walk(item)))]
        common: list[list[Access]] = [[] for _ in items]
        for access in self.found.accesses:
            if self._is_common(access):
                known = {places[id(node)] for node in _nodes(access) if id(node) in places}
                for number in known or ([] if id(access.node) in self.own else calling):
                    common[number].append(access)
        return common

    def _clash(self, one: Access, other: Access) -> bool:
        assert one.root is not None
        assert other.root is not None
        return (one.write or other.write) and self.overlap(one.root, other.root)


def is_cleared(item: c_ast.Decl, root: Root) -> bool:
    """Whether a declaration makes an array of numbers that are all 0; lanes share that."""
    if item.name != root.variable or not isinstance(root.type, ArrayType):
        return False
    plain = root.type.length is not None and isinstance(root.type.element, IntType | FloatType)
    values = item.init.exprs if isinstance(item.init, c_ast.InitList) else []
    return (
        plain and bool(values) and all(isinstance(each, c_ast.Constant) and each.value == "0" for each in values)
    )


def _nodes(access: Access) -> list[c_ast.Node]:
    """The code that an access is in, from inside."""
    return [access.node, *(loop.node for loop in reversed(access.loops) if loop.node is not None)]


def _is_plain(statement: c_ast.Node) -> bool:
    """Whether skipping an assignment skips nothing but what it assigns."""
    for part in walk(statement):
        if part is not statement and isinstance(part, c_ast.Assignment):
            return False
        if part is not statement and isinstance(part, c_ast.UnaryOp) and part.op in (*INCREMENTS, "&"):
            return False
        if is_own_call(part):
            return False
    return True
