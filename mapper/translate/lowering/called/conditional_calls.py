"""Calls that come before their statement, in operands that are evaluated under a condition.

x = n < 2 ? n : f(n)         ->   if (n < 2) chosen = n; else { result = f(n); chosen = result; }  x = chosen
while (n > 0 && f(n)) ...    ->   while (1) { truth = n > 0; if (truth) { ... }  if (!truth) break; ... }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pycparser import c_ast

from mapper.analysis.names.types import unqualified
from mapper.ir.builtins.stops import stop
from mapper.ir.trees import build
from mapper.ir.trees.ctypes import INT, ComplexType, CType, PointerType
from mapper.translate.lowering.numbers.booleans import truth
from mapper.translate.memory.memory import PRIVATE, is_position, space_of
from mapper.translate.scope.part import Part


class ConditionalCalls(Part):
    """Makes statements of the conditional operators of one frame, where calls in them need statements."""

    def sequenced(self, node: c_ast.BinaryOp) -> c_ast.Node | None:
        """`&&` and `||`; None where the second operand has no such call."""
        before = self.frame.hoisted
        if before is None or not self._may_stop(node.right):
            return None
        name = self._variable("truth", INT)
        before.append(build.assign(name, truth(self.expressions.condition(node.left))))
        further = self._under_condition(
            node.right, lambda each: [build.assign(name, truth(self.expressions.condition(each)))]
        )
        test = name if node.op == "&&" else c_ast.UnaryOp("!", name)
        before.append(c_ast.If(test, further, None))
        return name

    def chosen(self, node: c_ast.TernaryOp) -> c_ast.Node | None:
        """`?:`; None where no operand but the condition has such a call."""
        before, result = self.frame.hoisted, unqualified(self.expressions.value_type(node))
        if before is None or not (self._may_stop(node.iftrue) or self._may_stop(node.iffalse)):
            return None
        space = PRIVATE
        if isinstance(result, PointerType):
            if is_position(result) or self.expressions.flat.is_flat(node):
                return None
            space = space_of(self.expressions.pointers.roots(node), "a pointer", self.frame.where(node))
        elif isinstance(result, ComplexType):
            return None
        condition = self.expressions.condition(node.cond)
        name = self._variable("chosen", result, space)

        def stored(each: c_ast.Node) -> list[c_ast.Node]:
            return [build.assign(name, self.expressions.converted(each, result))]

        sides = (self._under_condition(each, stored) for each in (node.iftrue, node.iffalse))
        before.append(c_ast.If(condition, *sides))
        return name

    def returned(self, node: c_ast.Return) -> c_ast.If | None:
        """`return condition ? one : other`, as two returns, where neither is converted to a common type."""
        chosen = node.expr
        if not isinstance(chosen, c_ast.TernaryOp) or chosen.iftrue is None:
            return None
        one, other = chosen.iftrue, chosen.iffalse
        if unqualified(self.expressions.value_type(one)) != unqualified(self.expressions.value_type(other)):
            return None
        one, other = (c_ast.Return(each, node.coord) for each in (one, other))
        return c_ast.If(chosen.cond, one, other, node.coord)

    @contextmanager
    def at_each_test(self, node: c_ast.Node | None) -> Iterator[list[c_ast.Node]]:
        """What a loop does before each test of its condition; nothing where that has no such call."""
        around, self.frame.hoisted = self.frame.hoisted, []
        may = node is not None and self._may_stop(node)
        if not may:
            self.frame.hoisted = None
        before: list[c_ast.Node] = []
        try:
            yield before
        finally:
            before += self.frame.hoisted or []
            self.frame.hoisted = around

    def _under_condition(self, node: c_ast.Node, lower: Callable[[c_ast.Node], list[c_ast.Node]]) -> c_ast.Node:
        """The statements that evaluate an operand; a stop, where that always prints or ends the program."""
        if self.frame.scope.stops.always(node, self.frame.symbols):
            return c_ast.Compound([stop()])
        around, self.frame.hoisted = self.frame.hoisted, []
        self.frame.conditions += 1
        lowered = lower(node)
        self.frame.conditions -= 1
        before, self.frame.hoisted = self.frame.hoisted, around
        return c_ast.Compound([*before, *lowered])

    def _may_stop(self, node: c_ast.Node) -> bool:
        return self.frame.scope.stops.may(node, self.frame.symbols)

    def _variable(self, wish: str, ctype: CType, space: str = PRIVATE) -> c_ast.Node:
        name = self.frame.scope.fresh(wish, ctype)
        self.frame.literals.append(build.declaration(name, ctype, space))
        return build.identifier(name)


def tested_before(before: list[c_ast.Node], condition: c_ast.Node, body: c_ast.Node) -> c_ast.Node:
    """The body of a loop that ends where a condition, before which something is done, doesn't hold."""
    leave = c_ast.If(c_ast.UnaryOp("!", condition), c_ast.Compound([c_ast.Break()]), None)
    return c_ast.Compound([*before, leave, body])
