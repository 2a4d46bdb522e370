"""Functions in which threads share out loops: which of their calls in regions become work-shared loops."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.directive import STEADY
from mapper.ir.trees.nodes import Omp, called_name, text_of, walk
from tests.unit.openmp.units import bound

HEAD = """int omp_get_thread_num(void), omp_get_num_threads(void);
struct job { double *x; int low, high; };
static int me(void) { return omp_get_thread_num(); }
double *all; int n;
"""
ASKS = "void f(double *x) { for (int i = omp_get_thread_num(); i < n; i += omp_get_num_threads()) x[i] = 1; }"
TOLD = "void f(int t, int p, double *x) { for (int i = n * t / p; i < n * (t + 1) / p; i++) x[i] = 1; }"
BETWEEN = "void f(int low, int high) { for (int i = low; i < high; i++) all[i] = 1; }"
PART = "void f(double *x, int count) { for (int i = 0; i < count; i++) x[i] = x[i] + 1; }"
GIVEN = "void f(struct job *j) { for (int i = j->low; i < j->high; i++) j->x[i] = 1; }"
SUM = "double f(int t, int p) { double s = 0; for (int i = t; i < n; i += p) s += all[i]; return s; }"

SHARED = {
    "asks": (ASKS, "f(a);", 1),
    "asks, in a sequential loop": (ASKS, "for (int k = 0; k < 3; k++) f(a);", 1),
    "called by another": (f"{ASKS} void g(double *y) {{ f(y); f(y); }}", "g(a);", 2),
    "told": (TOLD, "f(omp_get_thread_num(), omp_get_num_threads(), a);", 1),
    "told by variables": (TOLD, "int t = me(), p = omp_get_num_threads(); f(t, p, a);", 1),
    "bounds": (BETWEEN, "int t = me(), p = omp_get_num_threads(), c = n / p; f(t * c, t * c + c);", 1),
    "a pointer to the part": (
        PART,
        "int t = me(), p = omp_get_num_threads(), l = n * t / p, e = n * (t + 1) / p;"
        "f(all + l, e - l); f(&a[l], e - l);",
        2,
    ),
    "a structure": (
        GIVEN,
        "int t = me(), p = omp_get_num_threads(); struct job j = {a, n * t / p, n * (t + 1) / p}; f(&j);",
        1,
    ),
    "a result": (SUM, "double s = f(me(), omp_get_num_threads());", 1),
    "a result that is added": (SUM, "double s = 0; s += f(me(), omp_get_num_threads());", 1),
    "constructs": (
        ASKS.replace("{ for", "{\n#pragma omp barrier\nfor", 1),
        "f(a);",
        1,
    ),
}

STAYING = {
    "all by each": (PART, "f(a, n);"),
    "the number in its loop": (ASKS.replace("= 1;", "= omp_get_thread_num();"), "f(a);"),
    "a table of structures": (GIVEN, "struct job *j; f(&j[omp_get_thread_num()]);"),
    "a static variable": (ASKS.replace("{ for", "{ static int c; for", 1), "f(a);"),
    "its counter beside its part": (PART.replace("+ 1;", "+ i;"), "int t = me(); f(a + t * 8, 8);"),
    "parts that overlap": (PART, "int t = me(); f(a + t * 8, 9);"),
    "for one thread": (ASKS, "if (me() == 0) f(a);"),
    "a construct with variables": (
        ASKS.replace("{ for", "{ int c;\n#pragma omp single copyprivate(c)\nc = 1;\nfor", 1),
        "f(a);",
    ),
    "another loop beside work-shared ones": (
        ASKS.replace("{ for", "{ for (int k = 0; k < 3; k++) x[k] = k; for", 1),
        "f(a);\n#pragma omp for\nfor (int k = 0; k < n; k++) a[k] = 2;",
    ),
}


def _region(function: str, statements: str) -> Omp:
    unit = bound(f"{HEAD}{function}\nvoid h(double *a) {{\n#pragma omp parallel\n{{ {statements} }}\n}}\n")
    return next(node for node in walk(unit.functions[-1].body) if isinstance(node, Omp))


def _dealt(region: Omp) -> list[Omp]:
    return [node for node in walk(region) if isinstance(node, Omp) and node.directive.dealt]


def _calls(region: Omp) -> set[str]:
    return {called_name(node) for node in walk(region) if isinstance(node, c_ast.FuncCall)}


@pytest.mark.parametrize("name", SHARED)
def test_calls_become_the_loops_that_threads_share_out(name: str) -> None:
    """Their statements are in the place of the calls, and as many loops are work-shared ones."""
    function, statements, loops = SHARED[name]
    region = _region(function, statements)
    assert len(_dealt(region)) == loops
    assert not _calls(region) & {"f", "g"}


@pytest.mark.parametrize("name", STAYING)
def test_other_calls_stay(name: str) -> None:
    """So do those of functions with loops that the threads do not share out."""
    function, statements = STAYING[name]
    region = _region(function, statements)
    assert not _dealt(region)
    assert "f" in _calls(region)


def test_loops_over_parts_count_through_the_whole() -> None:
    """What led to a part must not change in the region."""
    region = _region(*SHARED["a pointer to the part"][:2])
    first, second = (text_of(each.body.stmt) for each in _dealt(region) if isinstance(each.body, c_ast.For))
    assert first.split() == "all[i_2_2] = all[i_2_2] + 1".split()
    assert second.split() == "a[i_3] = a[i_3] + 1".split()
    steady = [text_of(clause.expression) for clause in region.directive.all(STEADY) if clause.expression]
    assert "all" in steady
