"""Whether code ends the loop or the function that it stands in."""

from __future__ import annotations

from pycparser import c_ast

from mapper.ir.trees.nodes import children, walk


def leaves_loop(body: c_ast.Node) -> bool:
    """Whether a loop's body may end the loop."""
    stack = [body]
    while stack:
        node = stack.pop()
        if isinstance(node, c_ast.Break | c_ast.Return):
            return True
        if isinstance(node, c_ast.For | c_ast.While | c_ast.DoWhile | c_ast.Switch):
            if returns(node):
                return True
            continue
        stack += children(node)
    return False


def returns(node: c_ast.Node) -> bool:
    """Whether code may return from its function."""
    return any(isinstance(part, c_ast.Return) for part in walk(node))


def ends_with_return(body: c_ast.Node) -> bool:
    """Whether the last statement of a body is a return."""
    items = (body.block_items or []) if isinstance(body, c_ast.Compound) else []
    return bool(items) and isinstance(items[-1], c_ast.Return)
