"""Stores of a constant in `critical`, in loops, become atomic ones: `if (a[i] == key) found = 1;`.

No other statement of the region may be in `critical`, or behind a lock, so that nothing waits for the store to be
made together with something else.  The source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.directive import Directive
from mapper.ir.trees.nodes import Omp, called_name, ids, replace_child, single, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import changeable
from mapper.openmp.idioms.merges.sections import LOCKS


def store_atomically(unit: Unit, as_written: Collection[Location]) -> None:
    """Change such constructs in the regions of a unit whose directives are bound; those in `as_written` stay."""
    for function in unit.functions:
        for region in changeable(function, as_written):
            found = list(_criticals(region)) if "parallel" in region.directive.words else []
            if any(called_name(node) in LOCKS for node in walk(region)):
                continue
            loops = [each for each in walk(region) if isinstance(each, Omp) and "for" in each.directive.words]
            shared_out = ids(*loops)
            if all(_stores_constant(each) for _, _, each in found):
                for parent, slot, critical in (each for each in found if id(each[2]) in shared_out):
                    directive = Directive("atomic", (), critical.directive.where, "atomic write", form="write")
                    replace_child(parent, slot, Omp(directive, single(critical.body), critical.coord))


def _criticals(region: Omp) -> Iterator[tuple[c_ast.Node, str, Omp]]:
    """The `critical` constructs of a region, and where they are."""
    for parent in walk(region):
        for slot, child in parent.children():
            if isinstance(child, Omp) and child.directive.kind == "critical":
                yield parent, slot, child


def _stores_constant(critical: Omp) -> bool:
    """Whether a construct does nothing but to set a variable to a number."""
    match single(critical.body):
        case c_ast.Assignment(op="=", lvalue=c_ast.ID(), rvalue=c_ast.Constant()):
            return True
    return False
