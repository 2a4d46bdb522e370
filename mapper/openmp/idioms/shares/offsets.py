"""A loop over the length of a thread's part that adds where the part begins counts from there.

    for (i = 0; i < length; i++)                        for (i = first; i < length + first; i++)
      a[first + i] = b[first + i];            ->          a[i] = b[i];

So that `deals` finds the range that all threads have together.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.expressions.polynomials import ZERO
from mapper.ir.trees.headers import Head
from mapper.ir.trees.names import is_named, mentions_any, settings
from mapper.ir.trees.nodes import clone, replace_child, walk
from mapper.openmp.idioms.declared_types import scalar_words
from mapper.openmp.idioms.shares.cases import Cases, one_case
from mapper.openmp.idioms.shares.heads import set_lower

_SIGNED = frozenset([("int",), ("long",), ("int", "long"), ("ptrdiff_t",)])
_COUNTERS = _SIGNED | {("size_t",)}
_Sum = tuple[c_ast.Node, str, c_ast.Node, c_ast.Node]
"""The parent of a sum with its place in it, the sum's other side, and the offset in it."""


@dataclass(frozen=True, slots=True)
class Rebased:
    """What a loop was before, as statements that put it back."""

    node: c_ast.For
    start: c_ast.Node
    test: c_ast.Node
    replaced: Sequence[tuple[c_ast.Node, str, c_ast.Node]]

    def undo(self) -> None:
        """Let the loop count from 0 again."""
        for parent, slot, child in reversed(self.replaced):
            replace_child(parent, slot, child)
        set_lower(self.node, self.start)
        self.node.cond = self.test


def rebase(
    node: c_ast.For, head: Head, value: Callable[[c_ast.Node], Cases | None], declared: Collection[c_ast.Decl]
) -> Rebased | None:
    """Let a loop count from where its thread's part begins.

    None where it adds no such offset, or uses its counter alone.  `value` gives the values of expressions in a
    thread before the loop, `declared` are the declarations that are seen in it.
    """
    counter = head.start.name
    if value(head.start.value) != one_case(ZERO):
        return None
    changed = set(settings(node.stmt)) | {counter}

    def is_offset(each: c_ast.Node) -> bool:
        cases = None if mentions_any(each, changed) else value(each)
        return cases is not None and cases.mentions_number

    found = list(_sums(node.stmt, counter, is_offset))
    uses = sum(1 for each in walk(node.stmt) if is_named(each, counter))
    offsets = [offset for *_, offset in found]
    if not found or len({id(each) for each in offsets}) != len(found) or len(found) != uses:
        return None
    if any(value(each) != value(offsets[0]) or not _keeps_type(each, counter, declared) for each in offsets):
        return None
    rebased = Rebased(node, head.start.value, node.cond, [_replaced(*each) for each in found])
    set_lower(node, clone(offsets[0]))
    bound = c_ast.BinaryOp("+", clone(head.bound), clone(offsets[0]), node.coord)
    node.cond = c_ast.BinaryOp(head.relation, clone(head.step.counter), bound, node.coord)
    return rebased


def _sums(body: c_ast.Node, counter: str, is_offset: Callable[[c_ast.Node], bool]) -> Iterator[_Sum]:
    """The offset beside each use of a counter in a sum."""
    for parent in list(walk(body)):
        for slot, child in parent.children():
            is_sum = isinstance(child, c_ast.BinaryOp) and child.op == "+"
            if is_sum and (is_named(child.left, counter) or is_named(child.right, counter)):
                yield from _offset_in(parent, slot, child, counter, is_offset)


def _offset_in(
    parent: c_ast.Node, slot: str, node: c_ast.BinaryOp, counter: str, is_offset: Callable[[c_ast.Node], bool]
) -> Iterator[_Sum]:
    """The offset in a sum of the counter and others, which may be one of two: `row * n + first + i`."""
    other, side = (node.right, "right") if is_named(node.left, counter) else (node.left, "left")
    if is_offset(other):
        yield parent, slot, node.left if side == "right" else node.right, other
    elif isinstance(other, c_ast.BinaryOp) and other.op == "+":
        for end, rest in ((other.right, other.left), (other.left, other.right)):
            if is_offset(end):
                yield node, side, rest, end
                return


def _replaced(
    parent: c_ast.Node, slot: str, other: c_ast.Node, _: c_ast.Node
) -> tuple[c_ast.Node, str, c_ast.Node]:
    """Leave the offset out of a sum; what was in its place."""
    before = next(child for name, child in parent.children() if name == slot)
    replace_child(parent, slot, other)
    return parent, slot, before


def _keeps_type(offset: c_ast.Node, counter: str, declared: Collection[c_ast.Decl]) -> bool:
    """Whether the sum of a counter and an offset has the counter's type: each part has, or is an `int`."""
    (own, *others) = {_words(each.type) for each in declared if each.name == counter} or {None}
    if others or own not in _COUNTERS:
        return False
    for each in walk(offset):
        if isinstance(each, c_ast.StructRef):
            return False
        if isinstance(each, c_ast.ID):
            found = {_words(decl.type) for decl in declared if decl.name == each.name}
        elif isinstance(each, c_ast.Cast):
            found = {_words(each.to_type.type)}
        else:
            continue
        if not found <= {own, ("int",)}:
            return False
    return True


def is_signed(name: str, declared: Collection[c_ast.Decl]) -> bool:
    """Whether all variables with a name are signed integers that hold all values of `int`."""
    return all(_words(each.type) in _SIGNED for each in declared if each.name == name)


def _words(of: c_ast.Node) -> tuple[str, ...] | None:
    """The words of the type of a variable, or of the elements of an array; None for other types."""
    while isinstance(of, c_ast.ArrayDecl | c_ast.PtrDecl):
        of = of.type
    words = scalar_words(of)
    return None if words is None else tuple(sorted(words.names))
