"""Whether code does nothing with the accumulator of a reduction but to accumulate."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.program.kernel import Reduction
from mapper.ir.trees.names import is_named
from mapper.ir.trees.nodes import walk
from mapper.ir.trees.updates import named, update_of


def only_accumulated(code: c_ast.Node, reduction: Reduction) -> bool:
    """Whether each use of the accumulator is part of an update by its operator, whose order does not matter."""
    operator = "+" if reduction.operator == "-" else reduction.operator
    found = (update_of(node, lambda _: True) for node in walk(code))
    mine = [each for each in found if each is not None and is_named(each.target, reduction.name)]
    allowed = {id(part) for each in mine if each.operator == operator for part in named(each)}
    return all(id(node) in allowed for node in walk(code) if is_named(node, reduction.name))
