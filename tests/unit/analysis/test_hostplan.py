"""Where announcements of host accesses are put, and which are not needed."""

from __future__ import annotations

import pytest

from tests.unit.analysis.wholeprogram import program


def plan(source: str, *more: str) -> str:
    """The plan for sources whose text begins on line 2, as text."""
    return program(source, *more).text


def test_pointers_that_are_swapped_in_the_time_loop() -> None:
    assert plan(
        """\
int main(void) {
  double *a = malloc(800), *b = malloc(800), *t; int i, k;
  for (i = 0; i < 100; i++) { a[i] = i; b[i] = 0; }
  for (k = 0; k < 10; k++) {
#pragma omp parallel for
    for (i = 0; i < 100; i++) b[i] = a[i];
    t = a; a = b; b = t;
  }
  printf("%g\\n", a[0]);
  free(a); free(b);
  return 0;
}
"""
    ).splitlines() == [
        "a.c:4: __MRT_HOST_AREA(a, 0L, 800L, write); __MRT_HOST_AREA(b, 0L, 800L, write)",
        "a.c:6: cpu: __MRT_HOST(a, read); __MRT_HOST(b, write)",
        "a.c:10: __MRT_HOST_PART(a[0], read)",
    ]


def test_conditions_of_loops_are_announced_where_they_are_evaluated() -> None:
    assert plan(
        """\
double u[100], err[1];
int main(void) {
  int i;
  err[0] = 1;
  while (err[0] > 0.5) {
#pragma omp parallel for
    for (i = 0; i < 100; i++) { u[i] = u[i]; err[i] = 0; }
    if (u[0] > 3) continue;
    do {
#pragma omp parallel for
    for (i = 0; i < 100; i++) u[i] = 1;
    } while (u[1] > 2);
  }
  for (i = 0; u[i] > 0; i += (int)u[1]) {
#pragma omp parallel for
    for (int j = 0; j < 100; j++) u[j] = 1;
  }
  return u[0] > 0;
}
"""
    ).splitlines() == [
        "a.c:5: __MRT_HOST_PART(err[0], write)",
        "a.c:6: __MRT_HOST(err, read) [comma]",
        "a.c:7: cpu: __MRT_HOST(err, write); __MRT_HOST(u, read write)",
        "a.c:9: __MRT_HOST(u, read)",
        "a.c:11: cpu: __MRT_HOST(u, write)",
        "a.c:13: __MRT_HOST(u, read) [comma]",
        "a.c:15: __MRT_HOST(u, read) [comma]",
        "a.c:15: __MRT_HOST(u, read) [comma]",
        "a.c:16: cpu: __MRT_HOST(u, write)",
        "a.c:19: __MRT_HOST(u, read)",
    ]


def test_branches_pay_for_themselves() -> None:
    assert plan(
        """\
double a[100], b[100];
void step(void) {
  int i;
#pragma omp parallel for
  for (i = 0; i < 100; i++) a[i] = b[i];
}
int main(int argc, char **argv) {
  int k;
  for (k = 0; k < 10; k++) {
    step();
    if (k % 10 == 0) printf("%g\\n", a[0]);
    if (k == 3) step();
    else if (a[1] > 2) b[0] = 1;
    else
      for (int i = 0; i < 3; i++) a[i] = 0;
    switch (k) {
    case 1: step();
    case 2: a[1] = 1; break;
    default: printf("%g", a[3]);
    }
    if (argc > 5) return a[0] > 1;
  }
  return 0;
}
"""
    ).splitlines() == [
        "a.c:5: cpu: __MRT_HOST(a, write)",
        "a.c:12: __MRT_HOST_PART(a[0], read) [comma]",
        "a.c:14: __MRT_HOST(a, read) [comma]",
        "a.c:14: __MRT_HOST_PART(b[0], write) [comma]",
        "a.c:16: __MRT_HOST(a, write) [braces]",
        "a.c:19: __MRT_HOST_PART(a[1], write)",
        "a.c:20: __MRT_HOST_PART(a[3], read)",
        "a.c:22: __MRT_HOST(a, read) [comma]",
    ]


def test_an_expression_beside_the_call_of_a_driver() -> None:
    assert plan(
        """\
double a[100], b[100], c[100];
double step(double x) {
  int i;
#pragma omp parallel for
  for (i = 0; i < 100; i++) { a[i] = a[i]; b[i] = b[i]; c[i] = c[i]; }
  return a[0];
}
int main(void) {
  double x = step(a[1]);
  x = step(a[2]) + b[0];
  c[1] = step(1);
  while (step(a[4]) > 1) x++;
  if (step(a[5]) > 1 && x > 0) x = 1;
  return step(a[3]) > 2;
}
"""
    ).splitlines() == [
        "a.c:5: cpu: __MRT_HOST(a, read write); __MRT_HOST(b, read write); __MRT_HOST(c, read write)",
        "a.c:7: __MRT_HOST(a, read)",
        "a.c:10: __MRT_HOST_PART(a[1], read)",
        "a.c:11: __MRT_HOST_PART(a[2], read); __MRT_HOST_PART(b[0], read)",
        "a.c:11: __MRT_HOST_PART(b[0], read) [behind]",
        "a.c:12: __MRT_HOST_PART(c[1], read); __MRT_HOST_PART(c[1], write)",
        "a.c:12: __MRT_HOST_PART(c[1], read); __MRT_HOST_PART(c[1], write) [behind]",
        "a.c:13: __MRT_HOST_PART(a[4], read) [comma]",
        "a.c:14: __MRT_HOST_PART(a[5], read)",
        "a.c:15: __MRT_HOST_PART(a[3], read)",
    ]


def test_calls_that_have_no_place_beside_an_access() -> None:
    assert plan(
        """\
double a[100], b[100];
struct two { double x[2]; };
struct two step(double x) {
  struct two r = {{x, x}};
#pragma omp parallel for
  for (int i = 0; i < 100; i++) { a[i] = a[i]; b[i] = b[i]; }
  return r;
}
int compare(const void *one, const void *other) { return step(*(double *)one).x[1] > *(double *)other; }
int main(void) {
  double c[2] = {1, 2}, x = step(1).x[0] + a[0];
  return (qsort(c, 2, 8, compare), b[0] > x);
}
"""
    ).splitlines()[-2:] == [
        "eager: a: it is accessed in an expression that also calls a function that leads to a region",
        "eager: b: it is accessed in an expression that also calls a function that leads to a region",
    ]


def test_labels_and_gotos() -> None:
    assert plan(
        """\
double a[100], b[100], c[100];
int main(int argc, char **argv) {
  int i, k = 0;
again:
  a[0] = 1;
  a[1] = 2;
#pragma omp parallel for
  for (i = 0; i < 100; i++) { a[i] = a[i]; b[i] = b[i]; c[i] = c[i]; }
  if (argc > 3) goto inside;
  for (i = 0; i < 3; i++) {
inside:
    b[0] = 1;
  }
  for (i = 0; i < 3; i++) {
    if (i == 2) goto out;
    c[0] = 1;
out: ;
  }
  if (k++ < 3) goto again;
  return 0;
}
"""
    ).splitlines() == [
        "a.c:6: __MRT_HOST_PART(a[0], write)",
        "a.c:7: __MRT_HOST_PART(a[1], write)",
        "a.c:8: cpu: __MRT_HOST(a, read write); __MRT_HOST(c, read write)",
        "a.c:15: __MRT_HOST(c, write)",
        "eager: b: it is accessed in a statement into which a goto or case leads",
    ]


def test_library_calls() -> None:
    assert plan(
        """\
double a[100], b[100];
int main(void) {
  for (int k = 0; k < 3; k++) {
#pragma omp parallel for
    for (int i = 0; i < 100; i++) { a[i] = 1; b[i] = a[i]; }
    memcpy(b, a, 80);
    fwrite(a, 8, 100, stdout);
    double x = a[0], y = sqrt(2.0), z = b[0];
    if (x > y + z) b[3] = fabs(b[2]);
  }
  return 0;
}
"""
    ).splitlines() == [
        "a.c:5: cpu: __MRT_HOST(a, read write); __MRT_HOST(b, write)",
        "a.c:7: __MRT_HOST_BYTES(a, 80, read); __MRT_HOST_BYTES(b, 80, write)",
        "a.c:8: __MRT_HOST_BYTES(a, 8, 100, read)",
        "a.c:9: __MRT_HOST(a, read); __MRT_HOST(b, read)",
        "a.c:10: __MRT_HOST_PART(b[2], read); __MRT_HOST_PART(b[3], write) [comma]",
    ]


@pytest.mark.parametrize(
    ("statement", "announced"),
    [
        ("fread(a, sizeof *a, n++, stdin);", "__MRT_HOST(a, write)"),  # evaluated once
        ("fread(a, sizeof *a, next(), stdin);", "__MRT_HOST(a, write)"),
        ("n > 1 && fread(a, sizeof *a, n, stdin);", "__MRT_HOST(a, write)"),  # or not at all
        ("fread(&n, 8, n, stdin);", None),
        ("memset(a, 0, n);", "__MRT_HOST_BYTES(a, n, write)"),
        (
            "fread(a + n, sizeof *a, n, stdin);",
            "__MRT_HOST_BYTES(a + n, sizeof(*a), n, read); __MRT_HOST_BYTES(a + n, sizeof(*a), n, write)",
        ),
    ],
)
def test_stretches_of_library_functions(statement: str, announced: str | None) -> None:
    lines = plan(
        f"""\
double a[100]; long n, next(void);
int main(void) {{
  for (int k = 0; k < 3; k++) {{
#pragma omp parallel for
    for (int i = 0; i < 100; i++) a[i] = 1;
    {statement}
  }}
  return 0;
}}
"""
    ).splitlines()
    assert [line.partition(": ")[2] for line in lines if line.startswith("a.c:7")] == (
        [announced] if announced else []
    )


def test_host_expressions_of_a_launch() -> None:
    assert plan(
        """\
int first[101]; double a[100]; int col[300];
int main(void) {
  for (int k = 0; k < 3; k++) {
#pragma omp parallel for
    for (int i = 0; i < 100; i++) first[i] = i;
#pragma omp parallel for
    for (int j = first[0]; j < first[100]; j++) col[j] = 1;
  }
  return 0;
}
"""
    ).splitlines() == [
        "a.c:5: cpu: __MRT_HOST(first, write)",
        "a.c:7: region: __MRT_HOST_PART(first[0], read); __MRT_HOST_PART(first[100], read)",
        "a.c:7: cpu: __MRT_HOST(col, write); __MRT_HOST(first, read)",
    ]


def test_a_construct_that_runs_regions_in_threads() -> None:
    assert plan(
        """\
double a[100]; int flag;
int main(void) {
  int i;
#pragma omp parallel for
  for (i = 0; i < 100; i++) a[i] = 1;
#pragma omp parallel for if (flag)
  for (i = 0; i < 100; i++) a[i] += 1;
  if (flag)
#pragma omp parallel for if (flag)
    for (i = 0; i < 100; i++) a[i] += 1;
#pragma omp parallel
  {
#pragma omp parallel for
  for (i = 0; i < 100; i++) a[i] = 1;
  a[3] = 1;
  }
  return 0;
}
"""
    ).splitlines() == [
        "eager: a: it is accessed in an OpenMP construct that leads to a region",
    ]


def test_an_orphaned_loop_that_a_team_comes_to_is_announced_around_the_team() -> None:
    assert plan(
        """\
double a[100];
static void f(void) {
#pragma omp for
  for (int i = 0; i < 100; i++) a[i] = i;
}
int main(void) {
  f();
#pragma omp parallel
  {
    f();
    printf("%g\\n", a[3]);
  }
  return 0;
}
"""
    ).splitlines() == [
        "a.c:4: cpu: __MRT_HOST(a, write)",
        "a.c:9: __MRT_HOST(a, read write)",
    ]


def test_elements_through_returned_and_computed_pointers_are_announced_alone() -> None:
    """Not where the function changes something or reads something volatile.

    Where it reads what devices write, the array is announced.
    """
    assert plan(
        """\
struct vector { int n; double *d; }; volatile int port; int calls;
double *at(struct vector *v, int i) { return &v->d[i]; }
double *counted(struct vector *v, int i) { calls++; return &v->d[i]; }
double *ported(struct vector *v, int i) { return &v->d[i + port]; }
double *indirect(double *p, int *w, int i) { return p + w[i]; }
int main(void) {
  double *q = malloc(800); struct vector v = {100, q}; int *w = malloc(400);
#pragma omp parallel for
  for (int i = 0; i < 100; i++) { q[i] = i; w[i] = i; }
  *at(&v, 3) += 1;
  *(q + 5) = 1;
  at(&v, 3)[1] = (*at(&v, 7));
  *indirect(q, w, 3) = 1;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) { q[i] = i; w[i] = i; }
  *counted(&v, 4) = 3;
#pragma omp parallel for
  for (int i = 0; i < 100; i++) { q[i] = i; w[i] = i; }
  *ported(&v, 4) = 3;
  return 0;
}
"""
    ).splitlines() == [
        "a.c:9: cpu: __MRT_HOST(q, write); __MRT_HOST(w, write)",
        "a.c:11: __MRT_HOST_PART(*at(&v, 3), read); __MRT_HOST_PART(*at(&v, 3), write)",
        "a.c:12: __MRT_HOST_PART(*(q + 5), write)",
        "a.c:13: __MRT_HOST_PART(*at(&v, 7), read); __MRT_HOST_PART(at(&v, 3)[1], write)",
        "a.c:14: __MRT_HOST_AREA(w, 12L, 4L, read); __MRT_HOST(q, write)",
        "a.c:15: cpu: __MRT_HOST(q, write); __MRT_HOST(w, write)",
        "a.c:17: __MRT_HOST_ALL(write)",
        "a.c:18: cpu: __MRT_HOST(q, write); __MRT_HOST(w, write)",
        "a.c:20: __MRT_HOST((&v)->d, write)",
    ]
