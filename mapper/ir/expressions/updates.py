"""Updates: statements that change an object only by combining its value with another, `x = x op e`.

The forms are `x op= e`, `x++`, `x = x op e`, `x = e op x`, and for minimum and maximum `if (e > x) x = e`,
`x = e > x ? e : x` and `x = fmax(x, e)`, each also the other way round.  `-` counts as `+`: what is subtracted
piece by piece can be subtracted together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.ir.trees.nodes import INCREMENTS, ORDER, arguments_of, is_statement_place, same_text, single, walk

Pure = Callable[[c_ast.Node], bool]
"""Whether an expression changes nothing and always has the same value."""

LOGICAL = ("&&", "||")
"""The operators that leave only 0 or 1."""

_ANY_SIDE = frozenset(["+", "*", "&", "|", "^", *LOGICAL])
EXTREMES = {"fmax": "max", "fmaxf": "max", "max": "max", "fmin": "min", "fminf": "min", "min": "min"}
"""Functions of C and of OpenCL C."""


@dataclass(frozen=True, eq=False, slots=True)
class Update:
    """`target` becomes `target operator operand`, with the operator of a reduction (`+` for `-`, too).

    `statement` is the whole of it: an expression, or an `if`.
    """

    statement: c_ast.Node
    target: c_ast.Node
    operator: str
    operand: c_ast.Node


Placed = tuple[Update, c_ast.Node, str]
"""An update, the parent of its statement, and the slot of the statement there."""


def update_of(node: c_ast.Node, pure: Pure) -> Update | None:
    """The update that a statement is, if it is one and its operand doesn't mention the target's text.

    What extremes compare is evaluated twice, or in another place: it must be `pure`.
    """
    found = _update(node, pure)
    if found is None or any(same_text(part, found.target) for part in walk(found.operand)):
        return None
    return found


def atomic_update(node: c_ast.Node, pure: Pure = lambda _: False) -> Update | None:
    """The update that a statement is, if `atomic` may be about it: no logical operator.

    `pure` says which operands extremes may have, for `atomic compare`; by default there are none.
    """
    found = update_of(node, pure)
    return None if found is None or found.operator in LOGICAL else found


def atomic_updates_in(root: c_ast.Node, pure: Pure) -> Iterator[Placed]:
    """The updates in some code that are statements which `atomic` may be about."""
    for parent in walk(root):
        for slot, child in parent.children():
            found = atomic_update(child, pure) if is_statement_place(parent, slot) else None
            if found is not None:
                yield found, parent, slot


def _update(node: c_ast.Node, pure: Pure) -> Update | None:
    match node:
        case c_ast.UnaryOp() if node.op in INCREMENTS:
            return Update(node, node.expr, "+", c_ast.Constant("int", "1"))
        case c_ast.Assignment(op="="):
            return _assigned(node, pure)
        case c_ast.Assignment():
            operator = "+" if node.op == "-=" else node.op[:-1]
            return Update(node, node.lvalue, operator, node.rvalue) if operator in _ANY_SIDE else None
        case c_ast.If():
            return _conditional(node, pure)
    return None


def _assigned(node: c_ast.Assignment, pure: Pure) -> Update | None:
    target, value = node.lvalue, node.rvalue
    match value:
        case c_ast.BinaryOp():
            if value.op in (*_ANY_SIDE, "-") and same_text(value.left, target):
                return Update(node, target, "+" if value.op == "-" else value.op, value.right)
            if value.op in _ANY_SIDE and same_text(value.right, target):
                return Update(node, target, value.op, value.left)
        case c_ast.TernaryOp():
            return _chosen(node, value, pure)
        case c_ast.FuncCall(name=c_ast.ID()) if value.name.name in EXTREMES and pure(value):
            arguments = arguments_of(value)
            for one, other in (arguments, reversed(arguments)) if len(arguments) == 2 else ():
                if same_text(one, target) and pure(other):
                    return Update(node, target, EXTREMES[value.name.name], other)
    return None


def _chosen(node: c_ast.Assignment, value: c_ast.TernaryOp, pure: Pure) -> Update | None:
    """`x = e > x ? e : x` and its like."""
    target = node.lvalue
    if value.iftrue is None:
        return None
    for new, chosen in ((value.iftrue, True), (value.iffalse, False)):
        old = value.iffalse if chosen else value.iftrue
        operator = _extreme(value.cond, new, target, pure)
        if operator is not None and same_text(old, target):
            if not chosen:
                operator = "min" if operator == "max" else "max"
            return Update(node, target, operator, new)
    return None


def _conditional(node: c_ast.If, pure: Pure) -> Update | None:
    """`if (e > x) x = e;`."""
    statement = single(node.iftrue)
    if node.iffalse is not None or not isinstance(statement, c_ast.Assignment) or statement.op != "=":
        return None
    operator = _extreme(node.cond, statement.rvalue, statement.lvalue, pure)
    return None if operator is None else Update(node, statement.lvalue, operator, statement.rvalue)


def _extreme(test: c_ast.Node, new: c_ast.Node, old: c_ast.Node, pure: Pure) -> str | None:
    return extreme_of_test(test, new, old) if pure(new) else None


def extreme_of_test(test: c_ast.Node, new: c_ast.Node, old: c_ast.Node) -> str | None:
    """`max` for `new > old` or `old < new`, `min` for the opposite; None for other tests."""
    if not isinstance(test, c_ast.BinaryOp) or test.op not in ORDER:
        return None
    relation = test.op
    if same_text(test.left, old) and same_text(test.right, new):
        relation = ORDER[relation]
    elif not (same_text(test.left, new) and same_text(test.right, old)):
        return None
    return "max" if relation in (">", ">=") else "min"


def named(update: Update) -> Iterator[c_ast.Node]:
    """Where an update names its target; not in its operand."""
    for part in walk(update.statement):
        if same_text(part, update.target):
            yield part
