"""Parts of a variable: whether what is certainly written of an array or structure covers what is read of it.

A part is a path of members and subscripts from the variable: `s.line[k]` is `("line", k)`, and the empty path is
the whole variable.  A subscript is one element or a range of them; its bounds are polynomials in texts that are
equal for equal values as long as the variables in them don't change (`Index.names`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pycparser import c_ast, c_generator

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.ir.expressions.polynomials import ONE, ZERO, Polynomial, atom_of, constant
from mapper.ir.trees.ctypes import ArrayType, CType, StructType
from mapper.ir.trees.nodes import walk

_PLAIN = (c_ast.ID, c_ast.Constant, c_ast.BinaryOp, c_ast.UnaryOp)
_PURE = frozenset(["+", "-", "~"])


@dataclass(frozen=True, slots=True)
class Index:
    """The elements from `low` up to, not including, `high`; `low` alone where `high` is None.

    `names` are the numbers of the variables in the texts.
    """

    low: Polynomial
    high: Polynomial | None = None
    names: frozenset[int] = frozenset()

    def contains(self, other: Index) -> bool:
        """Whether each element of another index is certainly one of this."""
        if self.high is None:
            return other.high is None and other.low == self.low
        return _before(self.low, other.low) and _before(other.end, self.high)

    @property
    def end(self) -> Polynomial:
        """The element behind the last one."""
        return self.low + ONE if self.high is None else self.high

    def plus(self, number: int) -> Index:
        """The index, moved."""
        by = constant(number)
        return Index(self.low + by, None if self.high is None else self.high + by, self.names)

    def fills(self, length: int | None) -> bool:
        """Whether it holds all elements of an array."""
        return length is not None and self.low == ZERO and self.high == constant(length)


Step = Index | str  # a member by its name
Part = tuple[Step, ...]
ReadStep = tuple[Index, ...] | str  # what is known of a subscript: nothing, or one or two views of it
Read = tuple[ReadStep, ...]

WHOLE: Part = ()


def bound(node: c_ast.Node, symbols: Symbols, fixed: Sequence[Symbol] | frozenset[Symbol]) -> Index | None:
    """The value of an expression as an index; None if it depends on more than constants and `fixed` variables.

    `fixed` are variables that change by name only.
    """
    value = symbols.constant(node)
    if value is not None:
        return Index(constant(value))
    base, offset = split(node, symbols)
    if offset:
        found = bound(base, symbols, fixed)
        return None if found is None else found.plus(offset)
    numbers = []
    for part in walk(node):
        if not isinstance(part, _PLAIN) or (isinstance(part, c_ast.UnaryOp) and part.op not in _PURE):
            return None
        if isinstance(part, c_ast.ID):
            symbol = symbols.symbol(part)
            if symbol is None or symbol not in fixed:
                return None
            numbers.append(symbol.number)
    text = c_generator.CGenerator().visit(node)
    return Index(atom_of(f"{text} {' '.join(map(str, numbers))}"), None, frozenset(numbers))


def split(node: c_ast.Node, symbols: Symbols) -> tuple[c_ast.Node, int]:
    """`e + 2` as e and 2."""
    if isinstance(node, c_ast.BinaryOp) and node.op in "+-":
        right = symbols.constant(node.right)
        if right is not None:
            return node.left, right if node.op == "+" else -right
        left = symbols.constant(node.left)
        if left is not None and node.op == "+":
            return node.right, left
    return node, 0


def covered(read: Read, of: CType, written: Iterable[Part], symbols: Symbols) -> bool:
    """Whether a part of a variable of type `of` is written for certain."""
    parts = list(written)
    return any(_covers(part, read, of) for part in parts) or _all_members(read, of, parts, symbols)


def _covers(written: Part, read: Read, of: CType) -> bool:
    ctype: CType | None = of
    for number, step in enumerate(written):
        if isinstance(step, str):
            if number >= len(read) or read[number] != step:
                return False
            ctype = None  # extents of arrays in structures are looked up no further
            continue
        length = ctype.length if isinstance(ctype, ArrayType) else None
        full = step.fills(length)
        views = read[number] if number < len(read) else ()
        if not full and not any(isinstance(view, Index) and step.contains(view) for view in views):
            return False
        ctype = ctype.element if isinstance(ctype, ArrayType) else None
    return True


def _all_members(read: Read, of: CType, written: list[Part], symbols: Symbols) -> bool:
    """Whether all members of a structure that is read as a whole are written."""
    ctype: CType = of
    for step in read:
        if isinstance(ctype, ArrayType):
            ctype = ctype.element
        elif isinstance(ctype, StructType) and isinstance(step, str):
            member = symbols.member(ctype, step)
            if member is None:
                return False
            ctype = member.type
    if not isinstance(ctype, StructType) or ctype.union:
        return False
    members = symbols.members(ctype)
    return bool(members) and all(
        each.name != "" and covered((*read, each.name), of, written, symbols) for each in members or ()
    )


def overlaps(one: Read, other: Read) -> bool:
    """Whether two parts may have elements in common."""
    for step, against in zip(one, other, strict=False):
        if isinstance(step, str) or isinstance(against, str):
            if step != against:
                return False
        elif any(_apart(left, right) or _apart(right, left) for left in step for right in against):
            return False
    return True


def is_fixed(part: Read) -> bool:
    """Whether a part is the same one all the time: its subscripts are constants."""
    return all(isinstance(step, str) or (bool(step) and not step[0].names) for step in part)


def _apart(left: Index, right: Index) -> bool:
    """Whether all elements of one index come before those of another."""
    return _before(left.end, right.low)


def _before(one: Polynomial, other: Polynomial) -> bool:
    """Whether a bound is certainly no more than another."""
    distance = (other - one).constant
    return distance is not None and distance >= 0


def without(written: frozenset[Part], changed: frozenset[int]) -> frozenset[Part]:
    """The parts that still mean the same after some variables have changed, by their numbers."""
    return frozenset(
        part for part in written if not any(isinstance(step, Index) and step.names & changed for step in part)
    )


def always(written: frozenset[Part]) -> frozenset[Part]:
    """The parts that mean the same in all functions, whatever values variables have."""
    return frozenset(part for part in written if not any(isinstance(step, Index) and step.names for step in part))


def over_loop(
    written: frozenset[Part], counter: Index, elements: Index, changed: frozenset[int]
) -> frozenset[Part]:
    """What all iterations of a loop write together, where each writes certain parts.

    `counter` is the loop's counter as an index, `elements` its values, `changed` the variables that change in
    the loop, the counter among them.
    """
    found = set()
    for part in written:
        at = [number for number, step in enumerate(part) if isinstance(step, Index) and step.names & counter.names]
        step = part[at[0]] if len(at) == 1 else None
        if not isinstance(step, Index) or step.high is not None:
            continue
        distance = (step.low - counter.low).constant
        if distance is None:
            continue
        made = (*part[: at[0]], elements.plus(distance), *part[at[0] + 1 :])
        if not any(isinstance(step, Index) and step.names & changed for step in made):
            found.add(made)
    return frozenset(found)
