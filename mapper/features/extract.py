"""Region -> features: the raw features of `schema.RAW`, as C expressions for the place where the region begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.types import Context
from mapper.features import schema
from mapper.features.counts import Counts, count_kernel, plus, times
from mapper.features.expr import ONE, ZERO, Expr, Host, Number, add, host, multiply, to_tree
from mapper.features.values import read_loop, trip_count
from mapper.ir.kernel import Access, Buffer, Kernel
from mapper.ir.nodes import clone, walk
from mapper.ir.region import ParallelRegion, WorkLoop

SEGMENT_BYTES = "mrt_bytes"
"""The run-time library's function that gives the size of the segment behind a pointer."""

EXTENT = frozenset(("mrt_least", "mrt_greatest"))
"""The run-time library's functions in the extents of affine accesses: they compute, and do nothing else."""


@dataclass(frozen=True, eq=False, slots=True)
class Features:
    """The raw features of one region in schema order; `values` evaluate without side effects on the host."""

    values: tuple[Expr, ...]

    def trees(self) -> tuple[c_ast.Node, ...]:
        """C expressions of type double, in schema order."""
        return tuple(to_tree(value) for value in self.values)


def extract(region: ParallelRegion, around: Context | None = None) -> Features:
    """The features of all loops of a region that have a kernel, together; `around` is the unit's `Symbols`."""
    known = _known_at_entry(region)
    total: Counts = {}
    sizes: dict[str, tuple[Expr, Access]] = {}
    for loop in region.loops:
        if loop.kernel is None:
            continue
        once = count_kernel(loop.kernel, known, around)
        once["launches"] = Number(2.0) if loop.kernel.reductions else ONE
        total = plus(total, times(_repeats(region, loop, known), once))
        _add_buffers(sizes, loop.kernel, known)
    for size, access in sizes.values():
        ways = (Access.READ in access) + (Access.WRITE in access)
        total["transfer"] = add(total.get("transfer", ZERO), multiply(Number(float(ways)), size))
    return Features(tuple(total.get(name, ZERO) for name in schema.RAW_NAMES))


def _repeats(region: ParallelRegion, loop: WorkLoop, known: Callable[[c_ast.Node], Expr | None]) -> Expr:
    """How often the region runs a work-shared loop that stands inside sequential loops."""
    often: Expr = ONE
    for node in _around(region.construct.body, loop.construct):
        if isinstance(node, c_ast.For | c_ast.While | c_ast.DoWhile):
            often = multiply(often, _trips(node, known) or Number(schema.UNKNOWN_TRIPS))
    return often


def _trips(node: c_ast.Node, known: Callable[[c_ast.Node], Expr | None]) -> Expr | None:
    loop = read_loop(node) if isinstance(node, c_ast.For) else None
    if loop is None:
        return None
    lower, bound, step = known(loop.lower), known(loop.bound), known(loop.step)
    if lower is None or bound is None or step is None:
        return None
    return trip_count(loop, lower, bound, step)


def _around(node: c_ast.Node | None, inner: c_ast.Node) -> list[c_ast.Node]:
    """The nodes from `node` down to the parent of `inner`; none where `inner` is not in it."""
    if node is None or node is inner:
        return []
    for _, child in node.children():
        if child is inner:
            return [node]
        if path := _around(child, inner):
            return [node, *path]
    return []


def _known_at_entry(region: ParallelRegion) -> Callable[[c_ast.Node], Expr | None]:
    """Tells which host expressions have, where the region begins, the value that they have at its loops."""
    changing = {declaration.name for declaration in region.private}
    body = region.construct.body
    for node in walk(body) if body is not None else ():
        if isinstance(node, c_ast.Decl) and node.name:
            changing.add(node.name)
        elif isinstance(node, c_ast.Assignment):
            changing |= _target(node.lvalue)
        elif isinstance(node, c_ast.UnaryOp) and node.op in ("++", "--", "p++", "p--", "&"):
            changing |= _target(node.expr)

    def value_of(tree: c_ast.Node) -> Expr | None:
        if _names(tree) & changing or not _is_plain(tree):
            return None
        return host(tree)

    return value_of


def _target(lvalue: c_ast.Node) -> set[str]:
    """The variable that an assignment changes; none where it changes memory behind a pointer or in an array."""
    while isinstance(lvalue, c_ast.StructRef) and lvalue.type == ".":
        lvalue = lvalue.name
    return {lvalue.name} if isinstance(lvalue, c_ast.ID) else set()


def _names(node: c_ast.Node) -> set[str]:
    return {part.name for part in walk(node) if isinstance(part, c_ast.ID)}


def _is_plain(tree: c_ast.Node) -> bool:
    """No call but of `EXTENT`, no change, no read of memory through a pointer (`sizeof` reads nothing)."""
    for node in _evaluated(tree):
        if isinstance(node, c_ast.FuncCall) and not (isinstance(node.name, c_ast.ID) and node.name.name in EXTENT):
            return False
        if isinstance(node, (c_ast.Assignment, c_ast.ArrayRef, c_ast.CompoundLiteral)):
            return False
        if isinstance(node, c_ast.UnaryOp) and node.op in ("*", "++", "--", "p++", "p--"):
            return False
        if isinstance(node, c_ast.StructRef) and node.type == "->":
            return False
    return True


def _evaluated(tree: c_ast.Node) -> Iterator[c_ast.Node]:
    """The nodes of an expression, without the operands of `sizeof`."""
    yield tree
    if not (isinstance(tree, c_ast.UnaryOp) and tree.op == "sizeof"):
        for _, child in tree.children():
            yield from _evaluated(child)


def _add_buffers(
    sizes: dict[str, tuple[Expr, Access]], kernel: Kernel, known: Callable[[c_ast.Node], Expr | None]
) -> None:
    """Each array counts once in a region, by the text of its address."""
    for buffer in kernel.buffers:
        key = buffer.name
        size, access = sizes.get(key, (_bytes(buffer, known), buffer.access))
        sizes[key] = (size, access | buffer.access)


def _bytes(buffer: Buffer, known: Callable[[c_ast.Node], Expr | None]) -> Expr:
    size = known(buffer.bytes) if buffer.bytes is not None else None
    if size is not None:
        return size
    if known(buffer.pointer) is None:
        return ZERO
    return Host(c_ast.FuncCall(c_ast.ID(SEGMENT_BYTES), c_ast.ExprList([clone(buffer.pointer)])))
