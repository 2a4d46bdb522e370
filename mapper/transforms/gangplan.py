"""What becomes of each statement of an iteration that several work-items run together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.dependences import carried_where_distinct, exposed_reads, may_overlap
from mapper.analysis.kernelaccesses import Access, Found, Loop, Memory, Root
from mapper.analysis.kernelexpressions import assigned_names
from mapper.analysis.kernelloops import Header, loop_header
from mapper.analysis.symbols import Symbols
from mapper.ir.ctypes import ArrayType, FloatType, IntType, PointerType
from mapper.ir.kernel import Kernel, Pairs
from mapper.ir.nodes import children, walk
from mapper.ir.reserved import is_reserved
from mapper.transforms.inline import flattened
from mapper.transforms.loops import long_loops
from mapper.translate.updates import statements_in, update_of


class RefusedError(Exception):
    """The iteration can't be shared; the text says why."""


@dataclass(frozen=True, eq=False, slots=True)
class Accumulator:
    """A scalar that a shared loop only combines with other values."""

    name: str
    operator: str


@dataclass(frozen=True, eq=False, slots=True)
class Shared:
    """A loop whose iterations are spread over the lanes."""

    node: c_ast.For
    header: Header
    loop: Loop
    accumulators: tuple[Accumulator, ...]


@dataclass(frozen=True, eq=False)
class Plan:
    """The statements of an iteration in order: the shared loops among them, and how the others write.

    `alone` are the ids of the statements that only the first lane runs.  `barriers` are the numbers of those
    before which all lanes must have come so far.  `arrays` lie in local memory.  `masked` are the ids of the
    assignments that only the first lane makes, in statements that all lanes run.  `first` are the accesses, to
    memory that the lanes share, in statements that only the first one runs.  `distinct` and `alike` are
    the buffers that are taken for different memory, as in `Kernel`.
    """

    items: tuple[c_ast.Node, ...]
    shared: dict[int, Shared]
    alone: frozenset[int]
    barriers: frozenset[int]
    arrays: tuple[Root, ...]
    masked: frozenset[int]
    loops: tuple[Loop, ...]
    first: frozenset[Access]
    distinct: Pairs = frozenset()
    alike: Pairs = frozenset()


def plan(kernel: Kernel, found: Found, symbols: Symbols) -> Plan:
    """The plan for one kernel; raises `RefusedError`."""
    return _Planner(kernel, found, symbols).run()


class _Planner:
    """Plans one kernel."""

    def __init__(self, kernel: Kernel, found: Found, symbols: Symbols) -> None:
        self.kernel = kernel
        self.found = found
        self.symbols = symbols
        self.items = flattened(kernel.body)
        self.overlap = may_overlap(found)
        self.shared: dict[int, Shared] = {}
        self.reasons: dict[int, str] = {}
        self.places = {id(part): number for number, item in enumerate(self.items) for part in walk(item)}
        self.calling = [
            number
            for number, item in enumerate(self.items)
            if any(isinstance(part, c_ast.FuncCall) and not _is_builtin(part) for part in walk(item))
        ]
        self.roots = {
            root.variable: root
            for root in found.roots().values()
            if root.memory is Memory.PRIVATE and root.name == root.variable
        }

    def run(self) -> Plan:
        if any(access.root is None for access in self.found.accesses):
            raise RefusedError("an access may go anywhere")
        if any(access.atomic for access in self.found.accesses):
            raise RefusedError("there are atomic updates")
        for node in long_loops(self.kernel, self.symbols):
            header, loop = loop_header(node), self.found.loop_of(node)
            if header is not None and loop is not None and not _leaves(node):
                self.shared[id(node)] = Shared(node, header, loop, self._accumulators(node))
        arrays = self._arrays()
        for shared in list(self.shared.values()):
            self._check_loop(shared, arrays)
        if not self.shared:
            raise RefusedError("no inner loop is parallel")
        common = self._accesses_by_item(arrays)
        alone, masked = self._writers(common)
        self._check_values(alone, arrays)
        loops = tuple(each.loop for each in self.shared.values())
        barriers = self._barriers(common, alone)
        first = frozenset(
            access for item, own in zip(self.items, common, strict=True) if id(item) in alone for access in own
        )
        known = self.found.kernel
        pairs = (known.distinct, known.alike)
        return Plan(tuple(self.items), self.shared, alone, barriers, tuple(arrays), masked, loops, first, *pairs)

    # ---- shared loops ------------------------------------------------------------------------------------------

    def _accumulators(self, node: c_ast.For) -> tuple[Accumulator, ...]:
        """The scalars from outside that all statements of a loop only combine with values, with one operator."""
        operators: dict[str, set[str]] = {}
        counted: dict[str, int] = {}
        for statement in statements_in(node.stmt):
            update = update_of(statement, self.symbols)
            if update is None or not isinstance(update.target, c_ast.ID):
                continue
            name = update.target.name
            operators.setdefault(name, set()).add(update.operator)
            counted[name] = counted.get(name, 0) + _mentions(statement, name)
        inside = {part.name for part in walk(node.stmt) if isinstance(part, c_ast.Decl)}
        return tuple(
            Accumulator(name, next(iter(found)))
            for name, found in sorted(operators.items())
            if len(found) == 1
            and name in self.roots
            and name not in inside
            and isinstance(self.kernel.symbols.get(name), IntType | FloatType)
            and counted[name] == _mentions(node.stmt, name)
        )

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
        for root in arrays:
            if not self._is_subscripted(root.variable):
                raise RefusedError(f"`{root.variable}` is passed on as a pointer")
        return arrays

    def _is_subscripted(self, name: str) -> bool:
        bases = {
            id(part.name)
            for item in self.items
            for part in walk(item)
            if isinstance(part, c_ast.ArrayRef) and isinstance(part.name, c_ast.ID)
        }
        return all(
            id(part) in bases
            for item in self.items
            for part in walk(item)
            if isinstance(part, c_ast.ID) and part.name == name
        )

    def _check_loop(self, shared: Shared, arrays: list[Root]) -> None:
        """A loop whose iterations depend on each other runs in each lane; only in the first if it fills arrays."""
        reason = self._obstacle(shared, arrays)
        if reason is None:
            return
        del self.shared[id(shared.node)]
        if any(access.inside(shared.loop) and access.root in arrays for access in self.found.accesses):
            self.reasons[id(shared.node)] = reason

    def _obstacle(self, shared: Shared, arrays: list[Root]) -> str | None:
        if not self._bound_stays(shared):
            return f"the bound of the loop over {shared.header.variable} may change"
        ignored = []
        accumulators = {each.name for each in shared.accumulators}
        for name, root in self.roots.items():
            if any(each is shared.loop for each in root.loops) or root in arrays:
                continue
            inside = [a for a in self.found.accesses if a.root is root and a.inside(shared.loop)]
            counter = name == shared.header.variable
            if not counter and not any(access.write for access in inside):
                continue
            if name not in accumulators:
                if exposed_reads(self.found, root, shared.loop):
                    return f"`{name}` carries a value from one iteration of an inner loop to the next"
                if self._is_read_outside(root):
                    return f"the last value of `{name}` is needed after an inner loop"
            ignored.append(root)
        found, dependence = carried_where_distinct(self.found, shared.loop, ignored)
        if dependence is None:
            self.found, self.overlap = found, may_overlap(found)
            return None
        return f"the iterations over {shared.header.variable} depend on each other through `{dependence.root}`"

    def _bound_stays(self, shared: Shared) -> bool:
        """Whether the bound has the same value in all iterations."""
        changed = assigned_names(shared.node.stmt)
        written = {
            access.root
            for access in self.found.accesses
            if access.write and access.inside(shared.loop) and access.root is not None
        }
        for part in walk(shared.header.bound):
            if isinstance(part, c_ast.Assignment | c_ast.FuncCall):
                return False
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
        return any(self._is_needed(access) for access in self.found.accesses if access.root is root)

    def _is_needed(self, access: Access) -> bool:
        """Whether a read of a private variable may see a value from before a shared loop's iteration."""
        if access.write or access.root is None:
            return False
        around = next((each for each in self.shared.values() if access.inside(each.loop)), None)
        return around is None or access in exposed_reads(self.found, access.root, around.loop)

    # ---- the rest ----------------------------------------------------------------------------------------------

    def _writers(self, common: list[list[Access]]) -> tuple[frozenset[int], frozenset[int]]:
        """The statements that only the first lane runs, and the assignments that only it makes in others.

        All lanes run a statement outside of shared loops alike where they can: then they need not wait for its
        values.  They can't where it reads what it has written in memory that they share, or where what it writes
        there can't be left out.
        """
        alone: set[int] = set()
        masked: set[int] = set()
        for item, accesses in zip(self.items, common, strict=True):
            if id(item) in self.shared:
                continue
            written = {id(access.node) for access in accesses if access.write}
            reason = self.reasons.get(id(item)) or self._obstacle_alike(item, accesses, written)
            if reason is None:
                masked |= written
            elif isinstance(item, c_ast.Decl) or any(
                isinstance(part, c_ast.Goto | c_ast.Return) for part in walk(item)
            ):
                raise RefusedError(reason)
            else:
                alone.add(id(item))
        return frozenset(alone), frozenset(masked)

    def _obstacle_alike(self, item: c_ast.Node, accesses: list[Access], written: set[int]) -> str | None:
        """Why all lanes can't run a statement of which the first one makes the `written` assignments."""
        statements = {id(each): each for each in statements_in(item)}
        for key in written:
            statement = statements.get(key)
            if not isinstance(statement, c_ast.Assignment | c_ast.UnaryOp) or not _is_plain(statement):
                return "an array is written in a called function or within an expression"
        for one in accesses:
            if not one.write:
                continue
            inside = {id(part) for part in walk(one.node)}
            for other in accesses:
                if other is not one and id(other.node) not in inside and self._clash(one, other):
                    if other.write and id(other.node) in written:
                        continue
                    return "an array is written and read by one statement outside of shared loops"
        return None

    def _check_values(self, alone: frozenset[int], arrays: list[Root]) -> None:
        """What the first lane keeps for itself from statements that it runs alone, no other lane may need."""
        for root in self.roots.values():
            if root in arrays:
                continue
            accesses = [access for access in self.found.accesses if access.root is root]
            apart = [
                access for access in accesses if all(id(self.items[at]) in alone for at in self._items(access))
            ]
            if any(access.write for access in apart) and any(
                self._is_needed(access) for access in accesses if access not in apart
            ):
                raise RefusedError(f"`{root.variable}` is needed by all lanes, and only the first one has it")

    def _is_common(self, access: Access, arrays: Iterable[Root]) -> bool:
        assert access.root is not None
        return access.root.memory is Memory.BUFFER or any(access.root is each for each in arrays)

    def _barriers(self, common: list[list[Access]], alone: frozenset[int]) -> frozenset[int]:
        """Before which statements the lanes wait for each other: where one may access what another has written."""
        barriers = set()
        since: list[tuple[Access, bool]] = []
        for number, (item, mine) in enumerate(zip(self.items, common, strict=True)):
            single = id(item) in alone
            if any(not (first and single) and self._clash(one, other) for one, first in since for other in mine):
                barriers.add(number)
                since = []
            since += [(access, single) for access in mine]
            if id(item) in self.shared and self.shared[id(item)].accumulators:
                since = []  # the tree has barriers
        return frozenset(barriers)

    def _accesses_by_item(self, arrays: list[Root]) -> list[list[Access]]:
        """The accesses to what all lanes see, by statement."""
        common: list[list[Access]] = [[] for _ in self.items]
        for access in self.found.accesses:
            if self._is_common(access, arrays):
                for number in self._items(access):
                    common[number].append(access)
        return common

    def _items(self, access: Access) -> Iterable[int]:
        """The numbers of the statements that an access is in; one in a function counts for all that call some."""
        nodes = [access.node, *(loop.node for loop in access.loops if loop.node is not None)]
        return {self.places[id(node)] for node in nodes if id(node) in self.places} or self.calling

    def _clash(self, one: Access, other: Access) -> bool:
        assert one.root is not None
        assert other.root is not None
        return (one.write or other.write) and self.overlap(one.root, other.root)


def _mentions(node: c_ast.Node, name: str) -> int:
    return sum(isinstance(part, c_ast.ID) and part.name == name for part in walk(node))


def _leaves(loop: c_ast.For) -> bool:
    """Whether a loop may end before its bound."""
    stack: list[c_ast.Node] = [loop.stmt]
    while stack:
        node = stack.pop()
        if isinstance(node, c_ast.Break | c_ast.Goto | c_ast.Return):
            return True
        if not isinstance(node, c_ast.For | c_ast.While | c_ast.DoWhile | c_ast.Switch):
            stack += children(node)
        elif any(isinstance(part, c_ast.Goto | c_ast.Return) for part in walk(node)):
            return True
    return False


def _is_builtin(call: c_ast.FuncCall) -> bool:
    return isinstance(call.name, c_ast.ID) and is_reserved(call.name.name)


def _is_plain(statement: c_ast.Node) -> bool:
    """Whether skipping an assignment skips nothing but what it assigns."""
    for part in walk(statement):
        if part is not statement and isinstance(part, c_ast.Assignment):
            return False
        if (
            part is not statement
            and isinstance(part, c_ast.UnaryOp)
            and part.op in ("++", "--", "p++", "p--", "&")
        ):
            return False
        if isinstance(part, c_ast.FuncCall) and not _is_builtin(part):
            return False
    return True
