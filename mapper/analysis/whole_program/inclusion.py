"""A solver for inclusion constraints over sets of small integers (Andersen's points-to analysis).

Nodes are numbers that represent sets; a set is a Python integer used as a bit field, since the sets of a large
program are many and alike.  Constraints say that one set includes another, directly, or through the contents
of the targets in a set.  The solver works in waves: it merges the nodes of each cycle, passes the sets on in
topological order, then lets the indirect constraints add edges, until none is new
(Pereira and Berlin, "Wave propagation and deep propagation for pointer analysis", CGO 2009).
Pointers with one set of targets, of which large programs have many, share a node through which all their loads go,
and one for their stores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from sys import byteorder

from mapper.analysis.whole_program.scc import components

Contents = Callable[[int, str], int]

_WORD = 8  # bytes; operations on whole sets take time in proportion to the largest number in them
_FEW = 4  # so many edges cost less than a node of their own


def bits(value: int) -> Iterator[int]:
    """The positions of the bits that are set, lowest first."""
    words = memoryview(value.to_bytes(_WORD * (value.bit_length() // (8 * _WORD) + 1), byteorder)).cast("Q")
    for start, word in enumerate(words if byteorder == "little" else words[::-1]):
        while word:
            low = word & -word
            yield 8 * _WORD * start + low.bit_length() - 1
            word ^= low


def _itself(target: int, _: str) -> int:
    return target


class Inclusion:
    """A system of inclusion constraints; `solve` may be called again after constraints were added."""

    def __init__(self, read: Contents = _itself, written: Contents = _itself, marks: int = 0) -> None:
        """The bits of `marks` are no targets.

        `read` and `written` give the nodes of a target's contents, of those in a part of it if it is named;
        without them targets are nodes themselves.
        """
        self._read = read
        self._written = written
        self._marks = marks
        self._sets: list[int] = []
        self._parent: list[int] = []
        self._successors: list[set[int]] = []
        self._loads: list[tuple[int, int, str]] = []
        self._stores: list[tuple[int, int, str]] = []
        self._watches: list[tuple[int, Callable[[int], None]]] = []
        self._done: dict[tuple[str, int], int] = {}
        self._shared: dict[tuple[str, int, str], int] = {}

    def node(self, initial: int = 0) -> int:
        """A new node whose set holds the bits of `initial`."""
        self._sets.append(initial)
        self._parent.append(len(self._parent))
        self._successors.append(set())
        return len(self._sets) - 1

    def include(self, node: int, members: int) -> None:
        """The set of `node` holds the bits of `members`."""
        self._sets[self._find(node)] |= members

    def copy(self, source: int, target: int) -> None:
        """The set of `target` includes that of `source`."""
        source, target = self._find(source), self._find(target)
        if source != target:
            self._successors[source].add(target)

    def load(self, pointer: int, target: int, part: str = "") -> None:
        """The set of `target` includes the contents of each target of `pointer`, or of a part of it."""
        self._loads.append((pointer, target, part))

    def store(self, pointer: int, source: int, part: str = "") -> None:
        """The contents of each target of `pointer`, or of a part of it, include the set of `source`."""
        self._stores.append((pointer, source, part))

    def watch(self, node: int, found: Callable[[int], None]) -> None:
        """Call `found` once with each member of the set of `node`; it may add constraints."""
        self._watches.append((node, found))

    def members(self, node: int) -> int:
        """The set of `node`."""
        return self._sets[self._find(node)]

    def solve(self) -> None:
        """Find the least sets that meet all constraints."""
        while True:
            self._propagate(self._condense())
            if not self._expand():
                return

    def _find(self, node: int) -> int:
        parent = self._parent
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    def _condense(self) -> list[int]:
        """Merge the nodes of each cycle; the remaining nodes in topological order."""
        order: list[int] = []
        roots = [node for node, parent in enumerate(self._parent) if node == parent]
        for component in components({node: sorted(map(self._find, self._successors[node])) for node in roots}):
            root = component[0]
            if len(component) > 1:
                merged: set[int] = set()
                for member in component:
                    merged |= self._successors[member]
                    self._sets[root] |= self._sets[member]
                    self._parent[member] = root
                    if member != root:
                        self._successors[member] = set()
                self._successors[root] = merged
            order.append(root)
        for node in order:
            self._successors[node] = {self._find(other) for other in self._successors[node]} - {node}
        order.reverse()
        return order

    def _propagate(self, order: list[int]) -> None:
        sets = self._sets
        for node in order:
            members = sets[node]
            if members:
                for successor in self._successors[node]:
                    sets[successor] |= members

    def _expand(self) -> bool:
        """Add the edges that indirect constraints ask for by now; whether any of them had new targets."""
        changed = False
        for number, (pointer, target, part) in enumerate(self._loads):
            for node in self._through("load", number, pointer, part):
                self.copy(node, target)
                changed = True
        for number, (pointer, source, part) in enumerate(self._stores):
            for node in self._through("store", number, pointer, part):
                self.copy(source, node)
                changed = True
        for number, (node, found) in enumerate(list(self._watches)):
            _, members = self._fresh("watch", number, node)
            for member in bits(members):
                found(member)
                changed = True
        return changed

    def _fresh(self, kind: str, number: int, node: int) -> tuple[int, int]:
        """Which targets of a node a constraint has seen, and which are new to it."""
        members = self.members(node) & ~self._marks
        done = self._done.get((kind, number), 0)
        if members != done:
            self._done[kind, number] = members
        return done, members & ~done

    def _through(self, kind: str, number: int, pointer: int, part: str) -> Iterator[int]:
        """The nodes through which a constraint reaches the contents of the new targets of its pointer."""
        done, fresh = self._fresh(kind, number, pointer)
        contents = self._read if kind == "load" else self._written
        if fresh.bit_count() <= _FEW:
            yield from (contents(member, part) for member in bits(fresh))
            return
        key = (kind, done | fresh, part)
        node = self._shared.get(key)
        if node is None:
            node = self._shared[key] = self.node()
            before = self._shared.get((kind, done, part))
            others = [contents(member, part) for member in bits(fresh if before is not None else done | fresh)]
            for other in others if before is None else [before, *others]:
                self.copy(*((other, node) if kind == "load" else (node, other)))
        yield node
