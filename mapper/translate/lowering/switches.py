"""Labels of `switch` statements, as values of the type in which these select."""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.constants import wrap
from mapper.frontend.gnu.markers import RANGE
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import CType
from mapper.ir.trees.nodes import arguments_of, called_name
from mapper.translate.scope.frame import Frame

MOST_CASES = 256
"""How many values a range may have."""


def cases_of(node: c_ast.Case, selected: CType, frame: Frame) -> list[c_ast.Node]:
    """A label of a `switch` that selects in a type; a range of values as labels of one value each.

    Raises:
        Refused: the range has other bounds than constants, or too many values.
    """
    if called_name(node.expr) != RANGE:
        return [node]
    first, last = (_value(each, selected, frame) for each in arguments_of(node.expr))
    if first is None or last is None or not 0 <= last - first < MOST_CASES:
        reason = f"a range of cases that are not constant, none, or more than {MOST_CASES}"
        frame.refuse("K018", reason, node)
    labels = [c_ast.Case(build.integer(value), [], node.coord) for value in range(first, last + 1)]
    labels[-1].stmts = node.stmts
    return [*labels]


def label_of(node: c_ast.Case, selected: CType, frame: Frame) -> c_ast.Node:
    """The value of a label that is no range.

    Raises:
        Refused: it is not a constant.
    """
    value = _value(node.expr, selected, frame)
    if value is None:
        frame.refuse("K018", "a case that is not a constant", node)
    return build.integer(value, "ul" if value >= 1 << 63 else "")


def _value(expr: c_ast.Node, selected: CType, frame: Frame) -> int | None:
    """A constant, converted to that type (C11, 6.8.4.2)."""
    value = frame.symbols.constant(expr)
    return None if value is None else wrap(value, selected)
