"""Writes to cache lines that other threads write at the same time: false sharing.

Columns that are side by side lie in the same lines.  Where threads walk down columns of their own (or all down the
same ones), each write must get its line back from another thread's cache, as an atomic update must (Torrellas, Lam
and Hennessy, "False sharing and spatial locality in multiprocessor caches", IEEE Transactions on Computers 43(6),
1994).
"""

from __future__ import annotations

from collections import defaultdict

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.relations.accesses import Access, Found, Memory
from mapper.analysis.kernels.relations.coalescing import Pattern, classify
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.features.expressions.expr import ONE, Expr, Number, add, divide, multiply
from mapper.ir.program.kernel import Storage
from mapper.ir.program.region import WorkLoop
from mapper.ir.trees.ctypes import FloatType, IntType
from mapper.ir.trees.names import changed_place

LINE = 64.0
"""Bytes of a cache line."""

THREADS = 16.0
"""Of the team that shares out the iterations: how many there will be is not known."""


def shared_writes(loop: WorkLoop, symbols: Symbols | None) -> dict[int, float]:
    """The writes of a loop's kernel whose lines threads may share.

    By the id of each lvalue that is written, the bytes between what neighbouring iterations of the work-shared
    loop write there; 0: all write the same.  Only writes in loops that go on to another line each time are among
    them: elsewhere a thread stays in lines of its own, or has finished with those at the border before another
    needs them.
    """
    kernel = loop.kernel
    assert kernel is not None
    found = collect(kernel, symbols)
    own = {each.name for each in kernel.buffers if each.storage in (Storage.STATE, Storage.KEPT)}
    own |= {each.name for each in kernel.expanded}
    met: dict[int, set[float | None]] = defaultdict(set)
    for access in found.accesses if found.complete else ():
        if access.write and not access.atomic:
            alone = access.root is None or access.root.name in own
            met[id(changed_place(access.node) or access.node)].add(None if alone else _distance(found, access))
    return {key: each for key, every in met.items() if len(every) == 1 and (each := every.pop()) is not None}


def share(loop: WorkLoop, distance: float, items: Expr) -> Expr:
    """The share of such writes that meet another thread's, of `items` iterations that are so many bytes apart.

    With x lines in each thread's part of the iterations it is 1 / (1 + x * x): few of a thread's lines are at
    the border, and the neighbour is seldom in the same one at the same time.
    """
    if distance == 0:
        return ONE
    lines = multiply(Number(distance / LINE), _part(loop, items))
    return divide(ONE, add(ONE, multiply(lines, lines)))


def _part(loop: WorkLoop, items: Expr) -> Expr:
    """How many neighbouring iterations a thread runs one behind the other."""
    clause = loop.construct.directive.first("schedule")
    if clause is not None and clause.modifier in ("static", "dynamic"):
        chunk = constant_value(clause.expression) if clause.expression is not None else None
        if chunk is not None:
            return Number(float(max(chunk, 1)))
        if clause.modifier == "dynamic" and clause.expression is None:
            return ONE
    return divide(items, Number(THREADS))


def _distance(found: Found, access: Access) -> float | None:
    """The bytes between neighbouring iterations' elements; None where no other thread needs the same lines."""
    inner = access.loops[-1]
    if access.root is None or access.root.memory is not Memory.BUFFER or inner.node is None:
        return None
    if not isinstance(access.type, IntType | FloatType):
        return None
    size = access.type.bits / 8.0
    going_on = classify(found, access, inner.symbol)
    row = going_on.pattern is Pattern.STRIDED and (going_on.stride is None or abs(going_on.stride) * size >= LINE)
    apart = classify(found, access, found.dimensions[-1].symbol)
    if apart.pattern is Pattern.CONSTANT:
        others = (classify(found, access, each.symbol).pattern for each in found.dimensions)
        return 0.0 if row and all(each is Pattern.CONSTANT for each in others) else None
    distance = abs(apart.stride) * size if apart.stride is not None else LINE
    return distance if row and distance < LINE else None
