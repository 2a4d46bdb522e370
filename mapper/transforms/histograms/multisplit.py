"""`multisplit`: what iterations store by a counter is sorted in local memory first, to be stored together.

    by_bucket[begin[b] + count[thread][b]++] = key[k];

Such a loop puts each iteration's value behind the last one of its bucket.  Where there are many buckets each of
these stores is a transaction of its own.  So a work-group takes a tile of iterations, sorts their values by bucket
in local memory, those of a bucket in the order of the iterations, and stores them from there: those of one bucket
beside each other (the block-level reordering of Ashkiani et al., GPU Multisplit, PPoPP 2016).

That neither which counter an iteration changes nor what it stores depends on the counts is what
`translate/threads/ordered_counters.py` has found.
"""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.forms.ordered import LOCAL_BYTES, Ordered, Tile, stride_of
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import FloatType, IntType
from mapper.transforms.frame.base import Changed, Lowering, Outcome, Refusal, Transform
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.histograms.ordered_entries import with_passes

WORDS = 8
STEPS = 16
"""Iterations of a tile for each work-item."""
FEWEST_A_COUNTER = 2
"""Iterations of a tile for each counter, below which sorting is not worth while."""
_ROW_BYTES = 4 + 4
_ITEM_BYTES = 4 + 4


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    ordered = kernel.form(Ordered)
    if ordered is None or ordered.place is None:
        return None
    ctype = _stored(kernel)
    if ctype is None:
        return Refusal("what is stored is no number")
    tile = _tile(ordered, ctype)
    if tile is None:
        return Refusal(
            f"local memory holds less than {FEWEST_A_COUNTER} iterations for each of {ordered.row} counters"
        )
    did = f"{tile.iterations} iterations are sorted by counter before they store"
    return Changed(kernel.with_form(replace(ordered, tile=tile)), did)


def _stored(kernel: Kernel) -> IntType | FloatType | None:
    """The type of what the last statement stores, if it is an arithmetic one."""
    store = (kernel.body.block_items or [])[-1]
    match store:
        case c_ast.Assignment(lvalue=c_ast.ArrayRef(name=c_ast.ID(name=name))):
            found = [unqualified(each.element) for each in kernel.buffers if each.name == name and not each.table]
        case _:
            return None
    return found[0] if found and isinstance(found[0], IntType | FloatType) else None


def _tile(ordered: Ordered, ctype: IntType | FloatType) -> Tile | None:
    """STEPS iterations for each work-item, or as many as local memory holds."""
    for steps in range(STEPS, 0, -1):
        tile = Tile(WORDS, steps, ctype)
        used = _ROW_BYTES * stride_of(ordered.row, tile.group) + _ITEM_BYTES * tile.group + tile.pool_bytes
        if used <= LOCAL_BYTES and tile.iterations >= FEWEST_A_COUNTER * ordered.row:
            return tile
    return None


TRANSFORM = Transform(
    "multisplit",
    "work-groups sort by counter what they store in the order of counters",
    _apply,
    accepts=USUAL | {Trait.ORDER},
)
LOWERING = Lowering(TRANSFORM.name, with_passes)
