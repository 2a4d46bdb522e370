"""What a statement assigns on all ways through it, in trees of the source and of kernels alike."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from mapper.analysis.kernels.loops import Header, loop_header
from mapper.ir.trees.jumps import has_jump
from mapper.ir.trees.nodes import INCREMENTS


def may_leave(node: c_ast.Node) -> bool:
    """Whether code has jumps, behind which statements may be left out."""
    return has_jump(node, c_ast.Switch, c_ast.Label)


def assigned(
    node: c_ast.Node | None, is_target: Callable[[c_ast.Node], bool], runs: Callable[[Header], bool]
) -> bool:
    """Whether a statement without jumps assigns a target; of loops only those count of which `runs` says so."""

    def of(part: c_ast.Node | None) -> bool:
        return assigned(part, is_target, runs)

    match node:
        case c_ast.Compound():
            return any(of(item) for item in node.block_items or [])
        case c_ast.ExprList():
            return any(of(item) for item in node.exprs)
        case c_ast.If():
            return of(node.iftrue) and of(node.iffalse)
        case c_ast.For():
            header = loop_header(node)
            return header is not None and runs(header) and of(node.stmt)
        case c_ast.Assignment():
            return is_target(node.lvalue) or of(node.rvalue)
        case c_ast.UnaryOp(op=op) if op in INCREMENTS:
            return is_target(node.expr)
    return False
