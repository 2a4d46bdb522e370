"""Whether code does nothing with the accumulator of a reduction but to accumulate."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pycparser import c_ast

from mapper.ir.expressions.updates import Update, named, update_of
from mapper.ir.program.kernel import Reduction
from mapper.ir.trees.literals import integer_value, is_literal
from mapper.ir.trees.nodes import text_of, walk

_IDEMPOTENT = frozenset(["&&", "||", "&", "|", "max", "min"])


class Accumulations:
    """What some code does with the accumulators of reductions; it is looked through once for all of them."""

    def __init__(self, code: c_ast.Node) -> None:
        self._uses = defaultdict[str, list[c_ast.Node]](list)
        self._updates = defaultdict[str, list[Update]](list)
        self._settings = defaultdict[str, list[c_ast.Assignment]](list)
        for node in walk(code):
            if isinstance(node, c_ast.ID):
                self._uses[node.name].append(node)
            update = update_of(node, lambda _: True)
            if update is not None and isinstance(update.target, c_ast.ID):
                self._updates[update.target.name].append(update)
            match node:
                case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name), rvalue=value) if is_literal(value):
                    self._settings[name].append(node)

    def only(self, reduction: Reduction) -> bool:
        """Whether each use of the accumulator is part of an update by its operator, whose order does not matter.

        Assignments of constants are such updates where the constant absorbs all others (`found = 1` for `||`), or
        where the operator is idempotent and nothing but this constant is ever combined.
        """
        operator = "+" if reduction.operator == "-" else reduction.operator
        mine, settings = self._updates[reduction.name], self._settings[reduction.name]
        allowed = {id(part) for each in mine if each.operator == operator for part in named(each)}
        absorbed = all(_absorbs(node.rvalue, operator) for node in settings)
        if absorbed or (not mine and operator in _IDEMPOTENT and _are_equal(settings)):
            allowed |= {id(node.lvalue) for node in settings}
        return all(id(node) in allowed for node in self._uses[reduction.name])


def _absorbs(value: c_ast.Node, operator: str) -> bool:
    """Whether `x operator value` is `value`, or as true as that, whatever x is."""
    integer = integer_value(value)
    if integer is None:
        return False
    return bool(integer) if operator == "||" else operator in ("&&", "&") and integer == 0


def _are_equal(settings: Sequence[c_ast.Assignment]) -> bool:
    return len({text_of(node.rvalue) for node in settings}) == 1
