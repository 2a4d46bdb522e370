"""Which dimension's neighbours access global memory best, by the transactions that all accesses cost."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mapper.analysis.kernels.relations.accesses import Found
from mapper.analysis.kernels.relations.coalescing import classify
from mapper.transforms.costs.transactions import executions, share

WORTH = 0.95  # a new order must cost less than this share of the old one
NEARER = 0.5  # of the strides, where the costs are the same


def best_dimension(found: Found) -> int:
    """The number of the dimension that should be number 0; 0 where no other one is worth it.

    Where none costs less, each neighbour needs a transaction of its own: the shortest strides are best then.
    """
    costs = [_cost(found, dimension.variable) for dimension in found.kernel.dimensions]
    best = costs.index(min(costs))
    return best if costs[best] < WORTH * costs[0] else _nearest(found, costs)


def _nearest(found: Found, costs: Sequence[float]) -> int:
    """The dimension with the shortest strides of those costing no more than number 0, where they are half its."""
    variables = [dimension.variable for dimension in found.kernel.dimensions]
    strides = [_stride(found, variable) for variable in variables]
    stepped = [found.step_of(variable) != 0 for variable in variables]  # by a constant
    equal = [number for number, cost in enumerate(costs) if cost <= costs[0] and stepped[number]]
    best = min(equal, key=strides.__getitem__) if stepped[0] else 0
    return best if strides[best] <= NEARER * strides[0] else 0


def _stride(found: Found, variable: str) -> float:
    """The sum of all accesses' strides; infinite where one of them is not known."""
    total = 0.0
    for access in found.accesses:
        if access.may_be_global:
            stride = classify(found, access, variable).stride
            total += math.inf if stride is None else executions(access) * abs(stride)
    return total


def _cost(found: Found, variable: str) -> float:
    """Transactions of all accesses of global memory, for each work-item."""
    return sum(
        executions(access) * share(classify(found, access, variable))
        for access in found.accesses
        if access.may_be_global
    )
