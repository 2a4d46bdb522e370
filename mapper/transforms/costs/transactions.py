"""What accesses of global memory cost: transactions, of which neighbouring work-items share one where they can."""

from __future__ import annotations

from collections.abc import Iterable

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.accesses import Access, Loop
from mapper.analysis.kernels.coalescing import Coalescing, Pattern

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
        trips = known_trips(loop)
        product *= UNKNOWN_TRIPS if trips is None else trips
    return product


def known_trips(loop: Loop) -> float | None:
    """How many iterations a loop has, where its bounds and its step are constants."""
    if loop.lower is None or loop.bound is None or not loop.step:
        return None
    lower, bound = forms.as_number(loop.lower), forms.as_number(loop.bound)
    if lower is None or bound is None:
        return None
    return max(0.0, (abs(bound - lower) + (loop.relation in ("<=", ">="))) / abs(loop.step))
