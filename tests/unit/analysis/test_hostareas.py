"""What is announced before host code that touches parts of large arrays."""

from __future__ import annotations

import re

import pytest

from tests.unit.analysis.wholeprogram import program

SOURCE = """\
struct grid {{ int nx, ny; double *u; double small[4]; }};
enum {{ W = 4 }};
static double cube[100][100][100], flat[100000], small[100];
static int count, first, last, counts[90000]; static volatile int rest;
static struct grid g;
static double take(const double *p, int n) {{ double s = 0; for (int k = 0; k < n; k++) s += p[k]; return s; }}
static void row(double *a, int n, int r) {{ double *b = a + r * n; for (int j = 0; j < n; ++j) b[j] = r; }}
static void face(struct grid *of) {{ for (int j = 0; j < of->ny; j++) of->u[j * of->nx] += 1; }}
static double hop(const double *p, int k) {{ double s = 0; on: s += p[k]; k += 9; if (k < 99) goto on; return s; }}
static double comma(const double *p, int k) {{ return p[((void)0, k)]; }}
static int chosen(const double *a, int n) {{ int at = 0; while (a[at] > 0) at++; return n + at; }}
static void moved(double *a, int n) {{ for (int i = 0; i < n; i++) {{ a[first] = 1; first = i; }} }}
int main(int argc, char **argv) {{
  int i, j, k, n = argc, *list = malloc(1000000);
  unsigned v = argc; size_t m = argc;
  double *a = malloc(800000), sum = 0, *u = malloc(900000), *inner = &cube[0][0][0];
  double **table = malloc(8000); table[argc] = u;
  g.u = u; {before}
  for (;;) {{
#pragma omp parallel for
    for (i = 0; i < n; i++) {{ a[i] = flat[i] = counts[i] = 1; u[i] = list[i] = 1; inner[i] = small[i] = 1; }}
    {statement}
  }}
}}
"""


def announced(statement: str, before: str = "") -> str:
    """The announcements before a statement in a time loop, without `__MRT_HOST` and casts."""
    text = program(SOURCE.format(statement=statement, before=before)).text
    found = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("a.c:23:")]
    text = re.sub(r"\(\(long\) ([\w()&>-]+?)\)(?!-)", r"\1", "; ".join(found))
    return re.sub(r"\(long\) |__MRT_HOST_?|(?<=\d)L\b", "", text)


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("for (i = 0; i < n; i++) sum += a[i];", "AREA(a, 0, n * 8, read)"),
        ("for (i = 0; i < n; i++) a[i * n + 5] = 0;", "AREA(a, 40, 8, n * 8, n, write)"),
        ("sum += hop(a, n);", "(a, read)"),  # each jump may read another element
        ("sum += comma(flat, k + 1000);", "(flat, read)"),  # `k` is another variable there
        (
            "for (i = 1; i < n; i++) for (j = i; j < n; j++) sum += a[i * 300 + j] + a[j * 300 + i];",
            "AREA(a, 2408, (n * 8) - 8, 2400, n - 1, read)",
        ),
        (
            "for (size_t r = first; r < m; r += 2) sum += a[r];",
            "AREA(a, first * 8, 8, 16, ((((-first) + m) - 1) / 2) + 1, read)",
        ),
        (
            "for (i = n - 1; i >= 0; i--) flat[i] = flat[i + 1];",
            "AREA(flat, 0, (n * 8) + 8, read); AREA(flat, 0, (n * 8) + 8, write)",
        ),
        (
            "for (i = 0; i < (n < 7 ? n : 7); i++) flat[i] = 0;",
            "AREA(flat, 0, 56, read); AREA(flat, 0, 56, write)",
        ),
        (
            "for (k = 0; k < 100; k++) for (j = 0; j < 100; j++) cube[k][j][0] = 1;",
            "AREA(cube, 0, 8, 80000, 100, 800, 100, write)",
        ),
        (
            "for (i = 0; i < n; i++) { flat[i] = 1; flat[i * n] = 2; }",
            "AREA(flat, 0, n * 8, write); AREA(flat, 0, 8, n * 8, n, write)",
        ),
        (
            "for (i = 0; i < n; i++) if (i != 5) { k = i * 10 + 1; flat[k] = 2; }",
            "AREA(flat, 8, 8, 80, n, read); AREA(flat, 8, 8, 80, n, write)",
        ),
        (
            "for (k = 0; k < 12; k++) "
            "for (j = k + 1; j < 12; j++) { flat[j * 12 + k] = 1; flat[k * 12 + j] = 2; }",
            "AREA(flat, 96, 1056, read); AREA(flat, 8, 88, 96, 12, read); "
            "AREA(flat, 96, 1056, write); AREA(flat, 8, 88, 96, 12, write)",
        ),
        ("for (i = 0; i < n && flat[i] > 0; i++) sum += 1;", "AREA(flat, 0, n * 8, read)"),
        ("for (j = 0; j < n; j++) table[k + 1][j] = 0;", "AREA(__mrt_entry(table, (k * 8) + 8), 0, n * 8, write)"),
        ("row(a, n, first);", "AREA(a, (first * n) * 8, n * 8, write)"),
        ("sum = take(&cube[3][4][5], W);", "AREA(cube, 243240, 32, read)"),
        ("for (i = 0; i < 3; i++) sum += take(a + i * n, 2);", "AREA(a, 0, 16, n * 8, 3, read)"),
        (
            "for (i = 0; i < 3; i++) memcpy(a + i * n, flat, n);",
            "AREA(flat, 0, n, read); AREA(a, 0, n, n * 8, 3, write)",
        ),
        (
            "face(&g);",
            "AREA((&g)->u, 0, 8, (&g)->nx * 8, (&g)->ny, read); "
            "AREA((&g)->u, 0, 8, (&g)->nx * 8, (&g)->ny, write)",
        ),
        (
            "for (j = 0; j < 2; j++) switch (n) { case 1: k = 1; a[k] = 1; case 2: a[2] = 1; }",
            "AREA(a, 8, 16, read); AREA(a, 8, 16, write)",
        ),
    ],
)
def test_areas(statement: str, expected: str) -> None:
    """Rows, columns, blocks and faces, also in functions."""
    assert announced(statement) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("i = chosen(a, n);", "(a, read)"),  # nobody knows how far
        ("for (i = 0; i < n; i++) { sum += a[i]; i += (int)sum; }", "(a, read)"),
        ("for (i = 0; i < k; i++) { sum += a[i]; k++; }", "(a, read)"),
        ("for (v = v - n; v < 9; v++) sum += a[v];", "(a, read)"),  # may begin with 2^32 - 1
        ("for (unsigned w = 0; w < v; w++) for (j = n; j < w - 3; j++) sum += a[j];", "(a, read)"),
        ("for (i = 0; i < (v ? n : first); i++) sum += a[i];", "AREA(a, 0, ((v ? (n) : (first))) * 8, read)"),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < list[i]; j++) sum += a[j];",
            "(a, read); AREA(list, 0, n * 4, read)",
        ),
        ("for (j = 0; j < n; j++) sum += table[list[j]][j];", "AREA(list, 0, n * 4, read); ROWS(table, 1, read)"),
        ("moved(a, n);", "(a, write)"),
        ("for (i = 0; i < n; i++) sum += small[i] + flat[5];", "(small, read); AREA(flat, 40, 8, read)"),
        ("for (i = 0; i < 50000; i++) sum += flat[i];", "(flat, read)"),  # too much of it
        ("for (j = 0; j < 2; j++) switch (n) { case 1: k = 1; case 2: a[k] = 1; }", "(a, write)"),
    ],
)
def test_whole_objects(statement: str, expected: str) -> None:
    """Where values can't be told before the statement."""
    assert announced(statement) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("for (j = 0; j < n; j++) sum += table[j][3];", "ROW_PARTS(table, 0, (n * 8) - 8, 24, 8, read)"),
        (
            "for (j = 2; j < n; j++) for (i = 0; i < k; i++) table[j - 2][i + 1] = 0;",
            "ROW_PARTS(table, 0, (n * 8) - 24, 8, k * 8, read);"
            " ROW_PARTS(table, 0, (n * 8) - 24, 8, k * 8, write)",
        ),
        # two parts are one where they are near each other, by numbers
        (
            "for (j = 1; j < n; j++) sum += table[j][3] - table[j - 1][5];",
            "ROW_PARTS(table, 0, (n * 8) - 8, 24, 24, read)",
        ),
        # further apart they are two; a column that is not known is in whole rows
        (
            "for (j = 0; j < n; j++) sum += table[j][0] - table[j][k];",
            "ROW_PARTS(table, 0, (n * 8) - 8, 0, 8, read); ROW_PARTS(table, 0, (n * 8) - 8, k * 8, 8, read)",
        ),
        ("for (j = 0; j < n; j++) sum += table[j][list[0]];", "AREA(list, 0, 4, read); ROWS(table, 1, read)"),
    ],
)
def test_parts_of_rows(statement: str, expected: str) -> None:
    """What is written may be less than the rectangle, so that it is read before."""
    assert announced(statement) == expected


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("for (i = 1; i < of->nx; i *= 2) sum += of->u[i];", "(of->u, read)"),
        ("for (i = 1; i < of->nx; i *= 2) of->u[list[n]] = i;", "AREA(list, n * 4, 4, read); (of->u, write)"),
        ("for (i = 1; i < of->nx; i *= 2) of->u[i] += of->u[i + 1];", "(of->u, read write)"),
        (
            "for (i = 0; i < of->nx; i++) for (j = 0; j <= i; j++) sum += of->u[i * (i + 1) / 2 + j];",
            "(of->u, read)",
        ),
        ("sum += hop(of->u, n);", "(of->u, read)"),
        ("for (i = 0; i < n; i++) sum += (&g)->u[i * (&g)->nx + 2];", "AREA(g.u, 16, 8, (g.nx) * 8, n, read)"),
        # the member changes, or may be read where the loop doesn't
        ("for (i = 1; i < of->nx; i *= 2) { sum += of->u[i]; of->u = 1 + u; }", "ALL(read)"),
        ("for (i = 1; i < of->nx; i *= 2) { sum += of->u[i]; of = &g; }", "ALL(read)"),
        ("for (i = 1; i < n; i *= 2) sum += of->u[i];", "ALL(read)"),
        # it may point behind its block, or before it
        ("of->u = u + n; for (i = 1; i < of->nx; i *= 2) sum += of->u[-i];", "ALL(read)"),
    ],
)
def test_blocks_behind_members(statement: str, expected: str) -> None:
    """All of a block, where a member says which one, and nothing says which part of it."""
    assert (
        announced(statement, "struct grid *of = argc > 3 ? &g : malloc(sizeof g); if (argc) of->u = u;")
        == expected
    )


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("for (i = 0; i < n; i++) of->u[i] = 0;", "(n - 1) >= 0 ? AREA(of->u, 0, n * 8, write)"),
        (
            "for (i = n; i > 2; i -= 3) sum += of->u[i];",
            "(n - 3) >= 0 ? AREA(of->u, 24, (n * 8) - 16, read)",
        ),
        ("for (i = 0; i < 9; i++) of->u[i] = 0;", "AREA(of->u, 0, 72, write)"),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < of->ny; j++) sum += of->u[j * of->nx + i];",
            "((n - 1) >= 0) && ((of->ny - 1) >= 0) ? AREA(of->u, 0, n * 8, of->nx * 8, of->ny, read)",
        ),
        (
            "for (i = 0; i < n; i++) for (j = 0; j < of->ny; j++) if (k) sum += of->u[j];",
            "((n - 1) >= 0) && ((of->ny - 1) >= 0) ? AREA(of->u, 0, of->ny * 8, read)",
        ),
        (
            "for (i = 0; i < n; i++) { double *p = of->u + i; for (j = 0; j < k; j++) sum += p[j * 400]; }",
            "((n - 1) >= 0) && ((k - 1) >= 0) ? AREA(of->u, 0, n * 8, 3200, k, read)",
        ),
        (
            "for (i = 0; i < n; i++) sum += of->u[i * i];",
            "(!(n <= 32)) && ((n - 1) >= 0) ? (of->u, read); n <= 32 ? PART(of->u[i * i], read) [comma]",
        ),
        (
            "for (j = 0; j < 2; j++) { for (i = 0; i < n; i++) sum += of->u[i]; "
            "for (i = 0; i < k; i++) sum *= of->u[i]; }",
            "(n - 1) >= 0 ? AREA(of->u, 0, n * 8, read); (k - 1) >= 0 ? AREA(of->u, 0, k * 8, read)",
        ),
        # the first iteration may not come there
        ("for (i = 0; i < n; i++) if (k) sum += of->u[i];", "ALL(read)"),
        (
            "for (i = 0; i < n; i++) { if (i < k) continue; sum += of->u[i]; }",
            "!(n <= 32) ? ALL(read); n <= 32 ? PART(of->u[i], read)",
        ),
        ("for (i = 0; i < n && k; i++) sum += of->u[i];", "ALL(read)"),
        ("for (i = 1; i < (n < k ? n : k); i += 2) sum += of->u[i];", "ALL(read)"),
        ("for (i = 0; i < n; i++) for (j = i; j < n; j++) sum += of->u[j];", "ALL(read)"),
        ("for (v = v - n; v < 9; v++) sum += of->u[v];", "ALL(read)"),
        ("while (k--) for (i = 0; i < n; i++) sum += of->u[i];", "ALL(read)"),
        (
            "for (j = 0; j < 2; j++) { for (i = 0; i < n; i++) sum += of->u[i]; if (k) sum += of->u[3]; }",
            "ALL(read)",
        ),
        (
            "for (i = 1; i < n; i++) { sum += of->u[i]; of = &g; }",
            "!(n <= 32) ? ALL(read); n <= 32 ? PART(of->u[i], read)",
        ),
    ],
)
def test_loops_that_may_have_no_iteration(statement: str, expected: str) -> None:
    """What only their first iteration is certain to load is announced where they have one."""
    assert (
        announced(statement, "struct grid *of = argc > 3 ? &g : malloc(sizeof g); if (argc) of->u = u;")
        == expected
    )


@pytest.mark.parametrize(
    ("statement", "whole", "each"),
    [
        (
            "for (i = 0; i < n; i++) sum += a[list[i]];",
            "AREA(list, 0, n * 4, read); (a, read)",
            "(a[list[i]], read)",
        ),
        ("for (i = 0; i < n; i++) sum += a[i * i];", "(a, read)", "(a[i * i], read)"),
        ("for (i = 0; i < n; i++) { sum += a[k]; k += i; }", "(a, read)", "(a[k], read)"),
        ("for (j = 0; j < n; j++) { table[j] = a; table[j][3] = 0; }", "ALL(write)", "(table[j][3], write)"),
    ],
)
def test_elements_of_few_iterations(statement: str, whole: str, each: str) -> None:
    """Whole objects are announced before loops that have many."""
    found = announced(statement).replace(" [comma]", "")
    areas, _, named = whole.rpartition("; ")
    assert found == f"{areas + '; ' if areas else ''}!(n <= 32) ? {named}; n <= 32 ? PART{each}"


def test_whether_iterations_are_few_is_asked_when_their_number_is_there() -> None:
    """The number is read of memory that devices write."""
    found = announced("for (i = 0; i < counts[7]; i++) sum += a[i * i];")
    asked = "counts[7] <= 32"
    assert found == (f"AREA(counts, 28, 4, read); !({asked}) ? (a, read); {asked} ? PART(a[i * i], read) [comma]")


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("for (i = 0; i < 3; i++) sum += a[list[i]];", "AREA(list, 0, 12, read); PART(a[list[i]], read) [comma]"),
        ("for (i = 0; i < 33; i++) sum += a[list[i]];", "(a, read); AREA(list, 0, 132, read)"),
        ("for (i = 0; i < n; i++) { n += i; sum += a[list[i]]; }", "(a, read); (list, read)"),
        ("for (i = -9; i < n; i++) sum += a[list[i + 9]];", "(a, read); AREA(list, 0, (n * 4) + 36, read)"),
        ("for (i = 0; i < 3; i++) if (n) sum += a[list[i]];", "(a, read); AREA(list, 0, 12, read)"),
        ("for (i = 0; i < n; i++) { int n = 99; sum += a[i * i * n]; }", "(a, read)"),
        ("for (i = 0; i < n; i++) { enum { n = 99 }; sum += a[i * i * n]; }", "(a, read)"),
        ("for (i = 0; i < rest; i++) sum += a[i * i];", "(a, read)"),  # it may change at any time
    ],
)
def test_elements_of_loops_with_other_heads(statement: str, expected: str) -> None:
    """One that always has few iterations, and those of which that isn't known."""
    assert announced(statement) == expected
