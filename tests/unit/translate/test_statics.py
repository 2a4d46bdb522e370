"""Which static variables may exist twice, in a function and in its second version."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import walk
from mapper.translate.lowering.statics import may_be_twice
from tests.unit.analysis.wholeprogram import program


@pytest.mark.parametrize(
    ("body", "twice"),
    [
        ("static const double r[2] = {1, 2}; a[0] = r[n];", True),
        ("static const char *const r[1] = {0}; a[0] = r[n] != 0;", True),
        ("static const char *r; a[0] = r != 0;", False),
        ("static double r; r = n; a[0] = r;", True),
        ("static double r = 1; a[0] = r;", False),
        ("static int r; r++; a[0] = r;", False),
        ("static double r; if (n) r = 0; a[0] = r;", False),
        ("static double r; if (n) r = 0; else r = 1; a[0] = r;", True),
        ("static double r; for (int i = 0; i < n; i++) r = i; a[0] = r;", False),
        ("static double r; a[0] = r; r = 1;", False),
        ("static double r, *q; q = &r; r = 1; a[0] = *q;", False),
        ("static double r[2]; r[0] = r[1] = n; a[0] = r[1];", False),
        ("static double r;\n#pragma omp single\n r = 0;\n#pragma omp for reduction(+ : r)\n"
         "for (int i = 0; i < n; i++) r += a[i];\n a[0] = r;", True),
        ("static double r;\n#pragma omp for reduction(+ : r)\n"
         "for (int i = 0; i < n; i++) r += a[i];\n a[0] = r;", False),
        ("static double r;\n#pragma omp for private(r)\n"
         "for (int i = 0; i < n; i++) { r = i; a[i] = r; }\n a[0] = r;", False),
        ("static double r;\n#pragma omp for lastprivate(r)\n"
         "for (int i = 0; i < n; i++) r = i;\n a[0] = r;", False),
    ],
)  # fmt: skip
def test_variables(body: str, twice: bool) -> None:
    whole = program(f"void f(double *a, int n) {{\n{body}\n}}")
    function = whole.function("f")
    decl = next(node for node in walk(function.body) if isinstance(node, c_ast.Decl) and node.name == "r")
    assert may_be_twice(decl, function.body, whole.units[0]) is twice
