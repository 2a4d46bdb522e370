"""What one iteration of a kernel executes, and how neighbouring work-items access memory together meanwhile."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import prod
from statistics import fmean

from pycparser import c_ast

from mapper.analysis.kernels.accesses import Access
from mapper.analysis.kernels.coalescing import Pattern
from mapper.analysis.names.symbols import Symbols
from mapper.features.neighbours import Neighbours
from mapper.ir.forms.gang import LANES
from mapper.ir.forms.staging import Halo
from mapper.ir.forms.tiling import Tiling
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import walk

TOGETHER = (Pattern.COALESCED, Pattern.CONSTANT)
"""Equal or adjacent elements: neighbours need one transaction of memory."""


@dataclass(frozen=True, eq=False, slots=True)
class Execution:
    """The code of an iteration and what is known of it.

    `lanes` work-items share the iteration, or one does 1 / `lanes` of them; arrays named in `local` are in their
    local memory.  `coalesced` gives, for the id of an access' lvalue, the share of the ways to it on which the
    access is coalesced; it lacks what the analysis of accesses does not tell.  `staged` gives for a buffer how
    many loads of global and of local memory an access stands for.
    """

    kernel: Kernel
    lanes: float = 1.0
    local: frozenset[str] = frozenset()
    coalesced: Mapping[int, float] = field(default_factory=dict)
    staged: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    @property
    def launches(self) -> int:
        """Kernel launches for all iterations; the read of a reduction's results counts as one."""
        if self.kernel.ordered is not None:
            return 3 + (self.kernel.ordered.place is not None)
        return 2 if self.kernel.reductions and not self.kernel.folds else 1


def execution(kernel: Kernel, symbols: Symbols | None, local: frozenset[str] = frozenset()) -> Execution:
    """A kernel as GPUs run it: with its gang, if there is one; `local` names what else is in local memory."""
    gang, near = kernel.gang, Neighbours(kernel, symbols)
    if gang is not None:
        kernel = replace(kernel, body=gang.whole)
    met: dict[int, list[bool]] = defaultdict(list)
    for access, patterns in near.accesses():
        if patterns:
            met[_lvalue(access)].append(any(each.pattern in TOGETHER for each in patterns))
    shares = {key: sum(each) / len(each) for key, each in met.items()}
    if gang is not None:
        return Execution(kernel, float(LANES), frozenset(name for name, _ in gang.shared), shares)
    if kernel.tiling is not None:
        lanes = 1.0 / prod(kernel.tiling.each)
        return Execution(kernel, lanes, local, shares, _staged(kernel.tiling))
    if kernel.halo is not None:
        return Execution(kernel, 1.0, local, shares, _with_halo(kernel.halo))
    if kernel.staging is not None:
        items = prod(kernel.staging.group)
        return Execution(kernel, 1.0, local, shares, dict.fromkeys(kernel.staging.staged, (1.0 / items, 1.0)))
    return Execution(kernel, local=local, coalesced=shares)


def _staged(tiling: Tiling) -> dict[str, tuple[float, float]]:
    """What each read of a staged buffer stands for.

    A work-group loads an element of a tile once for all its iterations in the other dimension, and a work-item
    takes it from local memory once for all of its own.
    """
    shares: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for tile in tiling.tiles:
        other = 1 - tile.dimension
        each, group = tiling.each[other], tiling.group[other]
        for name in {node.name for node in walk(tile.expression) if isinstance(node, c_ast.ID)} & tiling.staged:
            shares[name].append((1.0 / (each * group), 1.0 / each))
    return {
        name: (fmean(one for one, _ in found), fmean(other for _, other in found))
        for name, found in shares.items()
    }


def _with_halo(halo: Halo) -> dict[str, tuple[float, float]]:
    """What each read of a staged buffer stands for: a work-group loads what all its iterations need once."""
    iterations = prod(halo.block)
    return {
        tile.buffer: (tile.elements(halo.block) / iterations / prod(each.extent for each in tile.sides), 1.0)
        for tile in halo.tiles
        if tile.buffer in halo.staged
    }


def _lvalue(access: Access) -> int:
    match access.node:
        case c_ast.Assignment(lvalue=lvalue):
            return id(lvalue)
        case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--", expr=lvalue):
            return id(lvalue)
    return id(access.node)
