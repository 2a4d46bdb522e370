"""Where code asks of pointers whether they are null."""

from __future__ import annotations

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.ir.trees.ctypes import PointerType
from mapper.ir.trees.nodes import walk
from mapper.translate.common.context import Context

EQUALITIES = ("==", "!=")


def tested(node: c_ast.Node) -> list[c_ast.Node]:
    """The expressions of which a node asks whether they are zero."""
    match node:
        case c_ast.If() | c_ast.While() | c_ast.DoWhile() | c_ast.For() | c_ast.TernaryOp():
            return [] if node.cond is None else [node.cond]
        case c_ast.UnaryOp(op="!"):
            return [node.expr]
        case c_ast.BinaryOp(op="&&" | "||"):
            return [node.left, node.right]
    return []


def tests_pointers(root: c_ast.Node, symbols: Symbols, context: Context) -> bool:
    """Whether some code, or a function that it calls, tests or compares pointers."""
    called = context.callees(root, symbols)
    pieces = [(root, symbols), *((each.function.body, each.symbols) for each in called)]
    return any(_tests_pointer(node, names) for body, names in pieces for node in walk(body))


def _tests_pointer(node: c_ast.Node, symbols: Symbols) -> bool:
    parts = tested(node)
    if isinstance(node, c_ast.BinaryOp) and node.op in EQUALITIES:
        parts = [node.left, node.right]
    return any(isinstance(symbols.type_of(part), PointerType) for part in parts)
