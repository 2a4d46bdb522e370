"""What a launch says of arrays of which its kernel may use re-laid copies: the order, and what that gains.

The gain is the number of accesses in which neighbours' elements are beside each other in the copy and are not in
the array, over all work-items: an expression of the values that the launch passes anyway.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.emit.opencl.layout_text import as_struct
from mapper.emit.text.c_printer import CPrinter
from mapper.features.counting.counts import count_run
from mapper.features.counting.execution import execution
from mapper.features.expressions.expr import ZERO, Expr, Host, host, positive, subtract, to_tree
from mapper.ir.builtins.layout import UNKNOWN_EXTENT
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import FloatType, IntType
from mapper.ir.trees.literals import is_literal


def relaying(kernel: Kernel, buffer: Buffer, symbols: Symbols) -> str:
    """The argument's member that says which copy the second version of the kernel uses."""
    assert buffer.relaid is not None
    gained = CPrinter().expression(to_tree(_gain(kernel, buffer, symbols)))
    order, runs = as_struct(buffer.relaid.layout), f"{buffer.relaid.runs:.3g}"
    return f".relaid = &(const struct __mrt_relaid){{{order}, {gained}, {runs}}}"


def _gain(kernel: Kernel, buffer: Buffer, symbols: Symbols) -> Expr:
    """Accesses of a buffer that its copy makes coalesced."""
    assert buffer.relaid is not None
    layout = buffer.relaid.layout
    extents = (layout.extents[0] or UNKNOWN_EXTENT, *layout.extents[1:])
    moved = replace(buffer, layout=replace(layout, extents=extents))
    other = replace(kernel, parameters=tuple(moved if each is buffer else each for each in kernel.parameters))
    return positive(subtract(_coalesced(other, symbols), _as_it_is(kernel, symbols)))


@lru_cache(1)
def _as_it_is(kernel: Kernel, symbols: Symbols) -> Expr:
    """The coalesced accesses without copies, which each buffer of a kernel asks for."""
    return _coalesced(kernel, symbols)


def _coalesced(kernel: Kernel, symbols: Symbols) -> Expr:
    known = _known(kernel)

    def value_of(node: c_ast.Node) -> Expr | None:
        return host(node) if is_literal(node) else known.get(id(node))

    return count_run(execution(kernel, symbols), value_of, symbols).get("coalesced", ZERO)


def _known(kernel: Kernel) -> dict[int, Expr]:
    """The host expressions of a kernel that a launch has in variables, by their `id`."""
    known: dict[int, Expr] = {}
    for number, value in enumerate(kernel.values):
        if isinstance(value.type, IntType | FloatType):
            known[id(value.expression)] = Host(build.identifier(f"__mrt_value{number}"))
    for number, dimension in enumerate(kernel.dimensions):
        known[id(dimension.lower)] = Host(build.identifier(f"__mrt_first{number}"))
        known[id(dimension.bound)] = Host(build.identifier(f"__mrt_bound{number}"))
    return known
