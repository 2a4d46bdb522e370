"""`collapse` and `ordered` with an enumerator or `sizeof`, whose value is known where names have a meaning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pycparser import c_ast

from mapper.ir.trees.directive import Clause
from mapper.ir.trees.nodes import constructs_in
from mapper.ir.trees.unit import Unit
from mapper.openmp.shape import check_body

_COUNTS = frozenset(["collapse", "ordered"])


def counts_settled(unit: Unit, value: Callable[[c_ast.Node], int | None]) -> list[c_ast.Node]:
    """Put numbers in the place of such expressions; the expressions that were there.

    `value` gives the value of an integer constant expression.
    Raises MapperError E012 where fewer loops are nested than the number says.
    """
    before = []
    for node in constructs_in(unit.tree):
        if any(_is_open(clause) for clause in node.directive.clauses):
            clauses = tuple(_settled(clause, value) for clause in node.directive.clauses)
            before += [each.expression for each in node.directive.clauses if each.expression is not None]
            node.directive = replace(node.directive, clauses=clauses)
            if node.body is not None:
                check_body(unit, node.directive, node.body)
    return before


def _is_open(clause: Clause) -> bool:
    number = isinstance(clause.expression, c_ast.Constant)
    return clause.kind in _COUNTS and clause.later and clause.expression is not None and not number


def _settled(clause: Clause, value: Callable[[c_ast.Node], int | None]) -> Clause:
    if not _is_open(clause) or clause.expression is None:
        return clause
    count = value(clause.expression)
    if count is None or count <= 0:
        return clause
    number = c_ast.Constant("int", str(count), clause.expression.coord)
    return replace(clause, expression=number, argument=None if clause.kind == "collapse" else clause.argument)
