"""Conditions that hold in nearly all work-items: those of rows that begin with one of their first few elements.

for (j = 1 + (i + colour) % 2; j < n; j += 2)    rows of `transforms/dimensions/nest.py` have equally many steps
"""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.nodes import operands, text_of, walk

_LOGICAL = frozenset(["==", "!=", "<", "<=", ">", ">=", "&&", "||"])


def fills_rows(condition: c_ast.Node, values: Mapping[str, c_ast.Node], kernel: Kernel) -> bool:
    """Whether a condition leaves out no more than the last step of some rows.

    It compares a counter with its row's own first value and with a bound that all rows have.  The first values are
    less than one step apart.  `values` are those of variables that are set once.
    """
    tests = [each for each in operands(condition, "&&") if isinstance(each, c_ast.BinaryOp)]
    names = {each.left.name if isinstance(each.left, c_ast.ID) else "" for each in tests}
    if len(tests) < len(operands(condition, "&&")) or len(names) != 1:
        return False
    value = values.get(min(names))
    if not (isinstance(value, c_ast.BinaryOp) and value.op == "+"):
        return False
    begun, dimension = value.right, next((d for d in kernel.dimensions if text_of(value.left) == d.variable), None)
    step = _step(dimension.step) if dimension is not None else None
    if step is None or not (isinstance(begun, c_ast.BinaryOp) and begun.op == "-"):
        return False
    given = frozenset(each.name for each in kernel.values)
    spread = _spread(begun.left, values, given)
    limits = [each.right for each in tests if text_of(each.right) != text_of(begun.left)]
    alike = all(
        isinstance(part, c_ast.Constant | c_ast.BinaryOp) or (isinstance(part, c_ast.ID) and part.name in given)
        for limit in limits
        for part in walk(limit)
    )
    return alike and spread is not None and spread < step


def _step(node: c_ast.Node) -> int | None:
    found = integer_value(node.expr if isinstance(node, c_ast.UnaryOp) and node.op == "-" else node)
    return abs(found) if found is not None else None


def _spread(node: c_ast.Node, values: Mapping[str, c_ast.Node], given: frozenset[str]) -> int | None:
    """How far apart an integer's values in different iterations may be; None where that is not known."""
    match node:
        case c_ast.Constant():
            return 0
        case c_ast.ID(name=name):
            return 0 if name in given else _spread(values[name], values, given) if name in values else None
        case c_ast.Cast():
            return _spread(node.expr, values, given)
        case c_ast.UnaryOp(op="!"):
            return 1
        case c_ast.BinaryOp(op=operator) if operator in _LOGICAL:
            return 1
        case c_ast.BinaryOp(op="%"):
            size = integer_value(node.right)
            return abs(size) - 1 if size else None
        case c_ast.BinaryOp(op="&"):
            return integer_value(node.right)
        case c_ast.BinaryOp(op="+" | "-"):
            sides = [_spread(each, values, given) for each in (node.left, node.right)]
            return sum(each for each in sides if each is not None) if None not in sides else None
        case c_ast.TernaryOp():
            sides = [integer_value(each) for each in (node.iftrue, node.iffalse)]
            numbers = [each for each in sides if each is not None]
            return max(numbers) - min(numbers) if len(numbers) == 2 else None
    return None
