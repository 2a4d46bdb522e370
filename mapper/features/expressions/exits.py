"""What leaves a loop, or one of its iterations, before its end.

A search may find what it looks for, a method may converge before the counter comes to its bound.  Where in its
range a loop ends is not known, so it counts `schema.EARLY_SHARE` of the iterations that its bounds allow.
"""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from mapper.features.expressions.expr import Expr, Number, multiply
from mapper.features.expressions.values import bounds_counter
from mapper.features.schema import EARLY_SHARE
from mapper.ir.trees.literals import integer_value
from mapper.ir.trees.names import exposed_places
from mapper.ir.trees.nodes import LOOPS, AnyLoop, children, operands, walk

_MESSAGES = frozenset(["stderr", "perror", "exit", "abort"])


def early(trips: Expr) -> Expr:
    """How often a loop runs that may end before its bound."""
    return multiply(Number(EARLY_SHARE), trips)


def may_end_early(
    node: AnyLoop,
    *,
    returns: bool = True,
    codes: bool = False,
    changes: Callable[[str], bool] = lambda _: False,
) -> bool:
    """Whether a counting loop has another way to end than its counter's bound.

    That is a `break`, a `return` if they count as `returns`, or a part of its test that is about something
    else than a counter and may change: the loop changes what it is made of, it is read from memory, or its name
    `changes` elsewhere.  A branch that reports an error does not count: it prints to `stderr` or ends the program,
    or, if numbers that functions return are `codes` of errors, it returns a constant that is not 0.
    """
    ways = (c_ast.Break, c_ast.Return) if returns else (c_ast.Break,)
    return _leaves(node.stmt, ways, codes) or _asks_more(node, changes)


def skips(node: c_ast.If, *, in_loop: bool) -> bool:
    """Whether a branch that is taken ends the iteration around, or the function.

    `in_loop`: only by `continue`, as a `return` would leave the loop.
    """
    side = node.iftrue
    while isinstance(side, c_ast.Compound) and side.block_items:
        side = side.block_items[-1]
    return node.iffalse is None and isinstance(side, c_ast.Continue if in_loop else c_ast.Continue | c_ast.Return)


def _leaves(node: c_ast.Node, ways: tuple[type[c_ast.Node], ...], codes: bool) -> bool:
    """Whether one of these statements in a loop's body leaves the loop."""
    if isinstance(node, ways):
        return True
    if isinstance(node, (*LOOPS, c_ast.Switch)):
        ways = tuple(way for way in ways if way is not c_ast.Break)
    if isinstance(node, c_ast.If):
        sides = (side for side in (node.iftrue, node.iffalse) if side is not None and not _is_error(side, codes))
        return any(_leaves(side, ways, codes) for side in sides)
    return bool(ways) and any(_leaves(child, ways, codes) for child in children(node))


def _is_error(side: c_ast.Node, codes: bool) -> bool:
    """Whether a side of a branch reports an error."""
    return any(
        (isinstance(node, c_ast.ID) and node.name in _MESSAGES)
        or (codes and isinstance(node, c_ast.Return) and bool(_number(node.expr)))
        for node in walk(side)
    )


def _number(value: c_ast.Node | None) -> int | None:
    """The value of a constant, with its sign."""
    if isinstance(value, c_ast.UnaryOp) and value.op == "-":
        return _number(value.expr)
    return None if value is None else integer_value(value)


def _asks_more(node: AnyLoop, changes: Callable[[str], bool]) -> bool:
    tests = operands(node.cond, "&&")
    if len(tests) < 2:
        return False
    changed = {place.name for place in exposed_places(node) if isinstance(place, c_ast.ID)}

    def may_change(part: c_ast.Node) -> bool:
        if isinstance(part, c_ast.ArrayRef | c_ast.StructRef | c_ast.FuncCall):
            return True
        if isinstance(part, c_ast.UnaryOp) and part.op == "*":
            return True
        return isinstance(part, c_ast.ID) and (part.name in changed or changes(part.name))

    return any(not bounds_counter(node, test) and any(map(may_change, walk(test))) for test in tests)
