"""Rows of numbers that are points with components: `p[3 * i + c]` is element c of row i, as if `p` were `[][3]`.

The subscripts of such an array are sums of multiples of one constant and of a rest below it: a constant, or
counters of loops with constant bounds, also as rows and columns of small matrices (`p[9 * i + 3 * r + c]`).
Nothing is divided: `[3 * (i * n + j) + 2]` becomes `[i * n + j][2]`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import gcd

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.expressions.substitution import substituted
from mapper.ir.forms.blocks import Blocks
from mapper.ir.forms.gang import Gang
from mapper.ir.forms.ordered import Ordered
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import LONG, ArrayType, IntType, PointerType
from mapper.ir.trees.names import assigned_names, objects_in
from mapper.ir.trees.nodes import changed, clone, walk

MOST = 64  # components
_WIDTHS = {"int": 32, "long": 64}
_SHORT = 10  # characters of a number that an `int` holds, whatever its base
Range = tuple[int, int]
"""The least and the greatest value of a counter."""


@dataclass(frozen=True, eq=False, slots=True)
class _Sum:
    """An index: products with constants, counters alone (all with their signs), and a constant.

    It is `wide` if the source computes it, or a part of it, in 64 bits.
    """

    multiples: tuple[tuple[int, c_ast.Node], ...]
    counters: tuple[str, ...]
    constant: int
    wide: bool


def components(kernel: Kernel, symbols: Symbols, names: Sequence[str]) -> dict[str, frozenset[int]]:
    """How many components the points of each buffer may have; no numbers where its subscripts don't show it."""
    if any(kernel.form(each) is not None for each in (Gang, Blocks, Ordered)):
        return dict.fromkeys(names, frozenset())
    subscripted = _subscripted(kernel.body)
    often = Counter(node.name for node in walk(kernel.body) if isinstance(node, c_ast.ID))
    sums = {name: _sums(kernel, subscripted.get(name, ()), often[name]) for name in names}
    counts = {name: _counts(found) for name, found in sums.items()}
    ranges = _ranges(kernel, symbols) if any(counts.values()) else {}
    return {
        name: frozenset(
            count
            for count in counts[name]
            if all(_split(each, count, ranges.get(id(node), {})) is not None for node, each in sums[name])
        )
        for name in names
    }


def _sums(kernel: Kernel, nodes: Sequence[c_ast.ArrayRef], often: int) -> list[tuple[c_ast.ArrayRef, _Sum]]:
    """The subscripts of an array that is named so often; none where one of them is no sum."""
    found = [(node, each) for node in nodes if (each := _sum(node.subscript, kernel)) is not None]
    return found if len(found) == often else []


def _counts(sums: Sequence[tuple[c_ast.ArrayRef, _Sum]]) -> set[int]:
    """The numbers of components that the factors in some subscripts suggest."""
    factors = {abs(factor) for _, each in sums for factor, _ in each.multiples}
    return {count for count in (*factors, gcd(*factors)) if 2 <= count <= MOST}


def with_rows(kernel: Kernel, symbols: Symbols, counts: Mapping[str, int]) -> Kernel:
    """The kernel with two subscripts for those buffers that `components` gave these counts for."""
    if not counts:
        return kernel
    ranges = _ranges(kernel, symbols)
    body = clone(kernel.body)
    olds, news = _subscripted(kernel.body), _subscripted(body)
    for name, count in counts.items():
        for before, node in zip(olds.get(name, ()), news.get(name, ()), strict=True):
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


def _subscripted(body: c_ast.Node) -> dict[str, list[c_ast.ArrayRef]]:
    """The subscripts of each name, outer ones first: those inside of others are none of the same array's."""
    found: dict[str, list[c_ast.ArrayRef]] = {}
    for node in walk(body):
        if isinstance(node, c_ast.ArrayRef) and isinstance(node.name, c_ast.ID):
            found.setdefault(node.name.name, []).append(node)
    return found


def _ranges(kernel: Kernel, symbols: Symbols) -> Mapping[int, Mapping[str, Range]]:
    """For the `id` of each node the values of the counters of exact loops with constant bounds around it.

    Dimensions are such loops, too, around all of the body.
    """
    ranges: dict[int, dict[str, Range]] = {}
    changed = assigned_names(kernel.body)
    try:
        found = collect(kernel, symbols)
    except isl.Error:
        return ranges
    for loop in (*found.dimensions, *found.loops) if found.complete else ():
        trips = loop.trips
        lower = forms.as_number(loop.lower) if loop.lower is not None else None
        body = loop.node.stmt if isinstance(loop.node, c_ast.For) else kernel.body if loop.node is None else None
        if body is None or not loop.exact or loop.direction != 1 or not trips or lower is None:
            continue
        if loop.node is None and loop.variable in changed:
            continue
        for node in walk(body):
            ranges.setdefault(id(node), {})[loop.variable] = (lower, lower + (trips - 1) * loop.step)
    return ranges


def _sum(index: c_ast.Node, kernel: Kernel) -> _Sum | None:
    """The parts of an index that can't be computed modulo a power of two; None where it is something else."""
    plain = _without_casts(index, kernel)
    if plain is None or not all(_is_exact(node, kernel) for node in walk(plain)):
        return None
    multiples: list[tuple[int, c_ast.Node]] = []
    counters: list[str] = []
    constant = 0
    stack = [(1, plain)]
    while stack:
        times, node = stack.pop()
        value = constant_value(node)
        match node:
            case _ if value is not None:
                constant += times * value
            case c_ast.BinaryOp(op="+" | "-" as operator):
                stack += [(times, node.left), (times if operator == "+" else -times, node.right)]
            case c_ast.ID() if times == 1:
                counters.append(node.name)
            case _:
                factor, rest = _product(node)
                if rest is None or abs(times * factor) == 1:
                    return None
                if _holds_multiple(rest):
                    stack.append((times * factor, rest))
                else:
                    multiples.append((times * factor, rest))
    wide = any(_bits(node) == LONG.bits for node in walk(index))
    return _Sum(tuple(multiples), tuple(counters), constant, wide)


def _holds_multiple(node: c_ast.Node) -> bool:
    """Whether an expression is a sum with a multiple of a constant, as `i * 6 + r` of `(i * 6 + r) * 6 + c`."""
    if not isinstance(node, c_ast.BinaryOp) or node.op not in ("+", "-"):
        return False
    products = [_product(each) for each in (node.left, node.right)]
    return any(rest is not None and (factor != 1 or _holds_multiple(rest)) for factor, rest in products)


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


def _without_casts(node: c_ast.Node, kernel: Kernel) -> c_ast.Node | None:
    """An expression without casts that change no value of integers; None where there are others."""
    if not isinstance(node, c_ast.Cast):
        return changed(node, lambda part: _without_casts(part, kernel))
    plain, bits = _without_casts(node.expr, kernel), _bits(node)
    if plain is None or bits is None:
        return None
    types = [kernel.symbols.get(each.name) for each in objects_in(plain)]
    narrow = all(isinstance(each, IntType) and each.bits <= bits for each in types)
    short = all(len(part.value) < _SHORT for part in walk(plain) if isinstance(part, c_ast.Constant))
    return plain if narrow and short else None


def _bits(node: c_ast.Node) -> int | None:
    """How wide the signed integers are to which a cast converts; None for other casts and nodes."""
    of = node.to_type.type.type if isinstance(node, c_ast.Cast) else None
    return _WIDTHS.get(" ".join(of.names)) if isinstance(of, c_ast.IdentifierType) else None


def _is_exact(node: c_ast.Node, kernel: Kernel) -> bool:
    if isinstance(node, c_ast.ID):
        of = kernel.symbols.get(node.name)
        return isinstance(of, IntType) and (of.signed or of.bits == 64)
    if isinstance(node, c_ast.Constant):
        return "u" not in node.value.lower()
    return isinstance(node, c_ast.BinaryOp) and node.op in ("+", "-", "*")


def _split(index: _Sum, count: int, ranges: Mapping[str, Range]) -> tuple[c_ast.Node, c_ast.Node] | None:
    """The number of the point and that of the component; None where the latter may be no component."""
    inside: list[tuple[int, c_ast.Node]] = [(1, build.identifier(name)) for name in index.counters]
    inside += [(factor, node) for factor, node in index.multiples if factor % count]
    least = greatest = index.constant
    for factor, node in inside:
        known = ranges.get(node.name) if isinstance(node, c_ast.ID) else None
        if factor < 0 or known is None:
            return None
        least, greatest = least + factor * known[0], greatest + factor * known[1]
    whole = least // count
    if greatest // count != whole:
        return None
    point: c_ast.Node | None = None
    for factor, node in index.multiples:
        if factor % count == 0:
            point = build.total(point, _times(abs(factor) // count, node), negative=factor < 0)
    point = build.integer(whole) if point is None else build.shifted(point, whole)
    if index.wide and not isinstance(point, c_ast.ID):
        point = substituted(point, {each.name: build.cast(LONG, each) for each in objects_in(point)})
    component: c_ast.Node | None = None
    for factor, node in inside:
        component = build.total(component, _times(factor, node), negative=False)
    rest = index.constant - whole * count
    return point, build.integer(rest) if component is None else build.shifted(component, rest)


def _times(factor: int, node: c_ast.Node) -> c_ast.Node:
    return clone(node) if factor == 1 else build.binary("*", build.integer(factor), clone(node))
