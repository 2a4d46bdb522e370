"""Counts what a work-shared loop does as the source writes it, which is what a thread of the CPU executes.

Transformations make another kernel of it: one with tiles in local memory loads an element once for many
iterations, and the loop that threads run loads it each time.  So the CPU's counts are those of the kernel
before all of them.
"""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.names.symbols import Symbols
from mapper.features.counting.chains import chain
from mapper.features.counting.counts import Counter, array_of
from mapper.features.counting.execution import Execution
from mapper.features.counting.knowledge import assignments
from mapper.features.counting.processors import integer_operations, special_operations
from mapper.features.counting.shared_lines import share
from mapper.features.counting.totals import Counts, plus, times
from mapper.features.expressions.expr import ONE, ZERO, Expr, Number, add, divide, multiply
from mapper.features.expressions.extents import HostValue, iterations
from mapper.features.expressions.values import Known
from mapper.ir.program.region import WorkLoop
from mapper.ir.trees.nodes import INCREMENTS, arguments_of, called_name, walk

COUNTED = {
    "int_ops": "cpu_int_ops",
    "float_ops": "cpu_float_ops",
    "double_ops": "cpu_double_ops",
    "special_ops": "cpu_special_ops",
    "mem": "cpu_mem",
    "coalesced": "cpu_near",
    "branches": "cpu_branches",
}
"""What `Counter` counts of an iteration's code, and the CPU's feature that it is."""

ADJACENT = (ZERO, ONE, Number(-1.0))

CROWD = 64.0
"""Of so many elements, half of the updates find that another thread has just changed theirs."""


def count_loop(
    loop: WorkLoop, value_of: HostValue, around: Symbols | None, written: Mapping[int, float]
) -> Counts:
    """The CPU's counts of one execution of a work-shared loop, its atomic updates by kind, and `shared` writes.

    Its kernel is as translation made it; `around` is the unit's `Symbols`, `written` what `shared_writes` gives.
    """
    kernel = loop.kernel
    assert kernel is not None
    items: Expr = ONE
    for dimension in kernel.dimensions:
        items = multiply(items, iterations(dimension, value_of))
    counter = _Sequential(Execution(kernel), value_of, around, items)
    counter.shared = {key: share(loop, distance, items) for key, distance in written.items()}
    body = counter.statement(kernel.body)
    once = times(items, plus(body, counter.waits(kernel.body, set())))
    return {**{COUNTED.get(name, name): value for name, value in once.items()}, "cpu_loops": ONE}


class _Sequential(Counter):
    """Walks the code of an iteration; strides are those of the innermost loop around each place."""

    shared: Mapping[int, Expr] = MappingProxyType({})
    """By the id of an lvalue, the share of its writes that are to lines of several threads."""

    def _access(self, node: c_ast.Node, number: int) -> Counts:
        counts = super()._access(node, number)
        return plus(counts, {"shared": self.shared[id(node)]}) if id(node) in self.shared else counts

    def _repeated(self, node: c_ast.Node, steps: dict[str, Expr | None], *parts: c_ast.Node | None) -> Counts:
        moving = Counted(assignments(node))
        moved = {**_increments(node, moving), **steps}
        outside = self.env
        self.env = {
            name: known if name in moving and name not in moved else replace(known, stride=moved.get(name, ZERO))
            for name, known in outside.items()
        }
        counts = super()._repeated(node, steps, *parts)
        counts = plus(counts, self.waits(getattr(node, "stmt", node), set(moved)))
        self.env |= {name: known for name, known in outside.items() if name not in moving}
        return counts

    def waits(self, body: c_ast.Node, counters: set[str]) -> Counts:
        """How long an iteration with this code waits for the one before."""
        return {"cpu_chain": Number(chain(body, self.ctype, lambda at: self.place(at).stride == ZERO, counters))}

    def _atomic(self, native: bool, lvalue: c_ast.Node) -> Counts:
        counts = super()._atomic(native, lvalue)
        elements = self._elements_of(array_of(lvalue)) if array_of(lvalue) else ONE
        if elements is None:
            return counts
        return plus(counts, {"contended": divide(Number(CROWD), add(Number(CROWD), elements))})

    def _diverging(self, trips: Expr) -> Expr:
        """A processor foresees all but the last."""
        return ONE

    def _special(self, node: c_ast.FuncCall) -> Expr:
        return Number(special_operations(called_name(node), tuple(map(self.ctype, arguments_of(node)))))

    def _binary(self, op: str, left: c_ast.Node, right: c_ast.Node) -> Counts:
        divisor = constant_value(right) if op in ("/", "%") else None
        cost = Number(integer_operations(op, (self.ctype(left), self.ctype(right)), divisor))
        return times(cost, super()._binary(op, left, right))

    def _coalesced(self, node: c_ast.Node, place: Known) -> bool:
        """The same or the next element, be it a structure: its members are used one behind the other."""
        return place.stride in ADJACENT


def _increments(node: c_ast.Node, often: Counted[str]) -> dict[str, Expr]:
    """The variables that a loop's code changes once, by one, each with the sign."""
    return {
        part.expr.name: Number(-1.0 if "--" in part.op else 1.0)
        for part in walk(node)
        if isinstance(part, c_ast.UnaryOp)
        and part.op in INCREMENTS
        and isinstance(part.expr, c_ast.ID)
        and often[part.expr.name] == 1
    }
