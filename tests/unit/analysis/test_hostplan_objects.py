"""Which objects are not kept on a device, and which automatic ones end with a scope."""

from __future__ import annotations

from tests.unit.analysis.wholeprogram import program


def plan(source: str, *more: str) -> str:
    """The plan for sources whose text begins on line 2, as text."""
    return program(source, *more).text


def test_automatic_arrays() -> None:
    assert plan(
        """\
static void f(int n) {
  double v[n], w[10]; int i;
  for (double z[10], *p = z; p < z + 2; p++) {
#pragma omp parallel for
    for (i = 0; i < 10; i++) { v[i] = 1; w[i] = 2; z[i] = 3; }
    v[0] = 3;
  }
  { double inner[4]; inner[0] = 1;
#pragma omp parallel for
    for (i = 0; i < 4; i++) inner[i] += 1;
    printf("%g", inner[2]); }
}
int main(void) { f(3); return 0; }
"""
    ).splitlines() == [
        "a.c:3: MRT_SCOPE(v)",
        "a.c:3: MRT_SCOPE(w)",
        "a.c:5: cpu: MRT_HOST(v, write); MRT_HOST(w, write)",
        "a.c:7: MRT_HOST(v, write)",
        "a.c:9: MRT_SCOPE(inner)",
        "a.c:9: MRT_HOST(inner, write)",
        "a.c:10: cpu: MRT_HOST(inner, read write)",
        "a.c:12: MRT_HOST(inner, read)",
        "eager: f:z: its declaration is no statement of a block",
    ]


def test_function_statics_and_recursion() -> None:
    assert plan(
        """\
static double *table(void) { static double t[100]; return t; }
static int depth(double *x, int n) {
  double mine[10];
  if (n == 0) return 0;
#pragma omp parallel for
  for (int i = 0; i < 10; i++) { x[i] = 1; mine[i] = 2; }
  return depth(x, n - 1) + (mine[0] > 0);
}
int main(void) { double *t = table(); depth(t, 3); t[0] = 1; return 0; }
"""
    ).splitlines() == [
        "eager: depth:mine: 'depth' may call itself",
        "eager: table:t: it is a static variable of a function",
    ]


def test_threads() -> None:
    assert plan(
        """\
double a[100];
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) a[i] = 1;
  fork();
  return a[0] > 1;
}
"""
    ).splitlines() == [
        "eager: a: the program uses threads, processes, signals or setjmp",
    ]


def test_a_library_without_main() -> None:
    assert plan(
        """\
double shared[100]; static double own[100];
void touch(void) { own[0] = 1; }
void run(double *x) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) { shared[i] = own[i] = x[i]; }
}
"""
    ).splitlines() == [
        "eager: own: 'touch' is called from outside",
        "eager: shared: code outside of the files given may use it",
        "eager: stdout: it belongs to code outside of the program",
        "eager: unknown: it belongs to code outside of the program",
    ]
