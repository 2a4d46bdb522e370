"""Which updates (`mapper.ir.expressions.updates`) there are in the source, and in which order they may happen."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from functools import partial

from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols
from mapper.analysis.names.types import unqualified
from mapper.ir.builtins.atomic_names import atomic_call
from mapper.ir.expressions import updates
from mapper.ir.expressions.updates import LOGICAL, Update
from mapper.ir.trees.build import pointee
from mapper.ir.trees.ctypes import BOOL, CType, FloatType, IntType
from mapper.ir.trees.names import changed_place
from mapper.ir.trees.nodes import Omp, arguments_of, base_of, called_name, walk

_CALLED = {"add": "+", "sub": "+", "and": "&", "or": "|", "xor": "^"}
"""The operators of atomic functions."""


def update_of(node: c_ast.Node, symbols: Symbols) -> Update | None:
    """The update that a statement is, if it is one and its operand doesn't mention the target's text."""
    return updates.update_of(node, partial(is_pure, symbols=symbols))


def called_update(node: c_ast.FuncCall, symbols: Symbols) -> Update | None:
    """The update that a call of an atomic function is, apart from what it gives: `__sync_fetch_and_add(&x, e)`."""
    call = atomic_call(called_name(node))
    if call is None or not call.updates:
        return None
    address, operand = arguments_of(node)[:2]
    target = pointee(address)
    if not isinstance(unqualified(symbols.type_of(target)), IntType):
        return None
    return Update(node, target, _CALLED[call.operation], operand)


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
