"""Numbers that may be written over the pointers of a table: in unions, and where types share memory."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import kept, kernel

MEMORY = """\
#include <stdlib.h>
struct pair { long a, b; }; struct points { double x, y; };
struct node {
  union { struct { double *p, *q; } rows; struct pair pair; unsigned half[2]; double real; } u;
  long n; double x;
};
"""
TABLE = """\
double **row = malloc(n * sizeof *row);
long *number = (long *)row; struct pair *pair = (struct pair *)row; double *real = (double *)row;
for (int i = 0; i < n; i++) row[i] = x;
"""
NODES = """\
struct node *v = malloc(n * sizeof *v);
for (int i = 0; i < n; i++) v[i].u.rows.p = v[i].u.rows.q = x;
"""
SHARED = "typedef long __attribute__((may_alias)) word;"


def text(memory: str, body: str, before: str) -> str:
    loop = f"#pragma omp parallel for\nfor (int i = 0; i < n / 2; i++) {{ {body} }}"
    return f"{before}\n{MEMORY}void f(int n, double *x, double *o) {{\n{memory}{loop}\n}}\n"


@pytest.mark.parametrize(
    ("memory", "body", "before"),
    [
        (TABLE, "o[i] = row[i][0]; number[i] = 0;", SHARED),
        (TABLE, "o[i] = row[i][0]; pair[i] = (struct pair){ 0, 0 };", SHARED),
        (NODES, "struct pair *t = &v[i].u.pair; *t = (struct pair){ t->b, t->a }; o[i] = v[i].u.rows.p[0];", ""),
        (NODES, "struct pair *t = &v[i].u.pair; t->a = t->b; o[i] = v[i].u.rows.p[0];", ""),
        (NODES, "v[i].u.half[0] = v[n - 1 - i].u.half[0]; o[i] = v[i].u.rows.p[0];", ""),
        (NODES, "v[i].u.real = v[n - 1 - i].u.real; o[i] = v[i].u.rows.p[0];", ""),
    ],
)
def test_a_table_that_numbers_may_change_is_kept(memory: str, body: str, before: str) -> None:
    found = kept(text(memory, body, before))
    assert (found.code, "may be written inside the loop" in found.reason) == ("K016", True)


@pytest.mark.parametrize(
    ("memory", "body", "before"),
    [
        (TABLE, "o[i] = row[i][0]; number[i] = 0;", ""),
        (TABLE, "o[i] = row[i][0]; pair[i] = (struct pair){ 0, 0 };", ""),
        (TABLE, "o[i] = row[i][0]; real[i] = 0;", SHARED),
        (NODES, "struct points t = { 1, 2 }; o[i] = v[i].u.rows.p[0] + t.x;", ""),
        (NODES, "v[i].x = v[i].u.rows.p[0]; o[i] = 1;", ""),
        (NODES, "v[i].u.rows.p[1] = v[i].u.rows.p[0];", ""),
    ],
)
def test_other_numbers_leave_a_table_alone(memory: str, body: str, before: str) -> None:
    assert kernel(text(memory, body, before)).buffers
