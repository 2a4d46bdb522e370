"""The ways of a `switch` of which one excludes the others: each ends with a jump."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pycparser import c_ast

from mapper.analysis.kernels.loops import constant_value
from mapper.ir.trees.ctypes import INT
from mapper.ir.trees.nodes import LOOPS, children, walk


@dataclass(frozen=True, eq=False, slots=True)
class Way:
    """The statements behind some labels, without the `break` at their end; `default` may be among the labels."""

    labels: tuple[int, ...]
    default: bool
    statements: tuple[c_ast.Node, ...]


def exclusive_ways(node: c_ast.Switch) -> tuple[Way, ...] | None:
    """The ways of a `switch`, `default` last; None where one may lead into another, or be left in the middle.

    Labels are numbers that each integer type holds to which the operand may be promoted.
    """
    if not isinstance(node.stmt, c_ast.Compound):
        return None
    items = node.stmt.block_items or []
    labelled: list[c_ast.Node] = []
    found: list[Way] = []
    for item in items:
        if not isinstance(item, c_ast.Case | c_ast.Default):
            return None
        labelled.append(item)
        last = item is items[-1]
        if not item.stmts and not last:
            continue
        labels = [_number(each) for each in labelled if isinstance(each, c_ast.Case)]
        known = tuple(label for label in labels if label is not None)
        statements = _until_jump(item.stmts or [], last=last)
        if statements is None or len(known) < len(labels):
            return None
        found.append(Way(known, len(labels) < len(labelled), statements))
        labelled = []
    return tuple(sorted(found, key=lambda way: way.default))


def _number(label: c_ast.Case) -> int | None:
    value = constant_value(label.expr)
    return value if value is not None and 0 <= value < 1 << (INT.bits - 1) else None


def _until_jump(statements: list[c_ast.Node], *, last: bool) -> tuple[c_ast.Node, ...] | None:
    """The statements without a `break` at their end; None where control may go on to the next label, or leave."""
    if len(statements) == 1 and isinstance(statements[0], c_ast.Compound):
        inner = _until_jump(statements[0].block_items or [], last=last)
        return None if inner is None else (c_ast.Compound(list(inner)),)
    end = statements[-1] if statements else None
    if isinstance(end, c_ast.Break):
        statements = statements[:-1]
    elif not last and not isinstance(end, c_ast.Return | c_ast.Continue):
        return None
    parts = (part for each in statements for part in _own(each))
    leaves = any(isinstance(part, c_ast.Break | c_ast.Case | c_ast.Default | c_ast.Label) for part in parts)
    return None if leaves else tuple(statements)


def _own(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """The parts of a statement whose `break`, and whose labels, are those of the `switch` around it."""
    yield node
    if isinstance(node, c_ast.Switch):
        return
    for child in children(node):
        if isinstance(node, LOOPS):
            yield from (part for part in walk(child) if isinstance(part, c_ast.Case | c_ast.Default))
        else:
            yield from _own(child)
