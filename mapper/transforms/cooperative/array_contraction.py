"""Array contraction: columns of a private array with disjoint live ranges share memory.  A step of `gang`.

    for p, for m < 2: x[p][m] = a[p][m];         for p: x[p][0] = a[p][0];
    ... only x[..][0] ...                        ... only x[..][0] ...
    ... only x[..][1] ...                 ->     for p: a[p][0] = x[p][0];
    for p, for m < 2: a[p][m] = x[p][m];         for p: x[p][0] = a[p][1];
                                                 ... x[..][0] in place of x[..][1] ...
                                                 for p: a[p][1] = x[p][0];

How many lines a multiprocessor has at a time is a question of local memory.  The loops that only copy columns in
and out are cut into parts, which move to where the columns are needed; nothing that they pass may touch the same
memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.loops import constant_value, loop_header
from mapper.analysis.kernels.relations.accesses import Access, Found, Index, Memory
from mapper.analysis.kernels.relations.dependences import conflict
from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, CType, FloatType, IntType
from mapper.ir.trees.names import assigned_names, fresh_name, mentions, names_in, occurrences
from mapper.ir.trees.nodes import calls, children, clone, single, walk
from mapper.transforms.loops.loops import SHORT

_COLUMN = "mrt column"


class _NoContractionError(Exception):
    """The array stays as it is."""


@dataclass(frozen=True, eq=False, slots=True)
class _Mover:
    """A loop that only copies columns into the array, or out of it; `loop` counts the columns by `counter`."""

    item: c_ast.For
    loop: c_ast.For
    counter: str
    inward: bool


@dataclass(frozen=True, eq=False, slots=True)
class _LiveRange:
    """Neighbouring columns that are used together, in the statements from `first` to `last`."""

    low: int
    high: int
    first: int
    last: int


def contracted(kernel: Kernel, symbols: Symbols) -> Kernel:
    """The kernel with smaller arrays, where columns have disjoint live ranges."""
    for item in kernel.body.block_items or []:
        if isinstance(item, c_ast.Decl) and _has_columns(kernel.symbols.get(item.name)):
            try:
                kernel = _Contraction(kernel, collect(kernel, symbols), item.name).run()
            except (_NoContractionError, isl.Error):
                continue
    return kernel


def _has_columns(ctype: CType | None) -> bool:
    """Whether a type is that of an array of numbers with two subscripts, the last one of few values."""
    if not isinstance(ctype, ArrayType) or not isinstance(ctype.element, ArrayType):
        return False
    row = ctype.element
    if not isinstance(row.element, FloatType | IntType) or ctype.length is None or row.length is None:
        return False
    return 1 < row.length <= SHORT < ctype.length


class _Contraction:
    """One array of a kernel."""

    def __init__(self, kernel: Kernel, found: Found, name: str) -> None:
        self.kernel = kernel
        self.found = found
        self.name = name
        self.items: list[c_ast.Node] = list(kernel.body.block_items or [])
        self.of = {id(node): number for number, item in enumerate(self.items) for node in walk(item)}
        if not found.placed:
            raise _NoContractionError

    def run(self) -> Kernel:
        """The kernel with a smaller array in its place."""
        used = self._used()
        movers = {number: mover for number in used if (mover := self._mover(self.items[number])) is not None}
        ranges = self._live_ranges({number: columns for number, columns in used.items() if number not in movers})
        for number in movers:
            low, high = used[number]
            columns = {column for live in ranges for column in range(live.low, live.high + 1)}
            if columns != set(range(low, high + 1)) or self._uses_arrays(number):
                raise _NoContractionError
        self._check(movers, ranges)
        return self._made(movers, ranges, used)

    # ---- what is used where -------------------------------------------------------------------------------------

    def _used(self) -> dict[int, tuple[int, int]]:
        """The least and the greatest column that each statement uses."""
        found: dict[int, tuple[int, int]] = {}
        mentioned = {number for number, item in enumerate(self.items) if mentions(item, self.name)}
        for access in self.found.accesses:
            if access.root is None or access.root.variable != self.name:
                continue
            number = self.of.get(id(access.node))
            if number is None or not access.complete or len(access.steps) != 2:
                raise _NoContractionError
            low, high = _range(access)
            before = found.get(number, (low, high))
            found[number] = min(low, before[0]), max(high, before[1])
        if mentioned != found.keys() or not all(self._is_whole(self.items[number]) for number in found):
            raise _NoContractionError
        return found

    def _is_whole(self, item: c_ast.Node) -> bool:
        """Whether a statement mentions nothing of the array but elements."""
        return occurrences(item, self.name) == sum(1 for _ in self._elements(item))

    def _elements(self, item: c_ast.Node) -> Iterator[c_ast.ArrayRef]:
        for node in walk(item):
            if isinstance(node, c_ast.ArrayRef) and self._is_element(node):
                yield node

    def _is_element(self, node: c_ast.Node) -> bool:
        name, subscripts = element_of(node) or ("", [])
        return bool(name == self.name and len(subscripts) == 2)

    def _uses_arrays(self, number: int) -> bool:
        """Whether a statement uses another private array."""
        roots = [access.root for access in self.found.accesses if self.of.get(id(access.node)) == number]
        return any(
            root is not None
            and root.memory is not Memory.BUFFER
            and root.variable != self.name
            and isinstance(root.type, ArrayType)
            for root in roots
        )

    def _live_ranges(self, used: dict[int, tuple[int, int]]) -> list[_LiveRange]:
        """Columns that are used together, in the order of the text."""
        ranges: list[_LiveRange] = []
        for number, (low, high) in sorted(used.items()):
            one = _LiveRange(low, high, number, number)
            apart = []
            for other in ranges:
                if other.low <= one.high and one.low <= other.high:
                    low, high = min(one.low, other.low), max(one.high, other.high)
                    one = _LiveRange(low, high, min(one.first, other.first), max(one.last, other.last))
                else:
                    apart.append(other)
            ranges = [*apart, one]
        ranges.sort(key=lambda live: live.first)
        if len(ranges) < 2 or any(one.last >= other.first for one, other in pairwise(ranges)):
            raise _NoContractionError
        return ranges

    # ---- what moves ---------------------------------------------------------------------------------------------

    def _mover(self, item: c_ast.Node) -> _Mover | None:
        if not isinstance(item, c_ast.For) or calls(item):
            return None
        loops: dict[str, c_ast.For] = {}
        node: c_ast.Node | None = item
        while isinstance(node, c_ast.For):
            header = loop_header(node)
            if header is None or isinstance(node.init, c_ast.DeclList):
                return None
            loops[header.variable] = node
            node = single(node.stmt)
        if not isinstance(node, c_ast.Assignment) or node.op != "=" or assigned_names(item) != loops.keys():
            return None
        inside = [each for each in (node.lvalue, node.rvalue) if self._is_element(each)]
        if len(inside) != 1 or sum(1 for _ in self._elements(item)) != 1:
            return None
        column = inside[0].subscript
        loop = loops.get(column.name) if isinstance(column, c_ast.ID) else None
        header = loop_header(loop) if loop is not None else None
        if loop is None or header is None or header.step != 1:
            return None
        if constant_value(header.lower) is None or constant_value(header.bound) is None:
            return None
        return _Mover(item, loop, header.variable, inside[0] is node.lvalue)

    def _check(self, movers: dict[int, _Mover], ranges: Sequence[_LiveRange]) -> None:
        """What moves may pass what is between, and parts of others."""
        for number, mover in movers.items():
            counters = assigned_names(mover.item)
            read = names_in(mover.item) - {self.name}
            for live in ranges:
                passed = range(number + 1, live.first) if mover.inward else range(live.last + 1, number)
                if number > live.first if mover.inward else number < live.last:
                    raise _NoContractionError
                for other in passed:
                    if other not in movers and read & assigned_names(self.items[other]) - counters:
                        raise _NoContractionError
                    mine, its = self._buffers(number), self._buffers(other)
                    if other not in movers and self._meet(mine, its):
                        raise _NoContractionError
            for other, item in enumerate(self.items):
                if other not in movers and not all(_only_counts(item, name) for name in counters):
                    raise _NoContractionError
            for other, second in movers.items():
                for one in ranges:
                    for two in ranges:
                        mine, its = self._part(number, mover, one), self._part(other, second, two)
                        if one is not two and self._meet(mine, its):
                            raise _NoContractionError

    def _buffers(self, number: int) -> list[Access]:
        """What a statement accesses besides private variables."""
        return [
            access
            for access in self.found.accesses
            if access.root is not None
            and access.root.memory is Memory.BUFFER
            and self.of.get(id(access.node)) == number
        ]

    def _part(self, number: int, mover: _Mover, live: _LiveRange) -> list[Access]:
        """What a part of a mover accesses."""
        loop = self.found.loop_of(mover.loop)
        if loop is None:
            raise _NoContractionError
        at = forms.symbol(loop.symbol)
        inside = at.ge_set(forms.constant(live.low)).intersect(at.le_set(forms.constant(live.high)))
        return [replace(access, domain=access.domain.intersect(inside)) for access in self._buffers(number)]

    def _meet(self, some: Sequence[Access], others: Sequence[Access]) -> bool:
        return any(
            (one.write or other.write) and conflict(self.found, one, other) for one in some for other in others
        )

    # ---- the kernel ---------------------------------------------------------------------------------------------

    def _made(
        self, movers: dict[int, _Mover], ranges: Sequence[_LiveRange], used: dict[int, tuple[int, int]]
    ) -> Kernel:
        name = fresh_name(self.name, set(self.kernel.symbols))
        ctype = self.kernel.symbols[self.name]
        assert isinstance(ctype, ArrayType)
        assert isinstance(ctype.element, ArrayType)
        width = max(live.high - live.low for live in ranges) + 1
        ctype = replace(ctype, element=replace(ctype.element, length=width))
        items: list[c_ast.Node] = []
        for number, item in enumerate(self.items):
            for live in ranges:
                if live.first == number:
                    items += [self._cut(mover, live, name) for mover in movers.values() if mover.inward]
            if isinstance(item, c_ast.Decl) and item.name == self.name:
                items.append(build.declaration(name, ctype))
            elif number not in movers:
                live_there = [
                    live for live in ranges if number in used and live.low <= used[number][0] <= live.high
                ]
                items.append(self._moved(item, live_there[0], name) if live_there else item)
            for live in ranges:
                if live.last == number:
                    items += [self._cut(mover, live, name) for mover in movers.values() if not mover.inward]
        symbols = {**self.kernel.symbols, name: ctype}
        return replace(self.kernel, body=c_ast.Compound(items), symbols=dict(sorted(symbols.items())))

    def _moved(self, item: c_ast.Node, live: _LiveRange, name: str) -> c_ast.Node:
        """A statement with the columns of its live range in the new array."""
        holder = c_ast.Compound([clone(item)])
        for node in list(self._elements(holder)):
            column = live.low if live.low == live.high else constant_value(node.subscript)
            if column is not None:
                node.subscript = build.integer(column - live.low)
            elif live.low:
                node.subscript = build.binary("-", node.subscript, build.integer(live.low))
            node.name.name = build.identifier(name)
        made: c_ast.Node = holder.block_items[0]
        return made

    def _cut(self, mover: _Mover, live: _LiveRange, name: str) -> c_ast.Node:
        """The part of a mover for the columns of a live range."""
        places = {id(node): number for number, node in enumerate(walk(mover.item))}
        copy = clone(mover.item)
        loop = list(walk(copy))[places[id(mover.loop)]]
        assert isinstance(loop, c_ast.For)
        loop.init = build.assign(build.identifier(mover.counter), build.integer(live.low))
        loop.cond = build.binary("<=", build.identifier(mover.counter), build.integer(live.high))
        return self._moved(copy, live, name)


def _only_counts(node: c_ast.Node, name: str) -> bool:
    """Whether a statement uses a variable in no other way than to count loops with it."""
    if isinstance(node, c_ast.ID):
        return bool(node.name != name)
    if isinstance(node, c_ast.For):
        header = loop_header(node)
        if header is not None and header.variable == name:
            return _only_counts(header.lower, name)
    return all(_only_counts(child, name) for child in children(node))


def _range(access: Access) -> tuple[int, int]:
    """The least and the greatest column that an access touches."""
    step = access.steps[1]
    if not isinstance(step, Index):
        raise _NoContractionError
    at = forms.symbol(_COLUMN)
    values: isl.Set = access.domain.intersect(at.eq_set(step.value))
    values = forms.without(values, sorted(forms.symbols_of(values) - {_COLUMN}))
    param = isl.dim_type.param
    moved = values.move_dims(isl.dim_type.set, 0, param, values.find_dim_by_name(param, _COLUMN), 1)
    least, greatest = moved.dim_min_val(0), moved.dim_max_val(0)
    if not least.is_int() or not greatest.is_int():
        raise _NoContractionError
    return int(least.to_python()), int(greatest.to_python())
