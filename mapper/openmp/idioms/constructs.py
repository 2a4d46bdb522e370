"""Constructs that idioms find and make: regions that may change, work-shared loops, and merges behind these."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import TypeGuard

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.expressions.updates import EXTREMES, Update
from mapper.ir.trees.directive import OWN, Clause, Directive
from mapper.ir.trees.names import declared_around
from mapper.ir.trees.nodes import Omp, called_name, clone, constructs_in, walk
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.memory.own_memory import is_pure

OF_LOOPS = frozenset([*OWN, "collapse", "ordered", "schedule", "simd"]) - {"firstprivate"}
"""The clauses of `parallel for` that a loop gets when it is parted from its region."""
_COPYING = frozenset([*OWN, "copyin", "threadprivate"])


def changeable(function: c_ast.FuncDef, as_written: Collection[Location]) -> Iterator[Omp]:
    """The constructs of a function that are understood, outer ones first; those in `as_written` are left out."""
    for node in list(constructs_in(function.body)):
        if node.directive.known and node.directive.where not in as_written:
            yield node


def is_loop(node: c_ast.Node | None) -> TypeGuard[Omp]:
    """Whether a statement is a work-shared loop in a region."""
    return isinstance(node, Omp) and node.directive.kind == "for"


def replace_loops(root: c_ast.Node, change: Callable[[Omp], c_ast.Node | None]) -> None:
    """Put what `change` makes of the work-shared loops in blocks into their places; None leaves a loop there."""
    for block in [node for node in walk(root) if isinstance(node, c_ast.Compound)]:
        for at, item in enumerate(block.block_items or []):
            if is_loop(item):
                block.block_items[at] = change(item) or item


def declaration_of(name: str, construct: Omp, function: c_ast.FuncDef, unit: Unit) -> c_ast.Decl | None:
    """The declaration of the variable that has a name where a construct begins, if no other variable can be meant.

    None where the function declares the name several times, or elsewhere alone.
    """
    own = [node for node in walk(function) if isinstance(node, c_ast.Decl) and node.name == name]
    if not own:
        found = [each for each in unit.declarations if each.name == name]
        return found[0] if len(found) == 1 else None
    before = takewhile(lambda node: node is not construct, walk(function))
    known = {id(each) for each in declared_around(construct, function)} & {id(node) for node in before}
    return own[0] if len(own) == 1 and id(own[0]) in known else None


def copied_names(unit: Unit) -> set[str]:
    """The variables that threads have copies of, as the clauses of a unit say."""
    directives = [node.directive for node in constructs_in(unit.tree)]
    clauses = [clause for each in directives for clause in each.clauses if clause.kind in _COPYING]
    return {name for clause in clauses for name in clause.variables}


def as_clause(word: str, directive: Directive) -> list[Clause]:
    """A word of a directive's name as a clause, which comes before all others; nothing where the name lacks it."""
    return [Clause(word, directive.where)] if word in directive.words else []


def make_region(construct: Omp, clauses: Iterable[Clause], body: c_ast.Node) -> None:
    """Let a region, or a loop that is one, be a region with these clauses and this body."""
    construct.directive = replace(construct.directive, kind="parallel", clauses=tuple(clauses), later=False)
    construct.body = body


def without_wait(loop: Omp, clauses: Sequence[Clause]) -> Omp:
    """A loop, or a region that is one, with these clauses as a loop in a region that threads leave at once."""
    where = loop.directive.where
    directive = Directive("for", (*clauses, Clause("nowait", where)), where, "for nowait", moved=True)
    return Omp(directive, loop.body, loop.coord)


def barrier_behind(construct: Omp) -> Omp:
    """A barrier that has the place of a construct."""
    return Omp(Directive("barrier", (), construct.directive.where, "barrier"), None, construct.coord)


def atomically(unit: Unit, statement: c_ast.Node) -> Omp:
    """A statement that updates memory, in an `atomic` construct."""
    directive = Directive("atomic", (), unit.location(statement), "atomic", form="update")
    return Omp(directive, statement, statement.coord)


def atomic_of(unit: Unit, update: Update) -> Omp:
    """An update of memory, in an `atomic` construct: `if (e > x) { x = e; }` in one with `compare`."""
    if update.operator not in ("min", "max"):
        return atomically(unit, update.statement)
    where = unit.location(update.statement)
    directive = Directive("atomic", (Clause("compare", where),), where, "atomic compare", form="update")
    relation = ">" if update.operator == "max" else "<"
    test = c_ast.BinaryOp(relation, clone(update.operand), clone(update.target))
    assignment = c_ast.Assignment("=", clone(update.target), clone(update.operand), update.statement.coord)
    body = c_ast.If(test, c_ast.Compound([assignment]), None, update.statement.coord)
    return Omp(directive, body, update.statement.coord)


def is_comparable(node: c_ast.Node) -> bool:
    """Whether `if (e > x) x = e;` does for an extreme of this; it does not for `fmax(x, e)`, because of NaNs."""
    return is_pure(node) and called_name(node) not in EXTREMES


def critically(unit: Unit, statement: c_ast.Node) -> Omp:
    """A statement in a `critical` construct."""
    directive = Directive("critical", (), unit.location(statement), "critical")
    return Omp(directive, statement, statement.coord)
