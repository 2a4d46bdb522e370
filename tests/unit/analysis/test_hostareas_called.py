"""What is announced where functions reach single elements, and where variables hold one of several values."""

from __future__ import annotations

import re

import pytest

from tests.unit.analysis.wholeprogram import program

SOURCE = """\
void exit(int); void abort(void);
struct grid {{ int nx, ny; double *u; }};
static double flat[100000];
static struct grid g;
static int *order; static double only[100000];
static int n_of(void) {{ return 9; }}
static double at(const struct grid *s, int i) {{ return s->u[i]; }}
static double nested(const struct grid *s, int i, int j) {{ return at(s, j * s->nx + i); }}
static double checked(const struct grid *s, int i) {{ if (i >= s->nx) abort(); return s->u[i]; }}
static double limited(const struct grid *s, int i) {{ if (i < 0 || i >= s->nx) return 0; return s->u[i]; }}
static double given(const struct grid *s, int i) {{ if (!s) exit(1); return s->u[i]; }}
static void need(const void *p) {{ if (!p) exit(1); }}
static double needed(const struct grid *s, int i) {{ need(s); return s->u[i]; }}
static double early(const struct grid *s, int i) {{ {{ if (!s) return 0; }} return s->u[i]; }}
static void set(struct grid *s, int i, double v) {{ s->u[i] = v; }}
static void fill(struct grid *s, int i, double v) {{ if (i < 9) return; s->u[i] = v; }}
static void put(double *p, int i, double v) {{ if (i < n_of()) p[i] = v; }}
static double next(struct grid *s, int i) {{ s->u += 1; return s->u[i]; }}
static double deep(const struct grid *s, int i) {{ return i ? deep(s, i - 1) + s->u[i] : 0; }}
static int best(const double *a, int n, int k) {{
  int p = k; for (int i = k + 1; i < n; i++) if (fabs(a[i * n + k]) > fabs(a[p * n + k])) p = i; return p; }}
static double of(const double *a, int n, int i, int j) {{ return a[i * n + j]; }}
int main(int argc, char **argv) {{
  int i, k = argc, n = argc, p = argc, q = argc; double *a = malloc(800000), sum = 0; order = malloc(800000);
  struct grid *h = argc > 1 ? &g : 0; g.u = a;
  for (;;) {{
#pragma omp parallel for
    for (i = 0; i < n; i++) {{ a[i] = flat[i] = order[i] = only[i]; }}
    {statement}
  }}
}}
"""


def announced(statement: str) -> str:
    """The announcements before a statement in a time loop, without `__MRT_HOST` and casts."""
    text = program(SOURCE.format(statement=statement)).text
    found = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("a.c:30:")]
    text = re.sub(r"\(\(long\) ([\w()&>-]+?)\)(?!-)", r"\1", "; ".join(found))
    return re.sub(r"\(long\) |__MRT_HOST_?|(?<=\d)L\b", "", text)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("sum += at(&g, 5);", "AREA((&g)->u, 40, 8, read)"),
        ("sum += at(h, n);", "AREA(h->u, n * 8, 8, read)"),
        ("sum += nested(h, n, 2);", "AREA(h->u, (h->nx * 16) + (n * 8), 8, read)"),
        ("sum += checked(h, n);", "AREA(h->u, n * 8, 8, read)"),
        ("sum += limited(&g, n);", "AREA((&g)->u, n * 8, 8, read)"),
        ("set(h, 3, sum);", "AREA(h->u, 24, 8, write)"),
        ("fill(&g, n, sum);", "AREA((&g)->u, n * 8, 8, read); AREA((&g)->u, n * 8, 8, write)"),
        (
            "put(only, n, sum);",
            "AREA(only, n * 8, 8, read); AREA(only, n * 8, 8, write)",
        ),  # of another, where too far
        ("set(&g, 3, at(&g, 4));", "AREA((&g)->u, 24, 16, read); AREA((&g)->u, 24, 16, write)"),
    ],
)
def test_functions_of_single_elements(statement: str, expected: str) -> None:
    """The arguments are in the place of the parameters."""
    assert announced(statement) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "sum += limited(h, n);",  # may return before it uses the pointer
        "sum += early(h, n);",
        "sum += given(h, n);",  # may end the program before
        "sum += needed(h, n);",
        "sum += (need(h), at(h, n));",
        "sum += next(&g, n);",
        "sum += deep(&g, n);",
        "sum += at(h = &g, n);",
    ],
)
def test_functions_whose_elements_cannot_be_told(statement: str) -> None:
    """No pointer is loaded that may be invalid, or another one later."""
    assert "AREA" not in announced(statement)
    assert "read)" in announced(statement)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            "for (i = 0; i < n; i++) if (fabs(a[i * n + 5]) > fabs(a[p * n + 5])) p = i;",
            "AREA(a, 40, 8, n * 8, n, read); AREA(a, ((n * p) * 8) + 40, 8, read)",
        ),
        (
            "for (i = 0; i < n; i++) p = of(a, n, i, 5) < of(a, n, p, 5) ? i : p;",
            "AREA(a, 40, 8, n * 8, n, read); AREA(a, ((n * p) * 8) + 40, 8, read)",
        ),
        (
            "for (i = n - 1; i >= 0; i -= 2) if (flat[i * 9 + 3] > flat[p * 9 + 3]) p = i;",
            "AREA(flat, 24, 8, 72, n, read); AREA(flat, (p * 72) + 24, 8, read)",
        ),
        (
            "k = best(a, n, 0);",
            "AREA(a, n * 8, 8, n * 8, n - 1, read); AREA(a, 0, 8, read)",
        ),
        (
            "for (i = 9; i < n; i++) { if (p < 0 || flat[i] > flat[p]) p = i; else if (flat[i] < 0) p = 4; }",
            "AREA(flat, 72, (n * 8) - 72, read); AREA(flat, p * 8, 8, read); AREA(flat, 32, 8, read)",
        ),
    ],
)
def test_variables_that_remember_an_iteration(statement: str, expected: str) -> None:
    """Their first value is one element, the others are in the loop's area."""
    assert announced(statement) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "for (i = 0; i < n; i++) { sum += a[p]; p = i * i; }",
        "for (i = 0; i < n; i++) { sum += a[p]; p += i; }",
        "for (i = 0; i < n; i++) { sum += a[p]; p = i; p++; }",
        "for (i = 0; i < n; i++, p++) { sum += a[p]; if (sum > 0) p = i; }",
        "for (i = 0; i < n; i++) { sum += a[p]; p = order[i]; }",
        "for (i = 0; i < n; i++) { int *r = &p; sum += a[p]; p = i; *r = n; }",
        "for (i = 0; i < n; i++) { sum += a[p * 1000 + q]; p = i; q = i; }",
    ],
)
def test_variables_that_hold_other_values(statement: str) -> None:
    """Nothing else may change them, and one address has one of them."""
    assert "(a, read)" in announced(statement)


def test_remembered_iterations_are_not_written() -> None:
    assert "(a, write)" in announced("for (i = 0; i < n; i++) { a[p] = sum; p = i; }")


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        (
            "for (i = 0; i < n; i++) { double *r = i % 3 ? a : flat; sum += r[i]; }",
            "AREA(a, 0, n * 8, read); AREA(flat, 0, n * 8, read)",
        ),
        (
            "for (i = 0; i < n; i++) { double *r = i % 3 ? a : flat + 1; r[i] = 1; }",
            "AREA(a, 0, n * 8, read); AREA(flat, 8, n * 8, read); "
            "AREA(a, 0, n * 8, write); AREA(flat, 8, n * 8, write)",
        ),
        (
            "for (i = 0; i < n; i++) { double *r; if (i % 3) r = a; else r = i % 2 ? flat : only; sum += r[5]; }",
            "AREA(a, 40, 8, read); AREA(flat, 40, 8, read); AREA(only, 40, 8, read)",
        ),
        (
            "for (i = 0; i < n; i++) { double *r = a; if (i % 3) r = flat; sum += of(r, 9, i, 2); }",
            "AREA(flat, 16, 8, 72, n, read); AREA(a, 16, 8, 72, n, read)",
        ),
        (
            "for (i = 0; i < g.nx; i++) { double *r = i ? g.u : flat; sum += r[3]; }",
            "AREA(g.u, 24, 8, read); AREA(flat, 24, 8, read)",
        ),
    ],
)
def test_pointers_that_a_condition_chooses(statement: str, expected: str) -> None:
    """Each of them is announced; what is written is read, too, as it may be another one."""
    assert announced(statement) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "for (i = 0; i < n; i++) { double *r = i % 3 ? a : h->u; sum += r[i]; }",  # `h` may be null
        "for (i = 0; i < n; i++) { double *r = a; if (i % 3) r = flat; r = r + order[i]; sum += r[i]; }",
        "for (i = 0; i < n; i++) { double *r = i ? a : flat, **s = &r; *s = only; sum += r[i]; }",
        "for (i = 0; i < n; i++) { double *r = i ? a : flat, *s = i ? only : a; sum += r[i * (s - a)]; }",
        "{ double *r = flat; for (i = 0; i < n; i++) { sum += r[i]; if (i == 3) r = only; } }",
    ],
)
def test_pointers_that_may_be_others(statement: str) -> None:
    """Not where one is not known, or more than the conditions have a say."""
    assert not re.search(r"AREA\((a|flat|only),", announced(statement))
    assert re.search(r"ALL\(read\)|\(flat, read\)", announced(statement))
