"""Functions that only update: which they are, and what their calls in regions become."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import Omp, called_name, statements_of, text_of, walk
from tests.unit.openmp.units import bound

HEAD = """\
struct sums { double s, t; int n; double bins[8]; };
double sqrt(double x), g, *gp;
int table[4];
"""
PUSH = "void f(struct sums *p, double x) { p->s += x; p->n++; }"
ADD = "void f(double *p, double x) { *p += x; }"
ROW = "void f(double *p, int n, double x) { p[n] += x; }"
IN_PLACE = {
    "members": (PUSH, "f(&own, v[i]);", "double x_2 = v[i]; own.s += x_2; own.n++;"),
    "a number": (ADD, "f(&own.s, y);", "own.s += y;"),
    "a number in brackets": ("void f(double *p) { p[0] += 1; }", "f(&own.s);", "own.s += 1;"),
    "a converted argument": (ADD, "f(&own.s, i);", "double x_2 = i; own.s += x_2;"),
    "an element": (ROW, "f(mine, 2, y);", "int n_2 = 2; mine[n_2] += y;"),
    "from an element on": (ROW, "f(&mine[i + 1], m, y);", "long at = i + 1; mine[at + m] += y;"),
    "behind an address": (ROW, "f(mine + m, m, y);", "mine[m + m] += y;"),
    "a member that is an array": (ROW, "f(own.bins, m, y);", "own.bins[m] += y;"),
    "a row": (ROW, "f(rows[i], m, y);", "rows[i][m] += y;"),
    "a row of a computed number": (ROW, "f(rows[i % 4], m, y);", "long at = i % 4; rows[at][m] += y;"),
    "an extreme": (
        "void f(double *p, double x) { if (x > *p) *p = x; }",
        "f(&own.s, y);",
        "if (y > own.s) own.s = y;",
    ),
    "left early": (
        "void f(double *p, double x) { if (x < 0) return; *p += x; }",
        "f(&own.s, y);",
        "if (!(y < 0)) { own.s += y; }",
    ),
    "left at an end": (
        "void f(double *p, double x) { if (x < 0) { *p += 1; return; } *p += x; return; }",
        "f(&own.s, y);",
        "if (y < 0) { own.s += 1; } else { own.s += y; }",
    ),
    "variables": (
        "void f(double *p, double x) { double y = x * x; *p += y; }",
        "f(&own.s, y);",
        "double y_2 = y * y; own.s += y_2;",
    ),
    "in each other": (
        "void h(double *q, double x) { *q += x; } void f(struct sums *p, double x) { h(&p->s, x); h(&p->t, x); }",
        "f(&own, y);",
        "{ own.s += y; } { own.t += y; }",
    ),
    "a changed parameter": (
        "void f(double *p, double x) { x *= 2; *p += x; }",
        "f(&own.s, y);",
        "double x_2 = y; x_2 *= 2; own.s += x_2;",
    ),
    "the size of a parameter": (
        "void f(double *p, int w[4]) { *p += sizeof(w) / sizeof(*w); }",
        "f(&own.s, table);",
        "int *w_2 = table; own.s += (sizeof(w_2)) / (sizeof(*w_2));",
    ),
    "arrays with names of their types": (
        "typedef double row[8]; void f(row p, row x) { x++; p[1] += x[0]; }",
        "f(own.bins, (double *)gp);",
        "double *x_2 = (double *) gp; x_2++; own.bins[1] += x_2[0];",
    ),
    "the sum itself": (ADD, "f(&mine[0], *mine);", "double x_2 = *mine; mine[0] += x_2;"),
}
STAYING = {
    "read": ("void f(double *p, double x) { *p += x; g = *p; }", "f(&own.s, y);"),
    "overwritten": ("void f(double *p, double x) { *p = x; }", "f(&own.s, y);"),
    "moved": ("void f(double *p, double x) { *p++ += x; }", "f(mine, y);"),
    "used in a value": ("void f(double *p, double x) { x = (*p += x); }", "f(&own.s, y);"),
    "a result": ("int f(double *p, double x) { *p += x; return 1; }", "f(&own.s, y);"),
    "static": ("void f(double *p, double x) { static int k; k++; *p += x; }", "f(&own.s, y);"),
    "calls itself": ("void f(double *p, double x) { *p += x; f(p, x); }", "f(&own.s, y);"),
    "returns in a loop": ("void f(double *p, int n) { while (1) { *p += n; return; } }", "f(&own.s, m);"),
    "another type": ("void f(double *p, double x) { *p += x; }", "f((void *)mine, y);"),
    "other elements": ("void f(unsigned *p) { *p += 1; }", "f(&own.n);"),
    "elements beside a variable": (ROW, "f(&own.s, m, y);"),
    "a hidden variable": ("int y; void f(double *p) { *p += y; }", "f(&own.s);"),
    "a private variable": ("void f(double *p) { *p += g; }", "f(&own.s);"),
    "a type in it": ("void f(double *p) { typedef int t; *p += (t)1; }", "f(&own.s);"),
    "shared": (ADD, "f(gp, y);"),
    "an argument that changes something": (ADD, "f(&own.s, y++);"),
}


def statements(function: str, call: str) -> str:
    """What a call in a work-shared loop is, as text."""
    unit = bound(f"""{HEAD}{function}
void run(double *v, int n) {{
#pragma omp parallel
{{ struct sums own = {{0}}; double mine[8] = {{0}}, rows[4][8] = {{{{0}}}}, y; int m;
#pragma omp for private(g)
for (int i = 0; i < n; i++) {{ {call} }} }} }}""")
    loop = next(node for node in walk(unit.tree) if isinstance(node, Omp) and node.directive.kind == "for")
    assert isinstance(loop.body, c_ast.For)
    (statement,) = statements_of(loop.body.stmt)
    parts = statement.block_items if isinstance(statement, c_ast.Compound) else [statement]
    texts = (
        text_of(each) + (";" if isinstance(each, c_ast.Decl | c_ast.Assignment | c_ast.UnaryOp) else "")
        for each in parts
    )
    return " ".join(" ".join(texts).split())


@pytest.mark.parametrize(("function", "call", "made"), IN_PLACE.values(), ids=IN_PLACE)
def test_put_in_place(function: str, call: str, made: str) -> None:
    assert statements(function, call) == made


@pytest.mark.parametrize(("function", "call"), STAYING.values(), ids=STAYING)
def test_staying(function: str, call: str) -> None:
    assert statements(function, call) == call.rstrip(";").replace("(void *)", "(void *) ")


def test_variables_that_are_listed_stay_listed() -> None:
    unit = bound("""int g;
void f(double *p) { *p += g; }
void run(int n) {
  double s = 0;
#pragma omp parallel for default(none) shared(n) reduction(+ : s)
  for (int i = 0; i < n; i++) f(&s);
}""")
    assert any(called_name(node) == "f" for node in walk(unit.tree))
