"""What is announced where functions compute the subscripts and pointers of what the host touches."""

from __future__ import annotations

import re

import pytest

from tests.unit.analysis.wholeprogram import program

SOURCE = """\
struct grid {{ int nx, ny; double *u; }};
static struct grid g; static int *order;
static int n_of(void) {{ return 9; }}
static int idx(int n, int i, int j) {{ int r = i * n; return r + j; }}
static int twice(int i) {{ return 2 * idx(1, i, 0); }}
static size_t wide(const struct grid *s, int i) {{ return (size_t)s->nx + i; }}
static double *line(double *p, int n, int i) {{ return p + i * n; }}
static int narrow(int i) {{ return (signed char)i; }}
static int chosen(int i) {{ return i ? i : 5; }}
static int kept(int i) {{ static int c = 1; return c * i; }}
static int early(int i) {{ if (i) return 1; return 2; }}
static int moved(int i) {{ int *p = &i; ++*p; return i; }}
static int counting(int i) {{ order[0]++; return i; }}
static int deep(int i) {{ return i ? deep(i - 1) + 1 : 0; }}
int main(int argc, char **argv) {{
  int i, n = argc, p = argc; double *a = malloc(800000), sum = 0; order = malloc(800000);
  struct grid *h = argc > 1 ? &g : 0; g.u = a;
  for (;;) {{
#pragma omp parallel for
    for (i = 0; i < n; i++) {{ a[i] = order[i]; order[i] = i; }}
    for (i = 0; i < n; i++) {statement}
  }}
}}
"""


def announced(statement: str) -> str:
    """The announcements before a loop over a statement, without `__MRT_HOST` and casts."""
    text = program(SOURCE.format(statement=statement)).text
    found = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("a.c:22:")]
    text = re.sub(r"\(\(long\) ([\w()&>-]+?)\)(?!-)", r"\1", "; ".join(found))
    return re.sub(r"\(long\) |__MRT_HOST_?|(?<=\d)L\b", "", text)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("a[idx(n, i, 0)] += 1;", "AREA(a, 0, 8, n * 8, n, read); AREA(a, 0, 8, n * 8, n, write)"),
        ("line(a, n, i)[twice(3)] = 1;", "AREA(a, 48, 8, n * 8, n, write)"),
        ("sum += a[wide(h, -1) + i];", "(n - 1) >= 0 ? AREA(a, (h->nx * 8) - 8, n * 8, read)"),
        ("sum += a[i * n_of()];", "AREA(a, 0, 8, 72, n, read)"),
        ("sum += a[chosen(p)];", "AREA(a, (((int p) ? ((int) p) : (5))) * 8, 8, read)"),
    ],
)
def test_what_functions_return(statement: str, expected: str) -> None:
    assert announced(statement) == expected


@pytest.mark.parametrize("of", ["kept(i)", "early(i)", "moved(i)", "deep(i)", "narrow(i)", "idx(p++, 1, i)"])
def test_functions_that_are_not_followed(of: str) -> None:
    """They keep a value, have branches, change what they get, call themselves, or cut bits off."""
    assert "AREA" not in announced(f"a[{of}] = 1;")


def test_functions_with_effects() -> None:
    assert announced("a[counting(i)] = 1;") == "(a, write); AREA(order, 0, 4, read); AREA(order, 0, 4, write)"
