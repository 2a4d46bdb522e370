"""Replaces the GNU nodes that pycparser keeps (statement expressions, `typeof`, `a ?: b`) by standard ones."""

from __future__ import annotations

from pycparser import c_ast


def rewrite(tree: c_ast.FileAST) -> None:
    """Change the tree in place."""
