"""Which objects are not kept on a device, and which automatic ones end with a scope."""

from __future__ import annotations

from pathlib import Path

from mapper.analysis.host.plan import with_plan
from tests.unit.analysis.wholeprogram import analysed, program
from tests.unit.openmp.units import preprocessed


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
        "a.c:3: __MRT_SCOPE(v)",
        "a.c:3: __MRT_SCOPE(w)",
        "a.c:5: cpu: __MRT_HOST(v, write); __MRT_HOST(w, write)",
        "a.c:7: __MRT_HOST_PART(v[0], write)",
        "a.c:9: __MRT_SCOPE(inner)",
        "a.c:9: __MRT_HOST_PART(inner[0], write)",
        "a.c:10: cpu: __MRT_HOST(inner, read write)",
        "a.c:12: __MRT_HOST_PART(inner[2], read)",
        "eager: f:z: its declaration is no statement of a block",
    ]


def test_what_code_outside_may_hold_and_kernels_write() -> None:
    made = program(
        """\
void keep(double *, const double *); double held[9], read[9], own[9], sorted[9];
static int less(const void *a, const void *b) { return *(const double *)a < *(const double *)b; }
int main(void) {
  double *p = malloc(9 * sizeof *p), **inside = malloc(sizeof *inside);
  inside[0] = p;
  keep(held, read);
  keep((double *)inside, 0);
  qsort(sorted, 9, sizeof *sorted, less);
#pragma omp parallel for
  for (int i = 0; i < 9; i++) { held[i] += read[i]; p[i] = own[i]; own[i] = 1; sorted[i] = 2; }
  return 0;
}
"""
    )
    assert {name for _, name in made.plan.escaped_buffers} == {"held", "p"}
    marked = with_plan(made.regions, made.plan)[0].loops[0].kernel
    assert marked is not None
    assert {each.name for each in marked.buffers if each.escaped} == {"held", "p"}


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
        "a.c:2: __MRT_KNOWN(t)",
        "a.c:6: cpu: __MRT_HOST(x, write)",
        "a.c:10: __MRT_HOST_PART(t[0], write)",
        "eager: depth:mine: 'depth' may call itself",
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


def test_what_begins_with_the_use_of_a_macro_is_announced_before_it(tmp_path: Path) -> None:
    text = (
        "double a[10], b[10];\n#define FIRST(x) do { x[0] = 1; } while (0)\n#define B(i) b[(i)]\n"
        "int main(void) {\n  int i;\n"
        "#pragma omp parallel for\n  for (i = 0; i < 10; i++) a[i] = b[i] = i;\n"
        "  FIRST(a);\n  if (B(3) > 1)\n    B(1) = 2;\n"
        "  return 0;\n}\n"
    )
    assert analysed(preprocessed(text, tmp_path)).text.replace(f"{tmp_path}/", "").splitlines() == [
        "prog.c:6: cpu: __MRT_HOST(a, write); __MRT_HOST(b, write)",
        "prog.c:8: __MRT_HOST(a, write)",
        "prog.c:9: __MRT_HOST(b, read)",
        "prog.c:10: __MRT_HOST_PART(b[1], write) [comma]",
    ]


def test_what_is_in_the_midst_of_a_macro_can_not_be_announced(tmp_path: Path) -> None:
    text = (
        "double a[10], b[10];\n#define FIRST(x) if (i) i = 2; x[0] = 1\nint main(void) {\n  int i;\n"
        "#pragma omp parallel for\n  for (i = 0; i < 10; i++) a[i] = b[i] = i;\n  FIRST(a);\n  b[0] = 2;\n"
        "  return 0;\n}\n"
    )
    assert analysed(preprocessed(text, tmp_path)).text.replace(f"{tmp_path}/", "").splitlines() == [
        "prog.c:5: cpu: __MRT_HOST(b, write)",
        "prog.c:8: __MRT_HOST_PART(b[0], write)",
        "eager: a: it is accessed in code that comes out of a macro",
    ]


def test_functions_that_run_at_exit() -> None:
    assert plan(
        """\
double a[10], b[10]; static void bye(void) { printf("%g\\n", a[0]); }
int main(void) {
  atexit(bye);
#pragma omp parallel for
  for (int i = 0; i < 10; i++) a[i] = b[i] = i;
  return b[0] > 1;
}
"""
    ).splitlines() == [
        "a.c:5: cpu: __MRT_HOST(b, write)",
        "a.c:7: __MRT_HOST(b, read)",
        "eager: a: 'bye' is called from outside",
    ]


def test_single_variables_and_memory_from_outside() -> None:
    assert plan(
        """\
double *given(void);
static void add(double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < 1; i++) { x[i] += 1; y[i] += 1; }
}
int main(void) {
  double s = 0, *g = given(); static double *t;
  t = malloc(8); add(&s, t); add(g, t); return s > g[0];
}
"""
    ).splitlines() == [
        "a.c:4: cpu: __MRT_HOST(y, read write)",
        "eager: main:s: it is a single variable",
        "eager: stdout: it belongs to code outside of the program",
        "eager: unknown: it belongs to code outside of the program",
    ]


def test_eager_buffers_are_marked() -> None:
    whole = program(
        "static double *keep(void) { static double t; return &t; } double a[9];\n"
        "int main(void) { double *p = keep(); int i;\n"
        "#pragma omp parallel for\nfor (i = 0; i < 9; i++) a[i] = p[0];\n}"
    )
    (region,) = with_plan(whole.regions, whole.plan)
    assert region.loops[0].kernel is not None
    assert {buffer.name: buffer.eager for buffer in region.loops[0].kernel.buffers} == {"a": False, "p": True}


def test_a_region_that_calls_a_driver() -> None:
    assert plan(
        """\
double a[10], b[10];
static void inner(void) {
#pragma omp parallel for
  for (int i = 0; i < 10; i++) b[i] = 1;
}
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 10; i++) { a[i] = b[i]; inner(); }
  return a[0] + b[0] > 1;
}
"""
    ).splitlines() == [
        "eager: a: it is accessed in an OpenMP construct that leads to a region",
        "eager: b: it is accessed in an OpenMP construct that leads to a region",
    ]


def test_sizes_of_parameters_of_a_function_that_leads_to_a_region() -> None:
    assert plan(
        """\
int a[10], b[10];
static int size(char (*x)[a[1]]) { return sizeof *x; }
static int fill(char (*x)[b[1]]) {
#pragma omp parallel for
  for (int i = 0; i < 10; i++) { a[i] = 1; b[i] = 1; }
  return sizeof *x;
}
int main(void) {
  int sum = fill(0);
  return sum + size(0);
}
"""
    ).splitlines() == [
        "a.c:5: cpu: __MRT_HOST(a, write)",
        "a.c:11: __MRT_HOST(a, read)",
        "eager: b: the size of a parameter's type is read from it, in a function that leads to a region",
    ]
