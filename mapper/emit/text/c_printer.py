"""Prints C trees, with OpenMP constructs as pragmas.

pycparser's generator silently drops a node that it does not know; this one stops instead.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial, reduce
from typing import Any

from pycparser import c_ast, c_generator

from mapper.analysis.whole_program import addresses
from mapper.diagnostics import InternalError
from mapper.emit.text.counters_before import with_counters_before
from mapper.frontend.gnu.markers import IMAGINARY, PARTS
from mapper.ir.trees import build
from mapper.ir.trees.nodes import MIRRORED, Omp, operands
from mapper.openmp.unparse import unparse

_MOST_BLOCKS = 16
_MOST_BLANKS = 200
_ARITHMETIC = frozenset("+-*/%")


_FUNCTION_MACRO = re.compile(r"^#define ([A-Za-z_]\w*)\(", re.MULTILINE)
_VERSION = re.compile(r"^#define __STDC_VERSION__ (\d+)L$", re.MULTILINE)
_C99 = 199901

_macros: ContextVar[frozenset[str]] = ContextVar("_macros", default=frozenset())
_is_c90: ContextVar[bool] = ContextVar("_is_c90", default=False)


@contextmanager
def text_of_unit(preprocessed: str) -> Iterator[None]:
    """Text that is printed meanwhile is for a unit whose preprocessed text, with its definitions, is this one.

    Its macros have been replaced in the tree, and a call in the tree is one of a function: a macro with that name,
    as `tgmath.h` has them, must not be used once more.  Where its language is C90, counters are declared
    before their loops.
    """
    version = _VERSION.search(preprocessed)
    tokens = (
        _macros.set(frozenset(_FUNCTION_MACRO.findall(preprocessed))),
        _is_c90.set(version is None or int(version[1]) < _C99),
    )
    try:
        yield
    finally:
        _macros.reset(tokens[0])
        _is_c90.reset(tokens[1])


class CPrinter(c_generator.CGenerator):
    """C text of any tree; raises `InternalError` for a node that C text does not exist for."""

    restrict = "__restrict"

    def __init__(self) -> None:
        super().__init__(reduce_parentheses=True)

    def generic_visit(self, node: c_ast.Node | None) -> str:
        """Stop: every node that may be printed has a method of its own."""
        name = "nothing" if node is None else type(node).__name__
        raise InternalError("emit", f"no C text for {name}")

    def _make_indent(self) -> str:
        """The blanks before a line; no more than some, or deeply nested code would be nothing but blanks."""
        return " " * min(self.indent_level, _MOST_BLANKS)

    def visit_Omp(self, node: Omp) -> str:
        """A construct: the pragma on a line of its own, then its statement."""
        text = f"#pragma {unparse(node.directive)}"
        if node.body is None:
            return text
        if _is_c90.get() and isinstance(node.body, c_ast.For):
            declared, loop = with_counters_before(node.body, node.directive.associated)
            if declared:
                return self._behind(declared, lambda: f"{text}\n{self._generate_stmt(loop)}")
        return f"{text}\n{self._generate_stmt(node.body)}".rstrip("\n")

    def visit_For(self, n: c_ast.For) -> str:
        """A loop."""
        declared, loop = with_counters_before(n, 1) if _is_c90.get() else ([], n)
        if declared:
            return self._behind(declared, lambda: super(CPrinter, self).visit_For(loop))
        return str(super().visit_For(n))

    def _behind(self, declared: Sequence[c_ast.Decl], statement: Callable[[], str]) -> str:
        """A block of declarations and a statement."""
        self.indent_level += 2
        lines = "".join(self._generate_stmt(each) for each in declared)
        lines += f"{self._make_indent()}{statement().strip()}\n"
        self.indent_level -= 2
        return f"{{\n{lines}{self._make_indent()}}}"

    def visit_ID(self, n: c_ast.ID) -> str:
        """A name; those that `analysis.whole_program.addresses` gives to variables are pointers in the program."""
        if n.name == IMAGINARY:
            return "__extension__ 1.0fi"
        return f"(*{n.name})" if addresses.is_address(n.name) else str(n.name)

    def visit_FuncCall(self, n: c_ast.FuncCall) -> str:
        """A call; a name in parentheses is no use of a macro."""
        text = str(super().visit_FuncCall(n))
        if not isinstance(n.name, c_ast.ID) or n.name.name not in _macros.get():
            return text
        return f"({n.name.name}){text.removeprefix(n.name.name)}"

    def visit_StructRef(self, n: c_ast.StructRef) -> str:
        """A member, or a part of a complex number."""
        if n.field.name in PARTS:
            return f"({n.field.name} ({self.visit(n.name)}))"
        return str(super().visit_StructRef(n))

    def visit_Compound(self, n: c_ast.Compound) -> str:
        """A block; of many that hold nothing but the next, the innermost: OpenCL compilers have a limit."""
        inner, levels = n, 0
        while inner.block_items is not None and len(inner.block_items) == 1:
            only = inner.block_items[0]
            if not isinstance(only, c_ast.Compound):
                break
            inner, levels = only, levels + 1
        return str(super().visit_Compound(inner if levels > _MOST_BLOCKS else n))

    def visit_BinaryOp(self, n: c_ast.BinaryOp) -> str:
        """An operation; operands get parentheses where compilers ask for them, not only where C does."""
        left = self._parenthesize_if(n.left, lambda node: not self._stands_bare(node, n, left=True))
        right = self._parenthesize_if(n.right, lambda node: not self._stands_bare(node, n, left=False))
        return f"{left} {n.op} {right}"

    def _stands_bare(self, operand: c_ast.Node, parent: c_ast.BinaryOp, *, left: bool) -> bool:
        if not isinstance(operand, c_ast.BinaryOp):
            return self._is_simple_node(operand) or isinstance(operand, c_ast.UnaryOp | c_ast.Cast)
        inner, outer = self.precedence_map[operand.op], self.precedence_map[parent.op]
        if inner < outer or (inner == outer and not left):
            return False
        if parent.op in ("&&", "||"):
            return operand.op == parent.op or operand.op in MIRRORED or operand.op in _ARITHMETIC
        return operand.op in _ARITHMETIC and (parent.op in _ARITHMETIC or parent.op in MIRRORED)

    def visit_TernaryOp(self, n: c_ast.TernaryOp) -> str:
        """A conditional with parentheses only where they are needed."""
        parts = [self._parenthesize_if(part, _binds_weakly) for part in (n.cond, n.iftrue, n.iffalse)]
        return f"{parts[0]} ? {parts[1]} : {parts[2]}"

    def _generate_type(self, n: c_ast.Node, *rest: Any, **more: Any) -> str:
        """A type; `restrict` is printed as C89 with GNU's words has it, too."""
        if isinstance(n, c_ast.PtrDecl) and "restrict" in n.quals:
            n = copy.copy(n)
            n.quals = [self.restrict if word == "restrict" else word for word in n.quals]
        return str(super()._generate_type(n, *rest, **more))

    def _generate_stmt(self, n: c_ast.Node, add_indent: bool = False) -> str:
        """A statement; what is inside one that is indented is indented further."""
        if not add_indent or isinstance(n, c_ast.Compound):
            return str(super()._generate_stmt(n, add_indent))
        self.indent_level += 2
        text = super()._generate_stmt(n)
        self.indent_level -= 2
        return str(text)

    def statement(self, node: c_ast.Node, indent: int = 0) -> str:
        """A statement or declaration with its semicolon, indented by `indent` blanks."""
        self.indent_level = indent
        return self._generate_stmt(node)

    def expression(self, node: c_ast.Node) -> str:
        """An expression."""
        return self.visit(node)


class HostPrinter(CPrinter):
    """Prints what the host evaluates for a region; comparisons that a value depends on are joined by `&`.

    Each `&&` is a jump.  A footprint has dozens, and C compilers took up to a third of their time for them.
    """

    def visit_TernaryOp(self, n: c_ast.TernaryOp) -> str:
        """A conditional; its tests are evaluated all at once where that can't fault."""
        tests = operands(n.cond, "&&")
        if len(tests) > 1 and all(isinstance(each, c_ast.BinaryOp) and _is_comparison(each) for each in tests):
            n = c_ast.TernaryOp(reduce(partial(build.binary, "&"), tests), n.iftrue, n.iffalse)
        return super().visit_TernaryOp(n)


def _is_comparison(test: c_ast.BinaryOp) -> bool:
    return test.op in MIRRORED and _is_linear(test.left) and _is_linear(test.right)


def _is_linear(node: c_ast.Node) -> bool:
    """Whether evaluating an expression reads variables and adds multiples of them, and nothing more."""
    match node:
        case c_ast.ID() | c_ast.Constant():
            return True
        case c_ast.Cast() | c_ast.UnaryOp(op="-"):
            return _is_linear(node.expr)
        case c_ast.BinaryOp(op="*"):
            constant = isinstance(node.left, c_ast.Constant) or isinstance(node.right, c_ast.Constant)
            return constant and _is_linear(node.left) and _is_linear(node.right)
        case c_ast.BinaryOp(op="+" | "-"):
            return _is_linear(node.left) and _is_linear(node.right)
    return False


def _binds_weakly(node: c_ast.Node) -> bool:
    """Whether an operand of a conditional is one, or an assignment, itself."""
    return isinstance(node, c_ast.TernaryOp | c_ast.Assignment)
