"""What the parts of an iteration cost: transactions."""

from __future__ import annotations

import math

from mapper.analysis.kernels.accesses import Access, Found, Memory
from mapper.analysis.kernels.coalescing import classify
from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Dimension, Kernel
from mapper.transforms.costs.transactions import UNKNOWN_TRIPS, executions, share


def part_cost(kernel: Kernel, rank: int, symbols: Symbols) -> float:
    """Transactions for an iteration of the whole, which has `rank` dimensions, in a part."""
    found = collect(kernel, symbols)
    times = math.prod(float(known_length(each) or UNKNOWN_TRIPS) for each in kernel.dimensions[:-rank])
    return times * min(
        sum(executions(each) * share(classify(found, each, dimension.variable)) for each in _global(found))
        for dimension in kernel.dimensions
    )


def _global(found: Found) -> list[Access]:
    return [each for each in found.accesses if each.root is None or each.root.memory is Memory.BUFFER]


def known_length(dimension: Dimension) -> int | None:
    """How often a loop runs; None where that is no constant."""
    first, last, step = map(constant_value, (dimension.lower, dimension.bound, dimension.step))
    if first is None or last is None or not step:
        return None
    span = (last - first) * (1 if step > 0 else -1) + (dimension.relation in ("<=", ">="))
    return max(0, -(-span // abs(step)))
