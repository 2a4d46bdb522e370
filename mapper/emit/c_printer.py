"""Prints C trees, with OpenMP constructs as pragmas.

pycparser's generator silently drops a node that it does not know; this one stops instead.
"""

from __future__ import annotations

from pycparser import c_ast, c_generator

from mapper.diagnostics import InternalError
from mapper.ir.nodes import Omp
from mapper.openmp.unparse import unparse


class CPrinter(c_generator.CGenerator):
    """C text of any tree; raises `InternalError` for a node that C text does not exist for."""

    def __init__(self) -> None:
        super().__init__(reduce_parentheses=True)

    def generic_visit(self, node: c_ast.Node | None) -> str:
        """Stop: every node that may be printed has a method of its own."""
        name = "nothing" if node is None else type(node).__name__
        raise InternalError("emit", f"no C text for {name}")

    def visit_Omp(self, node: Omp) -> str:
        """A construct: the pragma on a line of its own, then its statement."""
        text = f"#pragma {unparse(node.directive)}"
        if node.body is None:
            return text
        return f"{text}\n{self._generate_stmt(node.body)}".rstrip("\n")

    def statement(self, node: c_ast.Node, indent: int = 0) -> str:
        """A statement or declaration with its semicolon, indented by `indent` blanks."""
        self.indent_level = indent
        return self._generate_stmt(node)

    def expression(self, node: c_ast.Node) -> str:
        """An expression."""
        return self.visit(node)
