"""Whether code ends the loop or the function that it is in."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.nodes import walk


def leaves_loop(body: c_ast.Node) -> bool:
    """Whether a loop's body may end the loop."""
    return leaves(body, (c_ast.Break,), (c_ast.Return,))


def returns(node: c_ast.Node) -> bool:
    """Whether code may return from its function."""
    return any(isinstance(part, c_ast.Return) for part in walk(node))


def ends_with_return(body: c_ast.Node) -> bool:
    """Whether the last statement of a body is a return."""
    items = (body.block_items or []) if isinstance(body, c_ast.Compound) else []
    return bool(items) and isinstance(items[-1], c_ast.Return)
