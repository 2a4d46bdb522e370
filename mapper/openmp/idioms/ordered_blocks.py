"""Loops with `ordered` whose iterations don't depend on each other run in any order.

    #pragma omp parallel for ordered               #pragma omp parallel for
    for (int i = 0; i < n; i++) {                  for (int i = 0; i < n; i++) {
      x[i] = f(i);                       ->          x[i] = f(i);
    #pragma omp ordered                              y[i] = x[i] + 1;
      y[i] = x[i] + 1;                             }
    }

The translation must prove that they don't (`Directive.dealt`).  Loops are regions of their own: where it can't,
the region is read as written.  Functions that hold such blocks are not called on the device.  The source's text
stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from mapper.diagnostics import Location
from mapper.ir.trees.nodes import Omp, replace_child, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import changeable


def in_any_order(unit: Unit, as_written: Collection[Location] = ()) -> None:
    """Change such loops of a unit whose directives are bound; those in `as_written` stay."""
    for function in unit.functions:
        for loop in filter(_is_ordered, changeable(function, as_written)):
            _change(loop)


def _is_ordered(construct: Omp) -> bool:
    """Whether a construct is a region of one loop, with the clause, that is no pipeline."""
    clause = construct.directive.first("ordered") if construct.body is not None else None
    plain = clause is not None and clause.argument is None and clause.expression is None
    return plain and construct.directive.words >= {"parallel", "for"}


def _change(loop: Omp) -> None:
    """Take the order off a loop, and the blocks that are run in order out of their constructs."""
    places = [
        (parent, slot, child)
        for parent in walk(loop)
        for slot, child in parent.children()
        if isinstance(child, Omp) and child.directive.kind == "ordered"
    ]
    if not places or not all(_is_plain(child) for _, _, child in places):
        return
    for parent, slot, child in places:
        replace_child(parent, slot, child.body or child)
    clauses = tuple(each for each in loop.directive.clauses if each.kind != "ordered")
    loop.directive = replace(loop.directive, clauses=clauses, dealt=True, parted=True)


def _is_plain(block: Omp) -> bool:
    """Whether a construct says no more than that its block is run in the order of the loop."""
    return block.body is not None and all(clause.kind == "threads" for clause in block.directive.clauses)
