"""What kind of statement a directive needs after it."""

from __future__ import annotations

from pycparser import c_ast, c_generator

from mapper.diagnostics import Location, fail
from mapper.ir.directive import Directive
from mapper.ir.nodes import Omp
from mapper.ir.unit import Unit
from mapper.openmp.rules import LOOPS

_UPDATES = frozenset(["+=", "-=", "*=", "/=", "&=", "^=", "|=", "<<=", ">>="])
_OPERATORS = frozenset(["+", "-", "*", "/", "&", "^", "|", "<<", ">>"])


def check_body(unit: Unit, directive: Directive, body: c_ast.Node) -> None:
    """Raise E012 unless `body` is a statement that `directive` can govern."""
    if isinstance(body, c_ast.Decl | c_ast.Typedef | c_ast.Pragma):
        fail("E012", f"expected a statement before '{_word(unit, body)}'", unit.location(body))
    if isinstance(body, Omp) and body.body is None:
        message = f"'#pragma omp {body.directive.kind}' may only be used in compound statements"
        fail("E012", message, body.directive.where)
    if directive.words & LOOPS:
        _check_loops(unit, directive, body)
    elif directive.kind in ("sections", "parallel sections") and not isinstance(body, c_ast.Compound):
        fail("E012", f"expected '{{' before '{_word(unit, body)}'", unit.location(body))
    elif directive.kind == "atomic" and not any(clause.later for clause in directive.clauses):
        _check_atomic(unit, directive, body)


def _word(unit: Unit, node: c_ast.Node) -> str:
    """The first word of a node, as messages name it."""
    coord = getattr(node, "coord", None)
    line = coord.line if coord is not None else 0
    return unit.tokens[line - 1].text.split()[0] if 1 <= line <= len(unit.tokens) else ""


# ---- loops


def _check_loops(unit: Unit, directive: Directive, body: c_ast.Node) -> None:
    loop: c_ast.Node | None = body
    if isinstance(body, Omp) and body.directive.later:
        return  # a loop that a later directive (`tile`, `unroll`) makes
    if not isinstance(body, c_ast.For):
        fail("E012", f"for statement expected before '{_word(unit, body)}'", unit.location(body))
    for _ in range(directive.collapsed - 1):
        assert isinstance(loop, c_ast.For)
        outer, loop = loop, nested_loop(loop)
        if loop is None:
            found = first_statement(outer.stmt)
            message = f"not enough perfectly nested loops before '{_word(unit, found)}'"
            fail("E012", message, unit.location(found), ("the clause stands here", _collapse(directive)))


def _collapse(directive: Directive) -> Location | None:
    clause = directive.first("collapse")
    return clause.where if clause else None


def nested_loop(loop: c_ast.For) -> c_ast.For | None:
    """The loop that is perfectly nested in another: the only statement of its body (pragmas don't count)."""
    body = loop.stmt
    while isinstance(body, c_ast.Compound):
        items = [item for item in body.block_items or [] if not isinstance(item, c_ast.Pragma)]
        if len(items) != 1:
            return None
        body = items[0]
    return body if isinstance(body, c_ast.For) else None


def first_statement(body: c_ast.Node) -> c_ast.Node:
    """The first statement in nested blocks, pragmas left out; the block itself if it is empty."""
    while isinstance(body, c_ast.Compound):
        items = [item for item in body.block_items or [] if not isinstance(item, c_ast.Pragma)]
        if not items:
            break
        body = next((item for item in items if not isinstance(item, c_ast.For)), items[0])
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
        fail("E012", f"invalid form of '#pragma omp {name}' before '{_word(unit, body)}'", unit.location(body))


def _same(left: c_ast.Node, right: c_ast.Node) -> bool:
    generator = c_generator.CGenerator()
    return bool(generator.visit(left) == generator.visit(right))


def _is_update(node: c_ast.Node) -> bool:
    """`x++`, `--x`, `x += e`, `x = x + e` or `x = e + x`."""
    if isinstance(node, c_ast.UnaryOp):
        return node.op in ("++", "--", "p++", "p--")
    if not isinstance(node, c_ast.Assignment):
        return False
    if node.op in _UPDATES:
        return True
    value = node.rvalue
    if node.op != "=" or not isinstance(value, c_ast.BinaryOp) or value.op not in _OPERATORS:
        return False
    if _same(node.lvalue, value.right):
        return True
    while isinstance(value, c_ast.BinaryOp):  # x + a + b is (x + a) + b
        value = value.left
    return _same(node.lvalue, value)


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
    return isinstance(node, c_ast.Assignment) and node.op == "=" and _same(node.lvalue, target)
