"""Choices: conditional expressions, functions that compute nothing else, minima and maxima."""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from mapper.ir.expressions.substitution import substituted
from mapper.ir.expressions.updates import extreme_of_test
from mapper.ir.trees.nodes import clone, flattened, parameters_of, single


def choice_of_call(function: c_ast.FuncDef, arguments: Sequence[c_ast.Node]) -> c_ast.TernaryOp | None:
    """The choice that a call of a function of nothing else makes, in terms of the arguments; None otherwise."""
    names = [str(getattr(each, "name", "")) for each in parameters_of(function)]
    if len(names) != len(arguments):
        return None
    choice = _choice(function)
    return None if choice is None else substituted(choice, dict(zip(names, arguments, strict=True)))


def _choice(function: c_ast.FuncDef) -> c_ast.TernaryOp | None:
    match [single(item) for item in flattened(function.body) if not isinstance(item, c_ast.EmptyStatement)]:
        case [c_ast.Return(expr=c_ast.TernaryOp() as value)]:
            return value
        case [c_ast.If(iftrue=yes, iffalse=None) as test, c_ast.Return(expr=other)] if isinstance(
            one := single(yes), c_ast.Return
        ):
            return c_ast.TernaryOp(test.cond, one.expr, other)
        case [c_ast.If(iftrue=yes, iffalse=no) as test] if isinstance(
            one := single(yes), c_ast.Return
        ) and isinstance(two := single(no), c_ast.Return):
            return c_ast.TernaryOp(test.cond, one.expr, two.expr)
    return None


def extreme_of(node: c_ast.TernaryOp) -> str | None:
    """`min` or `max` where a conditional expression is the lesser or the greater of its two values."""
    return None if node.iftrue is None else extreme_of_test(node.cond, node.iftrue, node.iffalse)


def extreme(relation: str, one: c_ast.Node, other: c_ast.Node) -> c_ast.TernaryOp:
    """The lesser (`<`) or the greater (`>`) of two values."""
    return c_ast.TernaryOp(c_ast.BinaryOp(relation, clone(one), clone(other)), clone(one), clone(other))
