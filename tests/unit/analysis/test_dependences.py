"""Which loops inside a kernel are parallel, which reads are exposed, and how accesses coalesce."""

from __future__ import annotations

import islpy as isl
import pytest
from pycparser import c_ast

from mapper.analysis.kernels.relations import dependences
from mapper.analysis.kernels.relations.access_pairs import Pairs
from mapper.analysis.kernels.relations.accesses import Access, Found, Loop, Memory
from mapper.analysis.kernels.relations.coalescing import Coalescing, Pattern, classify
from mapper.analysis.kernels.relations.dependences import (
    Dependence,
    carried,
    exposed_reads,
    permutable,
    private_roots,
    where_distinct,
)
from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import resolve
from mapper.ir.trees.nodes import walk
from tests.unit.translate.programs import kernel_and_symbols, translated

GLOBALS = """
enum { N = 16, M = 24 };
struct cell { int left, right; double at[4]; };
static double a[N][M], b[N][M], c[N][M][5], g[N][N][N], v[64], w[64];
static int index[64];
static struct cell cells[N];
static int larger(int x, int y) { return x > y ? x : y; }
static struct cell made(int x) { struct cell one = {x, x + 1}; return one; }
static double get(double (*rows)[M], int i, int j) { return rows[i][j]; }
static void set(double *row, int j, double value) { row[j] = value; }
static void line(int axis, int k, int j, int i)
{
  const int dk = axis == 2, dj = axis == 1, di = axis == 0;
  double own[N];
  int p;
  for (p = 1; p < N - 1; p++)
    own[p] = g[k + p * dk][j + p * dj][i + p * di];
  for (p = 1; p < N - 1; p++)
    g[k + p * dk][j + p * dj][i + p * di] = own[p] + own[larger(p - 1, 1)];
}
"""


def found_in(body: str, heading: str = "int i = 0; i < N; i++") -> Found:
    """What is found in the kernel of a loop over i with a body; `p` and `q` are different blocks."""
    text = f"""
    #include <stdlib.h>
    {GLOBALS}
    void f(double *restrict p, double *q, int n, int m, int k)
    {{
      double x, y, s[M], t[M];
      int j, l;
      #pragma omp parallel for private(x, y, s, t, j, l)
      for ({heading}) {{ {body} }}
    }}
    int main(int argc, char **argv)
    {{
      double *p = malloc(800), *q = malloc(800);
      f(p, q, argc, argc + 1, argc + 2);
      return argv[0][0];
    }}
    """
    program = translated(text, assume_private=True)  # that values may be old is asked here, too
    (loop,) = [loop for region in program.regions for loop in region.loops]
    assert loop.kernel is not None, loop.kept
    return collect(loop.kernel, resolve(program.units[0]))


def outer(found: Found) -> Loop:
    """The first loop in the kernel's body."""
    node = next(node for node in walk(found.kernel.body) if isinstance(node, c_ast.For))
    loop = found.loop_of(node)
    assert loop is not None
    return loop


def dependence(body: str) -> Dependence | None:
    """A dependence of the first loop in the body, private variables apart."""
    found = found_in(body)
    loop = outer(found)
    own = [root for root in private_roots(found).values() if not exposed_reads(found, root, loop)]
    return carried(found, loop, own)


PARALLEL = [
    "for (j = 0; j < M; j++) a[i][j] = b[i][j] + 1.0;",
    "for (j = 0; j < n; j++) a[i][j] = b[j][i];",
    "for (j = 1; j < M; j += 2) a[i][j] = a[i][j - 1];",
    "for (j = M - 1; j >= 0; j--) { x = b[i][j]; y = x * x; a[i][j] = y; }",
    "for (j = 0; j < n; j++) p[i * n + j] = q[j * n + i];",
    "for (j = 0; j < n; j++) for (l = 0; l < m; l++) p[(i * n + j) * m + l] = 1.0;",
    "for (j = 0; j < n; j++) { double *row = p + (i * n + j) * m; for (l = 0; l < m; l++) row[l] = 1.0; }",
    "for (j = 0; j < M; j++) { if (b[i][j] > 0.0) x = 1.0; else x = 2.0; a[i][j] = x; }",
    "for (j = 0; j < N; j++) { for (l = 0; l < M; l++) s[l] = b[j][l]; c[i][j][0] = s[3] + s[M - 1]; }",
    "for (j = 0; j < M; j++) { const int dj = 0 == 1; a[i][j + 3 * dj] = a[i][j]; }",
    "for (j = larger(1, i - 3); j < M; j++) a[i][j] = 1.0;",
    "for (j = 0; j < N; j++) line(2, 0, j, 0);",
    "for (j = 0; j < N; j++) line(1, i, 0, j);",
    "for (j = 0; j < M; j++) a[i][j] = get(b, i, j);",
    "for (j = 0; j < N; j++) set(a[j], i, 1.0);",
    "for (j = 0; j < N; j++) { cells[j].left = cells[j].right; }",
    "for (j = 0; j < 4; j++) { cells[i].at[j] = cells[i].right; }",
    "for (j = 0; j < M; j++) { int at = index[i]; a[at][j] = 1.0; }",
    "for (j = 0; j < M; j++) { if (j == 3) continue; a[i][j] = 1.0; }",
    "for (j = 0; j < M; j++) if (made(j).left > 2) a[i][j] = (j > 5 ? cells[0] : cells[1]).right;",
    "for (j = 0; j < M / 2; j++) a[i][j] = a[i][j + M / 2];",
    "for (j = 0; j < M; j++) { for (x = 0.0, l = 0; l < N; l++) x += b[l][j]; a[i][j] = x; }",
]  # fmt: skip

DEPENDENT = [
    ("for (j = M - 1; j > 1; j--) a[i][j] = a[i][j - 2];", "a"),
    ("for (j = 1; j < N; j++) for (l = 1; l < 5; l++) c[i][j][l] = c[i][j - 1][l];", "c"),
    ("for (j = 1; j < M; j++) a[i][j] = a[i][j - 1];", "a"),
    ("for (j = 0; j < M; j++) a[i][0] = b[i][j];", "a"),
    ("for (j = 1; j < M; j++) a[i][j] = a[i - j % 2][j - 1];", "a"),
    ("for (j = 1; j < N; j++) cells[j].left = (j > 5 ? cells[0] : cells[j - 1]).left;", "cells"),
    ("x = 0.0; for (j = 0; j < M; j++) x += a[i][j]; v[i] = x;", "x"),
    ("for (j = 0; j < M; j++) { if (b[i][j] > 0.0) x = 1.0; a[i][j] = x; }", "x"),
    ("for (j = 0; j < M; j++) { if (j > 2) x = 1.0; a[i][j] = x; }", "x"),
    ("for (j = 0; j < N; j++) { for (l = 1; l < M; l++) s[l] = 1.0; c[i][j][0] = s[0]; }", "s"),
    ("for (j = 0; j < N; j++) { for (l = 0; l < n; l++) s[l] = 1.0; c[i][j][0] = s[3]; }", "s"),
    ("for (j = 0; j < N; j++) { for (l = 0; l < M; l++) s[l] = l ? s[l - 1] : s[1]; c[i][j][0] = s[3]; }", "s"),
    ("for (j = 0; j < 64; j++) v[index[j]] = 1.0;", "v"),
    ("for (j = 0; j < n; j++) p[i * m + j] = p[j];", "p"),
    ("for (j = 0; j < n; j++) for (l = 0; l < m; l++) p[j * n + l] = 1.0;", "p"),
    ("for (j = 0; j < n; j++) { double *z = &a[0][0]; z[i * n + j] = a[j][i]; }", "a"),
    ("for (j = 0; j < N; j++) line(0, 0, j, 0), line(2, 0, 1, 0);", "g"),
    ("for (j = 0; j < N; j++) { cells[i].left = j; }", "cells"),
    ("for (j = 0; j < M; j++) { a[index[i]][0] = 1.0; }", "a"),
    ("for (j = 0; j < M; j++) { if (a[i][j] > 3.0) break; v[0] = 1.0; }", "v"),
    ("for (j = 0; j < M; j++) { x = 1.0; do { if (b[i][j] > 1.0) break; l = j; } while (0); a[i][l] = x; }", "l"),
    ("for (j = 0; j < n; j++) *(j % 2 ? &p[j] : &q[j]) = p[0];", "p"),
    ("for (j = 0; j < M - 1; j++) { double *z = j % 2 ? &s[0] : &s[j]; z[1] = s[j]; t[j] = s[0]; }", "s"),
    ("for (unsigned u = 0; u < 5u; u++) a[i][u - 1u + 1u] = a[i][(u + 4294967295u) % 5u];", "a"),
]  # fmt: skip


FILLED = [
    ("for (j = 0; j < index[3]; j++) s[j] = b[i][j]; for (j = 1; j < index[3]; j++) v[i] += s[j - 1];", True),
    ("for (j = 0; j < index[3]; j++) s[j] = b[i][j]; for (j = 0; j < index[4]; j++) v[i] += s[j];", False),
    (
        "for (j = 0; j < index[3]; j++) s[j] = 1.0; index[i + 3]++; for (j = 0; j < index[3]; j++) v[i] += s[j];",
        False,
    ),
    ("for (j = 0; j < index[3]; j++) { for (l = 0; l < 9; l++) s[l] = b[j][l]; v[i] += s[4]; }", True),
    ("for (j = 0; j < N; j++) { for (l = 0; l < index[j]; l++) s[l] = j; v[i] += s[index[j] - 1]; }", True),
    ("for (j = 0; j < N; j++) { for (l = 0; l < index[j]; l++) s[l] = j; v[i] += s[index[j]]; }", False),
    ("for (j = 1; j < N; j++) { for (l = 0; l < index[j]; l++) s[l] = j; if (index[j] > 4) v[i] += s[3]; }", True),
    ("for (j = 1; j < N; j++) { if (j > 3) for (l = 0; l < index[j]; l++) s[l] = j; v[i] += s[2]; }", False),
    ("for (j = 0; j < M; j++) s[j] = 1.0; v[i] += s[i * k % M];", True),
    ("for (j = 0; j < M; j++) s[j] = 1.0; v[i] += s[index[i]];", True),
    ("for (j = 0; j < M - 1; j++) s[j] = 1.0; v[i] += s[i * k % M];", False),
    ("for (j = 0; j < M; j++) s[j] = 1.0; double *z = &s[index[i]]; v[i] += z[index[i + 1]];", True),
]


@pytest.mark.parametrize(("body", "expected"), FILLED)
def test_memory_that_is_not_written_holds_the_same_each_time(body: str, *, expected: bool) -> None:
    found = found_in(body)
    assert (exposed_reads(found, private_roots(found)["s"]) == []) is expected


@pytest.mark.parametrize("body", [*PARALLEL[::3], *(body for body, _ in FILLED[::2])])
def test_writes_of_the_same_spelling_are_found_as_isl_finds_them(
    body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = found_in(body)
    cases = [(root, loop) for root in private_roots(found).values() for loop in (None, *found.loops)]
    quick = [exposed_reads(found, root, loop) for root, loop in cases]
    monkeypatch.setattr(dependences, "_precedes", lambda *_: False)
    assert quick == [exposed_reads(found, root, loop) for root, loop in cases]


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("x = b[i][1]; y = x * x; a[i][0] = y;", False),
        ("for (j = 0; j < M; j++) { s[j] = b[i][j]; if (s[j] > 0) a[i][j] = s[j]; }", False),
        ("for (j = 0; j < M; j++) { s[j] = b[i][j]; a[i][j] = s[M - 1 - j]; }", True),
        ("if (b[i][0] > 0) x = 1.0; a[i][0] = x;", True),
        ("a[i][0] = x; x = 1.0;", True),
    ],
)
def test_isl_is_asked_where_spelling_does_not_say_it(
    body: str, *, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = found_in(body)
    questions: list[Access] = []
    uncovered = dependences._uncovered

    def ask(of: Pairs, read: Access, candidates: list[Access], loop: Loop | None) -> isl.Set:
        questions.append(read)
        return uncovered(of, read, candidates, loop)

    monkeypatch.setattr(dependences, "_uncovered", ask)
    for root in private_roots(found).values():
        exposed_reads(found, root)
    assert bool(questions) is asked


ORDERS = [
    ("c[i][j][l] = 1.0;", True),
    ("a[i][j] += b[j][l];", True),
    ("g[i][j][l] = g[i][j - 1][l - 1];", True),
    ("g[i][j][l] = g[i][j - 1][l] + g[i][j][l - 1];", True),
    ("g[i][j][l] = g[i][j - 1][l + 1];", False),
    ("v[i] = 0.5 * v[i] + b[j][l];", False),
    ("x = b[j][l]; g[i][j][l] = x;", True),
    ("if (b[j][l] > 0.0) x = 1.0; g[i][j][l] = x;", False),
]


@pytest.mark.parametrize(("body", "expected"), ORDERS)
def test_loops_may_change_their_order_where_no_two_iterations_disagree(body: str, *, expected: bool) -> None:
    found = found_in(f"for (j = 1; j < N - 1; j++) for (l = 1; l < 4; l++) {{ {body} }}")
    first, second = (found.loop_of(node) for node in walk(found.kernel.body) if isinstance(node, c_ast.For))
    assert first is not None
    assert second is not None
    own = [root for root in private_roots(found).values() if not exposed_reads(found, root, second)]
    assert permutable(found, first, second, own) is expected


STAGES = """
int d = 1;
for (int h = M / 2; h > 0; h /= 2) {{
  for (j = 0; j < h; j++)
    for (l = 0; l < d; l++) {}
  d *= 2;
}}
"""
"""A nest of loops in one that halves their range; only the second loop is asked about."""


def of_stage(body: str) -> Dependence | None:
    """A dependence of the loop over j in `STAGES`."""
    found = found_in(STAGES.format(body))
    loop = next(each for each in found.loops if each.variable == "j")
    own = [root for root in private_roots(found).values() if root.name in ("j", "l")]
    return carried(found, loop, own)


@pytest.mark.parametrize(
    "body",
    [
        "s[l + d * 2 * j] = t[l + d * j];",
        "{ s[l + 2 * d * j] = x; s[l + d * (2 * j + 1)] = y; }",
        "a[i][l + d * j] = x;",
    ],
)
def test_products_with_what_a_loop_around_changes(body: str) -> None:
    assert of_stage(body) is None


@pytest.mark.parametrize("body", ["s[l + d] = x;", "s[l + d * j] = s[l + d * (j + 1)];", "s[l + l + d * j] = x;"])
def test_products_that_may_meet(body: str) -> None:
    assert of_stage(body) is not None


def test_a_product_may_be_the_same_in_two_iterations_of_the_loop_that_changes_it() -> None:
    found = found_in(STAGES.format("s[l + d * j] += x;"))
    loop = next(each for each in found.loops if each.symbol.startswith("iteration"))
    own = [root for root in private_roots(found).values() if root.name != "s"]
    assert carried(found, loop, own) is not None


@pytest.mark.parametrize("body", PARALLEL)
def test_parallel(body: str) -> None:
    assert dependence(body) is None


@pytest.mark.parametrize(("body", "root"), DEPENDENT)
def test_dependent(body: str, root: str) -> None:
    found = dependence(body)
    assert found is not None
    assert found.root == root


def test_buffers_that_may_overlap() -> None:
    text = (
        GLOBALS
        + """
    void f(double *p, double *q, int n)
    {
      #pragma omp parallel for
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          p[i * n + j] = q[j * n + i];
    }
    int main(void) { f(v, v + 4, 4); f(w, v, 4); return 0; }
    """
    )
    program = translated(text, assume_private=True)  # that values may be old is asked here, too
    (loop,) = program.regions[0].loops
    assert loop.kernel is not None
    found = collect(loop.kernel, resolve(program.units[0]))
    assert [each.overlaps for each in loop.kernel.buffers] == [frozenset(["q"]), frozenset(["p"])]
    assert carried(found, outer(found)) is not None


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("for (l = 0; l < 4; l++) { if (i == l) continue; set(s, 0, 1.0); v[i] = s[0]; }", 0),
        ("for (l = 0; l < 4; l++) { if (v[l] > 1.0) continue; s[0] = 1.0; v[i] = s[0]; }", 0),
        ("for (l = 0; l < 4; l++) { if (i > l) continue; s[0] = 1.0; } v[i] = s[0];", 1),
        ("for (l = 0; l < 4; l++) { if (i == l) break; s[l] = 1.0; } v[i] = s[2];", 1),
        ("if (i > 3) { if (v[i] > 1.0) continue; s[0] = 1.0; } v[i] = s[0];", 1),
        ("if (i > 3) { s[0] = 1.0; } else continue; v[i] = s[0];", 0),
        ("switch (i) { case 1: if (k) break; s[0] = 1.0; case 2: v[i] = s[0]; }", 1),
    ],
)
def test_reads_behind_jumps(body: str, count: int) -> None:
    found = found_in(body)
    assert len(exposed_reads(found, private_roots(found)["s"])) == count


def test_exposed_reads_of_an_iteration() -> None:
    found = found_in(
        "for (j = 0; j < M; j++) s[j] = 1.0; for (j = 1; j < M; j++) s[j] += s[j - 1];"
        "for (j = 2; j < M; j++) t[j] = s[j]; v[i] = t[2] + t[i % 2 + 1];"
    )
    roots = private_roots(found)
    assert exposed_reads(found, roots["s"]) == []
    (read,) = exposed_reads(found, roots["t"])
    assert not read.write


def read_of(found: Found, name: str) -> Access:
    (access,) = [each for each in found.accesses if each.root is not None and each.root.name == name]
    return access


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        ("a[3][i]", Coalescing(Pattern.COALESCED, 1)),
        ("a[3][M - 1 - i]", Coalescing(Pattern.COALESCED, -1)),
        ("a[i][2]", Coalescing(Pattern.STRIDED, 24)),
        ("a[k][2]", Coalescing(Pattern.CONSTANT, 0)),
        ("c[2][i][4]", Coalescing(Pattern.STRIDED, 5)),
        ("q[i * n + k]", Coalescing(Pattern.STRIDED)),
        ("q[k * n + i]", Coalescing(Pattern.COALESCED, 1)),
        ("w[2 * i + k]", Coalescing(Pattern.STRIDED, 2)),
        ("w[i / 2]", Coalescing(Pattern.IRREGULAR)),
        ("cells[i].left", Coalescing(Pattern.STRIDED)),
        ("cells[i].at[2]", Coalescing(Pattern.STRIDED)),
        ("cells[0].at[i]", Coalescing(Pattern.COALESCED, 1)),
    ],
)
def test_coalescing(read: str, expected: Coalescing) -> None:
    found = found_in(f"v[i] = {read};", "int i = 0; i < 4; i++")
    name = read.partition("[")[0]
    assert classify(found, read_of(found, name), "i") == expected


def test_coalescing_through_an_index() -> None:
    found = found_in("v[i] = w[index[i]];")
    assert classify(found, read_of(found, "w"), "i").pattern is Pattern.IRREGULAR
    assert classify(found, read_of(found, "index"), "i").pattern is Pattern.COALESCED


VARIABLE = """
#include <math.h>
static double s[60][60];
void f(int n, int m, unsigned u, double a[n][n], double c[n][n][n], double *p)
{{
  for (int k = {first}; k < n; k++) {{
#pragma omp parallel for
    for (int i = {lower}; i < n; i++) {{ {body} }}
  }}
}}
"""

FLAT = "for (int j = k + 1; j < n; j++) p[i * n + j] -= p[i * n + k] * p[k * n + j];"


@pytest.mark.parametrize(
    ("body", "lower", "root", "first"),
    [
        ("for (int j = k + 1; j < n; j++) a[i][j] -= a[i][k] * a[k][j];", "k + 1", None, "0"),
        ("for (int j = i; j < n; j++) a[j][i] -= a[j][k] * a[i][k];", "k + 1", None, "0"),
        ("for (int j = i; j < n; j++) s[j][i] -= s[j][k] * s[i][k];", "k + 1", None, "0"),
        ("for (int j = i; j < n; j++) s[j][i] -= s[j][k] * s[i][k];", "1 + (k - 2) + 2", None, "0"),
        ("for (int j = 0; j < n; j++) c[i][k][j] = c[k][i][j] + c[i][k + 1][n - 1 - j];", "k + 1", None, "0"),
        ("for (int j = 0; j < n; j++) c[i][2 * k + 1][j] = c[i][2 * k][n - 1 - j];", "k", None, "0"),
        ("for (int j = i; j < n; j++) a[j][i] -= a[j][k] * a[i][k];", "k", "a", "0"),
        ("for (int j = i; j < n; j++) s[j][i] -= s[j][k] * s[i][k];", "k - 1", "s", "0"),
        ("for (int j = i; j < n; j++) s[j][i] -= s[j][u] * s[i][u];", "u + 1", "s", "0"),
        ("for (int j = 0; j < n; j++) c[i][k][j] = c[i][k][n - 1 - j];", "k + 1", "c", "0"),
        (FLAT, "k + 1", None, "0"),
        (FLAT, "k + 1", None, "3"),
        (FLAT, "k + 1", None, "-1"),
        (FLAT, "k + 1", "p", "m"),
        (FLAT.replace("j < n", "j <= n"), "k + 1", "p", "0"),
        (FLAT.replace("i * n + k", "i * n + m"), "k + 1", "p", "0"),
        (FLAT.replace("k * n + j", "k * m + j"), "k + 1", "p", "0"),
        ("for (int j = 0; j < n; j++) p[k * n + j] = p[i * n + j];", "k + 1", None, "0"),
        ("for (int j = 0; j < n; j++) p[2 * k * n + j] = p[(2 * k + 1) * n + j];", "k + 1", None, "0"),
        ("for (int j = 0; j < n; j++) p[k * n + j] = p[k * n + n - 1 - j];", "k + 1", "p", "0"),
    ],
)
def test_rows_that_a_parameter_names(body: str, lower: str, root: str | None, first: str) -> None:
    program = translated(VARIABLE.format(body=body, lower=lower, first=first))
    (loop,) = [loop for region in program.regions for loop in region.loops]
    assert loop.kernel is not None
    found = collect(loop.kernel, resolve(program.units[0]))
    hit = carried(found, outer(found))
    assert (None if hit is None else hit.root) == root


PAIRS = """
#include <stddef.h>
void f(int n, int m, size_t z, unsigned u, double *p)
{{
#pragma omp parallel for
  for (int i = 0; i < n; i++) {{ double *q = p + (size_t)i * 2 * {size}, *r = q + {size}; {body} }}
}}
"""


@pytest.mark.parametrize(
    ("body", "root"),
    [
        ("for (int j = 0; j < n; j++) q[j] = r[(j + 1) % n];", None),
        ("for (int j = 0; j < n; j++) q[j] = r[(j + n - 1) % n] + r[(j + n - 2) % n] + r[(j + m - m) % n];", None),
        ("for (int j = 0; j < n; j++) q[j] = r[j < 1 ? n - 1 : j - 1];", None),
        ("for (int j = 0; j < n; j++) q[j] = r[(j + 2 * n - 1) % n];", "p"),  # two periods
        ("for (int j = 0; j < n; j++) q[j] = r[(j - n + 1) % n];", "p"),  # negative, as C rounds
        ("for (int j = 0; j < n; j++) q[j] = r[(j + 1) % m];", "p"),
        ("for (int j = 0; j < n; j++) q[j] = r[(j + m) % n];", "p"),
        ("for (int j = 0; j < n; j++) q[j] = q[(j + 1) % n];", "p"),
        ("for (int j = 0; j <= n; j++) q[j] = r[(j + 1) % n];", "p"),
    ],
)
def test_indices_that_wrap_around(body: str, root: str | None) -> None:
    kernel, symbols = kernel_and_symbols(PAIRS.format(body=body, size="n"))
    found = collect(kernel, symbols)
    hit = carried(found, outer(found))
    assert (None if hit is None else hit.root) == root


@pytest.mark.parametrize(
    ("body", "root"),
    [
        ("for (size_t j = 0; j < z; j++) q[j] = r[(j + 1) % z] + r[(j + z - 1) % z];", None),
        ("for (size_t j = 0; j < z; j++) q[j] = r[(j - 1) % z];", "p"),  # may be anything
        ("for (unsigned j = 0; j < u; j++) q[j] = r[(j - 1) % u];", "p"),
    ],
)
def test_unsigned_indices_that_wrap_around(body: str, root: str | None) -> None:
    kernel, symbols = kernel_and_symbols(PAIRS.format(body=body, size="z" if "z" in body[:36] else "u"))
    found = collect(kernel, symbols)
    hit = carried(found, outer(found))
    assert (None if hit is None else hit.root) == root


@pytest.mark.parametrize(
    ("body", "apart"),
    [
        ("x[i] = y[i + 1];", True),
        ("x[i] = y[0];", True),
        ("x[i] = y[n - i];", True),
        ("x[i] = y[i];", False),  # if they were one array, each iteration would have its own element
        ("x[2 * i] = y[2 * i + 1];", False),
        ("first[i] = again[i + 1];", False),  # they are one array
        ("rows[i][0] = y[i + 1];", False),  # the library finds rows, and can't compare them with others
    ],
)
def test_arrays_that_valid_programs_have_apart(body: str, apart: bool) -> None:
    kernel, symbols = kernel_and_symbols(
        "static double a[99];\nvoid f(int n, double *x, double *y, double **rows)\n"
        "{ double *first = a, *again = a;\n"
        f"#pragma omp parallel for\nfor (int i = 0; i < n; i++) {{ {body} }} }}"
    )
    found = collect(kernel, symbols)
    buffers = [each for each in found.accesses if each.root is not None and each.root.memory is Memory.BUFFER]
    write, read = next(each for each in buffers if each.write), next(each for each in buffers if not each.write)
    made = where_distinct(found, write, read)
    assert (made is not None) == apart
    if made is not None:
        assert made.kernel.assumed.distinct == frozenset({("x", "y")})
        assert where_distinct(found, read, read) is None


@pytest.mark.parametrize(
    ("body", "parallel"),
    [
        ("for (j = 0; j < n / 2; j++) { p[2 * j] = 1; p[2 * j + 1] = 2; }", True),
        ("for (j = 0; j < n / 2; j++) p[j] = p[n / 2 + j];", True),
        ("for (j = 0; j <= n / 2; j++) p[j] = p[n / 2 + j];", False),
        ("for (j = 0; j < n / 2; j++) p[j] = p[n - 1 - j];", True),
        ("for (j = 0; j < n - n / 2; j++) p[j] = p[n - j];", True),
        ("for (j = 0; j <= n - n / 2; j++) p[j] = p[n - j];", False),
        ("for (j = -3; j < 0; j++) p[j] = p[m / 2 + j];", False),
    ],
)
def test_halves_of_sizes(body: str, *, parallel: bool) -> None:
    found = found_in(body)
    assert (carried(found, outer(found)) is None) is parallel
