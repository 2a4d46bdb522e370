"""What the parts of an iteration cost, and what the whole costs where lanes share its loops: transactions."""

from __future__ import annotations

import math
from dataclasses import replace

from mapper.analysis.coalescing import classify
from mapper.analysis.kernelaccesses import Access, Found, Memory
from mapper.analysis.kernelloops import constant_value
from mapper.analysis.kernelwalk import collect
from mapper.analysis.symbols import Symbols
from mapper.ir.kernel import Dimension, Kernel
from mapper.transforms.transactions import UNKNOWN_TRIPS, executions, share


def part_cost(kernel: Kernel, rank: int, symbols: Symbols) -> float:
    """Transactions for an iteration of the whole, which has `rank` dimensions, in a part."""
    found = collect(kernel, symbols)
    times = math.prod(float(known_length(each) or UNKNOWN_TRIPS) for each in kernel.dimensions[:-rank])
    return times * min(
        sum(executions(each) * share(classify(found, each, dimension.variable)) for each in _global(found))
        for dimension in kernel.dimensions
    )


def shared_cost(kernel: Kernel, symbols: Symbols) -> float:
    """Transactions for an iteration that lanes share."""
    assert kernel.gang is not None
    found = collect(replace(kernel, body=kernel.gang.whole), symbols)
    loops = [loop for node in kernel.gang.loops if (loop := found.loop_of(node)) is not None]
    cost = 0.0
    for access in _global(found):
        along = next((loop for loop in loops if access.inside(loop)), None)
        symbol = kernel.dimensions[0].variable if along is None else along.symbol
        cost += executions(access) * share(classify(found, access, symbol))
    return cost


def _global(found: Found) -> list[Access]:
    return [each for each in found.accesses if each.root is None or each.root.memory is Memory.BUFFER]


def known_length(dimension: Dimension) -> int | None:
    """How often a loop runs; None where that is no constant."""
    first, last, step = map(constant_value, (dimension.lower, dimension.bound, dimension.step))
    if first is None or last is None or not step:
        return None
    span = (last - first) * (1 if step > 0 else -1) + (dimension.relation in ("<=", ">="))
    return max(0, -(-span // abs(step)))
