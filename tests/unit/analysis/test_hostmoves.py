"""Statements that copy arrays or set them to zero, which a device may do in their place."""

from __future__ import annotations

import pytest

from tests.unit.analysis.wholeprogram import program

SOURCE = """\
void *memset(void *, int, unsigned long); void *memmove(void *, const void *, unsigned long);
struct point {{ double x[2]; }}; struct link {{ struct link *next; int n; }};
static double a[20000], b[20000], host[20000]; static float f[20000]; static int seen;
static int next(void) {{ return seen++; }} static volatile double port[20000];
int main(int argc, char **argv) {{
  int i, n = argc; double *u = malloc(160000), *v = malloc(160000);
  struct point *p = malloc(160000), *q = malloc(160000); struct link *l = malloc(160000), *m = malloc(160000);
  {first}
  for (;;) {{
#pragma omp parallel for
    for (i = 0; i < n; i++) {{ a[i] = b[i]; u[i] = v[i]; p[i] = q[i]; l[i] = m[i]; f[i] = port[i]; }}
    {statement}
  }}
}}
"""


def moves(statement: str, first: str = "") -> list[str]:
    """What devices may do."""
    plan = program(SOURCE.format(statement=statement, first=first)).plan
    return [str(each.move) for each in plan.announcements if each.move is not None]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("memcpy(v, u, n * sizeof *u);", "__MRT_MOVED(v, 0L, u, 0L, n * (sizeof(*u)))"),
        ("memmove(b + 5, a, 80);", "__MRT_MOVED(b + 5, 0L, a, 0L, 80)"),
        ("memset(b, 0, sizeof b);", "__MRT_ZEROED(b, 0L, sizeof(b))"),
        ("memcpy((char *)q, (void *)p, 16 * n);", "__MRT_MOVED((char *) q, 0L, (void *) p, 0L, 16 * n)"),
        ("for (int k = 0; k < 20000; k++) b[k] = a[k];", "__MRT_MOVED(b, 0L, a, 0L, 160000L)"),
        ("for (int k = 2; k < n; k++) v[k + 1] = u[k];", "__MRT_MOVED(v, 24L, u, 16L, (((long) n) * 8L) - 16L)"),
        ("for (int k = 0; k < 20000; k++) {{ b[k] = 0.0; }}", "__MRT_ZEROED(b, 0L, 160000L)"),
        ("if (n > 3) {{ memcpy(v, u, 800); }}", "__MRT_MOVED(v, 0L, u, 0L, 800)"),
    ],
)
def test_what_a_device_may_do(statement: str, expected: str) -> None:
    assert moves(statement.replace("{{", "{").replace("}}", "}")) == [expected]


@pytest.mark.parametrize(
    "statement",
    [
        "memcpy(m, l, 800);",  # pointers
        "memcpy(host, host + 9, 80); memset(host, 0, 80);",  # no kernel uses it
        "memcpy(v, host, 800);",
        "memset(b, 1, sizeof b);",
        "if (n > 3) memcpy(v, u, 800);",  # no place for a question
        "seen = memcpy(v, u, 800) == v;",  # its value is used
        "memcpy(v + next(), u, 800);",
        "for (i = 0; i < 20000; i++) b[i] = a[i];",  # the counter is known behind it
        "for (int k = 0; k < 20000; k++) b[k] = f[k];",  # it converts
        "for (int k = 0; k < 10000; k++) b[k] = a[2 * k];",
        "for (int k = 0; k < 10000; k++) b[k] = a[19999 - k];",
        "for (int k = 0; k < 20000; k++) b[k] = a[k] + 1;",
        "for (int k = 0; k < 20000; k++) b[k] = 2;",
        "for (int k = 0; k < 20000; k++) if (k % 3) b[k] = a[k];",
        "for (int k = 0; k < 20000; k++) b[k] = a[7];",
        "for (int k = 0; k < 20000; k++) port[k] = 0;",
        "for (int k = 0; k < 20000; k++) { b[k] = a[k]; if (b[k] > 3) break; }",
    ],
)
def test_what_is_the_hosts(statement: str) -> None:
    assert moves(statement) == []


def test_statements_that_run_once() -> None:
    assert moves("", "memcpy(v, u, 160000); memset(b, 0, sizeof b);") == []


def test_what_is_written_counts_as_written_by_kernels() -> None:
    """No kernel writes `v`, but where a device copies to it, the host must ask for it."""
    found = program(SOURCE.format(statement='memcpy(v, u, 800); printf("%g", v[3]);', first="")).text
    assert "__MRT_HOST_PART(v[3], read)" in found
    assert "v[3]" not in program(SOURCE.format(statement='printf("%g", v[3]);', first="")).text


@pytest.mark.parametrize("moved", ["memcpy(v, u, 800);", "if (n > 3) { memcpy(v, u, 800); }"])
def test_announcements_do_not_hold_behind(moved: str) -> None:
    """The host has all of `v` before the copy; behind that, the device may have it alone."""
    reading = "while (seen < 9) seen += v[seen * seen] > 3;"
    found = program(SOURCE.format(statement=f"{reading}\n {moved}\n {reading}", first="")).text
    host = [line for line in found.splitlines() if "cpu:" not in line]
    assert sum("__MRT_HOST(v, read)" in line for line in host) == 2
