"""Inner loops whose iterations all add to one element: neighbouring work-items would wait for each other.

for i (parallel)                                    f[i] belongs to the iteration i, but for what others add to it
  for (j = i + 1; j < n; j++) {
    atomic f[i] += g(i, j);                         the same element for all j
    atomic f[j] -= g(i, j);
  }

Where the loop stays in the work-item, neighbours differ in `i`, and add to different elements.
"""

from __future__ import annotations

from math import prod

from mapper.analysis.kernels.relations.accesses import Access, Found, Loop
from mapper.analysis.kernels.relations.coalescing import rates
from mapper.ir.program.kernel import Dimension
from mapper.ir.trees.ctypes import FloatType
from mapper.transforms.costs.transactions import known_length

FEW = 1024
"""Iterations of the dimensions, if their number is known, that are too few for a device without the inner loop."""


def contended(found: Found, loop: Loop) -> str | None:
    """The array of a kernel in which each iteration of its dimensions has an element that a whole loop adds to.

    None where there is none; where the additions are of integers, which compilers gather, or under conditions that
    depend on data; and where the dimensions are known to have few iterations.
    """
    if _items(found.kernel.dimensions) < FEW:
        return None
    for access in found.accesses:
        if access.root is not None and access.inside(loop) and _is_contended(found, access, loop):
            return access.root.name
    return None


def _is_contended(found: Found, access: Access, loop: Loop) -> bool:
    adds = access.atomic == "add" and isinstance(access.type, FloatType)
    if not adds or not access.certain or not access.complete or not access.may_be_global:
        return False
    inner = access.loops[access.depth(loop) :]
    own = any(any(rates(found, access, each.symbol)) for each in found.dimensions)
    return own and all(set(rates(found, access, each.symbol)) == {0} for each in inner)


def _items(dimensions: tuple[Dimension, ...]) -> float:
    """How many iterations the dimensions have; infinitely many if that is not known."""
    lengths = [known_length(each) for each in dimensions]
    return prod(float("inf") if each is None else each for each in lengths)
