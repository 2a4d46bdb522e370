"""`interleave`: the lanes of a work-group's iterations alternate, so that their recurrences run in one warp.

    mrt_line = mrt_item / MRT_LANES      ->      mrt_line = mrt_item % rows
    mrt_lane = mrt_item % MRT_LANES              mrt_lane = mrt_item / rows

A recurrence is run by the first lane of its iteration.  Those of a group's iterations are in different warps, and
a multiprocessor runs each instruction of them for one iteration at a time; side by side they are in one.  A warp's
accesses are now those of a few lanes of each iteration, so that sectors of 32 bytes are used whole where memory
runs across iterations, too, not only along.
"""

from __future__ import annotations

from dataclasses import replace

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import walk
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform
from mapper.transforms.loops.loops import holds_loop

WIDE_BYTES = 40960
"""Local memory of a work-group where there is more than OpenCL promises; the run-time library looks."""
MOST_WIDE = 7
"""Iterations of such a work-group."""
LARGEST_BYTES = 49152
"""What it takes for SECTOR iterations, whose numbers of 8 bytes fill a sector of 32."""
SECTOR = 4


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    gang = kernel.form(Gang)
    if gang is None or not any(_is_recurrence(node) for node in walk(gang.body)):
        return None
    if gang.rows < 2:
        return Refusal("the local memory of a work-group holds one iteration only")
    if gang.trees:  # in which neighbouring lanes have neighbouring elements
        return Refusal("lanes combine values in a tree")
    bytes_ = sum(symbols.constant_sizeof(ctype) or 0 for _, ctype in gang.shared)
    wide = WIDE_BYTES // bytes_ if bytes_ * (MOST_WIDE + 1) > WIDE_BYTES else 0
    if 0 < wide < SECTOR and SECTOR * bytes_ <= LARGEST_BYTES:
        wide = SECTOR
    wide = wide if wide > gang.rows else 0
    did = f"recurrences of {wide or gang.rows} neighbouring iterations run side by side"
    return Changed(kernel.with_form(replace(gang, interleaved=True, wide=wide)), did)


TRANSFORM = Transform("interleave", "recurrences of a gang's neighbouring iterations run side by side", _apply)


def _is_recurrence(node: c_ast.Node) -> bool:
    """Whether a statement is a loop that the first lane runs."""
    match node:
        case c_ast.If(cond=c_ast.BinaryOp(op="==", left=c_ast.ID(name="mrt_lane"))):
            return holds_loop(node.iftrue)
    return False
