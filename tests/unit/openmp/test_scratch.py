"""Memory that threads allocate before a loop: where the iterations come to allocate it, and where they don't."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import Omp, text_of, walk
from mapper.ir.trees.unit import Unit
from tests.unit.openmp.units import bound

HEAD = """\
typedef unsigned long size_t;
void *malloc(size_t size), *calloc(size_t count, size_t size);
void free(void *block), use(double *x), *memset(void *to, int value, size_t size);
struct scratch { double *x; int n; };
static double *get(int n) { double *made = malloc(n * sizeof(double)); return made; }
static struct scratch *both(int n)
{
  struct scratch *s = malloc(sizeof *s);
  s->x = get(n);
  s->n = n;
  return s;
}
static void drop(struct scratch *s) { free(s->x); free(s); }
static double *checked(int n) { double *made = malloc(n * 8); if (!made) use(made); return made; }
static double *seldom(int n) { double *made = malloc(n * 8); if (n) use(made); return made; }
extern int seen;
static int size = 9;
static struct scratch *of;
static void shrink(void) { size = 2; }
static double *counted(int n) { seen = seen + 1; return malloc(n * 8); }
"""
LOOP = "#pragma omp for\nfor (int i = 0; i < n; i++) { x[0] = i; a[i] = x[0]; }\n"

SUNK = {
    "a member": f"double *x = malloc(of->n * sizeof *x);\n{LOOP}free(x);",
    "another one changes": f"double *x = malloc(n * sizeof *x);\n#pragma omp single\nshrink();\n{LOOP}free(x);",
    "malloc": f"double *x = malloc(n * sizeof *x);\n{LOOP}free(x);",
    "assigned": f"double *x; x = (double *)malloc(n * 8);\n{LOOP}free(x);",
    "calloc": f"double *x = calloc(n, sizeof(double));\n{LOOP}free(x);",
    "helper": f"double *x = get(n);\n{LOOP}free(x);",
    "structure": f"struct scratch *s = both(n);\n{LOOP.replace('x[', 's->x[')}drop(s);",
    "another file is called": f"double *x = malloc(n * sizeof *x);\n#pragma omp single\nuse(a);\n{LOOP}free(x);",
    "another file is called in the loop": "double *x = malloc(of->n * 8);\n"
    f"{LOOP.replace('a[i] =', 'use(x); a[i] =')}free(x);",
    "never freed": f"double *x = malloc(64);\n{LOOP}",
    "checked": f"double *x = malloc(n * 8); if (x == (void *)0) use(x);\n{LOOP}free(x);",
    "checked both": f"double *x = malloc(n), *y = malloc(8); if (!x || !y) {{ use(x); }}\n{LOOP}free(x); free(y);",
    "checked in a helper": f"double *x = checked(n);\n{LOOP}free(x);",
    "counted in the region": f"int m = 2 * n; double *x = malloc(m * sizeof *x);\n{LOOP}free(x);",
    "two loops": f"double *x = malloc(64);\n{LOOP}{LOOP}free(x);",
    "ends early": f"double *x = malloc(64);\n{LOOP.replace('x[0] = i;', 'if (i) continue; x[0] = i;')}free(x);",
    "checked, else": f"double *x = malloc(64); if (!x) use(a); else a[0] = 1;\n{LOOP}free(x);",
    "checked, and": f"double *x = malloc(64); if (x) {{ int m = 1; a[m] = 1; }} else use(a);\n{LOOP}free(x);",
    "asserted": f"double *x = malloc(64); (void)sizeof(x), x != 0 ? (void)0 : use(a);\n{LOOP}free(x);",
    "alloca": f"double *x = __builtin_alloca(64);\n{LOOP}",
    "filled": f"double *x = malloc(64); memset(x, 0, 64); x[0] = n; *x = a[3];\n{LOOP}free(x);",
    "filled in a loop": f"double *x = malloc(64); for (int k = 0; k < n; k++) x[k] = a[k];\n{LOOP}free(x);",
    "filled where there is": f"double *x = malloc(64); if (x != 0) memset(x, 0, 64);\n{LOOP}free(x);",
    "in a branch": f"double *x = malloc(64); if (n > 3) {{\n{LOOP}}} free(x);",
    "in a loop": f"double *x = malloc(64); for (int k = 0; k < 3; k++) {{\n{LOOP}}} free(x);",
}
VALUED = {"calloc", "two loops", "in a branch", "in a loop"} | {name for name in SUNK if name.startswith("filled")}
LEFT = {
    "another file may change it": f"double *x = malloc(size * 8);\n#pragma omp single\nuse(a);\n{LOOP}free(x);",
    "another file may change a member": "double *x = malloc(of->n * 8);\n"
    f"#pragma omp single\nuse(a);\n{LOOP}free(x);",
    "its address is kept": "int m = 9, *of = &m; double *x = malloc(m * 8);\n"
    f"#pragma omp single\n*of = 2;\n{LOOP}free(x);",
    "rows change": f"double (*x)[size] = malloc(n * sizeof *x);\n#pragma omp single\nshrink();\n"
    f"{LOOP.replace('x[0]', 'x[0][0]')}free(x);",
    "its size changes by another name": "double *x = malloc(of->n * 8);\n"
    f"#pragma omp single\n{{ int *p = &of->n; *p = 2; }}\n{LOOP}free(x);",
    "its size changes": f"double *x = malloc(of->n * 8);\n#pragma omp single\nof->n = 2;\n{LOOP}free(x);",
    "its size changes in a call": f"double *x = malloc(size * 8);\n#pragma omp single\nshrink();\n{LOOP}free(x);",
    "read before": f"double *x = malloc(64); a[0] = x[0];\n{LOOP}free(x);",
    "read behind": f"double *x = malloc(64);\n{LOOP} a[0] = x[0]; free(x);",
    "filled with more": f"double *x = malloc(64); x[0] = a[0] = 1;\n{LOOP}free(x);",
    "filled by a call": f"double *x = malloc(64); x[0] = (use(a), 1);\n{LOOP}free(x);",
    "read in a condition": f"double *x = malloc(64); if (x[0]) {{\n{LOOP}}} free(x);",
    "read by the bound": f"double *x = malloc(64);\n{LOOP.replace('i < n', 'i < x[1]')}free(x);",
    "asserted with more": f"double *x = malloc(64); x != 0 && n ? (void)0 : use(a);\n{LOOP}free(x);",
    "kept": f"double *x = malloc(64); use(x);\n{LOOP}free(x);",
    "moved": f"double *x = malloc(64); x++;\n{LOOP}free(x);",
    "allocated twice": f"double *x = malloc(64); x = malloc(8);\n{LOOP}free(x);",
    "checked for more": f"double *x = malloc(64); if (!x || n > 5) use(a);\n{LOOP}free(x);",
    "size changes": f"int m = n; double *x = malloc(m * 8); m = 1;\n{LOOP}free(x);",
    "size is counted": f"double *x = malloc(n++ * 8);\n{LOOP}free(x);",
    "in a clause": f"double *x = malloc(64);\n{LOOP.replace('omp for', 'omp for firstprivate(x)')}free(x);",
    "under a condition": f"double *x; if (n) x = malloc(64);\n{LOOP}free(x);",
    "helper with a condition": f"double *x = seldom(n);\n{LOOP}free(x);",
    "helper that counts": f"double *x = counted(n);\n{LOOP}free(x);",
    "volatile structure": "volatile struct scratch *s = malloc(sizeof *s); s->x = malloc(64);\n"
    f"{LOOP.replace('x[', 's->x[')}free(s->x); free((void *)s);",
    "whole": f"struct scratch *s = both(n); use((double *)s);\n{LOOP.replace('x[', 's->x[')}drop(s);",
}


def region(statements: str) -> tuple[Unit, Omp]:
    unit = bound(f"{HEAD}void f(double *a, int n)\n{{\n#pragma omp parallel\n{{\n{statements}\n}}\n}}\n")
    return unit, next(node for node in walk(unit.tree) if isinstance(node, Omp))


def items(construct: Omp) -> list[c_ast.Node]:
    assert isinstance(construct.body, c_ast.Compound)
    return list(construct.body.block_items or [])


def loops_of(construct: Omp) -> list[tuple[Omp, c_ast.For]]:
    assert construct.body is not None
    found = [(each, each.body) for each in walk(construct.body) if isinstance(each, Omp)]
    return [(construct, loop) for construct, loop in found if isinstance(loop, c_ast.For)]


@pytest.mark.parametrize("name", SUNK)
def test_iterations_allocate(name: str) -> None:
    _, found = region(SUNK[name])
    loops = loops_of(found)
    assert len(loops) == 1 + (name == "two loops")
    for construct, loop in loops:
        first, *_, last = loop.stmt.block_items
        assert "alloc" in text_of(first)
        assert text_of(last) == f"free({first.name})" or name == "alloca"
        assert construct.directive.scratch == ((first.name, name in VALUED),)
    others = [text_of(item) for item in items(found) if not any(isinstance(node, Omp) for node in walk(item))]
    assert not any(each in text for text in others for each in ("alloc", "free(", "use(", "x["))


@pytest.mark.parametrize("name", LEFT)
def test_region_is_left_as_it_is(name: str) -> None:
    _, found = region(LEFT[name])
    others = "".join(text_of(item) for item in items(found) if not isinstance(item, Omp))
    assert all(each in others for each in ("alloc(", "both(", "checked(", "counted(") if each in LEFT[name])
    loops = loops_of(found)
    assert loops
    for construct, loop in loops:
        assert construct.directive.scratch == ()
        assert "free(" not in text_of(loop)
