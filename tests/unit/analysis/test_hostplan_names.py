"""By which expressions host accesses are announced."""

from __future__ import annotations

import pytest

from tests.unit.analysis.wholeprogram import program


def plan(source: str, *more: str) -> str:
    """The plan for sources whose text begins on line 2, as text."""
    return program(source, *more).text


def test_arrays_that_are_passed_to_helpers() -> None:
    assert plan(
        """\
static double sum(const double *x, int n) { double s = 0; for (int i = 0; i < n; i++) s += x[i]; return s; }
static void fill(double *x, int n, double v) { while (n--) *x++ = v; }
static double *g;
static double norm(int n) {
  double s = 0; const double *p = g;
  for (int i = 0; i < n; i++) s += p[i] * p[i];
  return sqrt(s);
}
int main(void) {
  double *a = malloc(800), *b = malloc(800); double local[100], row[10][10]; int i;
  g = a;
  fill(a, 100, 1.0); fill(b + 1, 50, 2.0); fill(local, 100, 0.0); fill(row[2], 10, 0);
  for (int k = 0; k < 3; k++) {
#pragma omp parallel for
    for (i = 0; i < 100; i++) { a[i] = local[i]; b[i] = 1; local[i] = row[1][i]; row[i][i] = 1; }
    if (k == 1) printf("%g\\n", sum(a, 100));
    if (k == 2) { double *p = b + 2; p[3] = 1; printf("%g %g\\n", sum(local, 100), norm(3)); }
  }
  printf("%g %g", sum(b, 10), sum(row[3], 10));
  return 0;
}
"""
    ).splitlines() == [
        "a.c:11: __MRT_SCOPE(local)",
        "a.c:11: __MRT_SCOPE(row)",
        "a.c:13: __MRT_HOST(a, write)",
        "a.c:13: __MRT_HOST(b, write)",
        "a.c:13: __MRT_HOST(local, write)",
        "a.c:13: __MRT_HOST(row, write)",
        "a.c:15: cpu: __MRT_HOST(a, write); __MRT_HOST(b, write); __MRT_HOST(local, read write); "
        "__MRT_HOST(row, write)",
        "a.c:17: __MRT_HOST(a, read) [comma]",
        "a.c:18: __MRT_HOST_PART(p[3], write)",
        "a.c:18: __MRT_HOST(local, read); __MRT_HOST_AREA(g, 0L, 24L, read)",
        "a.c:20: __MRT_HOST(b, read); __MRT_HOST(row, read)",
    ]


def test_structures_with_pointers() -> None:
    assert plan(
        """\
struct grid { int n; double *u, *v; };
struct pair { double x[10]; double y[10]; };
static struct pair P;
static void init(struct grid *g) {
  g->u = malloc(80); g->v = malloc(80);
  for (int i = 0; i < g->n; i++) g->u[i] = g->v[i] = i;
}
static void run(struct grid *g) {
  double *u = g->u, *v = g->v;
#pragma omp parallel for
  for (int i = 0; i < g->n; i++) u[i] = v[i];
}
int main(void) {
  struct grid g; g.n = 10; init(&g);
  double *px = P.x;
  for (int k = 0; k < 3; k++) {
    run(&g);
#pragma omp parallel for
    for (int i = 0; i < 10; i++) px[i] = 1;
  }
  printf("%g %g\\n", g.u[3], P.x[1]);
  struct pair q = P;
  return q.x[0] > 0;
}
"""
    ).splitlines() == [
        "a.c:11: cpu: __MRT_HOST(u, write)",
        "a.c:15: __MRT_HOST_ALL(write)",
        "a.c:19: cpu: __MRT_HOST(&P, write)",
        "a.c:22: __MRT_HOST_PART(g.u[3], read); __MRT_HOST_PART(P.x[1], read)",
        "a.c:23: __MRT_HOST(&P, read)",
    ]


def test_rows_behind_pointers() -> None:
    assert plan(
        """\
int main(void) {
  double **m = malloc(80); int i;
  for (i = 0; i < 10; i++) m[i] = malloc(80);
  for (i = 0; i < 10; i++) {
    double *r = m[i];
#pragma omp parallel for
    for (int j = 0; j < 10; j++) r[j] = 1;
    r[3] = 2;
    m[i][0] = 1;
  }
  return 0;
}
"""
    ).splitlines() == [
        "a.c:7: cpu: __MRT_HOST(r, write)",
        "a.c:9: __MRT_HOST_PART(r[3], write)",
        "a.c:10: __MRT_HOST_PART(m[i][0], write)",
    ]


def test_callbacks_and_calls_through_pointers() -> None:
    assert plan(
        """\
double a[100];
static int less(const void *x, const void *y) { return *(const double *)x < *(const double *)y; }
static void sweep(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) a[i] = 1;
}
static void show(void) { printf("%g\\n", a[0]); }
static void (*hooks[2])(void) = { sweep, show };
void unknown(double *);
void remember(double *);
int main(void) {
  sweep(); qsort(a, 100, 8, less);
  for (int k = 0; k < 2; k++) hooks[k]();
  show();
  unknown(0);
  return 0;
}
"""
    ).splitlines() == [
        "a.c:5: cpu: __MRT_HOST(a, write)",
        "a.c:13: __MRT_HOST(a, read write)",
        "a.c:14: __MRT_HOST(a, read) [comma]",
        "a.c:15: __MRT_HOST(a, read)",
    ]


def test_unknown_functions() -> None:
    assert plan(
        """\
double a[100]; static double s[100];
double external(double *, int);
int main(void) {
  double *h = malloc(80), *k = malloc(80);
  for (int r = 0; r < 3; r++) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) { a[i] = 1; s[i] = 2; h[i] = 1; k[i] = 1; }
  external(a, 3);
  }
  external(h, 3);
  return 0;
}
"""
    ).splitlines() == [
        "a.c:7: cpu: __MRT_HOST(a, write); __MRT_HOST(h, write); __MRT_HOST(k, write); __MRT_HOST(s, write)",
        "a.c:9: __MRT_HOST_ALL(read write)",
        "a.c:11: __MRT_HOST_ALL(read write)",
    ]


def test_blocks_that_a_statement_allocates_itself() -> None:
    assert plan(
        """\
static double *vec(int n) { double *p = malloc(n * 8); for (int i = 0; i < n; i++) p[i] = i; return p; }
static double *kept;
static void keep(void) { kept = malloc(80); kept[0] = 1; }
int main(void) {
  for (int k = 0; k < 3; k++) {
    double *a = vec(10); keep();
#pragma omp parallel for
    for (int i = 0; i < 10; i++) { a[i] += 1; kept[i] = 1; }
    if (k == 2) { double *b = vec(10); b[1] = a[1]; free(b); }
    free(a);
  }
  return 0;
}
"""
    ).splitlines() == [
        "a.c:7: __MRT_HOST_ALL(write)",
        "a.c:8: cpu: __MRT_HOST(a, read write); __MRT_HOST(kept, write)",
        "a.c:10: __MRT_HOST_PART(a[1], read)",
    ]


def test_a_name_that_is_hidden_is_not_used() -> None:
    assert plan(
        """\
double a[10]; double *p;
static double first(void) { return a[0] + p[0]; }
int main(void) {
  p = malloc(80);
#pragma omp parallel for
  for (int i = 0; i < 10; i++) { a[i] = 1; p[i] = 2; }
  { int a = 3; if (a > 2) printf("%g\\n", first()); }
  { int p = 3; if (p > 2) return first() > 1; }
  return 0;
}
"""
    ).splitlines() == [
        "a.c:6: cpu: __MRT_HOST(a, write); __MRT_HOST(p, write)",
        "a.c:8: __MRT_HOST_ALL(read) [comma]",
        "a.c:9: __MRT_HOST_ALL(read) [comma]",
    ]


def test_a_pointer_that_the_statement_changes_is_not_used() -> None:
    assert plan(
        """\
int main(void) {
  double *p = malloc(80), *q = malloc(80);
  for (int k = 0; k < 3; k++) {
#pragma omp parallel for
    for (int i = 0; i < 10; i++) { p[i] = 1; q[i] = 2; }
    for (int i = 0; i < 200; i++) { q[0] += 1; double *t = p; p = q; q = t; }
  }
  return 0;
}
"""
    ).splitlines() == [
        "a.c:5: cpu: __MRT_HOST(p, write); __MRT_HOST(q, write)",
        "a.c:7: __MRT_HOST_ALL(read write)",
    ]


def test_objects_of_other_units() -> None:
    assert plan(
        """\
extern double shared[10]; double total(void); void work(void);
int main(void) { work(); printf("%g %g\\n", total(), shared[1]); return 0; }
""",
        """\
double shared[10]; static double own[10];
double total(void) { return shared[0] + own[0]; }
void work(void) {
#pragma omp parallel for
  for (int i = 0; i < 10; i++) shared[i] = own[i] = i;
}
""",
    ).splitlines() == [
        "a.c:3: __MRT_HOST_ALL(read)",
        "b.c:5: cpu: __MRT_HOST(shared, write); __MRT_HOST(own, write)",
    ]


TILES = """\
static double **tiles; static int nb, calls;
static void factor(double *a, int n) {{ for (int i = 1; i < n; i++) a[i * i % n] /= a[(i + 7) % n]; }}
static double norm(const double *a, int n) {{ double s = 0; while (n-- > 1) s += a[n * n % 9]; return s; }}
{helper}
int main(void) {{
  double s = 0; int k;
  tiles = malloc(800); for (k = 0; k < 100; k++) tiles[k] = malloc(800);
  for (k = 0; k < 10; k++) {{
    {call}
    double *x = tiles[9 * k];
#pragma omp parallel for
    for (int i = 0; i < 100; i++) x[i] += k;
  }}
  printf("%g", s);
  return 0;
}}
"""
TILE = "static double *tile(int i, int j) { return tiles[i * nb + j]; }"
ENTRY = "tiles[(((int) ((long) k)) * nb) + ({})]"


@pytest.mark.parametrize(
    ("call", "helper", "announced"),
    [
        ("factor(tiles[k * nb + k], 10);", "", "__MRT_HOST(tiles[(k * nb) + k], read write)"),
        ("factor(tile(k, k), 10);", TILE, f"__MRT_HOST({ENTRY.format('(int) ((long) k)')}, read write)"),
        (
            "factor(tile(k, k), k < 5 ? 10 : 9);",
            TILE,
            f"__MRT_HOST({ENTRY.format('(int) ((long) k)')}, read write)",
        ),
        ("s += 2 * norm(tile(k, 0), 10);", TILE, f"__MRT_HOST({ENTRY.format('(int) 0L')}, read)"),
        (
            "factor(tile(k, k), 10);",
            TILE.replace("return", "if (j > i) return tiles[0]; return"),
            "__MRT_HOST(tile(k, k), read write)",
        ),
        ("double d = norm(tiles[k], 10); s += d;", "", "__MRT_HOST(tiles[k], read)"),
        ("if (norm(tiles[k], 10) > 3) s++;", "", "__MRT_HOST(tiles[k], read)"),
        # it counts calls, takes long, or calls another function
        ("factor(tile(k, k), 10);", TILE.replace("return", "calls++; return"), "__MRT_HOST_ALL(read write)"),
        (
            "factor(tile(k, k), 10);",
            TILE.replace("return", "while (i > 99) i--; return"),
            "__MRT_HOST_ALL(read write)",
        ),
        ("factor(tile(k, k), 10);", TILE.replace("return", "j = abs(j); return"), "__MRT_HOST_ALL(read write)"),
        ("factor(tiles[k] + 1, 10);", "", "__MRT_HOST(tiles[k], read write)"),
        # it was moved, what it is computed from changes, or it may not be evaluated
        ("tiles[3] = tiles[4] + 1; factor(tiles[k] + 1, 10);", "", "__MRT_HOST_ALL(read write)"),
        ("factor(tiles[k], k++);", "", "__MRT_HOST_ROWS(tiles, 1, write)"),
        ("factor(tiles[k++], 10);", "", "__MRT_HOST_ROWS(tiles, 1, write)"),
        ("s += k > 3 ? norm(tiles[k], 10) : 0;", "", "__MRT_HOST_ALL(read)"),
        ("s = k > 3 && norm(tiles[k], 10) > 1;", "", "__MRT_HOST_ALL(read)"),
        # other memory without a name is touched, too
        ("factor(tiles[k], 10); tiles[0][tiles[k] != 0 ? k * k : 0] = *tiles[5];", "", None),
    ],
)
def test_what_arguments_of_calls_lead_to(call: str, helper: str, announced: str | None) -> None:
    """A tile that a table leads to moves alone, where its address can be found once more before the call."""
    lines = plan(TILES.format(call=call, helper=helper)).splitlines()
    (line,) = [each.partition(": ")[2] for each in lines if each.startswith("a.c:10: ")][:1]
    assert line.startswith("__MRT_HOST(tiles[k]" if announced is None else announced)
