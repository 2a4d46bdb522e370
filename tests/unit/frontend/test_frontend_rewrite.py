"""GNU expressions become standard ones in the tree, or calls that name what they touch."""

from __future__ import annotations

import pytest
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from mapper.ir.trees.nodes import walk
from tests.unit.frontend.conftest import Load


def last_statement(load: Load, statement: str, before: str = "") -> str:
    """The last statement of a function, printed after rewriting."""
    unit = load(
        "#include <assert.h>\n#include <stddef.h>\nint g(int);\nenum e { RED };\nstruct s { int m; };\n"
        f"{before}\nvoid f(int x, int y, int *p, struct s s) {{ {statement} }}\n",
        flags=("-std=gnu11", "-w"),
    )
    function = unit.tree.ext[-1]
    assert isinstance(function, c_ast.FuncDef)
    assert not any(isinstance(node, c_ast.Compound) for node in walk(function.body.block_items[-1]))
    text: str = CGenerator().visit(function.body.block_items[-1])
    return text


MAX = "#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })"


@pytest.mark.parametrize(
    ("statement", "printed"),
    [
        ("x = ({ int q = y; q + 1; });", "x = ((int) y) + 1"),
        ("x = ({ int q = y; int r = q + x; r * q; });", "x = ((int) (((int) y) + x)) * ((int) y)"),
        ("x = ({ s.m; });", "x = s.m"),
        ("x = ({ y++; });", "x = y++"),
        ("x = ({ int m = y; s.m + m; });", "x = s.m + ((int) y)"),
        ("x = MAX(x, y);", "x = (x > y) ? (x) : (y)"),
        ("x = MAX(MAX(x, y), 3);", "x = (((x > y) ? (x) : (y)) > 3) ? ((x > y) ? (x) : (y)) : (3)"),
        ("x = ({ typeof(x) q = y; q + 1; });", "x = ((typeof(x)) y) + 1"),
        ("x = ({ int q = g(y); q; });", "x = (int) ((__mapper_statement_expression(g, y), g(y)))"),
        ("x = ({ int q = y; q++; q; });", "x = (int) __mapper_statement_expression(y)"),
        ("p = ({ int *q = p; q[0] = RED; q; });", "p = (int *) __mapper_statement_expression(p)"),
        ("x = ({ g(y); x; });", "x = (__mapper_statement_expression(g, y, x), x)"),
        ("({ if (x) y = s.m; });", "__mapper_statement_expression(&y, x, s.m)"),
        ("({ int q = 0; if (x) y = p[q] + (&s)[q].m; });", "__mapper_statement_expression(&s, &y, x, p)"),
        ("x = ({ int q = 1; volatile int r = y; r + q; });", "x = __mapper_statement_expression(y)"),
        ("x = y ?: 3;", "x = (y) ? (y) : (3)"),
        ("x = g(y) ?: 3;", "x = (g(y)) ? (__mapper_omitted()) : (3)"),
        ("x = offsetof(struct s, m);", "x = offsetof(struct s, m)"),
    ],
)  # fmt: skip
def test_expressions(load: Load, statement: str, printed: str) -> None:
    assert last_statement(load, statement, MAX) == printed


def test_assert_is_a_conditional_call(load: Load) -> None:
    printed = last_statement(load, "assert(x > 0);")
    assert '(x > 0) ? ((void) 0) : (__assert_fail("x > 0", "main.c", 7, __func__))' in printed


def test_a_block_is_no_statement_expression(load: Load) -> None:
    unit = load("void f(int x) { { x = 1; } if (x) { x = 2; } x = ({ 3; }); }\n")
    blocks = [node for node in walk(unit.tree) if isinstance(node, c_ast.Compound)]
    assert len(blocks) == 3
