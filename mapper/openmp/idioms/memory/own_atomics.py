"""Atomic operations on variables that no other thread can reach are plain ones.

    for (int i = 0; i < n; i++) {              for (int i = 0; i < n; i++) {
      int bins[16] = {0};                        int bins[16] = {0};
      for (int k = 0; k < m; k++)                for (int k = 0; k < m; k++)
    #pragma omp atomic                 ->          bins[key(i, k)]++;
        bins[key(i, k)]++;

The variable is declared inside the innermost construct that threads share the work of, and its address is never
taken.  The source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.names import changed_place, declared_names, objects_in
from mapper.ir.trees.nodes import Omp, addressed, base_of, is_statement_place, replace_child, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import changeable

_PASSED_OVER = frozenset(["atomic", "critical", "flush", "ordered"])
"""Constructs whose code the thread that meets them runs itself."""
_FORMS = (None, "update", "write")
"""Forms of atomic operations that access one variable atomically: the one that they change."""
_UNORDERED = frozenset(["hint", "relaxed"])
"""Clauses of atomic operations that order no other accesses."""


def simplify_atomics(unit: Unit, as_written: Collection[Location]) -> None:
    """Change such constructs in the regions of a unit whose directives are bound; those in `as_written` stay."""
    for function in unit.functions:
        known = [each for each in changeable(function, as_written) if each.body is not None]
        if not any(each.directive.kind == "atomic" for each in known):
            continue
        understood = set(map(id, known))
        for holder in known:
            if holder.directive.kind in _PASSED_OVER:
                continue
            own = _own(holder.body, function)
            for parent, slot, atomic in list(_atomics(holder)) if own else []:
                if atomic.body is not None and id(atomic) in understood and _is_on(atomic, own):
                    replace_child(parent, slot, atomic.body)


def _atomics(holder: c_ast.Node) -> Iterator[tuple[c_ast.Node, str, Omp]]:
    """The atomic constructs of a construct that are in no other one inside, and where they are."""
    for slot, child in holder.children():
        if isinstance(child, Omp) and child.directive.kind == "atomic" and is_statement_place(holder, slot):
            yield holder, slot, child
        elif not isinstance(child, Omp) or child.directive.kind in _PASSED_OVER:
            yield from _atomics(child)


def _own(body: c_ast.Node | None, function: c_ast.FuncDef) -> dict[str, int]:
    """The variables that are declared in a construct, and nowhere else in the function, and have no other name.

    Each has the number of its subscripts.
    """
    nodes = list(walk(body)) if body is not None else []
    declared = [node for node in walk(function) if isinstance(node, c_ast.Decl)]
    names = [each.name for each in declared]
    own: dict[str, int] = {}
    for each in (node for node in nodes if isinstance(node, c_ast.Decl)):
        subscripts = _subscripts(each)
        if subscripts is not None and names.count(each.name) == 1:
            own[each.name] = subscripts
    inner = [each for each in nodes if isinstance(each, Omp) and each.directive.kind not in _PASSED_OVER]
    gone = declared_names(*(each.body for each in inner if each.body is not None)) | _led_to(function, own)
    return {name: subscripts for name, subscripts in own.items() if name not in gone}


def _subscripts(declared: c_ast.Decl) -> int | None:
    """How many subscripts an automatic array of numbers has, 0 for a number; None of other declarations."""
    of, found = declared.type, 0
    while isinstance(of, c_ast.ArrayDecl):
        of, found = of.type, found + 1
    number = isinstance(of, c_ast.TypeDecl) and isinstance(of.type, c_ast.IdentifierType)
    return found if number and not set(declared.storage) - {"register", "auto"} else None


def _led_to(function: c_ast.FuncDef, own: Mapping[str, int]) -> set[str]:
    """Those of some variables whose address something may have: arrays that are not just subscripted, too."""
    found = {base.name for node in walk(function) if (base := base_of(addressed(node))) is not None}
    elements = {id(node.name) for node in walk(function) if isinstance(node, c_ast.ArrayRef)}
    found |= {node.name for node in objects_in(function.body) if own.get(node.name) and id(node) not in elements}
    return found & own.keys()


def _is_on(atomic: Omp, own: Mapping[str, int]) -> bool:
    """Whether an atomic update or write changes one of some variables."""
    directive = atomic.directive
    if directive.form not in _FORMS or any(clause.kind not in _UNORDERED for clause in directive.clauses):
        return False
    place, depth = changed_place(atomic.body) if atomic.body is not None else None, 0
    while isinstance(place, c_ast.ArrayRef):
        place, depth = place.name, depth + 1
    return isinstance(place, c_ast.ID) and own.get(place.name) == depth
