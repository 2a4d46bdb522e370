"""What must be proved of pipelines that go by diagonals of tiles (`mapper.openmp.idioms.pipelines`).

Sweeps go by hyperplanes of three loops likewise (`hyperplanes.py`), if each point may run all phases of its plane.
Code that keeps flags and code that works on data must touch different memory, so that one may run before the
other.  No two iterations of the tiled loops that depend on each other may come in one order along one loop and in
the reverse order along the other: then tiles may run by diagonals, and those of one diagonal are independent
(Irigoin and Triolet, "Supernode partitioning", POPL 1988).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

import islpy as isl
from pycparser import c_ast

from mapper.analysis.kernels import forms
from mapper.analysis.kernels.loops import constant_value
from mapper.analysis.kernels.relations.access_pairs import Pairs, second
from mapper.analysis.kernels.relations.accesses import Found, Loop
from mapper.analysis.kernels.relations.dependences import exposed_reads, grow_together, private_roots
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import promote
from mapper.ir.program.kernel import Dimension, Kernel
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import IntType
from mapper.ir.trees.directive import Counting, Pipeline
from mapper.ir.trees.nodes import flattened, sole_statement, statements_of, walk
from mapper.translate.common.refused import refuse
from mapper.translate.outline.outlining import Outlining


def check_pipeline(work: Outlining, kernel: Kernel, pipeline: Pipeline) -> None:
    """Raise `Refused` where it is not proved that tiles may run by diagonals."""
    where = work.loop.where
    _check_flags(work, pipeline)
    loops = [each for each in (pipeline.plane, pipeline.outer, pipeline.inner) if each is not None]
    if not all(_is_counted(each, kernel.dimensions[0].type, work.symbols) for each in loops):
        refuse("K015", "a loop waits for another thread, and its counter is compared in another type", where)
    if _is_set(work, pipeline):
        refuse("K015", "a loop waits for another thread, and changes what was computed before it", where)
    if kernel.assumed.distinct or kernel.assumed.alike or kernel.chains:
        refuse("K015", "a loop waits for another thread, and its arrays may share memory", where)
    proved = _may_be_tiled if pipeline.plane is None else _may_go_by_hyperplanes
    try:
        with forms.bounded_work():
            in_order = proved(work, kernel, pipeline)
    except isl.Error:
        in_order = False
    if not in_order:
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
    loops = (pipeline.plane, pipeline.outer, pipeline.inner)
    bounds = [each for loop in loops if loop is not None for each in (loop.lower, loop.bound)]
    for bound in bounds:
        if work.effects.of(bound, work.symbols).reads & written:
            refuse("K015", "a loop waits for another thread, and may change its bounds", work.loop.where)


def _is_counted(loop: Counting, counter: IntType, symbols: Symbols) -> bool:
    """Whether the difference of a loop's bounds, in the type of its counter, is how far it goes.

    It may not be where a bound has a fraction, or where the comparison makes a negative counter a large number.
    """
    lower, bound = (promote(symbols.type_of(each)) for each in (loop.lower, loop.bound))
    if not isinstance(lower, IntType) or not isinstance(bound, IntType):
        return False
    if lower.signed and bound.signed:
        return True
    first = constant_value(loop.lower)
    return loop.rises and lower.signed and first is not None and first >= 0 and bound.bits >= counter.bits


def _is_set(work: Outlining, pipeline: Pipeline) -> bool:
    """Whether the phases of a plane may change what values before their loops are computed from."""
    read = written = 0
    for each in pipeline.before:
        read |= work.effects.of(each, work.symbols).reads
    for each in pipeline.data:
        written |= work.effects.of(each, work.symbols).writes
    return bool(read & written)


def _may_be_tiled(work: Outlining, kernel: Kernel, pipeline: Pipeline) -> bool:
    """Whether the tiles of a kernel's diagonals may run in the order of the diagonals."""
    plain = _untiled(kernel, pipeline)
    if plain is None:
        return False
    found = collect(plain, work.symbols)
    return _keeps_order(found)


def _may_go_by_hyperplanes(work: Outlining, kernel: Kernel, pipeline: Pipeline) -> bool:
    """Whether the points of a kernel's hyperplanes may run in their order, and each all phases of its plane.

    In the source, all points of a plane run a phase before any runs the next one.
    """
    assert pipeline.plane is not None
    inside = flattened(kernel.body)[-1]
    if not isinstance(inside, c_ast.If):
        return False
    loops = (pipeline.plane, pipeline.outer, pipeline.inner)
    plain = _over_points(kernel, flattened(kernel.body)[:-1], statements_of(inside.iftrue), loops)
    tested = sole_statement(c_ast.Compound(statements_of(inside.iftrue)[len(loops) :]))
    phases = statements_of(tested.iftrue if isinstance(tested, c_ast.If) else tested)
    found = collect(plain, work.symbols)
    return _keeps_order(found) and _phases_in_order(found, phases) and _may_turn(found, phases, pipeline.turned)


def _keeps_order(found: Found) -> bool:
    """Whether no two points that depend on each other have one order by one loop, and the reverse by another."""
    if not found.complete or any(exposed_reads(found, root) for root in private_roots(found).values()):
        return False
    values = [_rising(loop) for loop in found.dimensions]
    return all(grow_together(found, found.dimensions[0], *pair) for pair in combinations(values, 2))


def _rising(loop: Loop) -> isl.PwAff:
    """A value that grows from one iteration of a loop to the next."""
    value = forms.symbol(loop.symbol)
    return value if loop.direction > 0 else value.neg()


def _phases_in_order(found: Found, phases: Sequence[c_ast.Node]) -> bool:
    """Whether in a plane no earlier phase of a point needs to come before a later phase of a point before it.

    Points of a plane that depend on each other are ordered by both of its dimensions.
    """
    numbers = {id(node): number for number, phase in enumerate(phases) for node in walk(phase)}
    shared = [each for each in found.accesses if each.may_be_global]
    if any(id(each.node) not in numbers for each in shared):
        return False
    plane, *others = found.dimensions
    pairs = Pairs(found)
    for one, other in product(shared, repeat=2):
        if numbers[id(one.node)] <= numbers[id(other.node)] or not (one.write or other.write):
            continue
        both = pairs.shared(one, other, frozenset([plane.symbol]))
        for loop in others:
            value = _rising(loop)
            if both is not None and not both.intersect(value.lt_set(forms.renamed(value, second))).is_empty():
                return False
    return True


def _may_turn(found: Found, phases: Sequence[c_ast.Node], turned: Sequence[bool]) -> bool:
    """Whether no two columns of a row depend on each other in the phases that go through them in reverse."""
    if not any(turned):
        return True
    if len(turned) != len(phases):
        return False
    plane, row, column = found.dimensions
    value = _rising(column)
    apart = value.lt_set(forms.renamed(value, second))
    pairs = Pairs(found)
    for phase in (each for each, reverse in zip(phases, turned, strict=True) if reverse):
        nodes = {id(node) for node in walk(phase)}
        inside = [each for each in found.accesses if each.may_be_global and id(each.node) in nodes]
        for one, other in product(inside, repeat=2):
            if one.write or other.write:
                both = pairs.shared(one, other, frozenset([plane.symbol, row.symbol]))
                if both is not None and not both.intersect(apart).is_empty():
                    return False
    return True


def _untiled(kernel: Kernel, pipeline: Pipeline) -> Kernel | None:
    """A kernel over the points that the tiles are of: the loops as the source has them are its dimensions."""
    items = flattened(kernel.body)
    loop = items[-1]
    inner = sole_statement(loop.stmt) if isinstance(loop, c_ast.For) else None
    inside = sole_statement(inner.stmt) if isinstance(inner, c_ast.For) else None
    if not isinstance(inside, c_ast.If):
        return None
    return _over_points(kernel, items[:-1], flattened(inside.iftrue), (pipeline.outer, pipeline.inner))


def _over_points(
    kernel: Kernel, before: Sequence[c_ast.Node], point: Sequence[c_ast.Node], loops: Sequence[Counting]
) -> Kernel:
    """A kernel whose dimensions are some loops; a point begins with the declarations of their counters."""
    dimensions = []
    for counter, counting in zip(point, loops, strict=False):
        assert isinstance(counter, c_ast.Decl)
        ctype = kernel.symbols[counter.name]
        assert isinstance(ctype, IntType)
        step = build.integer(1 if counting.rises else -1)
        dimensions.append(Dimension(counter.name, ctype, counting.lower, counting.relation, counting.bound, step))
    own = [each for each in before if isinstance(each, c_ast.Decl)]
    body = c_ast.Compound([*own, *point[len(loops) :]])
    return replace(kernel, dimensions=tuple(reversed(dimensions)), body=body)
