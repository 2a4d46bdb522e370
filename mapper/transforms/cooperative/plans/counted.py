"""Inner loops that put elements behind each other by a counter: `out[n++] = x[i]`, `out[place[key[i]]++] = x[i]`.

All else being parallel, lanes find the counter's value for each of their iterations beforehand: it is what it was,
plus the number of iterations before that count the same counter.  That is the filter of a block of elements, and
the stable scatter of a block in a radix sort (Merrill and Grimshaw, High Performance and Scalable Radix Sorting,
Parallel Processing Letters, 2011).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.kernels.relations.access_pairs import may_overlap
from mapper.analysis.kernels.relations.accesses import Access, Found, Loop, Memory, Root
from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import BOOL, ArrayType, CType, IntType
from mapper.ir.trees.names import (
    assigned_names,
    exposed_places,
    is_own_call,
    mentions,
    names_in,
    pointed_names,
    settings,
)
from mapper.ir.trees.nodes import (
    INCREMENTS,
    base_of,
    has_effects,
    ids,
    path_to,
    same_text,
    statements_of,
    walk,
)
from mapper.translate.common.updates import update_of

MOST_COUNTERS = 2048
"""Counters of a row: each has a bit for each lane in local memory."""
_BITS = (32, 64)
_ATOMIC = 32
_CASTS = (c_ast.Cast, c_ast.Typename, c_ast.TypeDecl, c_ast.IdentifierType)
_PLAIN = (c_ast.ID, c_ast.Constant, c_ast.BinaryOp, *_CASTS)

TypeOf = Callable[[c_ast.Node], CType]


@dataclass(frozen=True, eq=False, slots=True)
class Counted:
    """A counter that an iteration of the loop counts up by one at most, in one place.

    It is the variable `name`, or the element `slot` of the row of `length` elements that `place` is in.  `asked`
    are the statements that find out whether an iteration counts, and which element: they set `mrt_counts`, and
    `mrt_slot`.  `root` is the variable, the array or the buffer; `stored` are those that are only written at
    places that the counter gives.  `alone` is the statement that counts in an array of the iteration's own, where
    nothing asks what it has counted, so that atomic updates do; otherwise it is None.
    """

    name: str
    place: c_ast.Node
    slot: c_ast.Node | None
    length: int
    type: IntType
    asked: tuple[c_ast.Node, ...]
    root: Root
    stored: tuple[Root, ...]
    alone: c_ast.Node | None = None


def counted_of(
    node: c_ast.For, loop: Loop, found: Found, symbols: Symbols, type_of: TypeOf
) -> tuple[Counted, ...]:
    """The counters of a loop whose iterations depend on each other through nothing else, as far as this tells.

    That is one of a row, or some variables; none where there are no such counters.  Whether the rest is
    independent remains to be asked, and whether `Counted.root` and `stored` are apart from all else.
    """
    if any(isinstance(part, c_ast.Goto | c_ast.Label) for part in walk(node.stmt)):
        return ()
    counts = [part for part in walk(node.stmt) if _target(part, symbols) is not None]
    readers = [_Reader(node, loop, found, symbols, type_of, count) for count in counts]
    read = [(reader, made) for reader in readers if (made := reader.run()) is not None]
    stored = {root for _, made in read for root in made.stored}
    names = {made.name for _, made in read}
    counted = tuple(made for reader, made in read if reader.is_independent(made, stored, names))
    alike = all(each.slot is None for each in counted) or all(each.alone is not None for each in counted)
    return counted if len(counted) == 1 or alike else ()


def _target(node: c_ast.Node, symbols: Symbols) -> c_ast.Node | None:
    """What a node counts up by one; None for others."""
    target: c_ast.Node | None = None
    match node:
        case c_ast.UnaryOp(op="++" | "p++"):
            target = node.expr
        case c_ast.Assignment():
            update = update_of(node, symbols)
            if update is not None and update.operator == "+" and symbols.constant(update.operand) == 1:
                target = update.target
    return target if isinstance(target, c_ast.ID | c_ast.ArrayRef) else None


class _Reader:
    """Reads one loop with one node that counts."""

    def __init__(
        self, node: c_ast.For, loop: Loop, found: Found, symbols: Symbols, type_of: TypeOf, count: c_ast.Node
    ) -> None:
        self.node = node
        self.loop = loop
        self.found = found
        self.type_of = type_of
        self.count = count
        target = _target(count, symbols)
        assert target is not None
        self.target = target
        self.inside = found.inside(loop)
        self.changed = assigned_names(node.stmt) | assigned_names(node.next)
        self.block: list[c_ast.Node] = []  # the statements among which is the one that counts
        self.at = 0  # its number there

    def run(self) -> Counted | None:
        root = self._root()
        ctype = self.type_of(self.target)
        if root is None or not isinstance(ctype, IntType) or ctype == BOOL or ctype.bits not in _BITS:
            return None
        slot, length = None, self._length()
        if length is None:
            return None
        if isinstance(self.target, c_ast.ArrayRef):
            slot = self.target.subscript
        elif self._may_wrap(ctype):
            return None
        asked = self._asked(statements_of(self.node.stmt))
        if asked is None or not self._is_steady(slot):
            return None
        name = base_of(self.target)
        assert name is not None
        stored = tuple(self._stored(root))
        alone = self.count if self._is_alone(root, ctype) else None
        return Counted(name.name, self.target, slot, length, ctype, tuple(asked), root, stored, alone)

    def _is_alone(self, root: Root, ctype: IntType) -> bool:
        """Whether the loop does nothing with an array of the iteration's own but count, as devices do at once."""
        if root.memory is not Memory.PRIVATE or not isinstance(root.type, ArrayType) or ctype.bits != _ATOMIC:
            return False
        uses = sum(map(self._is_target, walk(self.node)))
        return uses == 1 and self.block[self.at] is self.count

    def is_independent(self, made: Counted, stored: Collection[Root], names: Collection[str]) -> bool:
        """Whether what decides on counts is the same however far the loop has come.

        `stored` are the buffers and arrays that are stored by some counter of the loop, `names` are the counters.
        """
        if names_in(*made.asked) & {*names} or not self._reads_what_stays(made, stored):
            return False
        return made.slot is None or made.alone is not None or self._may_repeat(made.root, stored)

    # ---- the counter -------------------------------------------------------------------------------------------

    def _root(self) -> Root | None:
        """What the counter is in, if the loop uses it by its text alone, and counts in one place."""
        base = base_of(self.target)
        root = self.found.roots().get(base.name) if base is not None else None
        if base is None or root is None or root.inside(self.loop):
            return None
        if root.memory is Memory.PRIVATE:
            scalar = isinstance(self.target, c_ast.ID) and isinstance(root.type, IntType)
            row = isinstance(self.target, c_ast.ArrayRef) and isinstance(self.target.name, c_ast.ID)
            if root.name != root.variable or not (scalar or row) or base.name in pointed_names(self.node):
                return None
        elif root.memory is not Memory.BUFFER or isinstance(self.target, c_ast.ID):
            return None
        own, counting = [each for each in self.inside if each.root is root], ids(self.count)
        parts = ids(self.node)
        if not all(id(each.node) in parts for each in own):
            return None
        if any(each.write and id(each.node) not in counting for each in own):
            return None
        return root if all(map(self._is_target, _uses(self.node, base.name))) else None

    def _length(self) -> int | None:
        """How many counters the row has, of which each iteration finds its own; 1 where it is a variable."""
        if not isinstance(self.target, c_ast.ArrayRef):
            return 1
        row = self.type_of(self.target.name)
        length = row.length if isinstance(row, ArrayType) else None
        if length is None or length > MOST_COUNTERS or self._stays(self.target.subscript):
            return None
        return length if self._stays(self.target.name) else None

    def _is_target(self, use: c_ast.Node) -> bool:
        return same_text(use, self.target)

    def _may_wrap(self, ctype: IntType) -> bool:
        """Whether a loop may count so often that an unsigned counter has a value twice."""
        counter = self.type_of(c_ast.ID(self.loop.variable))
        known = isinstance(counter, IntType) and counter.bits <= ctype.bits
        return not ctype.signed and not known

    def _stays(self, node: c_ast.Node) -> bool:
        """Whether an expression of variables and constants has one value in the whole loop."""
        if isinstance(node, c_ast.ArrayRef):
            return self._stays(node.name) and self._is_fixed(node.subscript)
        return self._is_fixed(node)

    def _is_fixed(self, node: c_ast.Node) -> bool:
        return all(isinstance(part, _PLAIN) for part in walk(node)) and not names_in(node) & self.changed

    def _is_steady(self, slot: c_ast.Node | None) -> bool:
        """Whether the counter's text means one element in an iteration, and all uses are where it counts.

        A `continue` may only come before the first use: what is stored by the counter is then counted, too.
        """
        uses = [number for number, item in enumerate(self.block) if self._is_used_in(item)]
        used = self.block[uses[0] :]
        if any(isinstance(part, c_ast.Continue) for item in used for part in walk(item)):
            return False
        if slot is None:
            return True
        if has_effects(slot) or any(self._sets(item, names_in(slot)) for item in used):
            return False
        everywhere = sum(map(self._is_target, walk(self.node)))
        return everywhere == sum(self._is_target(part) for item in used for part in walk(item))

    def _is_used_in(self, item: c_ast.Node) -> bool:
        base = base_of(self.target)
        return base is not None and mentions(item, base.name)

    # ---- whether an iteration counts ---------------------------------------------------------------------------

    def _asked(self, items: list[c_ast.Node]) -> list[c_ast.Node] | None:
        """The statements that find out whether an iteration counts, from those of a block on the way there."""
        at = next((number for number, item in enumerate(items) if id(self.count) in ids(item)), None)
        if at is None:
            return None
        item = items[at]
        inner: list[c_ast.Node] | None
        match item:
            case c_ast.Compound() | c_ast.ExprList():
                inner = self._asked(item.exprs if isinstance(item, c_ast.ExprList) else statements_of(item))
            case c_ast.If() if id(self.count) not in ids(item.cond):
                branch = item.iftrue if id(self.count) in ids(item.iftrue) else item.iffalse
                inner = self._asked(statements_of(branch))
                if inner is not None:
                    cond = item.cond if branch is item.iftrue else c_ast.UnaryOp("!", item.cond)
                    inner = [c_ast.If(cond, c_ast.Compound(inner), None)]
            case c_ast.Assignment() | c_ast.Decl() | c_ast.UnaryOp():
                if any(map(_chooses, path_to(item, self.count))):
                    return None
                self.block, self.at = items, at
                inner = self._leaf()
            case _:
                return None
        return None if inner is None else self._sliced(items[:at], inner)

    def _leaf(self) -> list[c_ast.Node]:
        found: list[c_ast.Node] = [build.assign(build.identifier("mrt_counts"), build.integer(1))]
        if isinstance(self.target, c_ast.ArrayRef):
            found.append(build.assign(build.identifier("mrt_slot"), self.target.subscript))
        return found

    def _sliced(self, before: list[c_ast.Node], rest: list[c_ast.Node]) -> list[c_ast.Node]:
        """Those of some statements that the rest needs, and the rest."""
        needed = names_in(*rest)
        kept = list(rest)
        for item in reversed(before):
            jumps = any(isinstance(part, c_ast.Continue) for part in walk(item))
            if not jumps and not self._sets(item, needed):
                continue
            kept.insert(0, item)
            needed |= names_in(item)
        return kept

    def _sets(self, item: c_ast.Node, names: Collection[str]) -> bool:
        """Whether a statement may change variables or parts of them, also through pointers and in functions."""
        if not (assigned_names(item) | names_in(*_changed_bases(item))).isdisjoint(names):
            return True
        own, parts = ids(self.node), ids(item)
        calls = any(map(is_own_call, walk(item)))
        here = (each for each in self.inside if id(each.node) in parts or (calls and id(each.node) not in own))
        return any(each.write and each.root is not None and each.root.variable in names for each in here)

    def _reads_what_stays(self, made: Counted, stored: Collection[Root]) -> bool:
        """Whether what is asked writes nothing that lanes share, and reads nothing that the loop writes."""
        asked = made.asked
        parts = {id(part) for item in asked for part in walk(item)}
        own = ids(self.node)
        calls = any(map(is_own_call, (part for item in asked for part in walk(item))))
        mine = [each for each in self.inside if id(each.node) in parts or (calls and id(each.node) not in own)]
        if any(each.root is None for each in mine):
            return False
        shared = [each for each in mine if not self._is_own(each)]
        return not any(each.write for each in shared) and not self._meets_writes(shared, made.root, stored)

    def _meets_writes(self, reads: Iterable[Access], root: Root, stored: Collection[Root]) -> bool:
        """Whether reads may be of what the loop writes, but for the counter and what is `stored` by it.

        These are apart from all else in the loop, or it is not shared.
        """
        written = [each.root for each in self.inside if each.write and not self._is_own(each)]
        others = {each for each in written if each is not None and each is not root}
        overlap = may_overlap(self.found)
        return any(
            each.root is None or each.root in others or any(overlap(each.root, one) for one in others - {*stored})
            for each in reads
        )

    def _is_own(self, access: Access) -> bool:
        """Whether each iteration has for itself what is accessed, or may have: what is declared in it, scalars."""
        root = access.root
        return root is not None and (root.inside(self.loop) or _is_scalar(access))

    # ---- what is stored by the counter -------------------------------------------------------------------------

    def _stored(self, root: Root) -> Iterator[Root]:
        """The buffers and arrays of which an iteration only writes elements at the place that its count gives."""
        by_root: dict[Root, list[Access]] = {}
        for each in self.inside:
            if each.root is not None and each.root is not root and not each.root.inside(self.loop):
                by_root.setdefault(each.root, []).append(each)
        for stored, accesses in by_root.items():
            places = [self._place_of(each) if each.write else None for each in accesses]
            first = places[0]
            if first is None or _is_scalar(accesses[0]):
                continue
            if all(each is not None and each[1] == first[1] and same_text(each[0], first[0]) for each in places):
                yield stored

    def _place_of(self, access: Access) -> tuple[c_ast.Node, int] | None:
        """Where an access is, up to the subscript that the counter gives, and on which side of the count."""
        number = next((n for n, item in enumerate(self.block) if id(access.node) in ids(item)), None)
        node = access.node
        if isinstance(node, c_ast.Assignment):
            node = node.lvalue
        elif isinstance(node, c_ast.UnaryOp) and node.op in INCREMENTS:
            node = node.expr
        if number is None:
            return None
        side = (number > self.at) - (number < self.at)
        while isinstance(node, c_ast.ArrayRef | c_ast.StructRef):
            if isinstance(node, c_ast.ArrayRef) and self._stays(node.name):
                given = self._is_given(node.subscript, side)
                return (node, given) if given is not None else None
            node = node.name
        return None

    def _is_given(self, node: c_ast.Node, side: int) -> int | None:
        """Which value of the counter a subscript is, but for what stays the same; None if it is none.

        -1: that before it counts, 1: that after; 2: one in a variable.
        """
        node = self._uncast(node)
        if any(part is self.count for part in walk(node)):
            side = 1 if isinstance(node, c_ast.UnaryOp) and node.op == "++" else -1
        match node:
            case c_ast.BinaryOp(op="+" | "-"):
                if self._stays(node.right):
                    return self._is_given(node.left, side)
                return self._is_given(node.right, side) if node.op == "+" and self._stays(node.left) else None
            case c_ast.UnaryOp() if node is self.count:
                return side
            case c_ast.ID() if not same_text(node, self.target):
                return 2 if self._is_copy(node.name) else None
        return side if side and same_text(node, self.target) else None

    def _uncast(self, node: c_ast.Node) -> c_ast.Node:
        """An expression without conversions that keep all its values apart."""
        while isinstance(node, c_ast.Cast):
            to, of = self.type_of(node), self.type_of(node.expr)
            if not isinstance(to, IntType) or not isinstance(of, IntType) or to.bits < of.bits:
                break
            node = node.expr
        return node

    def _is_copy(self, name: str) -> bool:
        """Whether a variable only has the counter's value, where it counts or before that."""
        if settings(self.node.stmt)[name] != 1 or name in pointed_names(self.node):
            return False
        for number, item in enumerate(self.block[: self.at + 1]):
            value = None
            match item:
                case c_ast.Decl(name=own) if own == name:
                    value = item.init
                case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=own)) if own == name:
                    value = item.rvalue
            if value is not None:
                held = self.type_of(c_ast.ID(name))
                wide = isinstance(held, IntType) and held.bits >= self._bits()
                return wide and self._is_given(value, -1 if number < self.at else 0) is not None
        return False

    def _bits(self) -> int:
        ctype = self.type_of(self.target)
        assert isinstance(ctype, IntType)
        return ctype.bits

    def _may_repeat(self, root: Root, stored: Collection[Root]) -> bool:
        """Whether running the loop once more, from the same counters, leaves the same behind."""
        if any(each.atomic for each in self.inside):
            return False
        reads = (each for each in self.inside if not each.write and not self._is_own(each))
        return not self._meets_writes((each for each in reads if each.root is not root), root, stored)


def _changed_bases(item: c_ast.Node) -> Iterator[c_ast.Node]:
    """The variables that a statement changes or takes the addresses of, in part or as a whole."""
    bases = map(base_of, exposed_places(item))
    return (base for base in bases if base is not None)


def _uses(node: c_ast.Node, name: str) -> Iterator[c_ast.Node]:
    """The largest expressions that are an element of an array, or the variable itself."""
    stack = [node]
    while stack:
        part = stack.pop()
        base = base_of(part) if isinstance(part, c_ast.ArrayRef) else part
        if isinstance(base, c_ast.ID) and base.name == name:
            yield part
            stack += [each.subscript for each in _chain(part)]
            continue
        stack += [child for _, child in part.children()]


def _chooses(node: c_ast.Node) -> bool:
    """Whether an expression may leave a part of itself out."""
    return isinstance(node, c_ast.TernaryOp) or (isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||"))


def _chain(node: c_ast.Node) -> Iterator[c_ast.ArrayRef]:
    while isinstance(node, c_ast.ArrayRef):
        yield node
        node = node.name


def _is_scalar(access: Access) -> bool:
    """Whether an access is to a private variable that is no array."""
    root = access.root
    return root is not None and root.memory is Memory.PRIVATE and not isinstance(root.type, ArrayType)
