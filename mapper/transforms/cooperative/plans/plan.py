"""Which loops of an iteration several work-items can share, and which arrays they need in local memory for it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.analysis.kernels.forms import symbols_of
from mapper.analysis.kernels.kernel_types import KernelTypes
from mapper.analysis.kernels.loops import Header, constant_value, loop_header, once_set
from mapper.analysis.kernels.relations.access_pairs import may_overlap
from mapper.analysis.kernels.relations.accesses import Access, Found, Loop, Memory, Root
from mapper.analysis.kernels.relations.coalescing import Pattern, classify
from mapper.analysis.kernels.relations.dependences import (
    carried_where_distinct,
    exposed_reads,
    is_exposed,
    told_apart,
)
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel, unwritten_buffers
from mapper.ir.trees.ctypes import ArrayType, PointerType
from mapper.ir.trees.headers import loop_start
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import assigned_names, names_in, pointed_names
from mapper.ir.trees.nodes import flattened, has_effects, ids, walk
from mapper.transforms.cooperative.plans.counted import Counted, counted_of
from mapper.transforms.cooperative.plans.guards import opened
from mapper.transforms.cooperative.plans.plan_types import Plan, Shared, rows_in
from mapper.transforms.cooperative.plans.reductions import accumulators
from mapper.transforms.cooperative.plans.scans import scan_of
from mapper.transforms.cooperative.plans.sequential_outer import is_stage, uniform_names
from mapper.transforms.cooperative.plans.statement_owners import Arranger
from mapper.transforms.frame.base import RefusedError
from mapper.transforms.loops.loops import SHORT, holds_long_loop, is_short
from mapper.transforms.private.windows import plain_arrays

WORTH_A_TREE = 32
"""Iterations of a loop in a stage for whose sum lanes are worth the tree that adds up theirs."""


def plan(kernel: Kernel, found: Found, symbols: Symbols) -> Plan:
    """The plan for one kernel, with stages if that can be; raises `RefusedError`.

    A loop that can't be shared, and only reads arrays that lanes share, is the first lane's; where others need
    what it computes, all lanes run it alike.
    """
    planner = _Planner(kernel, found, symbols)
    try:
        return _planned(planner)
    except RefusedError:
        if not planner.reading:
            raise
    return _planned(_Planner(kernel, found, symbols, alike=True))


def _planned(planner: _Planner) -> Plan:
    """The plan with stages, or without them."""
    try:
        return planner.run()
    except RefusedError:
        if not planner.stages:
            raise
    return _Planner(planner.kernel, planner.found, planner.symbols, alike=planner.alike).run(staged=False)


@dataclass(frozen=True, eq=False, slots=True)
class _Within:
    """What loops contain: their nodes, by their ids, and each loop by its own."""

    loops: Sequence[Loop]
    nodes: frozenset[int]
    shared: Mapping[int, Shared]

    def around(self, access: Access) -> Shared | None:
        """The loop around an access, if it is one of these."""
        return next((self.shared[id(each)] for each in access.loops if id(each) in self.shared), None)


class _Planner:
    """Plans one kernel.

    With `alike` all lanes run the loops that are not shared and only read their arrays; `reading` is true if there
    are any.
    """

    def __init__(self, kernel: Kernel, found: Found, symbols: Symbols, *, alike: bool = False) -> None:
        self.alike = alike
        self.reading = False
        self.kernel = kernel
        self.types = KernelTypes(kernel, symbols)
        self.found = found
        self.symbols = symbols
        self.items, self.guards = opened(kernel.body, symbols)
        self.overlap = may_overlap(found)
        self.shared: dict[int, Shared] = {}
        self.stages: dict[int, c_ast.For] = {}
        self.staged: set[int] = set()
        self.sequential: set[int] = set()
        self._within = _Within([], frozenset(), {})
        self.roots = {
            root.variable: root
            for root in found.roots().values()
            if root.memory is Memory.PRIVATE and root.name == root.variable
        }

    def run(self, *, staged: bool = True) -> Plan:
        """The plan; with `staged` unset, sequential loops around loops that can be shared are no stages."""
        if any(access.root is None for access in self.found.accesses):
            raise RefusedError("an access may go anywhere")
        self._add(self.items)
        arrays = self._settled()
        uniform = uniform_names(self.kernel, self.items)
        for item in self.items:
            if (
                staged
                and isinstance(item, c_ast.For)
                and id(item) not in self.shared
                and (is_stage(item, uniform, self.items) or self._is_row(item))
            ):
                self._try_stage(item)
        self._add_recurrences()
        arrays = self._settled()
        if not self.shared:
            raise RefusedError("no inner loop is parallel")
        loops = [each.loop for each in self.shared.values()]
        if any(access.atomic and not any(map(access.inside, loops)) for access in self.found.accesses):
            raise RefusedError("there are atomic updates in a loop that is not parallel")
        self.shared = {key: self._widened(each, arrays) for key, each in self.shared.items()}
        arranger = Arranger(self.found, self.items, arrays, self.shared, self.stages, self.sequential)
        block = arranger.block(self.items)
        self._check_values(arranger, arrays)
        return Plan(
            block,
            self.shared,
            arranger.inner,
            uniform if self.stages else frozenset(),
            frozenset(arranger.alone),
            frozenset(arranger.masked),
            tuple(arrays),
            tuple(each.loop for each in self.shared.values()),
            frozenset(arranger.first),
            self.found.kernel.assumed,
            self._are_long(),
            self.guards,
            any(not is_stage(each, uniform, self.items) for each in self.stages.values()),
        )

    # ---- shared loops ------------------------------------------------------------------------------------------

    def _add(self, items: list[c_ast.Node], *, short: bool = False) -> None:
        """Take the counting loops among some statements for shared ones: those that are `short`, or all others."""
        for node in items:
            if not isinstance(node, c_ast.For) or is_short(node, self.symbols) != short:
                continue
            header, loop = loop_header(node), self.found.loop_of(node)
            if header is not None and loop is not None and not leaves(node.stmt, (c_ast.Break,), ()):
                sums = accumulators(node, loop, self.found, self.roots, self.symbols, self.types.type_of)
                scan = None if sums else scan_of(node, loop, self.found, self.symbols, self.types.type_of)
                counted: tuple[Counted, ...] = ()
                if not sums and scan is None:
                    counted = counted_of(node, loop, self.found, self.symbols, self.types.type_of)
                self.shared[id(node)] = Shared(node, header, loop, sums, scan=scan, counted=counted)

    def _add_recurrences(self) -> None:
        """Take short loops for shared ones whose iterations run long loops that can't be shared: several lines."""
        taken = {*self.shared, *self.stages}
        left = [item for item in self.items if id(item) not in taken and holds_long_loop(item, self.symbols)]
        self._add(left, short=True)

    def _try_stage(self, item: c_ast.For) -> None:
        """Take a loop for a stage, if loops in it can be shared."""
        inner = flattened(c_ast.Compound([item.stmt]))
        before = dict(self.shared), set(self.sequential)
        loops = {id(node): self.found.loop_of(node) for node in inner if isinstance(node, c_ast.For)}
        brief = {key for key, loop in loops.items() if loop is not None and (loop.trips or math.inf) <= SHORT}
        self._add([node for node in inner if id(node) not in brief])
        for node in inner:
            shared = self.shared.get(id(node))
            if shared is not None and shared.accumulators and not self._is_long(shared, item):
                del self.shared[id(node)]
        self._settled()
        if any(id(node) in self.shared for node in inner):
            self.stages[id(item)] = item
            self.staged |= set(map(id, inner))
            self.sequential.discard(id(item))
        else:
            self.shared, self.sequential = before

    def _is_row(self, loop: c_ast.For) -> bool:
        """Whether a loop goes over a row of a sparse matrix, equally often in all lanes of its iteration."""
        header = loop_header(loop)
        if header is None or leaves(loop.stmt, always=()) or not self._begins_in_memory(header):
            return False
        used = names_in(header.lower, header.bound)
        if has_effects(header.lower) or has_effects(header.bound):
            return False
        if pointed_names(*self.items) & {header.variable, *used} or used & assigned_names(loop.stmt):
            return False
        return not (used & {each.name for each in self.kernel.buffers}) - unwritten_buffers(self.kernel)

    def _begins_in_memory(self, header: Header) -> bool:
        """Whether a loop begins at a number that is an element of an array."""
        lower = header.lower
        known = once_set(self.items).get(lower.name) if isinstance(lower, c_ast.ID) else lower
        return isinstance(known, c_ast.ArrayRef)

    def _is_long(self, shared: Shared, stage: c_ast.For) -> bool:
        """Whether the sum of a loop in a stage is worth a tree each time round.

        The loop is known to have an iteration for each lane, grows with the stage or with a dimension of the
        kernel, as in a triangular system, or goes over a row of a sparse matrix.  Another one may run over the few
        coordinates of a point, of which the stage compares many.
        """
        trips, start = shared.loop.trips, loop_start(stage)
        if trips is not None:
            return trips >= WORTH_A_TREE
        if self._begins_in_memory(shared.header):
            return True
        if start is not None and start.name in names_in(shared.header.lower, shared.header.bound):
            return True
        lower, bound = shared.loop.lower, shared.loop.bound
        if lower is None or bound is None:
            return False
        return bool(symbols_of(bound.sub(lower)) & {each.symbol for each in self.found.dimensions})

    def _are_long(self) -> bool:
        """Whether all shared loops are in stages, and long."""
        inside = [(stage, ids(stage.stmt)) for stage in self.stages.values()]
        return all(
            any(key in parts and self._is_long(each, stage) for stage, parts in inside)
            for key, each in self.shared.items()
        )

    def _settled(self) -> list[Root]:
        """The arrays in local memory, when all loops that can't be shared are out."""
        while True:
            arrays, before = self._arrays(), len(self.shared)
            for shared in list(self.shared.values()):
                self._check_loop(shared, arrays)
            if len(self.shared) == before:
                return arrays

    def _widened(self, shared: Shared, arrays: list[Root]) -> Shared:
        """A loop in a stage with the one loop in it whose iterations the lanes share, too.

        Stages often make one loop longer at the cost of the other, and only both together keep all lanes busy.
        """
        if shared.accumulators and shared.scan is None:
            return self._summed(shared, arrays)
        if id(shared.node) not in self.staged or shared.accumulators:
            return shared
        if shared.scan is not None or shared.counted:
            return shared
        inside = [node for node in flattened(c_ast.Compound([shared.node.stmt])) if isinstance(node, c_ast.For)]
        if len(inside) != 1 or is_short(inside[0], self.symbols) or leaves(inside[0].stmt, (c_ast.Break,), ()):
            return shared
        header, loop = loop_header(inside[0]), self.found.loop_of(inside[0])
        if header is None or loop is None or constant_value(header.lower) is None:
            return shared
        inner = Shared(inside[0], header, loop)
        common = [a for a in self.found.inside(shared.loop) if self._is_common(a, arrays)]
        if any(access.write and not access.inside(loop) for access in common):
            return shared
        if not self._bound_stays(Shared(shared.node, header, shared.loop)) or not self._may_share(inner, arrays):
            return shared
        return Shared(shared.node, shared.header, shared.loop, (), inner)

    def _summed(self, shared: Shared, arrays: list[Root]) -> Shared:
        """A loop that only adds up, with the loop in it along which neighbouring lanes read neighbouring elements.

        It is the one loop in the one loop in it, and so on, and all that is added up is added up there.
        """
        changed, sums = assigned_names(shared.node), {each.name for each in shared.accumulators}
        node, inner = shared.node, None
        while True:
            loops = [each for each in flattened(c_ast.Compound([node.stmt])) if isinstance(each, c_ast.For)]
            if len(loops) != 1 or leaves(loops[0].stmt, (c_ast.Break,), ()):
                break
            node = loops[0]
            header, loop = loop_header(node), self.found.loop_of(node)
            if header is None or loop is None:
                break
            if _is_known_before(header, changed) and not is_short(node, self.symbols):
                own = accumulators(node, loop, self.found, self.roots, self.symbols, self.types.type_of)
                inner = Shared(node, header, loop, own)
        if inner is None or {each.name for each in inner.accumulators} != sums:
            return shared
        accesses = [each for each in self.found.inside(shared.loop) if each.root is not None]
        outside = [each for each in accesses if not each.inside(inner.loop)]
        if any(each.write and self._is_common(each, arrays) for each in accesses) or any(
            each.root is self.roots.get(name) for name in sums for each in outside
        ):
            return shared
        if self._coalesced(inner.loop, accesses) <= self._coalesced(shared.loop, accesses):
            return shared
        return replace(shared, inner=inner) if self._may_share(inner, arrays) else shared

    def _coalesced(self, loop: Loop, accesses: list[Access]) -> int:
        """How many accesses neighbouring iterations of a loop make to neighbouring elements."""
        common = [each for each in accesses if each.may_be_global and each.inside(loop)]
        patterns = [classify(self.found, each, loop.symbol).pattern for each in common]
        return patterns.count(Pattern.COALESCED)

    def _is_common(self, access: Access, arrays: list[Root]) -> bool:
        assert access.root is not None
        return access.root.memory is Memory.BUFFER or access.root in arrays

    def _arrays(self) -> list[Root]:
        """The private arrays that lanes fill together and read after that."""
        arrays = []
        for root in self.roots.values():
            if not isinstance(root.type, ArrayType) or len(root.loops) > len(self.found.dimensions):
                continue
            accesses = [access for access in self.found.accesses if access.root is root]
            for shared in self.shared.values():
                inside = [access for access in accesses if access.inside(shared.loop)]
                if not any(access.write for access in inside):
                    continue
                if len(inside) < len(accesses) or exposed_reads(self.found, root, shared.loop):
                    arrays.append(root)
                    break
        code = c_ast.Compound(self.items)
        plain = plain_arrays(code, {root.variable: root.type for root in arrays})
        for root in arrays:
            if root.variable not in plain or rows_in(code, root, self.types):
                raise RefusedError(f"`{root.variable}` is passed on as a pointer")
        return arrays

    def _check_loop(self, shared: Shared, arrays: list[Root]) -> None:
        """A loop whose iterations depend on each other runs in each lane; only in the first if it fills arrays."""
        if self._may_share(shared, arrays):
            return
        del self.shared[id(shared.node)]
        used = [access for access in self.found.inside(shared.loop) if access.root in arrays]
        reading = bool(used) and not any(access.write for access in used)
        self.reading |= reading
        if used and not (reading and self.alike):
            self.sequential.add(id(shared.node))

    def _may_share(self, shared: Shared, arrays: list[Root]) -> bool:
        """Whether the iterations of a loop are independent, and nothing private is needed behind one of them."""
        if not self._bound_stays(shared):
            return False
        ignored: list[Root] = []
        summed = {each.name for each in shared.accumulators}
        apart: Found | None = self.found
        if shared.counted:
            summed |= {each.name for each in shared.counted}
            ignored += [root for each in shared.counted for root in (each.root, *each.stored)]
            private = [each for each in ignored if isinstance(each.type, ArrayType) and each.name in self.roots]
            apart = self._apart(shared.loop, ignored) if all(each in arrays for each in private) else None
        if apart is None:
            return False
        accesses: dict[int, list[Access]] = {}
        for access in self.found.inside(shared.loop):
            accesses.setdefault(id(access.root), []).append(access)
        for name, root in self.roots.items():
            inside = accesses.get(id(root), [])
            if not inside and name != shared.header.variable:
                continue
            if any(each is shared.loop for each in root.loops) or root in arrays:
                continue
            counter = name == shared.header.variable
            if not counter and not any(access.write for access in inside):
                continue
            combined = name in summed or (shared.scan is not None and name == shared.scan.name)
            if not combined and (exposed_reads(self.found, root, shared.loop) or self._is_read_outside(root)):
                return False
            ignored.append(root)
        found, dependence = carried_where_distinct(apart, shared.loop, ignored)
        if dependence is None:
            self.found, self.overlap = found, may_overlap(found)
        return dependence is None

    def _apart(self, loop: Loop, roots: list[Root]) -> Found | None:
        """What is found where buffers are apart from all others that a loop uses; None where they can't be."""
        found = self.found
        others = {each.root for each in found.inside(loop) if each.root is not None}
        for one in roots:
            for other in sorted(others - {one}, key=lambda each: each.name):
                if may_overlap(found)(one, other):
                    told = told_apart(found, one, other)
                    if told is None:
                        return None
                    found = told
        return found

    def _bound_stays(self, shared: Shared) -> bool:
        """Whether the bound has the same value in all iterations."""
        changed = assigned_names(shared.node.stmt)
        written = {
            access.root for access in self.found.inside(shared.loop) if access.write and access.root is not None
        }
        if has_effects(shared.header.bound):
            return False
        for part in walk(shared.header.bound):
            if not isinstance(part, c_ast.ID):
                continue
            root = self.found.roots().get(part.name)
            if part.name in changed or (root is not None and any(self.overlap(root, each) for each in written)):
                return False
            if isinstance(self.kernel.symbols.get(part.name), PointerType) and root is None:
                return False
        return True

    def _is_read_outside(self, root: Root) -> bool:
        """Whether a scalar is read where it may have the value that a shared loop left."""
        own = [access for access in self.found.accesses if access.root is root]
        within = self._within_shared()
        left, writes = [], []
        for access in own:
            if id(access.node) in within.nodes or within.around(access) is not None:
                left += [access] * access.write
            elif access.write and access.complete and not access.steps:
                writes.append(access)
        return any(
            not any(_is_last(write, access, left) for write in writes) for access in own if self._is_needed(access)
        )

    def _is_needed(self, access: Access) -> bool:
        """Whether a read of a private variable may see a value from before a shared loop's iteration."""
        if access.write or access.root is None:
            return False
        around = self._within_shared().around(access)
        return around is None or is_exposed(self.found, access, around.loop)

    def _within_shared(self) -> _Within:
        """What the loops that are shared now contain; made anew where these have changed."""
        loops = [each.loop for each in self.shared.values()]
        if self._within.loops != loops:
            nodes = frozenset(id(part) for each in self.shared.values() for part in walk(each.node))
            self._within = _Within(loops, nodes, {id(each.loop): each for each in self.shared.values()})
        return self._within

    # ---- values ------------------------------------------------------------------------------------------------

    def _check_values(self, arranger: Arranger, arrays: list[Root]) -> None:
        """What the first lane keeps for itself from statements that it runs alone, no other lane may need."""
        for root in self.roots.values():
            if root in arrays:
                continue
            accesses = [access for access in self.found.accesses if access.root is root]
            apart = [access for access in accesses if arranger.is_alone(access)]
            if any(access.write for access in apart) and any(
                self._is_needed(access) for access in accesses if access not in apart
            ):
                raise RefusedError(f"`{root.variable}` is needed by all lanes, and only the first one has it")


def _is_last(write: Access, read: Access, others: list[Access]) -> bool:
    """Whether an object was certainly assigned by `write` when it is read, and by none of `others` since then."""
    depth = len(write.loops)
    if write.sure is None or read.loops[:depth] != write.loops or not read.domain.is_subset(write.domain):
        return False
    first, last = write.position[depth], read.position[depth]
    since = [each for each in others if each.loops[:depth] == write.loops]
    return first < last and not any(first < each.position[depth] <= last for each in since)


def _is_known_before(header: Header, changed: Set[str]) -> bool:
    """Whether the range of a loop can be found before the loops around it, which assign to the names `changed`.

    These may have no iterations, so that only what can't fail is found.
    """
    ends = (header.lower, header.bound)
    return all(_is_arithmetic(part) for end in ends for part in walk(end)) and not changed & names_in(*ends)


def _is_arithmetic(node: c_ast.Node) -> bool:
    """Whether a node is a variable, a constant, or an operation on values that can't fail."""
    match node:
        case c_ast.BinaryOp():
            return node.op not in ("/", "%") or bool(constant_value(node.right))
        case c_ast.UnaryOp():
            return node.op in ("-", "+", "~", "!")
    return isinstance(node, c_ast.ID | c_ast.Constant | c_ast.TernaryOp)
