"""Which scalars the lanes of an iteration can have parts of, that are combined behind the loop.

Sums of floating-point numbers may round otherwise; all else must be what it is in the loop's own order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pycparser import c_ast

from mapper.analysis.kernels.relations.accesses import Found, Loop, Root
from mapper.analysis.names.symbols import Symbols
from mapper.ir.expressions.updates import Update
from mapper.ir.trees.ctypes import CType, FloatType, IntType
from mapper.ir.trees.names import is_named
from mapper.ir.trees.nodes import same_text, walk
from mapper.transforms.cooperative.plans.plan_types import Accumulator
from mapper.translate.common.updates import in_order, statements_in, update_of

_LOGICAL = ("&&", "||")
_TRUTH = frozenset([*_LOGICAL, "==", "!=", "<", ">", "<=", ">="])

TypeOf = Callable[[c_ast.Node], CType]


def accumulators(
    node: c_ast.For, loop: Loop, found: Found, roots: Mapping[str, Root], symbols: Symbols, type_of: TypeOf
) -> tuple[Accumulator, ...]:
    """The scalars from outside that all statements of a loop only combine with values, with one operator."""
    updates: dict[str, list[Update]] = {}
    for statement in statements_in(node.stmt):
        update = update_of(statement, symbols)
        if update is not None and isinstance(update.target, c_ast.ID):
            updates.setdefault(update.target.name, []).append(update)
    chosen = []
    for name, own in sorted(updates.items()):
        operators = {each.operator for each in own}
        root = roots.get(name)
        if root is None or len(operators) != 1 or any(each is loop for each in root.loops):
            continue
        if not isinstance(root.type, IntType | FloatType):
            continue
        if any(in_order(each.target, each.operator, each.operand, type_of) for each in own):
            continue
        parts = {id(part) for each in own for part in walk(each.statement)}
        inside = (access for access in found.inside(loop) if access.root is root)
        if all(id(access.node) in parts for access in inside) and _any_order(own, own[0].target, root.type, found):
            chosen.append(Accumulator(name, operators.pop()))
    return tuple(chosen)


def _any_order(updates: list[Update], target: c_ast.Node, ctype: CType, found: Found) -> bool:
    """Whether what the variable begins with, and values that are no numbers, can't make a difference.

    The logical operators make 0 or 1 of it, but not where the loop has no iterations.  `fmax(x, e)` is `e` where
    `x` is no number, and `x > e ? x : e` is so where one of both isn't.
    """
    starts = _starts(target, {id(each.statement) for each in updates}, found.kernel.body)
    if updates[0].operator in _LOGICAL:
        return all(map(_is_truth, starts))
    if updates[0].operator in ("min", "max") and isinstance(ctype, FloatType):
        values = [each.statement.rvalue for each in updates if isinstance(each.statement, c_ast.Assignment)]
        if any(isinstance(value, c_ast.TernaryOp) and same_text(value.iftrue, target) for value in values):
            return False
        return not any(isinstance(value, c_ast.FuncCall) for value in values) or all(map(_is_number, starts))
    return True


def _starts(target: c_ast.Node, updates: set[int], body: c_ast.Node) -> Iterator[c_ast.Node]:
    """What a variable gets in other places than its updates; where its address is taken, the address."""
    for node in walk(body):
        match node:
            case c_ast.Decl() if node.init is not None and is_named(target, node.name):
                yield node.init
            case c_ast.Assignment() if id(node) not in updates and same_text(node.lvalue, target):
                yield node.rvalue if node.op == "=" else node
            case c_ast.UnaryOp(op="&" | "++" | "p++" | "--" | "p--") if id(node) not in updates:
                if same_text(node.expr, target):
                    yield node


def _is_truth(value: c_ast.Node) -> bool:
    match value:
        case c_ast.Constant():
            return value.value in ("0", "1")
        case c_ast.UnaryOp(op="!"):
            return True
    return isinstance(value, c_ast.BinaryOp) and value.op in _TRUTH


def _is_number(value: c_ast.Node) -> bool:
    """Whether a value is surely a number: a constant, or infinity."""
    match value:
        case c_ast.Cast():
            return _is_number(value.expr)
        case c_ast.UnaryOp(op="-" | "+"):
            return _is_number(value.expr)
        case c_ast.ID():
            return value.name in ("INFINITY", "MAXFLOAT")
    return isinstance(value, c_ast.Constant)
