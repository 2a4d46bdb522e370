"""`interchange`: the dimension along which most accesses are side by side becomes dimension 0.

Neighbouring work-items differ in dimension 0.  All dimensions are parallel, so that any order is right.  An access
costs a share of a memory transaction: the more neighbours one transaction serves, the less.  Where each neighbour
needs a transaction of its own in all orders, as in `f[i][j][k][5][5]`, the dimension with the shortest strides is
taken: elements are nearest there, and `layout` gives all kernels that access the array one order that suits them.
"""

from __future__ import annotations

from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel
from mapper.transforms.costs.neighbours import best_dimension
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.frame.numbered import with_first


def interchange(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with the cheapest of its dimensions as dimension 0."""
    if len(kernel.dimensions) < 2:
        return None
    found = collect(kernel, symbols)
    if not found.complete:
        return Refusal("the body is too large to be analysed")
    best = best_dimension(found)
    if best == 0:
        return None
    return Changed(with_first(kernel, best), f"neighbours differ in `{kernel.dimensions[best].variable}`")


TRANSFORM = Transform(
    "interchange",
    "the dimension with most coalesced accesses becomes the fastest",
    interchange,
    accepts=USUAL | {Trait.LARGE_ARRAYS, Trait.PACKED, Trait.UNIONS},
)
