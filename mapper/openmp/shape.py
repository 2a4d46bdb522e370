"""What kind of statement a directive needs after it."""

from __future__ import annotations

from typing import NoReturn

from pycparser import c_ast

from mapper.diagnostics import fail
from mapper.ir.trees.directive import Directive
from mapper.ir.trees.nodes import INCREMENTS, Omp, same_text, single
from mapper.ir.trees.unit import Unit
from mapper.openmp.rules import LOOPS

_UPDATES = frozenset(["+=", "-=", "*=", "/=", "&=", "^=", "|=", "<<=", ">>="])
_OPERATORS = frozenset(["+", "-", "*", "/", "&", "^", "|", "<<", ">>"])


def check_body(unit: Unit, directive: Directive, body: c_ast.Node) -> None:
    """Raise E012 unless `body` is a statement that `directive` can govern."""
    if isinstance(body, c_ast.Decl | c_ast.Typedef):
        _refuse(unit, body, "expected a statement")
    if isinstance(body, Omp) and body.body is None:
        message = f"'#pragma omp {body.directive.kind}' may only be used in compound statements"
        fail("E012", message, body.directive.where)
    if directive.words & LOOPS:
        _check_loops(unit, directive, body)
    elif directive.kind in ("sections", "parallel sections") and not isinstance(body, c_ast.Compound):
        _refuse(unit, body, "expected '{'")
    elif directive.kind == "atomic" and not any(clause.later for clause in directive.clauses):
        _check_atomic(unit, directive, body)


def _refuse(unit: Unit, node: c_ast.Node, message: str) -> NoReturn:
    """Raise E012 at the first word of a statement, which the message ends with."""
    if isinstance(node, Omp):
        fail("E012", f"{message} before '#pragma'", node.directive.where)
    first = unit.tokens[unit.extents[id(node)][0] - 1]
    fail("E012", f"{message} before '{first.text}'", first.where)


# ---- loops


def _check_loops(unit: Unit, directive: Directive, body: c_ast.Node) -> None:
    loop: c_ast.Node | None = body
    if isinstance(body, Omp) and body.directive.later:
        return  # a loop that a later directive (`tile`, `unroll`) makes
    if not isinstance(body, c_ast.For):
        _refuse(unit, body, "for statement expected")
    for _ in range(directive.collapsed - 1):
        assert isinstance(loop, c_ast.For)
        outer, loop = loop, nested_loop(loop)
        if loop is None:
            _refuse(unit, _intruder(outer.stmt), "not enough perfectly nested loops")


def nested_loop(loop: c_ast.For) -> c_ast.For | None:
    """The loop that is perfectly nested in another: the only statement of its body."""
    body = single(loop.stmt)
    return body if isinstance(body, c_ast.For) else None


def _intruder(body: c_ast.Node) -> c_ast.Node:
    """The statement that keeps a loop's body from being a lone loop; the block itself if it is empty."""
    while isinstance(body, c_ast.Compound) and body.block_items:
        items = body.block_items
        body = next((item for item in items if not isinstance(item, c_ast.For | c_ast.Compound)), items[-1])
    return body


# ---- atomic


def _check_atomic(unit: Unit, directive: Directive, body: c_ast.Node) -> None:
    form = directive.form
    good = (
        _is_update(body)
        if form == "update"
        else _is_capture(body)
        if form == "capture"
        else isinstance(body, c_ast.Assignment) and body.op == "="
    )
    if not good:
        name = "atomic" if form == "update" else f"atomic {form}"
        _refuse(unit, body, f"invalid form of '#pragma omp {name}'")


def _is_update(node: c_ast.Node) -> bool:
    """`x++`, `--x`, `x += e`, `x = x + e` or `x = e + x`."""
    if isinstance(node, c_ast.UnaryOp):
        return node.op in INCREMENTS
    if not isinstance(node, c_ast.Assignment):
        return False
    if node.op in _UPDATES:
        return True
    value = node.rvalue
    if node.op != "=" or not isinstance(value, c_ast.BinaryOp) or value.op not in _OPERATORS:
        return False
    if same_text(node.lvalue, value.right):
        return True
    while isinstance(value, c_ast.BinaryOp):  # x + a + b is (x + a) + b
        value = value.left
    return same_text(node.lvalue, value)


def _is_capture(node: c_ast.Node) -> bool:
    """`v = x++` and the like, or a block of `v = x;` and an update (or, since 4.0, `x = e`) in any order."""
    if isinstance(node, c_ast.Assignment):
        return node.op == "=" and _is_update(node.rvalue)
    if not isinstance(node, c_ast.Compound) or len(node.block_items or []) != 2:
        return False
    first, second = node.block_items
    if _is_copy(first) and (_is_update(second) or _writes(second, first.rvalue)):
        return True
    return _is_update(first) and _is_copy(second)


def _is_copy(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Assignment) and node.op == "="


def _writes(node: c_ast.Node, target: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Assignment) and node.op == "=" and same_text(node.lvalue, target)
