"""Whether code does nothing with the accumulator of a reduction but to accumulate."""

from __future__ import annotations

from collections.abc import Sequence

from pycparser import c_ast

from mapper.ir.program.kernel import Reduction
from mapper.ir.trees.literals import integer_value, is_literal
from mapper.ir.trees.names import is_named
from mapper.ir.trees.nodes import text_of, walk
from mapper.ir.trees.updates import named, update_of

_IDEMPOTENT = frozenset(["&&", "||", "&", "|", "max", "min"])


def only_accumulated(code: c_ast.Node, reduction: Reduction) -> bool:
    """Whether each use of the accumulator is part of an update by its operator, whose order does not matter.

    Assignments of constants are such updates where the constant absorbs all others (`found = 1` for `||`), or
    where the operator is idempotent and nothing but this constant is ever combined.
    """
    operator = "+" if reduction.operator == "-" else reduction.operator
    found = (update_of(node, lambda _: True) for node in walk(code))
    mine = [each for each in found if each is not None and is_named(each.target, reduction.name)]
    allowed = {id(part) for each in mine if each.operator == operator for part in named(each)}
    settings = _settings(code, reduction.name)
    absorbed = all(_absorbs(node.rvalue, operator) for node in settings)
    if absorbed or (not mine and operator in _IDEMPOTENT and _are_equal(settings)):
        allowed |= {id(node.lvalue) for node in settings}
    return all(id(node) in allowed for node in walk(code) if is_named(node, reduction.name))


def _settings(code: c_ast.Node, name: str) -> list[c_ast.Assignment]:
    """The assignments of integer constants to a variable."""
    found = (node for node in walk(code) if isinstance(node, c_ast.Assignment) and node.op == "=")
    return [node for node in found if is_named(node.lvalue, name) and is_literal(node.rvalue)]


def _absorbs(value: c_ast.Node, operator: str) -> bool:
    """Whether `x operator value` is `value`, or as true as that, whatever x is."""
    integer = integer_value(value)
    if integer is None:
        return False
    return bool(integer) if operator == "||" else operator in ("&&", "&") and integer == 0


def _are_equal(settings: Sequence[c_ast.Assignment]) -> bool:
    return len({text_of(node.rvalue) for node in settings}) == 1
