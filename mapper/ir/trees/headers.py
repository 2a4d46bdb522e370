"""The heads of counting loops by their text: where a counter starts, what it is compared with, and its step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pycparser import c_ast

from mapper.ir.trees.names import changed_place, is_named
from mapper.ir.trees.nodes import BOUNDS, text_of


class Start(NamedTuple):
    """The one variable that a loop sets at first, and its value; `node` is the declaration or the identifier."""

    name: str
    value: c_ast.Node
    node: c_ast.Decl | c_ast.ID


@dataclass(frozen=True, eq=False, slots=True)
class Step:
    """A statement that adds `by` to a variable, or subtracts it where `sign` is -1."""

    counter: c_ast.ID
    sign: int
    by: c_ast.Node


@dataclass(frozen=True, eq=False, slots=True)
class Head:
    """`for (counter = start; counter relation bound; counter += step)`."""

    start: Start
    relation: str
    bound: c_ast.Node
    step: Step

    @property
    def rises(self) -> bool:
        """Whether something is added to the counter that is compared with an upper bound."""
        return self.step.sign > 0 and self.relation in ("<", "<=")


def loop_start(node: c_ast.Node) -> Start | None:
    """What a `for` sets its counter to; None for other statements, and where it sets no variable or several."""
    match node.init if isinstance(node, c_ast.For) else None:
        case c_ast.DeclList(decls=[c_ast.Decl(name=name, init=value) as declared]) if value is not None:
            return Start(name, value, declared)
        case c_ast.Assignment(op="=", lvalue=c_ast.ID(name=name) as counter, rvalue=value):
            return Start(name, value, counter)
    return None


def test_of(test: c_ast.Node | None, name: str) -> tuple[str, c_ast.Node] | None:
    """The relation of a variable to a bound, whichever side each is on, and the bound; None for other tests."""
    if isinstance(test, c_ast.BinaryOp) and test.op in BOUNDS:
        if is_named(test.left, name):
            return test.op, test.right
        if is_named(test.right, name):
            return BOUNDS[test.op], test.left
    return None


def step_of(node: c_ast.Node | None) -> Step | None:
    """What a statement adds to a variable: `i++`, `i -= c`, `i = c + i`; None for other statements."""
    counter = changed_place(node) if node is not None else None
    if not isinstance(counter, c_ast.ID):
        return None
    if isinstance(node, c_ast.UnaryOp):
        return Step(counter, 1 if "++" in node.op else -1, c_ast.Constant("int", "1"))
    assert isinstance(node, c_ast.Assignment)
    if node.op in ("+=", "-="):
        return Step(counter, 1 if node.op == "+=" else -1, node.rvalue)
    found = ahead_of(node.rvalue, counter.name) if node.op == "=" else None
    return Step(counter, *found) if found is not None else None


def distance(node: c_ast.Node, name: str, value: Callable[[c_ast.Node], int | None]) -> int | None:
    """How much an expression, a sum of the variable and constants, is more than a variable; otherwise None.

    `value` gives the values of constants.
    """
    if is_named(node, name):
        return 0
    if isinstance(node, c_ast.BinaryOp) and node.op in ("+", "-"):
        before, by = distance(node.left, name, value), value(node.right)
        if node.op == "+" and (before is None or by is None):
            before, by = distance(node.right, name, value), value(node.left)
        if before is not None and by is not None:
            return before + by if node.op == "+" else before - by
    return None


def head_of(node: c_ast.Node, condition: c_ast.Node | None = None) -> Head | None:
    """The head of a loop that starts, compares and steps one variable; None for other statements.

    `condition` is the part of its test that counts, if it is not the whole.
    """
    if not isinstance(node, c_ast.For) or (start := loop_start(node)) is None:
        return None
    test, step = test_of(condition or node.cond, start.name), step_of(node.next)
    return None if test is None or step is None or step.counter.name != start.name else Head(start, *test, step)


def counted_up(node: c_ast.Node) -> tuple[Start, c_ast.Node] | None:
    """The start and the bound of a loop `for (i = start; i < bound; i++)`; None for other statements."""
    head = head_of(node)
    if head is None or head.relation != "<" or head.step.sign < 0 or text_of(head.step.by) != "1":
        return None
    return head.start, head.bound


def ahead_of(node: c_ast.Node, name: str) -> tuple[int, c_ast.Node] | None:
    """How much `i + c`, `c + i` or `i - c` is more than the variable, with its sign; None for other values."""
    if isinstance(node, c_ast.BinaryOp) and node.op in ("+", "-"):
        if is_named(node.left, name):
            return 1 if node.op == "+" else -1, node.right
        if node.op == "+" and is_named(node.right, name):
            return 1, node.left
    return None


def counter_values(low: int, relation: str, bound: int, step: int) -> range:
    """The values of a counter from `low` on, as long as it has a relation of `ORDER` to a bound."""
    beyond = (step > 0) - (step < 0) if relation in ("<=", ">=") else 0
    return range(low, bound + beyond, step)
