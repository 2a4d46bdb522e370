"""Whether code does nothing with the accumulator of a reduction but to accumulate."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.program.kernel import Reduction
from mapper.ir.trees.nodes import single, text_of, walk
from mapper.ir.trees.relations import ORDER

_FAMILY = {"-": "+"}
_COMPARISONS = {"max": ("<", "<="), "min": (">", ">=")}  # accumulator OPERATOR candidate
_EXTREMES = {"max": ("fmax", "max"), "min": ("fmin", "min")}


def only_accumulated(code: c_ast.Node, reduction: Reduction) -> bool:
    """Whether each use of the accumulator is part of an update by its operator, whose order does not matter."""
    uses = _Uses(reduction.name, _FAMILY.get(reduction.operator, reduction.operator))
    allowed = {id(part) for node in walk(code) for part in uses.updated(node)}
    return all(id(node) in allowed for node in walk(code) if uses.is_it(node))


class _Uses:
    """Finds the updates of one accumulator."""

    def __init__(self, name: str, operator: str) -> None:
        self.name = name
        self.operator = operator
        self.operators = ("+", "-") if operator == "+" else (operator,)

    def is_it(self, node: c_ast.Node | None) -> bool:
        """Whether a node is the accumulator."""
        return isinstance(node, c_ast.ID) and node.name == self.name

    def _free(self, node: c_ast.Node) -> bool:
        return not any(self.is_it(part) for part in walk(node))

    def updated(self, node: c_ast.Node) -> list[c_ast.Node]:
        """The uses in a statement that is an update."""
        match node:
            case c_ast.UnaryOp(op="++" | "--" | "p++" | "p--") if self.is_it(node.expr):
                return [node.expr] if self.operator == "+" else []
            case c_ast.Assignment(op="=") if self.is_it(node.lvalue):
                uses = self._combined(node.rvalue)
                return [node.lvalue, *uses] if uses else []
            case c_ast.Assignment() if self.is_it(node.lvalue) and node.op[:-1] in self.operators:
                return [node.lvalue] if self._free(node.rvalue) else []
            case c_ast.If(iffalse=None):
                test, candidate = self._compared(node.cond)
                statement = single(node.iftrue)
                if not isinstance(statement, c_ast.Assignment) or statement.op != "=":
                    return []
                if test is not None and self.is_it(statement.lvalue):
                    return [test, statement.lvalue] if text_of(statement.rvalue) == candidate else []
        return []

    def _combined(self, value: c_ast.Node) -> list[c_ast.Node]:
        """The uses in `x + e`, `max(x, e)`, `e > x ? e : x`, `x > e ? x : e` and the like."""
        match value:
            case c_ast.BinaryOp() if value.op in self.operators:
                if self.is_it(value.left) and self._free(value.right):
                    return [value.left]
                return (
                    [value.right] if self.is_it(value.right) and self._free(value.left) and value.op != "-" else []
                )
            case c_ast.FuncCall(name=c_ast.ID(name=function)) if function in _EXTREMES.get(self.operator, ()):
                uses = [part for part in value.args.exprs if self.is_it(part)]
                return (
                    uses
                    if len(uses) == 1 and all(self.is_it(p) or self._free(p) for p in value.args.exprs)
                    else []
                )
            case c_ast.TernaryOp():
                test, candidate = self._compared(value.cond)
                if test is not None and text_of(value.iftrue) == candidate and self.is_it(value.iffalse):
                    return [test, value.iffalse]
                test, candidate = self._compared(value.cond, kept=True)
                if test is not None and self.is_it(value.iftrue) and text_of(value.iffalse) == candidate:
                    return [test, value.iftrue]
        return []

    def _compared(self, condition: c_ast.Node, *, kept: bool = False) -> tuple[c_ast.Node | None, str]:
        """The use in a comparison that asks for a better value, and the text of that value.

        With `kept` it asks whether the accumulator is the better one.
        """
        if isinstance(condition, c_ast.BinaryOp) and condition.op in ORDER:
            wanted = _COMPARISONS.get(self.operator, ())
            here, there = condition.op, ORDER[condition.op]
            if kept:
                here, there = there, here
            if self.is_it(condition.left) and self._free(condition.right) and here in wanted:
                return condition.left, text_of(condition.right)
            if self.is_it(condition.right) and self._free(condition.left) and there in wanted:
                return condition.right, text_of(condition.left)
        return None, ""
