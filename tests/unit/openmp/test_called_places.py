"""Functions that only return a place of the thread's: which they are, and what their calls in regions become."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import text_of, walk
from tests.unit.openmp.units import bound

HEAD = """\
int omp_get_thread_num(void);
int me(void) { return omp_get_thread_num(); }
extern double **pool;
double **pool;
struct worker { double *block; double own[8]; } *workers;
struct context { double *all; long gap; } context;
"""
REGION = """\
void region(struct context *c) {
  int t;
#pragma omp parallel private(t)
  {
    t = omp_get_thread_num();
    double *p = %s;
    p[0] = 1;
  }
}
"""
OF = "double *of(int k) { return pool[k]; }"
OWN = "struct worker *own(void) { return &workers[me()]; }"
PART = "double *part(struct context *c, long k) { long at = k * c->gap; return c->all + at; }"


def place(function: str, call: str, region: str = REGION) -> str:
    """What the region's pointer begins with."""
    nodes = walk(bound(HEAD + function + region % call).functions[-1].body)
    return next(text_of(node.init) for node in nodes if isinstance(node, c_ast.Decl) and node.name == "p")


@pytest.mark.parametrize(
    ("function", "call", "made"),
    [
        (OF, "of(t)", "pool[t]"),
        (OF, "of(omp_get_thread_num())", "pool[omp_get_thread_num()]"),
        (OF, "of(me())", "pool[me()]"),
        (OF, "of(t + 1)", "pool[(int) (t + 1)]"),
        ("double *of(long k) { return pool[k]; }", "of(t)", "pool[(long) t]"),
        (OWN, "own()->block", "workers[me()].block"),
        (PART, "part(c, t)", "c->all + ((long) (((long) t) * c->gap))"),
        (PART, "part(&context, t)", "context.all + ((long) (((long) t) * context.gap))"),
        (
            "double *own(void) { int k = omp_get_thread_num(); return pool[k]; }",
            "own()",
            "pool[omp_get_thread_num()]",
        ),
        ("double *own(void) { return workers[me()].own; }", "own()", "workers[me()].own"),
    ],
)
def test_places(function: str, call: str, made: str) -> None:
    assert place(function, call) == made


@pytest.mark.parametrize(
    ("function", "call"),
    [
        (OF, "of(3)"),
        (OF, "of(t++)"),
        (OF, "of(other(t))"),
        ("double *of(int k) { k++; return pool[k]; }", "of(t)"),
        ("double *of(int k) { static int at; return pool[k + at]; }", "of(t)"),
        ("double *of(int k) { if (k) return pool[k]; return 0; }", "of(t)"),
        ("void *of(int k) { return pool[k]; }", "of(t)"),
        ("double *of(int k) { return other(k); }", "of(t)"),
        ("double *of(void *c) { return pool[(long)c]; }", "of(t)"),
        ("double *of(struct worker *w, int k) { return w[k].block; }", "of(c, t)"),
    ],
)
def test_calls_that_stay(function: str, call: str) -> None:
    declared = "double *other(int k); "
    assert place(declared + function, call) == call


def test_names_that_mean_something_else_in_the_region() -> None:
    hidden = REGION.replace("int t;", "int t; double **pool = 0;")
    assert place(OF, "of(t)", hidden) == "of(t)"
    copied = REGION.replace("private(t)", "private(t) firstprivate(pool)")
    assert place(OF, "of(t)", copied) == "of(t)"
