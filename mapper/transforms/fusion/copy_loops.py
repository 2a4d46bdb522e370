"""Loops that only copy elements from place to place, and the store that gives these elements their values.

Both are read as trees in names that all kernels of a place share: those of the host's variables, and counters with
a sign before them that says whose they are (`copy0:j`).  In these terms subscripts must be affine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.evaluation.comparisons import relation
from mapper.analysis.kernels.loops import loop_header
from mapper.analysis.kernels.subscripts import element_of
from mapper.ir.builtins import tables
from mapper.ir.expressions.arithmetic import arithmetic
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, IntType
from mapper.ir.trees.jumps import has_jump
from mapper.ir.trees.literals import signed_value
from mapper.ir.trees.names import assigned_names
from mapper.ir.trees.nodes import clone, subscripted, text_of, walk

OF_COUNTERS = ":"
"""What a counter has in its name, and no name of the host's."""


class NotCopiesError(Exception):
    """The code does something else, or something that is not understood."""


@dataclass(frozen=True, eq=False, slots=True)
class Counter:
    """A loop around a statement: `name` grows by one from `lower` on while it is in `relation` to `bound`."""

    name: str
    lower: c_ast.Node
    relation: str
    bound: c_ast.Node

    def conditions(self, value: c_ast.Node) -> tuple[c_ast.BinaryOp, c_ast.BinaryOp]:
        """What says that a value is one of the counter's."""
        return build.binary("<=", self.lower, value), build.binary(self.relation, value, self.bound)


@dataclass(frozen=True, eq=False, slots=True)
class Element:
    """`pointer[subscripts[0]][subscripts[1]]...`, of a type of numbers; `pointer` is the host's text."""

    pointer: str
    type: CType
    subscripts: tuple[c_ast.Node, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Copy:
    """`target = source;` with the loops around it; `place` leads there through the statements of a kernel."""

    target: Element
    source: Element
    counters: tuple[Counter, ...]
    place: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Store:
    """The one assignment in a kernel's body that writes an array, with the loops around it."""

    node: c_ast.Assignment
    target: Element
    counters: tuple[Counter, ...]


# ---- reading ----------------------------------------------------------------------------------------------------


class Reader:
    """Reads the code of one kernel; `sign` marks its counters."""

    def __init__(self, kernel: Kernel, sign: str) -> None:
        self.kernel = kernel
        self.sign = sign
        changed = assigned_names(kernel.body)
        self.names: dict[str, c_ast.Node] = {
            each.name: each.expression for each in kernel.values if each.name not in changed
        }
        self.buffers = {each.name: each for each in kernel.buffers}
        self.chains = {chain[-1].name: chain for chain in kernel.chains}

    def dimensions(self) -> tuple[Counter, ...]:
        """The kernel's own loops, outermost first."""
        found = []
        for each in reversed(self.kernel.dimensions):
            _require_signed(each.type)
            lower, bound = clone(each.lower), clone(each.bound)
            found.append(self._counter(each.variable, lower, each.relation, bound, signed_value(each.step)))
        return tuple(found)

    def copies(self) -> list[Copy]:
        """All that the kernel does, in the order of its text."""
        return list(self._copies(self.kernel.body, self.dimensions(), ()))

    def store(self, pointer: str) -> Store:
        """The one assignment to elements of an array that is made in each iteration of the loops around it."""
        around = self.dimensions()
        if self.kernel.stops or has_jump(self.kernel.body, c_ast.Switch, c_ast.While, c_ast.DoWhile):
            raise NotCopiesError("the loop before has jumps")
        found = [each for each in self._stores(self.kernel.body, around) if each.target.pointer == pointer]
        if len(found) != 1:
            raise NotCopiesError(f"the loop before does not write `{pointer}` in one place")
        return found[0]

    def has_parts_of(self, store: Store) -> bool:
        """Whether there are tables or buffers for parts of the array that a store writes: `x[0]` of `x`."""
        pointers = [subscripted(each.pointer) for each in self.kernel.buffers if not each.of]
        return any(outer and text_of(base) == store.target.pointer for base, outer in pointers)

    def _copies(self, node: c_ast.Node, around: tuple[Counter, ...], place: tuple[int, ...]) -> Iterator[Copy]:
        match node:
            case c_ast.Compound():
                for number, item in enumerate(node.block_items or []):
                    yield from self._copies(item, around, (*place, number))
            case c_ast.EmptyStatement() | c_ast.Decl(init=None):
                return
            case c_ast.For():
                yield from self._copies(node.stmt, (*around, self._loop(node)), (*place, 0))
                self._leave(node)
            case c_ast.Assignment(op="="):
                target, source = self._element(node.lvalue), self._element(node.rvalue)
                if target is None or source is None or target.type != source.type:
                    raise NotCopiesError("it does more than copy elements")
                yield Copy(target, source, around, place)
            case _:
                raise NotCopiesError("it does more than copy elements")

    def _stores(self, node: c_ast.Node, around: tuple[Counter, ...]) -> Iterator[Store]:
        match node:
            case c_ast.Compound():
                for item in node.block_items or []:
                    yield from self._stores(item, around)
            case c_ast.For():
                try:
                    inner = (*around, self._loop(node))
                except NotCopiesError:
                    return
                yield from self._stores(node.stmt, inner)
                self._leave(node)
            case c_ast.Assignment():
                target = self._element(node.lvalue)
                if target is not None:
                    yield Store(node, target, around)

    def _loop(self, node: c_ast.For) -> Counter:
        header = loop_header(node)
        if header is None:
            raise NotCopiesError("a loop does not count from one bound to another by one")
        _require_signed(self.kernel.symbols.get(header.variable))
        lower, bound = self.shared(header.lower), self.shared(header.bound)
        return self._counter(header.variable, lower, header.relation, bound, header.step)

    def _leave(self, node: c_ast.For) -> None:
        """Behind a loop its counter is a variable like others."""
        header = loop_header(node)
        assert header is not None
        del self.names[header.variable]

    def _counter(self, name: str, lower: c_ast.Node, sign: str, bound: c_ast.Node, step: int | None) -> Counter:
        if step != 1 or sign not in ("<", "<="):
            raise NotCopiesError("a loop does not count from one bound to another by one")
        marked = f"{self.sign}{OF_COUNTERS}{name}"
        self.names[name] = build.identifier(marked)
        return Counter(marked, lower, sign, bound)

    def shared(self, tree: c_ast.Node) -> c_ast.Node:
        """A tree of the kernel's code in names that all kernels share."""
        if any(isinstance(node, c_ast.ID) and node.name not in self.names for node in walk(tree)):
            raise NotCopiesError("a subscript or a bound is too intricate to be analysed")
        return substituted(tree, self.names)

    def _element(self, node: c_ast.Node) -> Element | None:
        """An element of a buffer, all of whose subscripts are said in the kernel or in its pointer."""
        found = element_of(node)
        buffer = self.buffers.get(found[0]) if found is not None else None
        if found is None or buffer is None or buffer.table:
            return None
        chain = self.chains.get(buffer.name, ())
        subscripts = found[1]
        first = buffer
        if chain:
            first = chain[0]
            inner = _in_row(subscripts[0], chain) if len(subscripts) == 1 else None
            if inner is None:
                return None
            subscripts = inner
        pointer, outer = subscripted(clone(first.pointer))
        if outer and not chain and isinstance(buffer.element, ArrayType):
            return None
        of = buffer.element
        for _ in range(len(found[1]) - 1):
            of = of.element if isinstance(of, ArrayType) else of
        if not isinstance(of, FloatType | IntType) or (isinstance(of, IntType) and of.name == "_Bool"):
            return None
        return Element(text_of(pointer), of, (*outer, *map(self.shared, subscripts)))


def _in_row(subscript: c_ast.Node, chain: Sequence[Buffer]) -> list[c_ast.Node] | None:
    """The subscripts of an element that tables lead to: `x[mrt_entry(rows, ..., k) + i]` has k and i."""
    found: list[c_ast.Node] = []
    for table in reversed(chain[:-1]):
        if not (isinstance(subscript, c_ast.BinaryOp) and subscript.op == "+" and tables.is_row(subscript.left)):
            return None
        row = subscript.left.args.exprs
        if not (isinstance(row[0], c_ast.ID) and row[0].name == table.name):
            return None
        found.insert(0, subscript.right)
        subscript = row[-1]
    return [subscript, *found]


def _require_signed(of: CType | None) -> None:
    if not isinstance(of, IntType) or not of.signed or of.bits < 32:
        raise NotCopiesError("a counter is no signed integer")


# ---- writing ----------------------------------------------------------------------------------------------------


def element_at(kernel: Kernel, like: c_ast.Node, subscripts: Sequence[c_ast.Node]) -> c_ast.Node:
    """Another element of the array that `like` is an element of, in the names of the kernel's code."""
    found = element_of(like)
    assert found is not None
    chain = next((each for each in kernel.chains if each[-1].name == found[0]), ())
    if not chain:
        return build.element(build.identifier(found[0]), subscripts)
    position = subscripts[0]
    for table, each in zip(chain[:-1], subscripts[1:], strict=True):
        position = build.binary("+", tables.row(table.name, position), each)
    return c_ast.ArrayRef(build.identifier(found[0]), position)


# ---- values -----------------------------------------------------------------------------------------------------


def affine(tree: c_ast.Node, signed: Callable[[c_ast.ID], bool]) -> isl.PwAff:
    """The value of a tree in shared names; `signed` is true if a variable of the host's is a signed integer."""
    match tree:
        case c_ast.Constant() if (value := signed_value(tree)) is not None:
            return forms.constant(value)
        case c_ast.ID() if OF_COUNTERS in tree.name or signed(tree):
            return forms.symbol(tree.name)
    found = arithmetic(tree, lambda operand: affine(operand, signed), forms.multiple)
    if found is not None:
        return found
    raise NotCopiesError("a subscript or a bound is too intricate to be analysed")


def holds(condition: c_ast.BinaryOp, signed: Callable[[c_ast.ID], bool]) -> isl.Set:
    """Where a comparison of trees in shared names holds."""
    one, other = affine(condition.left, signed), affine(condition.right, signed)
    if condition.op == "==":
        return one.eq_set(other)
    return relation(condition.op, one, other)


def domain(counters: Sequence[Counter], signed: Callable[[c_ast.ID], bool]) -> isl.Set:
    """The values that counters run through together."""
    found = forms.everywhere()
    for each in counters:
        for condition in each.conditions(build.identifier(each.name)):
            found = found.intersect(holds(condition, signed))
    return found
