"""Private arrays that iterations fill as far as they come: lists, stacks, and parts at whose end loops stop."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import kept, kernel

HEAD = """
static double x[1000];
static int link[1000], out[1000];
void f(int n) {
#pragma omp parallel
{ int a[64], b[64], count, j; double v[64];
#pragma omp for
for (int i = 0; i < n; i++) {
"""
FILL = "for (int k = 0; k < n; k++) if (x[k] < x[i]) a[count++] = k;"
USE = "for (int k = 0; k < count; k++) out[i] += a[k];"


def program(body: str) -> str:
    return f"{HEAD}{body} }} }} }}"


@pytest.mark.parametrize(
    "body",
    [
        f"count = 0; {FILL} {USE}",
        f"count = 0; {FILL} while (count > 0) out[i] += a[--count];",
        f"count = -1; a[0] = 1; count = 0; {FILL} count -= 1; {USE}",
        "count = 0; a[count++] = i; while (count > 0) { int k = a[--count];"
        "out[i] += k; if (link[k] > k) a[count++] = link[k]; }",
        "count = 0; for (int k = 0; k < n; k++) if (x[k] < x[i]) { a[count] = k; b[count] = 2 * k; count++; }"
        "for (int k = 0; k < count; k++) out[i] += a[k] + b[k];",
        "int top = 0; a[top++] = i; do { if (top) out[i] += a[top - 1]; top--; } while (top > 0);",
    ],
)
def test_elements_below_the_count_are_written(body: str) -> None:
    assert kernel(program(body)).where


@pytest.mark.parametrize(
    "body",
    [
        f"count = 1; {FILL} {USE}",
        f"count = 0; {FILL.replace('count++', '++count')} {USE}",
        f"count = 0; {FILL} count += 1; {USE}",
        f"count = 0; {FILL} {USE.replace('k < count', 'k <= count')}",
        f"count = 0; {FILL} out[i] = a[count];",
        f"count = 0; {FILL.replace('] =', '] +=')} {USE}",
        f"count = 0; {FILL} count = link[i]; {USE}",
        f"int *p = &count; count = 0; {FILL} *p = 9; {USE}",
        "count = 0; for (int k = 0; k < n; k++) { if (x[k] < x[i]) a[count] = k; count++; }" + USE,
        "count = 0; for (int k = 0; k < n; k++) if (x[k] < x[i]) { a[count] = k; count = 3; count++; }" + USE,
        f"unsigned char few = 0; {FILL.replace('count', 'few')} few--; {USE.replace('count', 'few')}",
        "count = 0; for (int k = 0; k < n; k++)"
        "if (x[k] < x[i]) { a[count] = k; if (x[k] < out[i]) b[count] = k; count++; }"
        "for (int k = 0; k < count; k++) out[i] += b[k];",
    ],
)
def test_elements_that_may_be_left_from_before(body: str) -> None:
    assert kept(program(body)).code == "K014"


@pytest.mark.parametrize(
    "body",
    [
        "for (int k = 0; k < count; k++) a[k] = k; j = 0; while (j < count) { out[i] += a[j]; j += 1 + a[j]; }",
        "for (int k = 0; k < count; k++) a[k] = k; for (j = 0; j < count;) { out[i] += a[j]; j += link[j]; }",
        "for (int k = 0; k < count; k++) a[k] = k; j = count; while (j-- > 0) out[i] += a[j];",
        "for (int k = 0; k < count; k++) a[k] = k; j = count - 1;while (j >= 0 && a[j] > i) { out[i]++; j--; }",
        "for (int k = 0; k < count; k++) v[k] = x[k];"
        "for (int k = 1; k < count; k++) { double key = v[k]; j = k - 1;"
        "while (j >= 0 && v[j] > key) { v[j + 1] = v[j]; j--; } v[j + 1] = key; } "
        "for (int k = 0; k < count; k++) out[i] += v[k];",
    ],
)
def test_loops_that_stop_at_the_end_of_a_part(body: str) -> None:
    assert kernel(program(f"count = link[i]; {body}")).where


@pytest.mark.parametrize(
    "body",
    [
        "for (int k = 0; k < count; k++) a[k] = k; j = 0; while (j <= count) { out[i] += a[j]; j += 1 + a[j]; }",
        "for (int k = 0; k < count; k++) a[k] = k; j = 0; do { out[i] += a[j]; j += a[j]; } while (j < count);",
        "for (int k = 0; k < count; k++) a[k] = k; j = count; while (j-- >= 0) out[i] += a[j + 1];",
        "for (int k = 0; k < count; k++) a[k] = k; j = count - 1;"
        "while (j >= 0 && a[j] > i) { out[i]++; j--; if (x[j] > 3) j += 2; }",
        "for (int k = 0; k < count; k++) a[k] = k; j = 0; while (j < count) { j += link[j]; out[i] += a[j]; }",
        "for (int k = 0; k < count; k++) a[k] = k; j = count - 1;"
        "while (j >= 0 && a[j] > i) { out[i]++; j -= x[j] > 3 ? 1 : 1; j -= 4294967295u; }",
    ],
)
def test_loops_that_go_on_behind_a_part(body: str) -> None:
    assert kept(program(f"count = link[i]; {body}")).code == "K014"


def test_what_is_above_a_label_need_not_be_written() -> None:
    code = """
    typedef unsigned long size_t; void *calloc(size_t n, size_t size), free(void *block);
    static int x[1000], out[1000];
    void f(int n) {
    #pragma omp parallel
    { int *a = calloc(64, sizeof *a);
    #pragma omp for
    for (int i = 0; i < n; i++) {
    int count = 0;
    for (int k = 0; k < n; k++) switch (x[k] + i) { case 0: { a[count] = k; %s count++; } }
    for (int k = 0; k < count; k++) out[i] += a[k]; }
    free(a); } }
    """
    assert kernel(code % "").where
    assert kept(code % "case 1: ;").code == "K014"
