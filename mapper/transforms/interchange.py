"""`interchange`: the dimension along which most accesses lie side by side becomes dimension 0.

Neighbouring work-items differ in dimension 0.  All dimensions are parallel, so that any order is right.  An access
costs a share of a memory transaction: the more neighbours one transaction serves, the less.
"""

from __future__ import annotations

from dataclasses import replace

import islpy as isl

from mapper.analysis import forms
from mapper.analysis.coalescing import Pattern, classify
from mapper.analysis.kernelaccesses import Access, Found, Loop, Memory
from mapper.analysis.kernelwalk import collect
from mapper.analysis.symbols import Symbols
from mapper.ir.kernel import Kernel
from mapper.transforms.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.dimensions import reordered

NEIGHBOURS = 16  # elements of 8 bytes in one transaction of 128
UNKNOWN_TRIPS = 32.0
WORTH = 0.95  # a new order must cost less than this share of the old one


def interchange(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with the cheapest of its dimensions as dimension 0."""
    if len(kernel.dimensions) < 2:
        return None
    try:
        found = collect(kernel, symbols)
        costs = [_cost(found, dimension.variable) for dimension in kernel.dimensions]
    except isl.Error:
        return Refusal("the subscripts are too intricate to be analysed")
    if not found.complete:
        return Refusal("the body is too large to be analysed")
    best = costs.index(min(costs))
    if best == 0 or costs[best] >= WORTH * costs[0]:
        return None
    order = [best, *(number for number in range(len(costs)) if number != best)]
    dimensions, body = reordered(kernel, order)
    fast = kernel.dimensions[best].variable
    return Changed(replace(kernel, dimensions=dimensions, body=body), f"neighbours differ in `{fast}`")


TRANSFORM = Transform("interchange", "the dimension with most coalesced accesses becomes the fastest", interchange)


def _cost(found: Found, variable: str) -> float:
    """Transactions of all accesses of global memory, for each work-item."""
    return sum(
        _weight(access) * _share(found, access, variable)
        for access in found.accesses
        if access.root is None or access.root.memory is Memory.BUFFER
    )


def _share(found: Found, access: Access, variable: str) -> float:
    """The share of a transaction that an access costs."""
    coalescing = classify(found, access, variable)
    match coalescing.pattern:
        case Pattern.CONSTANT:
            return 0.5 / NEIGHBOURS
        case Pattern.COALESCED:
            return 1.0 / NEIGHBOURS
        case Pattern.STRIDED if coalescing.stride is not None:
            return min(1.0, abs(coalescing.stride) / NEIGHBOURS)
    return 1.0


def _weight(access: Access) -> float:
    weight = 1.0
    for loop in access.loops:
        if loop.node is not None:
            weight *= _trips(loop)
    return weight


def _trips(loop: Loop) -> float:
    if loop.lower is None or loop.bound is None:
        return UNKNOWN_TRIPS
    lower, bound = forms.as_number(loop.lower), forms.as_number(loop.bound)
    if lower is None or bound is None:
        return UNKNOWN_TRIPS
    return max(0.0, (abs(bound - lower) + (loop.relation in ("<=", ">="))) / max(1, abs(loop.step)))
