"""Rows of numbers that are points with components: `p[3 * i + c]` is element c of row i, as if `p` were `[][3]`.

The subscripts of such an array are sums of multiples of one constant and of a rest below it: a constant, or the
counter of a loop with constant bounds.  Nothing is divided: `[3 * (i * n + j) + 2]` becomes `[i * n + j][2]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import gcd

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.blocks import Blocks
from mapper.ir.forms.gang import Gang
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import ArrayType, IntType, PointerType
from mapper.ir.trees.names import is_named, occurrences
from mapper.ir.trees.nodes import clone, walk

MOST = 16  # components
Range = tuple[int, int]
"""The least and the greatest value of a counter."""


@dataclass(frozen=True, eq=False, slots=True)
class _Sum:
    """An index: products with constants, counters alone (all with their signs), and a constant."""

    multiples: tuple[tuple[int, c_ast.Node], ...]
    counters: tuple[str, ...]
    constant: int


def components(kernel: Kernel, symbols: Symbols, name: str) -> int | None:
    """How many components the points of a buffer of numbers have; None where its subscripts don't show it."""
    if any(kernel.form(each) is not None for each in (Gang, Blocks, Ordered)):
        return None
    nodes = _subscripted(kernel.body, name)
    sums = [each for node in nodes if (each := _sum(node.subscript, kernel)) is not None]
    uses = occurrences(kernel.body, name)
    count = gcd(*(factor for each in sums for factor, _ in each.multiples))
    if len(sums) != uses or not 2 <= count <= MOST:
        return None
    ranges = _ranges(kernel, symbols)
    told = [_split(each, count, ranges.get(id(node), {})) for node, each in zip(nodes, sums, strict=True)]
    return count if all(each is not None for each in told) else None


def with_rows(kernel: Kernel, symbols: Symbols, counts: Mapping[str, int]) -> Kernel:
    """The kernel with two subscripts for those buffers that `components` gave these counts for."""
    if not counts:
        return kernel
    ranges = _ranges(kernel, symbols)
    body = clone(kernel.body)
    for name, count in counts.items():
        pairs = zip(_subscripted(kernel.body, name), _subscripted(body, name), strict=True)
        for before, node in pairs:
            index = _sum(before.subscript, kernel)
            parts = _split(index, count, ranges.get(id(before), {})) if index is not None else None
            assert parts is not None
            node.name, node.subscript = c_ast.ArrayRef(node.name, parts[0]), parts[1]
    parameters = tuple(
        _viewed(each, counts[each.name]) if isinstance(each, Buffer) and each.name in counts else each
        for each in kernel.parameters
    )
    types = {each.name: PointerType(each.element) for each in parameters if isinstance(each, Buffer)}
    mine = {name: types[name] for name in counts}
    return replace(kernel, body=body, parameters=parameters, symbols={**kernel.symbols, **mine})


def _viewed(buffer: Buffer, count: int) -> Buffer:
    assert buffer.array is not None
    array = replace(buffer.array, extents=(buffer.array.extents[0] // count, count))
    return replace(buffer, element=ArrayType(buffer.element, count), array=array, length=None)


def _subscripted(body: c_ast.Node, name: str) -> list[c_ast.ArrayRef]:
    """The subscripts of a name, outer ones first: those inside of others are none of the same array's."""
    return [node for node in walk(body) if isinstance(node, c_ast.ArrayRef) and is_named(node.name, name)]


def _ranges(kernel: Kernel, symbols: Symbols) -> Mapping[int, Mapping[str, Range]]:
    """For the `id` of each node the values of the counters of exact loops with constant bounds around it."""
    ranges: dict[int, dict[str, Range]] = {}
    try:
        found = collect(kernel, symbols)
    except isl.Error:
        return ranges
    for loop in found.loops if found.complete else ():
        trips = loop.trips
        lower = forms.as_number(loop.lower) if loop.lower is not None else None
        if not isinstance(loop.node, c_ast.For) or loop.direction != 1 or not trips or lower is None:
            continue
        if loop.exact:
            for node in walk(loop.node.stmt):
                ranges.setdefault(id(node), {})[loop.variable] = (lower, lower + (trips - 1) * loop.step)
    return ranges


def _sum(index: c_ast.Node, kernel: Kernel) -> _Sum | None:
    """The parts of an index that can't be computed modulo a power of two; None where it is something else."""
    if not all(_is_exact(node, kernel) for node in walk(index)):
        return None
    multiples: list[tuple[int, c_ast.Node]] = []
    counters: list[str] = []
    constant = 0
    stack = [(1, index)]
    while stack:
        sign, node = stack.pop()
        value = constant_value(node)
        match node:
            case _ if value is not None:
                constant += sign * value
            case c_ast.BinaryOp(op="+" | "-" as operator):
                stack += [(sign, node.left), (sign if operator == "+" else -sign, node.right)]
            case c_ast.ID() if sign == 1:
                counters.append(node.name)
            case _:
                factor, rest = _product(node)
                if rest is None or factor == 1:
                    return None
                multiples.append((sign * factor, rest))
    return _Sum(tuple(multiples), tuple(counters), constant)


def _product(node: c_ast.Node) -> tuple[int, c_ast.Node | None]:
    """The constant factor of an expression, and the others."""
    value = constant_value(node)
    if value is not None:
        return value, None
    if not isinstance(node, c_ast.BinaryOp) or node.op != "*":
        return 1, node
    (one, left), (other, right) = _product(node.left), _product(node.right)
    both = build.binary("*", left, right) if left is not None and right is not None else left or right
    return one * other, both


def _is_exact(node: c_ast.Node, kernel: Kernel) -> bool:
    if isinstance(node, c_ast.ID):
        of = kernel.symbols.get(node.name)
        return isinstance(of, IntType) and (of.signed or of.bits == 64)
    if isinstance(node, c_ast.Constant):
        return "u" not in node.value.lower()
    return isinstance(node, c_ast.BinaryOp) and node.op in ("+", "-", "*")


def _split(index: _Sum, count: int, ranges: Mapping[str, Range]) -> tuple[c_ast.Node, c_ast.Node] | None:
    """The number of the point and that of the component; None where the latter may be no component."""
    if len(index.counters) > 1 or any(name not in ranges for name in index.counters):
        return None
    least = greatest = index.constant
    for name in index.counters:
        least, greatest = least + ranges[name][0], greatest + ranges[name][1]
    whole = least // count
    if greatest // count != whole:
        return None
    point: c_ast.Node | None = None
    for factor, node in index.multiples:
        times = abs(factor) // count
        part = clone(node) if times == 1 else build.binary("*", build.integer(times), clone(node))
        point = build.total(point, part, negative=factor < 0)
    point = build.integer(whole) if point is None else build.shifted(point, whole)
    rest = index.constant - whole * count
    component: c_ast.Node = build.integer(rest)
    for name in index.counters:
        component = build.shifted(build.identifier(name), rest)
    return point, component
