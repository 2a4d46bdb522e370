"""What the host reaches under conditions, behind code that has accessed the structure that leads there."""

from __future__ import annotations

import pytest

from tests.unit.analysis.wholeprogram import program

SOURCE = """\
typedef struct {{ int n; double *u, few[4]; }} grid;
void log_it(grid *); void use(int i) {{ (void)i; }} int of(grid *g) {{ return g->n; }}
void step(grid *g, int k, grid *other, double *v) {{
  int i;
{before}
#pragma omp parallel for
  for (i = 0; i < 100000; i++) v[i] = i;
  for (i = 0; i < k; i++) if (v[i] > i) g->u[i] = 0;
{behind}
}}
int main(int argc, char **argv) {{
  grid *g = malloc(sizeof *g), *h = malloc(sizeof *h); g->u = malloc(800000); h->u = malloc(800000);
  for (int i = 0; i < 9; i++) {{
    step(g, argc, argc > 3 ? h : 0, malloc(800000)); double *a = g->u, *b = h->u;
#pragma omp parallel for
    for (int i = 0; i < g->n; i++) {{ a[i] += 1; b[i] += 2; }}
  }}
}}
"""


def announced(before: str, behind: str = "", line: int = 9) -> str:
    """The announcements before the loop that may store through `g`."""
    text = program(SOURCE.format(before=before, behind=behind)).text
    (found,) = [each.partition(": ")[2] for each in text.splitlines() if each.startswith(f"a.c:{line}:")]
    return found


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("g->n = 4;", ""),
        ("if (g->n > 3) k = 4;", ""),
        ("int n = (*g).n;", ""),
        ("for (i = 0; i < g->n; i++) use(i);", ""),
        ("while (g->n > 10) { use(1); }", ""),
        ("{ use(g->n); if (k) return; }", ""),
        ("use(g->n); if (k) use(2); else use(3);", "free(other);"),
        ("use(g->n); switch (k) { case 1: use(2); }", ""),
        ("switch (g->n) { case 1: use(2); }", ""),
        ("#pragma omp parallel for\nfor (i = 0; i < g->n; i++) v[i] = 1;", ""),
        ("use(g->n); if (k) goto end;", "end: use(3);"),
        ("free(other); use(g->n);", ""),
        ("use(g->n); switch (k) { case 1:", "}"),
    ],
)
def test_members_that_may_be_loaded(before: str, behind: str) -> None:
    line = announced(before, behind, 9 + before.count("\n"))
    assert "__MRT_HOST_AREA(g->u, 0L, ((long) k) * 8L, write)" in line
    assert "__MRT_HOST_ALL" not in line


@pytest.mark.parametrize(
    ("before", "behind"),
    [
        ("", ""),
        ("if (k) use(g->n);", ""),
        ("k && g->n;", ""),
        ("k ? g->n : 3;", ""),
        ("for (i = 0; i < k; i++) use(g->n);", ""),
        ("use(sizeof g->n);", ""),
        ("int *n = &g->n;", ""),
        ("double *few = g->few;", ""),
        ("use(other->n);", ""),
        ("use(g->n); if (k) g = other;", ""),
        ("use(g->n); free(other);", ""),
        ("use(g->n); log_it(other);", ""),
        ("if (k) goto on; use(g->n); on: use(3);", ""),
        ("switch (k) { case 1: use(g->n); }", ""),
        ("{ if (k) goto on; use(g->n); } on: use(3);", ""),
        ("switch (k) { use(g->n); case 1:", "}"),
        ("switch (k) { case 0: use(g->n); if (i) { case 1:", "} }"),
        ("use(_Generic(g->n, int: 3));", ""),
        ("typeof(g->n) m = 3; use(m);", ""),
    ],
)
def test_members_that_may_not(before: str, behind: str) -> None:
    """It was not accessed for certain, or it may be another structure, or gone."""
    assert "__MRT_HOST_ALL(write)" in announced(before, behind)


@pytest.mark.parametrize(("inside", "lost"), [("", True), ("use(g->n);", False)])
def test_loops_whose_rest_frees(inside: str, lost: bool) -> None:
    """In the next iteration the structure may be gone; what the iteration itself accesses is there."""
    line = announced(f"use(g->n); while (k--) {{ {inside}", "if (k == 1) free(other); }")
    assert ("__MRT_HOST_ALL(write)" in line) == lost
