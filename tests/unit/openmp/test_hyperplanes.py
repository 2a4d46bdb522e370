"""Loops over planes with a pipeline in each: which become loops over hyperplanes, and which stay as they are."""

from __future__ import annotations

import pytest

from mapper.ir.trees.nodes import Omp, text_of, walk
from tests.unit.openmp.units import bound

HEAD = """\
double a[9][50][50], b[9][50][50], c[50][50], t;
int done[50], m;
void other(void);
"""
PIPELINE = """
#pragma omp for {clauses}
for (i = 1; i < n; i++) {{
  while (i > 1 && done[i - 1] < k) {{
#pragma omp flush
  }}
  for ({columns}) {{ {point} }}
  done[i] = k;
}}
"""
POINT = "a[k][i][j] = a[k - 1][i][j] + a[k][i - 1][j];"
COLUMNS = "j = 1; j < n; j++"
PLANES = "for (k = 1; k < p; k++)"
LOOP = "\n#pragma omp for nowait\nfor (i = 1; i < n; i++) for (j = 1; j < n; j++) c[i][j] = k;\n"
WEIGH = """
static void weigh(int k, double by, int n)
{
  int i, j;
  double h;
  h = 0.5 * by;
#pragma omp for
  for (i = n - 1; i >= 1; i--) for (j = 1; j < n; j++) c[i][j] = h;
}
"""


def pipeline(point: str = POINT, columns: str = COLUMNS, clauses: str = "") -> str:
    return PIPELINE.format(point=point, columns=columns, clauses=clauses)


def solve(
    point: str = "v[k][i][j] += v[k][i - 1][j];", parameters: str = "double v[9][50][50], int k, int n"
) -> str:
    return f"static void solve({parameters}) {{ int i, j; {pipeline(point)} }}\n"


def loops(text: str) -> list[Omp]:
    """The loops over hyperplanes of a text."""
    nodes = [node for node in walk(bound(text).tree) if isinstance(node, Omp)]
    return [each for each in nodes if each.directive.over_planes]


def region(inside: str, head: str = PLANES, before: str = "", own: str = "int i, j, k;") -> str:
    return f"{HEAD}{before}void f(int n, int p)\n{{\n#pragma omp parallel\n{{ {own} {head} {{ {inside} }} }}\n}}\n"


CHANGED = {
    "a pipeline": region(pipeline()),
    "a loop before": region(LOOP + pipeline(POINT + "c[i][j] += a[k][i][j];")),
    "a loop behind": region(pipeline() + "\n#pragma omp barrier\n" + LOOP),
    "a private variable": region(pipeline("t = a[k - 1][i][j]; a[k][i][j] = t;", clauses="private(t)")),
    "down": region(pipeline(), "for (k = p - 1; k >= 1; k--)"),
    "functions": region("weigh(k, t, n); solve(b, k, n);", before=WEIGH + solve()),
    "an argument that is computed": region("weigh(k, t, n - 1); solve(b, k, n - 1);", before=WEIGH + solve()),
    "a function of a team": HEAD + "void f(int n, int p) { int i, j, k; " + PLANES + "{" + pipeline() + "} }\n",
}
LEFT = {
    "no pipeline": region(LOOP),
    "something between": region("t = k;" + pipeline()),
    "a call of something else": region("other();" + pipeline()),
    "other columns": region(LOOP.replace("j < n", "j < m") + pipeline()),
    "other rows in each plane": region(pipeline(columns="j = k; j < n; j++")),
    "the plane changes": region(pipeline(POINT + " k += 0;")),
    "planes in steps": region(pipeline(), "for (k = 1; k < p; k += 2)"),
    "a point may end early": region(pipeline("if (t) continue; " + POINT)),
    "a value goes from loop to loop": region(
        LOOP.replace("c[i][j] = k;", "{ t = k; c[i][j] = t; }") + pipeline("a[k][i][j] = a[k][i - 1][j] + t;")
    ),
    "a variable that one loop has of its own": region(
        LOOP.replace("c[i][j] = k;", "{ t = k; c[i][j] = t; }") + pipeline(POINT + " t = 1;", clauses="private(t)")
    ),
    "a counter is data": region(pipeline() + LOOP.replace("= k", "= j").replace("j", "l").replace("= l", "= j")),
    "a value goes on in a function": region(
        "weigh(k, t, n); solve(b, k, n);",
        before=WEIGH.replace("c[i][j] = h", "{ h += 1; c[i][j] = h; }") + solve(),
    ),
    "an argument of another type": region("weigh(k, n, n); solve(b, k, n);", before=WEIGH + solve()),
    "an array of another form": region("solve(c, k, n);", before=solve()),
    "an argument that changes": region("solve(b, m, n);", before=solve("v[k][i][j] += v[k][i - 1][j]; m = 3;")),
    "a global that means a local": region(
        "solve(b, k, n);", before=solve("v[k][i][j] += t * v[k][i - 1][j];"), own="int i, j, k; double t;"
    ),
    "a static variable": region("solve(b, k, n);", before=solve().replace("int i, j;", "static int i; int j;")),
    "a function that returns early": region(
        "solve(b, k, n);", before=solve().replace("int i, j;", "int i, j; if (k == 3) return;")
    ),
    "loops in a loop": region("\n#pragma omp single\n{" + PLANES + ";}\n" + pipeline()),
}


@pytest.mark.parametrize("name", CHANGED)
def test_goes_by_hyperplanes(name: str) -> None:
    (found,) = loops(CHANGED[name])
    pipeline = found.directive.pipeline
    assert pipeline is not None
    assert found.body is not None
    work = text_of(found.body)
    assert all(each not in work for each in ("done", "while", "weigh(", "solve("))
    assert pipeline.flags is not None
    kept = text_of(pipeline.flags)
    assert "done[" in kept
    assert all(each not in kept for each in ("a[", "b[", "c["))


@pytest.mark.parametrize("name", LEFT)
def test_stays_as_it_is(name: str) -> None:
    assert not loops(LEFT[name])


def test_variables_of_functions_are_new() -> None:
    (found,) = loops(CHANGED["functions"])
    assert found.body is not None
    work = text_of(found.body)
    assert "h_2 = 0.5 * t" in work
    assert "b[k][row_at][column_at] += b[k][row_at - 1][column_at]" in work


def test_counters_have_their_last_values() -> None:
    unit = bound(CHANGED["a pipeline"])
    text = text_of(next(node for node in walk(unit.tree) if isinstance(node, Omp)).body or unit.tree)
    assert "k = (planes < 0) ? (first_plane) : (first_plane + (planes + 1));" in text
    assert "if ((planes >= 0) && (rows >= 0))\n" in text
