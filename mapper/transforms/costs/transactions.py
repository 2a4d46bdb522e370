"""What accesses of global memory cost: transactions, of which neighbouring work-items share one where they can."""

from __future__ import annotations

import math
from collections.abc import Iterable

from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.relations.accesses import Access, Loop
from mapper.analysis.kernels.relations.coalescing import Coalescing, Pattern, classify
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Dimension, Kernel
from mapper.ir.trees.headers import counter_values

NEIGHBOURS = 16
"""Elements of 8 bytes in one transaction of 128."""

UNKNOWN_TRIPS = 32.0


def share(coalescing: Coalescing) -> float:
    """The share of a transaction that an access costs."""
    match coalescing.pattern:
        case Pattern.CONSTANT:
            return 0.5 / NEIGHBOURS
        case Pattern.COALESCED:
            return 1.0 / NEIGHBOURS
        case Pattern.STRIDED if coalescing.stride is not None:
            return min(1.0, abs(coalescing.stride) / NEIGHBOURS)
    return 1.0


def executions(access: Access) -> float:
    """About how often an access happens in an iteration of the kernel."""
    return iterations(loop for loop in access.loops if loop.node is not None)


def iterations(loops: Iterable[Loop]) -> float:
    """About how many iterations nested loops have together."""
    product = 1.0
    for loop in loops:
        trips = loop.trips
        product *= UNKNOWN_TRIPS if trips is None else trips
    return product


def part_cost(kernel: Kernel, rank: int, symbols: Symbols) -> float:
    """Transactions for an iteration of the whole, which has `rank` dimensions, in a part."""
    found = collect(kernel, symbols)
    times = math.prod(float(known_length(each) or UNKNOWN_TRIPS) for each in kernel.dimensions[:-rank])
    return times * min(
        sum(
            executions(each) * share(classify(found, each, dimension.variable))
            for each in found.accesses
            if each.may_be_global
        )
        for dimension in kernel.dimensions
    )


def accesses(kernel: Kernel, rank: int, symbols: Symbols) -> int:
    """About how many accesses a part makes in an iteration of the outermost loop that it has in addition.

    The whole, of which it is a part, has `rank` dimensions.
    """
    times = math.prod(float(known_length(each) or UNKNOWN_TRIPS) for each in kernel.dimensions[: -rank - 1])
    made = sum(executions(each) for each in collect(kernel, symbols).accesses if each.may_be_global)
    return max(1, round(times * made))


def known_length(dimension: Dimension) -> int | None:
    """How often a loop runs; None where that is no constant."""
    first, last, step = map(constant_value, dimension.parts)
    if first is None or last is None or not step:
        return None
    return len(counter_values(first, dimension.relation, last, step))
