"""Loops for a target device become parallel loops: what runs of them where the C compiler has no device.

    #pragma omp target teams distribute parallel for map(to: a[0:n])    ->    #pragma omp parallel for
    #pragma omp parallel loop                                           ->    #pragma omp parallel for

`target`, `teams` and `distribute parallel for`, each all that another one holds, are taken for the construct that
combines them.  Clauses that say what moves to the device, and how many teams there are, say nothing of a parallel
loop.  A scalar that no clause names is firstprivate on a target (OpenMP 5.2, 5.1.1), but where `defaultmap` says
otherwise: a loop that changes one stays as it is.  So does one whose arrays `defaultmap` makes private, one that
the program does not wait for (`nowait`, `depend`), and one of `teams` in a `target` region that holds more.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from pycparser import c_ast

from mapper.ir.trees.directive import OWN, Clause, Directive
from mapper.ir.trees.names import assigned_names, declared_around
from mapper.ir.trees.nodes import Omp, constructs_in, path_to, single
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import as_clause

_LOOPS: Final = frozenset(
    f"{target}{loop}"
    for target in ("target ", "")
    for loop in (
        *(f"teams distribute{parallel}{simd}" for parallel in ("", " parallel for") for simd in ("", " simd")),
        "teams loop",
        "parallel loop",
    )
) | {"target parallel for", "target parallel for simd", "target loop"}
_MOVES: Final = frozenset(
    "map defaultmap is_device_ptr has_device_addr device num_teams thread_limit dist_schedule bind".split()
)
_MAPPED: Final = frozenset((how, which) for how in ("tofrom", "from") for which in ("", "all", "scalar"))
_WORD: Final = re.compile(r"[A-Za-z_]\w*")


def as_parallel_loops(unit: Unit) -> None:
    """Change the directives of a unit whose directives are bound."""
    outside = {each.name for each in unit.declarations}
    for function in unit.functions:
        for node in constructs_in(function.body):
            _combine(node)
        for node in constructs_in(function.body):
            if node.directive.kind in _LOOPS and not node.directive.unread:
                if _copies_arrays(node.directive) or _is_in_target(node, function):
                    continue
                if _changed_scalars(node, function, outside):
                    continue
                node.directive = _parallel_loop(node.directive)


def _combine(construct: Omp) -> None:
    """Make one construct of one for a target or teams and those in it, each all that the one around it holds."""
    inner: c_ast.Node | None = construct
    directives: list[Directive] = []
    while isinstance(inner, Omp) and inner.body is not None and not inner.directive.unread:
        directives.append(inner.directive)
        kind = " ".join(each.kind for each in directives)
        if len(directives) > 1 and kind in _LOOPS and "teams" in kind:
            clauses = {
                (each.kind, each.modifier, each.variables, each.argument): each
                for part in directives
                for each in part.clauses
            }
            construct.directive = replace(construct.directive, kind=kind, clauses=tuple(clauses.values()))
            construct.body = inner.body
            return
        if not any(each.startswith(f"{kind} ") for each in _LOOPS):
            return
        inner = single(inner.body)


def _is_in_target(construct: Omp, function: c_ast.FuncDef) -> bool:
    """Whether it is a construct of teams in a `target` region."""
    if not construct.directive.kind.startswith("teams"):
        return False
    around = path_to(function.body, construct)[:-1]
    return any(isinstance(each, Omp) and each.directive.kind == "target" for each in around)


def _changed_scalars(construct: Omp, function: c_ast.FuncDef, outside: set[str]) -> set[str]:
    """What a loop for a target changes by name, and has, perhaps, a copy of."""
    directive = construct.directive
    if "target" not in directive.words or _default(directive) in _MAPPED:
        return set()
    named = {name for kind in OWN for clause in directive.all(kind) for name in clause.variables}
    mapped = {word for clause in directive.all("map") for word in _WORD.findall(clause.argument or "")}
    visible = outside | {each.name for each in declared_around(construct, function)}
    return (assigned_names(construct.body) & visible) - named - mapped - _counters(construct)


def _default(directive: Directive) -> tuple[str, str]:
    """What `defaultmap` says of variables that no clause names, and of which; empty words without it."""
    clause = directive.first("defaultmap")
    behaviour, _, category = (clause.argument or "").partition(":") if clause is not None else ("", "", "")
    return behaviour.strip(), category.strip()


def _copies_arrays(directive: Directive) -> bool:
    """Whether arrays and structures that no clause names are firstprivate or private."""
    behaviour, category = _default(directive)
    return behaviour in ("firstprivate", "private") and category not in ("scalar", "pointer")


def _counters(construct: Omp) -> set[str]:
    """The counters of the loops that share out their iterations, where these are declared before."""
    found = set()
    loop: c_ast.Node | None = construct.body
    for _ in range(construct.directive.collapsed):
        loop = single(loop)
        if not isinstance(loop, c_ast.For):
            break
        if isinstance(loop.init, c_ast.Assignment) and isinstance(loop.init.lvalue, c_ast.ID):
            found.add(loop.init.lvalue.name)
        loop = loop.stmt
    return found


def _parallel_loop(directive: Directive) -> Directive:
    """`parallel for` with the clauses that matter to it; the directive itself where one forbids that."""
    if directive.first("nowait") or directive.first("depend"):
        return directive
    clauses = [each for each in directive.clauses if each.kind not in _MOVES and not _is_for_target(each)]
    clauses = [*as_clause("simd", directive), *clauses]
    return replace(directive, kind="parallel for", clauses=tuple(clauses), later=False)


def _is_for_target(clause: Clause) -> bool:
    """Whether it is an `if` that only says whether there is a device, or teams."""
    said = clause.modifier or (clause.argument or "").partition(":")[0].strip()
    return clause.kind == "if" and said in ("target", "teams")
