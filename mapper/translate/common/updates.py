"""Updates: statements that change an object only by combining its value with another, `x = x op e`.

The forms are `x op= e`, `x++`, `x = x op e`, `x = e op x`, and for minimum and maximum `if (e > x) x = e`,
`x = e > x ? e : x` and `x = fmax(x, e)`, each also the other way round.  `-` counts as `+`: what is subtracted
piece by piece can be subtracted together.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.trees.ctypes import BOOL, CType, FloatType, IntType
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import INCREMENTS, Omp, arguments_of, base_of, called_name, same_text, single, walk
from mapper.ir.trees.relations import ORDER

LOGICAL = ("&&", "||")
"""The operators that leave only 0 or 1."""

_ANY_SIDE = frozenset(["+", "*", "&", "|", "^", *LOGICAL])
_EXTREMES = {"fmax": "max", "fmaxf": "max", "fmin": "min", "fminf": "min"}


@dataclass(frozen=True, eq=False, slots=True)
class Update:
    """`target` becomes `target operator operand`, with the operator of a reduction (`+` for `-`, too).

    `statement` is the whole of it: an expression, or an `if`.
    """

    statement: c_ast.Node
    target: c_ast.Node
    operator: str
    operand: c_ast.Node


def update_of(node: c_ast.Node, symbols: Symbols) -> Update | None:
    """The update that a statement is, if it is one and its operand doesn't mention the target's text."""
    found = _update(node, symbols)
    if found is None or any(same_text(part, found.target) for part in walk(found.operand)):
        return None
    return found


def _update(node: c_ast.Node, symbols: Symbols) -> Update | None:
    match node:
        case c_ast.UnaryOp() if node.op in INCREMENTS:
            return Update(node, node.expr, "+", c_ast.Constant("int", "1"))
        case c_ast.Assignment(op="="):
            return _assigned(node, symbols)
        case c_ast.Assignment():
            operator = "+" if node.op == "-=" else node.op[:-1]
            return Update(node, node.lvalue, operator, node.rvalue) if operator in _ANY_SIDE else None
        case c_ast.If():
            return _conditional(node, symbols)
    return None


def _assigned(node: c_ast.Assignment, symbols: Symbols) -> Update | None:
    target, value = node.lvalue, node.rvalue
    match value:
        case c_ast.BinaryOp():
            left, right = same_text(value.left, target), same_text(value.right, target)
            if left and value.op in (*_ANY_SIDE, "-"):
                return Update(node, target, "+" if value.op == "-" else value.op, value.right)
            if right and value.op in _ANY_SIDE and value.op not in LOGICAL:
                return Update(node, target, value.op, value.left)
        case c_ast.TernaryOp():
            return _chosen(node, value, symbols)
        case c_ast.FuncCall(name=c_ast.ID()) if value.name.name in _EXTREMES and is_pure(value, symbols):
            arguments = arguments_of(value)
            for one, other in (arguments, reversed(arguments)) if len(arguments) == 2 else ():
                if same_text(one, target) and is_pure(other, symbols):
                    return Update(node, target, _EXTREMES[value.name.name], other)
    return None


def _chosen(node: c_ast.Assignment, value: c_ast.TernaryOp, symbols: Symbols) -> Update | None:
    """`x = e > x ? e : x` and its like."""
    target = node.lvalue
    if value.iftrue is None:
        return None
    for new, chosen in ((value.iftrue, True), (value.iffalse, False)):
        old = value.iffalse if chosen else value.iftrue
        operator = _extreme(value.cond, new, target, symbols)
        if operator is not None and same_text(old, target):
            if not chosen:
                operator = "min" if operator == "max" else "max"
            return Update(node, target, operator, new)
    return None


def _conditional(node: c_ast.If, symbols: Symbols) -> Update | None:
    """`if (e > x) x = e;`."""
    statement = single(node.iftrue)
    if node.iffalse is not None or not isinstance(statement, c_ast.Assignment) or statement.op != "=":
        return None
    operator = _extreme(node.cond, statement.rvalue, statement.lvalue, symbols)
    return None if operator is None else Update(node, statement.lvalue, operator, statement.rvalue)


def _extreme(test: c_ast.Node, new: c_ast.Node, old: c_ast.Node, symbols: Symbols) -> str | None:
    """`max` for `new > old` or `old < new`, `min` for the opposite; None for other tests."""
    if not isinstance(test, c_ast.BinaryOp) or test.op not in ORDER or not is_pure(new, symbols):
        return None
    relation = test.op
    if same_text(test.left, old) and same_text(test.right, new):
        relation = ORDER[relation]
    elif not (same_text(test.left, new) and same_text(test.right, old)):
        return None
    return "max" if relation in (">", ">=") else "min"


def in_order(
    target: c_ast.Node, operator: str, operand: c_ast.Node, type_of: Callable[[c_ast.Node], CType]
) -> bool:
    """Whether an integer's value depends on the order of its updates, or on how they are split.

    Sums with floating-point operands round towards zero at each step; an operand that is compared in another order
    than that of the target's type, or cut off when it is stored, is not the least or greatest afterwards.
    """
    held, given = unqualified(type_of(target)), unqualified(type_of(operand))
    if not isinstance(held, IntType):
        return False
    if operator in ("+", "*", "^"):
        return not isinstance(given, IntType) or held == BOOL
    return operator in ("max", "min") and not _keeps_order(held, given)


def _keeps_order(held: IntType, given: CType) -> bool:
    """Whether all values of a type can be stored in another one, and compare with it as that one's values do."""
    if isinstance(given, FloatType):
        return given.bits > held.bits
    if not isinstance(given, IntType):
        return False
    if given.signed == held.signed:
        return given.bits <= held.bits
    return held.signed and given.bits < held.bits


def exact(update: Update, symbols: Symbols) -> bool:
    """Whether updates by the operator give the same in any order, but for the last digits of sums."""
    if update.operator in LOGICAL:
        return is_pure(update.operand, symbols)
    return not in_order(update.target, update.operator, update.operand, symbols.type_of)


def named(update: Update) -> Iterator[c_ast.Node]:
    """Where an update names its target; not in its operand."""
    for part in walk(update.statement):
        if same_text(part, update.target):
            yield part


def fits(ctype: CType, operator: str) -> bool:
    """Whether the device updates objects of a type by an operator as one step."""
    if isinstance(ctype, FloatType):
        return ctype.bits in (32, 64) and operator not in ("&", "|", "^")
    return isinstance(ctype, IntType) and ctype.bits in (32, 64)


def updates_in(root: c_ast.Node, symbols: Symbols) -> Iterator[Update]:
    """All updates in some code that are statements of their own, or the step of a loop."""
    for statement in statements_in(root):
        found = update_of(statement, symbols)
        if found is not None:
            yield found


def statements_in(root: c_ast.Node) -> Iterator[c_ast.Node]:
    """The statements and expression statements in some code, outer ones first."""
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        inner: list[c_ast.Node | None] = []
        match node:
            case c_ast.Compound():
                inner = list(node.block_items or [])
            case c_ast.Case() | c_ast.Default():
                inner = list(node.stmts or [])
            case c_ast.If():
                inner = [node.iftrue, node.iffalse]
            case c_ast.For():
                inner = [node.init, node.next, node.stmt]
            case c_ast.While() | c_ast.DoWhile() | c_ast.Switch() | c_ast.Label():
                inner = [node.stmt]
            case c_ast.ExprList():
                inner = list(node.exprs)
            case Omp():
                inner = [node.body]
        stack.extend(reversed([each for each in inner if each is not None]))


def is_pure(node: c_ast.Node, symbols: Symbols) -> bool:
    """Whether an expression changes nothing and always has the same value; it may call functions like `sin`."""
    for part in walk(node):
        if changed_place(part) is not None:
            return False
        if isinstance(part, c_ast.FuncCall):
            name = called_name(part)
            if symbols.device_function(name) is None:
                return False
    return True


def constant(node: c_ast.Node | None, symbols: Symbols) -> float | None:
    """The value of a constant expression of a scalar type, if it is simple."""
    match node:
        case None:
            return None
        case c_ast.Constant() if node.type in ("float", "double", "long double"):
            return float(node.value.rstrip("fFlL")) if "x" not in node.value.lower() else None
        case c_ast.Cast():
            return constant(node.expr, symbols)
        case c_ast.UnaryOp(op="-"):
            value = constant(node.expr, symbols)
            return None if value is None else -value
    return symbols.constant(node)


def root_of(node: c_ast.Node, symbols: Symbols) -> Symbol | None:
    """The variable that an lvalue or address begins with: an object, or the pointer that leads to it."""
    base = base_of(node)
    return None if base is None else symbols.symbol(base)


def is_copy(value: c_ast.Node) -> bool:
    """Whether an expression is a value from memory, as it is."""
    return isinstance(value, c_ast.ID | c_ast.ArrayRef | c_ast.StructRef) or (
        isinstance(value, c_ast.UnaryOp) and value.op == "*"
    )


def mentions(node: c_ast.Node | None, symbols: Symbols, of: Container[Symbol | None]) -> bool:
    """Whether an expression or statement names one of some variables."""
    return node is not None and any(
        isinstance(part, c_ast.ID) and symbols.symbol(part) in of for part in walk(node)
    )
