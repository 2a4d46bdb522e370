"""What must be proved of pipelines that go by diagonals of tiles (`mapper.openmp.idioms.pipelines`).

Code that keeps flags and code that works on data must touch different memory, so that one may run before the
other.  No two iterations of the tiled loops that depend on each other may come in one order along one loop and in
the reverse order along the other: then tiles may run by diagonals, and those of one diagonal are independent
(Irigoin and Triolet, "Supernode partitioning", POPL 1988).
"""

from __future__ import annotations

from dataclasses import replace

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.dependences import exposed_reads, grow_together, private_roots
from mapper.analysis.kernels.walk import collect
from mapper.ir.program.kernel import Dimension, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.directive import Pipeline
from mapper.ir.trees.nodes import flattened, sole_statement
from mapper.translate.common.refused import refuse
from mapper.translate.outline.outlining import Outlining


def check_pipeline(work: Outlining, kernel: Kernel, pipeline: Pipeline) -> None:
    """Raise `Refused` where it is not proved that tiles may run by diagonals."""
    where = work.loop.where
    _check_flags(work, pipeline)
    if kernel.assumed.distinct or kernel.assumed.alike or kernel.chains:
        refuse("K015", "a loop waits for another thread, and its arrays may share memory", where)
    try:
        with forms.bounded_work():
            tiled = _may_be_tiled(work, kernel, pipeline)
    except isl.Error:
        tiled = False
    if not tiled:
        reason = "a loop waits for another thread, and its iterations are not proved to be in order by diagonals"
        refuse("K015", reason, where)


def _check_flags(work: Outlining, pipeline: Pipeline) -> None:
    """What is about flags, and about the loops' bounds, must be apart from what the loops do."""
    data = work.effects.of(work.loop.construct, work.symbols)
    written = data.writes
    if pipeline.flags is not None:
        flags = work.effects.of(pipeline.flags, work.symbols)
        if flags.writes & data.touches or flags.reads & data.writes:
            reason = "a loop waits for another thread, and its flags may be in the memory that it works on"
            refuse("K015", reason, work.loop.where)
        written |= flags.writes
    bounds = [each for loop in (pipeline.outer, pipeline.inner) for each in (loop.lower, loop.bound)]
    for bound in bounds:
        if work.effects.of(bound, work.symbols).reads & written:
            refuse("K015", "a loop waits for another thread, and may change its bounds", work.loop.where)


def _may_be_tiled(work: Outlining, kernel: Kernel, pipeline: Pipeline) -> bool:
    """Whether the tiles of a kernel's diagonals may run in the order of the diagonals."""
    plain = _untiled(kernel, pipeline)
    if plain is None:
        return False
    found = collect(plain, work.symbols)
    if not found.complete:
        return False
    outer, inner = found.dimensions
    rows, columns = (
        forms.symbol(loop.symbol) if loop.direction > 0 else forms.symbol(loop.symbol).neg()
        for loop in (outer, inner)
    )
    if any(exposed_reads(found, root) for root in private_roots(found).values()):
        return False
    return grow_together(found, outer, rows, columns)


def _untiled(kernel: Kernel, pipeline: Pipeline) -> Kernel | None:
    """A kernel over the points that the tiles are of: the loops as the source has them are its dimensions."""
    items = flattened(kernel.body)
    loop = items[-1]
    inner = sole_statement(loop.stmt) if isinstance(loop, c_ast.For) else None
    inside = sole_statement(inner.stmt) if isinstance(inner, c_ast.For) else None
    if not isinstance(inside, c_ast.If):
        return None
    first, second, *point = flattened(inside.iftrue)
    dimensions = []
    assert isinstance(first, c_ast.Decl)
    assert isinstance(second, c_ast.Decl)
    for counter, counting in ((second, pipeline.inner), (first, pipeline.outer)):
        ctype = kernel.symbols[counter.name]
        assert isinstance(ctype, IntType)
        step = build.integer(1 if counting.rises else -1)
        dimensions.append(Dimension(counter.name, ctype, counting.lower, counting.relation, counting.bound, step))
    before = [each for each in items[:-1] if isinstance(each, c_ast.Decl)]
    return replace(kernel, dimensions=tuple(dimensions), body=c_ast.Compound([*before, *point]))
