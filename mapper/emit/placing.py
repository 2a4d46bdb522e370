"""Which regions the emitted program can't hold twice, and why: they are kept, with a remark.

A region that is a single loop stands in the emitted text once, so only its place matters.  The body of any other
region is printed a second time, for the device path, and some things can't be had twice.
"""

from __future__ import annotations

from pycparser import c_ast

from mapper.frontend.ranges import text_range
from mapper.ir.nodes import walk
from mapper.ir.region import Kept, ParallelRegion
from mapper.ir.unit import TextRange

_STAND_INS = "__mapper_"  # names by which the front end replaces what has no node


def placed(region: ParallelRegion) -> TextRange | Kept:
    """Where the region's construct stands in the user's text, or why it can't be replaced there."""
    where: TextRange | None = text_range(region.unit, region.construct)
    if where is None:
        reason = "the construct does not stand in one piece in a file of the program (it comes from a macro)"
        return Kept("K012", reason, region.where)
    if any(loop.construct is region.construct for loop in region.loops):
        return where
    return _twice(region) or where


def _twice(region: ParallelRegion) -> Kept | None:
    """What in the region's body forbids a second copy of it."""
    for node in walk(region.construct):
        if isinstance(node, c_ast.Decl) and "static" in (node.storage or []):
            reason = f"the static variable '{node.name}' is declared in the region, and would exist twice"
            return Kept("K012", reason, region.unit.location(node))
        if isinstance(node, c_ast.ID) and node.name.startswith(_STAND_INS):
            reason = "the region holds a language extension that can't be printed for its device version"
            return Kept("K018", reason, region.unit.location(node))
    return None
