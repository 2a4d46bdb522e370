"""Private variables that may keep a value from one iteration to another: which loops are kept for them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mapper.options import Options
from mapper.transforms.frame.flags import pass_options
from tests.unit.translate.programs import kept, kernel

HEAD = """#include <math.h>
#define N 64
double g[N], h[N]; int k[N], size;
static double twice(double *p, int i) { p[0] = g[i]; return 2 * p[0]; }
static void fill(double *p, int n) { for (int q = 0; q < n; q++) p[q] = g[q]; }
static int odd(int i) { return i & 1; }
typedef struct { double re; int left; } item;
static item table[4];
static int first(const int *p) { return p[0]; }
static void pass(int width, const item *from, item *to) {
  for (int q = 0; q < width; q++) { to[q].re = from[(q + 1) % width].re + 1; to[q].left = from[q].left; }
}
"""


def loop(body: str, clauses: str = "private(x, y, t, m, j)") -> str:
    return (
        f"{HEAD}void f(int n, double *a, double *b) {{\ndouble x, y, t[8]; int m, j;\n"
        f"#pragma omp parallel for {clauses}\nfor (int i = 0; i < N; i++) {{ {body} }}\n}}\n"
    )


FOLLOWED = {
    "same condition": "if (g[i] > 0) x = 1; h[i] = 0; if (g[i] > 0) h[i] = x;",
    "negated": "if (!(g[i] > 0)) h[i] = 1; else x = 2; if (g[i] > 0) h[i] = x;",
    "not equal": "if (k[i] == 3) h[i] = 1; else x = 2; if (k[i] != 3) h[i] = x;",
    "truth": "if (k[i]) x = 2; if (k[i] != 0) h[i] = x;",
    "left out": "if (g[i] < 1) continue; x = g[i]; h[i] = x;",
    "left out twice": "if (g[i] < 1) x = 1; if (!(g[i] < 1)) continue; h[i] = x;",
    "of both": "if (g[i] < 1 && k[i] > n) x = 1; if (g[i] < 1 && k[i] > n) h[i] = x;",
    "in a loop": "if (sqrt(g[i]) < 2) x = 1; for (j = 0; j < n; j++) if (sqrt(g[i]) < 2) h[i] += x;",
    "own value": "y = g[i] - 1; if (y > 0) x = 1; if (y > 0) h[i] = x;",
    "other array changes": "if (g[i] > 0) x = 1; k[i] = 2; if (g[i] > 0) h[i] = x;",
    "numbers": "if (i > 3) x = 1; if (i > 5) h[i] = x;",
    "in a function": "twice(t, i); h[i] = t[0];",
}
ALIKE = {
    "rows in turn": "m = 0; t[0] = g[i]; for (j = 0; j < n; j++) { t[1 - m] = t[m] + 1; m = 1 - m; } h[i] = t[m];",
    "by parameters": "t[n % 8] = g[i]; h[i] = t[size % 8];",
    "in a function": "fill(t, n); h[i] = t[2];",
    "under a parameter": "if (n > 3) x = g[i]; if (n > 2) h[i] = x;",
    "bounds in memory": "for (j = 0; j < k[1]; j++) t[j] = g[i]; for (j = 0; j < k[2]; j++) h[i] += t[j];",
    "bound behind a pointer": "fill(t, first(k)); h[i] = t[first(k + 1)];",
    "in a member": "if (table[0].re > 1) t[table[1].left] = g[i]; h[i] = t[table[2].left];",
    "structures to and fro": "item s[8], r[8]; for (j = 0; j < k[1]; j++) { s[j].re = g[i]; s[j].left = j; }"
    " for (j = 0; j < k[2]; j += 2) { pass(k[1], s, r); if (j == k[3]) break; pass(k[1], r, s); }"
    " h[i] = s[0].re + r[k[0]].re;",
}
STALE = {
    "first of a block": "if (i % 8 == 0) x = i; g[i] = x;",
    "condition of memory": "if (g[i] > 0) x = 1; h[i] = x;",
    "another condition": "if (g[i] > 0) x = 1; if (g[i] > -1) h[i] = x;",
    "condition changes": "y = g[i]; if (y > 0) x = 1; y -= 1; if (y > 0) h[i] = x;",
    "condition changes in memory": "if (g[i] > 0) x = 1; g[i] = k[i]; if (g[i] > 0) h[i] = x;",
    "perhaps in memory": "if (a[i] > 0) x = 1; b[i] = k[i]; if (a[i] > 0) h[i] = x;",
    "condition changes in a loop": "if (g[i] > 0) x = 1;"
    " for (j = 0; j < n; j++) { if (g[i] > 0) h[i] = x; g[i] += 1; }",
    "by a pointer": "double *p = &y; y = g[i]; if (y > 0) x = 1; *p = k[i]; if (y > 0) h[i] = x;",
    "in a function": "y = 0; if (y < 1) twice(&y, i); if (y > 0) x = 1; twice(&y, i); if (y > 1) h[i] = x;",
    "element": "t[i % 8] = g[i]; h[i] = t[(i + 1) % 8];",
    "rounds": "for (j = 0; j < k[i]; j++) t[j] = 1; h[i] = t[0];",
    "counted by a function": "if (odd(i)) x = 1; if (!odd(i + 1)) y = x; h[i] = y;",
    "way out": "if (g[i] > 2) continue; t[0] = 1; if (g[i] > 1) t[1] = 1; h[i] = t[1];",
    "assigned under a condition": "m = 0; if (k[i]) m = 1; t[m] = g[i]; h[i] = t[1];",
    "bound that is written": "for (j = 0; j < k[1]; j++) t[j] = g[i]; k[2] = n; h[i] = t[k[1]];",
    "bound written through a pointer": "k[i] = i; fill(t, first(k)); h[i] = t[2];",
    "bound that may be written": "for (j = 0; j < (int)a[0]; j++) t[j] = g[i]; b[i] = 2; h[i] = t[2];",
    "bound of its own": "for (j = 0; j < k[i]; j++) t[j] = g[i]; for (j = 0; j <= k[i]; j++) h[i] += t[j];",
    "in a member of its own": "if (table[i & 3].re > 1) t[1] = g[i]; h[i] = t[1];",
    "kept sum": "if (i % 16 == 0) x = 0; x += g[i]; h[i] = x;",
}


@pytest.mark.parametrize(
    "body", [*FOLLOWED.values(), *ALIKE.values()], ids=[*FOLLOWED, *(f"alike {x}" for x in ALIKE)]
)
def test_offloaded(body: str) -> None:
    assert kernel(loop(body)) is not None


@pytest.mark.parametrize("schedule", ["", "schedule(static)", "schedule(static, 8)"])
@pytest.mark.parametrize("body", STALE.values(), ids=STALE)
def test_kept(body: str, schedule: str) -> None:
    found = kept(loop(body, f"private(x, y, t, m, j) {schedule}"))
    assert found.code == "K014"
    assert "may carry a value from one iteration to the next" in found.reason


def test_value_from_before_is_no_way_alike() -> None:
    """A variable with a value may be read by the first iteration."""
    body = "for (int i = 0; i < N; i++) { g[i] = s; s = h[i]; }"
    region = f"#pragma omp parallel\n{{ double s = 1;\n#pragma omp for\n{body} }}"
    assert kept(f"{HEAD}void f(void) {{\n{region}\n}}\n").code == "K014"


def test_option() -> None:
    base = Options(())
    assert pass_options("-fassume-private", (), base) == replace(base, assume_private=True)
    assert pass_options("-fassume-private -fno-assume-private", (), base) == base


def test_what_iterations_of_a_chunk_share_has_the_name_of_the_source() -> None:
    found = kept(
        "void f(double *half, int n)\n{\n#pragma omp parallel for schedule(dynamic, 10)\n"
        "for (int i = 1; i <= n; i++) { half[i - 1] = i; half[n - i] = i; }\n}\n"
    )
    assert found.reason == "iterations in the same chunk of the schedule use what others store in `half`"
