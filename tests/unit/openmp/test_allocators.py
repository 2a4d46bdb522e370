"""Functions that only allocate or free memory: which they are, and what calls of them in regions become."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import Omp, called_name, text_of, walk
from mapper.openmp.idioms.memory.allocators import allocators, call_library, calls_any
from tests.unit.openmp.units import bound

HEAD = """\
typedef unsigned long size_t;
typedef float real;
void *malloc(size_t size), *calloc(size_t count, size_t size), *aligned_alloc(size_t to, size_t size);
void *_mm_malloc(size_t size, size_t to);
void free(void *block), abort(void), say(const char *text), use(double *block);
int used, m, limit;
"""
MALLOC = "malloc((size_t) m)"
ALLOCATING = {
    "checked": ("void *get(size_t n) { void *p = malloc(n); if (p == 0) abort(); return p; }", MALLOC),
    "negated": (
        "void *get(size_t n) { char *p; p = (char *)malloc(n); if (!p) { say(0); abort(); } return p; }",
        MALLOC,
    ),
    "in a test": ("void *get(size_t n) { void *p; if ((p = malloc(n)) == 0) abort(); return p; }", MALLOC),
    "negated in a test": ("void *get(size_t n) { void *p; if (!(p = malloc(n))) abort(); return p; }", MALLOC),
    "returned if there": ("void *get(size_t n) { void *p = malloc(n); if (p != 0) return p; abort(); }", MALLOC),
    "unchecked": ("void *get(size_t n) { return malloc(n); }", MALLOC),
    "aligned": ("void *get(size_t n) { void *p = aligned_alloc(64, n); if (!p) abort(); return p; }", MALLOC),
    "of a header": ("void *get(size_t n) { void *p = _mm_malloc(n, 64); if (!p) abort(); return p; }", MALLOC),
    "typed": ("double *get(int n) { return malloc(n * sizeof(double)); }", "malloc(((int) m) * (sizeof(double)))"),
    "cleared": ("void *get(int n) { return calloc(n, 8); }", "calloc((int) m, 8)"),
}
OTHERS = {
    "counts": "void *get(size_t n) { void *p = malloc(n); used++; if (!p) abort(); return p; }",
    "may be null": "void *get(size_t n) { if (n == 0) return 0; void *p = malloc(n); return p; }",
    "asks before": "void *get(size_t n) { void *p = 0; if (!p) used++; p = malloc(n); return p; }",
    "an offset": "double *get(size_t n) { double *p = malloc(n); if (!p) abort(); return p + 1; }",
    "reads a variable": "void *get(size_t n) { return malloc(n + limit); }",
    "a type of its file": "void *get(size_t n) { return malloc(n * sizeof(real)); }",
    "a parameter of a type of its file": "void *get(real n) { return malloc(8 * (size_t)n); }",
    "a number": "size_t get(size_t n) { return (size_t)malloc(n); }",
    "changes its parameter": "void *get(size_t n) { n += 8; return malloc(n); }",
    "keeps it": "void *kept; void *get(size_t n) { void *p = malloc(n); kept = p; return p; }",
    "two blocks": "void *get(size_t n) { void *p = malloc(n); p = malloc(n); return p; }",
    "static": "void *get(size_t n) { static void *p; p = malloc(n); return p; }",
    "asks otherwise": "void *get(size_t n) { void *p = malloc(n); if (used) abort(); return p; }",
}
FREES = {
    "asked": ("void put(void *p) { if (p) free(p); }", "free(p)"),
    "left early": ("void put(void *p) { if (p == 0) return; free(p); }", "free(p)"),
    "counts": ("void put(void *p) { used--; free(p); }", "put(p)"),
    "another test": ("void put(void *p) { if (used) free(p); }", "put(p)"),
    "another block": ("void put(void *p) { void *q = p; free(q); }", "put(p)"),
}


def calls(text: str) -> list[str]:
    """The calls in the regions of a program, as text."""
    unit = bound(HEAD + text)
    return _calls_of(unit.tree)


def _calls_of(tree: c_ast.Node) -> list[str]:
    regions = [node for node in walk(tree) if isinstance(node, Omp) and node.directive.kind == "parallel"]
    return [text_of(node) for region in regions for node in walk(region) if called_name(node) not in ("", "use")]


def region(statements: str) -> str:
    return f"void f(void) {{\n#pragma omp parallel\n{{ {statements} }} }}\n"


@pytest.mark.parametrize("name", ALLOCATING)
def test_what_only_allocates(name: str) -> None:
    function, expected = ALLOCATING[name]
    assert calls(function + region("double *t = get(m); use(t);")) == [expected]


@pytest.mark.parametrize("name", OTHERS)
def test_what_does_more(name: str) -> None:
    assert calls(OTHERS[name] + region("double *t = get(m); use(t);")) == ["get(m)"]


@pytest.mark.parametrize("name", FREES)
def test_what_frees(name: str) -> None:
    function, expected = FREES[name]
    assert calls(function + region("char *p; put(p);")) == [expected]


@pytest.mark.parametrize(
    "statement",
    ["*(char *)0 = get(m)[1];", "double *t = get(m) + 1;", "double *t = get(m++);", "say(get(m));"],
)
def test_calls_that_stay(statement: str) -> None:
    """Where the type that a pointer leads to matters, and where arguments have effects."""
    function = "char *get(size_t n) { return malloc(n); }\n"
    assert all("malloc" not in each for each in calls(function + region(statement)))


def test_outside_of_regions_calls_stay() -> None:
    unit = bound(HEAD + "void *get(size_t n) { return malloc(n); }\nvoid f(void) { char *p = get(m); }\n")
    assert [called_name(node) for node in walk(unit.tree.ext[-1]) if called_name(node)] == ["get"]


def test_functions_of_other_files() -> None:
    others = allocators(
        bound(HEAD + "void *get(size_t n) { return malloc(n); }\nstatic void put(void *p) { free(p); }\n")
    )
    assert list(others) == ["get"]
    user = bound(HEAD + "void *get(size_t n);\n" + region("char *p = get(m);"))
    assert calls_any(user, others)
    call_library(user, others)
    assert _calls_of(user.tree) == [MALLOC]
    own = bound(HEAD + "void *get(size_t n) { used++; return malloc(n); }\n" + region("char *p = get(m);"))
    assert not calls_any(own, others)
    call_library(own, others)
    assert _calls_of(own.tree) == ["get(m)"]


def test_calls_with_an_alignment() -> None:
    given = "double *t = aligned_alloc(64, m); use(t); t = _mm_malloc(m, 64); use(t);"
    assert calls(region(given)) == ["malloc(m)", "malloc(m)"]
    assert calls(region("double *t = aligned_alloc(used++, m); use(t);")) == ["aligned_alloc(used++, m)"]
    own = "void *memalign(size_t to, size_t size) { used++; return malloc(size); }\n"
    assert calls(own + region("double *t = memalign(64, m); use(t);")) == ["memalign(64, m)"]
