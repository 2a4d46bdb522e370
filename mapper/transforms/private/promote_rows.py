"""A row of a few elements that a work-item updates by short loops is in a private array meanwhile.

    for (m = 0; m < 5; m++)                     double flux_row[5];  and loops that load and store it
      flux[k][j][i][m] -= a * u[k][j][i][m];    for (m = 0; m < 5; m++)
    for (m = 0; m < 5; m++)               ->      flux_row[m] -= a * u[k][j][i][m];
      flux[k][j][i][m] += b * f[k][j][i][m];    for (m = 0; m < 5; m++)
                                                  flux_row[m] += b * f[k][j][i][m];

The device's compiler unrolls such loops and keeps the array in registers, for which it must know all subscripts.
All elements must be written for certain: then no other iteration may use them.  No other array may overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from pycparser import c_ast, c_generator

from mapper.analysis.kernels.loops import loop_header
from mapper.analysis.kernels.relations.access_pairs import pair_of
from mapper.analysis.kernels.subscripts import element_of
from mapper.analysis.names.constants import evaluate
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import rank
from mapper.ir.expressions.substitution import substituted
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, ArrayType, CType, FloatType, IntType
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import assigned_names, fresh_variable, names_in, occurrences, pointed_names
from mapper.ir.trees.nodes import children, clone, replace_child, single, subscripted, walk
from mapper.transforms.loops.loops import SHORT, holds_long_loop, short_values
from mapper.transforms.private.elements import Framed, is_plain

_LEAVING = (c_ast.Return, c_ast.Goto, c_ast.Label, c_ast.Case, c_ast.Default)
_Counters = Mapping[str, range]


@dataclass(frozen=True, eq=False, slots=True)
class _Mention:
    """An element of the row: the node, the row that it is in, and the elements that it may be."""

    node: c_ast.ArrayRef
    row: c_ast.Node
    elements: frozenset[int]


@dataclass(frozen=True, eq=False, slots=True)
class _Plan:
    """A row in a block: `first` and `last` are the numbers of the statements that mention it."""

    block: c_ast.Compound
    buffer: Buffer
    type: CType
    length: int
    first: int
    last: int
    mentions: tuple[_Mention, ...]
    loaded: bool


def promote_rows(kernel: Kernel, symbols: Symbols) -> tuple[Kernel, list[str]]:
    """The kernel with rows in private arrays, and the names of the arrays that they are rows of."""
    search = _Search(kernel, symbols)
    for buffer in kernel.buffers:
        search.look_for(buffer)
    if not search.plans:
        return kernel, []
    return _rewritten(kernel, search.plans), sorted({plan.buffer.name for plan in search.plans})


class _Search:
    """Looks for rows in all blocks, from the outermost inwards."""

    def __init__(self, kernel: Kernel, symbols: Symbols) -> None:
        self.kernel = kernel
        self.symbols = symbols
        self.plans: list[_Plan] = []
        self._printer = c_generator.CGenerator()
        self._pointed = pointed_names(kernel.body)

    def look_for(self, buffer: Buffer) -> None:
        """Add the plans for the rows of one array."""
        length, base = _row_type(buffer.element)
        if base is None or not 1 < length <= SHORT or buffer.table or buffer.of or not self._is_apart(buffer):
            return
        work: list[c_ast.Node] = [self.kernel.body]
        while work:
            node = work.pop(0)
            if isinstance(node, c_ast.Compound) and (plan := self._plan(node, buffer, base, length)) is not None:
                self.plans.append(plan)
            else:
                work += children(node)

    def _is_apart(self, buffer: Buffer) -> bool:
        """Whether no other buffer may be the same memory."""
        names = {each.name for each in self.kernel.buffers} - {buffer.name}
        may = names if buffer.overlaps is None else names & buffer.overlaps
        return all(pair_of(buffer.name, name) in self.kernel.assumed.distinct for name in may)

    def _plan(self, block: c_ast.Compound, buffer: Buffer, base: CType, length: int) -> _Plan | None:
        items = block.block_items or []
        uses = [[*self._mentions(item, buffer, {})] for item in items]
        named = [number for number, item in enumerate(items) if occurrences(item, buffer.name)]
        if len(named) < 2 or not any(len(each.elements) > 1 for found in uses for each in found):
            return None
        first, last = named[0], named[-1]
        part = items[first : last + 1]
        mentions = [each for found in uses for each in found]
        if len(mentions) != sum(occurrences(item, buffer.name) for item in part):
            return None
        rows = {str(self._printer.visit(each.row)) for each in mentions}
        if len(rows) != 1 or any(leaves(item) or self._stops(item, buffer) for item in part):
            return None
        variables = names_in(mentions[0].row)
        if variables & (assigned_names(*part) | self._pointed):
            return None
        known = {id(each.node): each.elements for each in mentions}
        if not all(each.elements <= frozenset(range(length)) for each in mentions):
            return None
        if frozenset().union(*(self._written(item, known) for item in part)) != frozenset(range(length)):
            return None
        return _Plan(
            block, buffer, base, length, first, last, tuple(mentions), self._is_loaded(part[0], known, length)
        )

    def _stops(self, item: c_ast.Node, buffer: Buffer) -> bool:
        """Whether a statement may leave the block, takes an element's address, or holds a longer loop."""
        for node in walk(item):
            if isinstance(node, _LEAVING):
                return True
            if isinstance(node, c_ast.UnaryOp) and node.op == "&" and occurrences(node, buffer.name):
                return True
        return holds_long_loop(item, self.symbols)

    def _mentions(self, node: c_ast.Node, buffer: Buffer, counters: _Counters) -> Iterator[_Mention]:
        """The elements of an array in a statement, where it is known which ones they may be."""
        if (header := loop_header(node)) is not None:
            values = short_values(node, self.symbols)
            if values is not None:
                counters = {**counters, header.variable: values}
        if isinstance(node, c_ast.ArrayRef) and _is_element(node, buffer) and _is_fixed(node.name):
            elements = self._elements(node.subscript, counters)
            if elements is not None:
                yield _Mention(node, node.name, elements)
        for child in children(node):
            yield from self._mentions(child, buffer, counters)

    def _elements(self, subscript: c_ast.Node, counters: _Counters) -> frozenset[int] | None:
        """The values of a subscript; None where they are not known."""
        names = sorted(names_in(subscript))
        if not is_plain(subscript) or not counters.keys() >= set(names):
            return None
        found: set[int] = set()
        for values in product(*(counters[name] for name in names)):
            here = {name: build.integer(value) for name, value in zip(names, values, strict=True)}
            value = evaluate(substituted(subscript, here), self.symbols)
            if value is None:
                return None
            found.add(value)
        return frozenset(found)

    def _written(self, item: c_ast.Node, known: Mapping[int, frozenset[int]]) -> frozenset[int]:
        """The elements that a statement writes for certain."""
        match item:
            case c_ast.Assignment() if id(item.lvalue) in known:
                return known[id(item.lvalue)]  # all of them, as the loops around run through all
            case c_ast.Compound():
                found: frozenset[int] = frozenset()
                for inner in item.block_items or []:
                    found |= self._written(inner, known)
                    if leaves(inner):
                        break
                return found
            case c_ast.For() if short_values(item, self.symbols):
                return frozenset() if _breaks(item.stmt) else self._written(item.stmt, known)
        return frozenset()

    def _is_loaded(self, item: c_ast.Node, known: Mapping[int, frozenset[int]], length: int) -> bool:
        """Whether the row's values from before are needed: the first statement is not one that sets all of it."""
        match single(item.stmt) if isinstance(item, c_ast.For) else None:
            case c_ast.Assignment(op="=", lvalue=target, rvalue=value):
                own = known.get(id(target), frozenset())
                return len(own) != length or any(id(node) in known for node in walk(value))
        return True


def _row_type(ctype: CType) -> tuple[int, CType | None]:
    """The length of an array's rows and the type of their elements; None where these are no numbers."""
    if not isinstance(ctype, ArrayType) or ctype.length is None:
        return 0, None
    if isinstance(ctype.element, ArrayType):
        return _row_type(ctype.element)
    return ctype.length, ctype.element if isinstance(ctype.element, IntType | FloatType) else None


def _is_element(node: c_ast.ArrayRef, buffer: Buffer) -> bool:
    """Whether a node names one scalar of an array, with all subscripts."""
    element = element_of(node)
    return element is not None and element[0] == buffer.name and len(element[1]) == 1 + rank(buffer.element)


def _is_fixed(row: c_ast.Node) -> bool:
    """Whether all subscripts are made of variables and constants."""
    return all(map(is_plain, subscripted(row)[1]))


def _breaks(body: c_ast.Node) -> bool:
    """Whether a loop may end early."""
    return any(isinstance(node, c_ast.Break) for node in walk(body))


# ---- the new body ----------------------------------------------------------------------------------------------


def _rewritten(kernel: Kernel, plans: list[_Plan]) -> Kernel:
    made = Framed(kernel.body)
    types = dict(kernel.symbols)
    for plan in plans:
        name = fresh_variable(f"{plan.buffer.name}_row", ArrayType(plan.type, plan.length), types)
        counter = fresh_variable("element", INT, types)
        row = clone(plan.mentions[0].row)
        opening: list[c_ast.Node] = [build.declaration(name, types[name]), build.declaration(counter, INT)]
        if plan.loaded:
            opening.append(_each(counter, plan.length, _element(name, counter), c_ast.ArrayRef(row, _id(counter))))
        closing = _each(counter, plan.length, c_ast.ArrayRef(clone(row), _id(counter)), _element(name, counter))
        made.frame(plan.block, plan.first, plan.last, opening, closing)
        own = {id(made.copies[id(each.node)]) for each in plan.mentions}
        for node in list(walk(made.copies[id(plan.block)])):
            for slot, child in node.children():
                if id(child) in own:
                    assert isinstance(child, c_ast.ArrayRef)
                    replace_child(node, slot, c_ast.ArrayRef(_id(name), child.subscript))
    return replace(kernel, body=made.finished(), symbols=dict(sorted(types.items())))


def _id(name: str) -> c_ast.ID:
    return build.identifier(name)


def _element(name: str, counter: str) -> c_ast.ArrayRef:
    return c_ast.ArrayRef(_id(name), _id(counter))


def _each(counter: str, length: int, target: c_ast.Node, value: c_ast.Node) -> c_ast.For:
    """`for (counter = 0; counter < length; counter++) target = value;`."""
    first = build.assign(_id(counter), build.integer(0))
    test = build.binary("<", _id(counter), build.integer(length))
    return c_ast.For(first, test, c_ast.UnaryOp("p++", _id(counter)), build.assign(target, value))
