"""`interchange`: the dimension along which most accesses are side by side becomes dimension 0.

Neighbouring work-items differ in dimension 0.  All dimensions are parallel, so that any order is right.  An access
costs a share of a memory transaction: the more neighbours one transaction serves, the less.
"""

from __future__ import annotations

from dataclasses import replace

from mapper.analysis.kernels.accesses import Found
from mapper.analysis.kernels.coalescing import classify
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel
from mapper.transforms.costs.transactions import executions, share
from mapper.transforms.dimensions.dimensions import reordered
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.frame.contract import USUAL, Trait

WORTH = 0.95  # a new order must cost less than this share of the old one


def interchange(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with the cheapest of its dimensions as dimension 0."""
    if len(kernel.dimensions) < 2:
        return None
    found = collect(kernel, symbols)
    costs = [_cost(found, dimension.variable) for dimension in kernel.dimensions]
    if not found.complete:
        return Refusal("the body is too large to be analysed")
    best = costs.index(min(costs))
    if best == 0 or costs[best] >= WORTH * costs[0]:
        return None
    order = [best, *(number for number in range(len(costs)) if number != best)]
    dimensions, body = reordered(kernel, order)
    fast = kernel.dimensions[best].variable
    return Changed(replace(kernel, dimensions=dimensions, body=body), f"neighbours differ in `{fast}`")


TRANSFORM = Transform(
    "interchange",
    "the dimension with most coalesced accesses becomes the fastest",
    interchange,
    accepts=USUAL | {Trait.LARGE_ARRAYS, Trait.UNIONS},
)


def _cost(found: Found, variable: str) -> float:
    """Transactions of all accesses of global memory, for each work-item."""
    return sum(
        executions(access) * share(classify(found, access, variable))
        for access in found.accesses
        if access.may_be_global
    )
