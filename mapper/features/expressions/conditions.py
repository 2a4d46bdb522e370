"""How often a condition holds, where its value is known on the host or its form says it."""

from __future__ import annotations

from pycparser import c_ast

from mapper.features.expressions.expr import (
    ONE,
    Expr,
    Host,
    Number,
    add,
    divide,
    host,
    multiply,
    positive,
    subtract,
)
from mapper.features.expressions.extents import HostValue
from mapper.features.expressions.reads import is_read, readable
from mapper.ir.trees import build
from mapper.ir.trees.nodes import evaluated

Case = c_ast.Case | c_ast.Default


def share(condition: c_ast.Node, value_of: HostValue, unknown: float, *, holds: bool = True) -> Expr | None:
    """In which share of its evaluations a condition holds (or does not: `holds`); None where that is not known.

    It is 0 or 1 where the host can evaluate the condition.  Of `&&` and `||` one side must be known.  The other
    counts `unknown`, as does a condition whose memory can't be read.  If `unknown` is 1, so that both sides of a
    branch count, `x % n == k` holds once in n times.
    """
    known = None if _may_fault(condition) else value_of(condition)
    match known:
        case Number(value):
            return Number(float((value != 0.0) == holds))
        case Host(tree):
            return host(_asked(tree, unknown, holds))
    match condition:
        case c_ast.UnaryOp(op="!"):
            return share(condition.expr, value_of, unknown, holds=not holds)
        case c_ast.BinaryOp(op="&&" | "||"):
            one = share(condition.left, value_of, unknown, holds=holds)
            other = share(condition.right, value_of, unknown, holds=holds)
            if one is None and other is None:
                return None
            one, other = one or Number(unknown), other or Number(unknown)
            product = multiply(one, other)
            return product if (condition.op == "&&") == holds else subtract(add(one, other), product)
    return _remainder(condition, value_of, holds) if unknown == 1.0 else None


def cases(node: c_ast.Switch, value_of: HostValue, unknown: float) -> tuple[tuple[Case, Expr], ...]:
    """The cases of a `switch` that have statements, each with the share of the executions in which it is chosen.

    None at all where the host does not know what it chooses by, or a case goes on with the next one's statements.
    """
    items = node.stmt.block_items or [] if isinstance(node.stmt, c_ast.Compound) else []
    if not all(isinstance(each, Case) for each in items):
        return ()
    others = [build.binary("!=", node.cond, each.expr) for each in items if isinstance(each, c_ast.Case)]
    labels: list[c_ast.Node] = []
    found = []
    for each in items:
        default = build.joined("&&", others or [build.integer(1)])
        labels.append(build.binary("==", node.cond, each.expr) if isinstance(each, c_ast.Case) else default)
        if not each.stmts:
            continue
        chosen = share(build.joined("||", labels), value_of, unknown)
        if chosen is None or (each is not items[-1] and not _leaves(each.stmts[-1])):
            return ()
        found.append((each, chosen))
        labels = []
    return tuple(found)


def _leaves(statement: c_ast.Node) -> bool:
    """Whether no statement behind this one is executed."""
    if isinstance(statement, c_ast.Compound):
        return bool(statement.block_items) and _leaves(statement.block_items[-1])
    return isinstance(statement, c_ast.Break | c_ast.Continue | c_ast.Return | c_ast.Goto)


def _may_fault(condition: c_ast.Node) -> bool:
    """Whether a condition holds a division by something that is no number."""
    divisors = (
        each.right for each in evaluated(condition) if isinstance(each, c_ast.BinaryOp) and each.op in ("/", "%")
    )
    return any(not isinstance(each, c_ast.Constant) or host(each) == Number(0.0) for each in divisors)


def _asked(condition: c_ast.Node, unknown: float, holds: bool) -> c_ast.Node:
    """1 where a host expression is as asked and 0 where it isn't; `unknown` where it reads what can't be read."""
    asked = build.binary("!=" if holds else "==", condition, build.integer(0))
    if not any(is_read(part) for part in evaluated(condition)):
        return asked
    return c_ast.TernaryOp(readable(condition), asked, c_ast.Constant("double", repr(unknown)))


def _remainder(condition: c_ast.Node, value_of: HostValue, holds: bool) -> Expr | None:
    """The share for `x % n == k`, `x % n != k`, or `x % n` alone; the same with `x & 1`."""
    equal = False
    if isinstance(condition, c_ast.BinaryOp) and condition.op in ("==", "!="):
        equal, condition = condition.op == "==", condition.left
    if not isinstance(condition, c_ast.BinaryOp):
        return None
    by = value_of(condition.right) if condition.op in ("%", "&") else None
    if condition.op == "&":
        by = Number(2.0) if by == ONE else None
    if by is None:
        return None
    once = positive(divide(ONE, by))
    return once if equal == holds else subtract(ONE, once)
