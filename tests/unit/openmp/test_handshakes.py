"""Threads that wait for their neighbours by number: which sweeps change, and which stay as they are."""

from __future__ import annotations

import pytest

from mapper.ir.trees.directive import Pipeline
from mapper.ir.trees.nodes import Omp, walk
from tests.unit.openmp.units import bound

HEAD = """\
int omp_get_thread_num(void), omp_get_num_threads(void);
int ready[99], done[99], planes_of[99][9], shift;
struct { int planes; char gap[60]; } own[99];
double a[50][50][50], b[50][50];
int __atomic_load_n(int *p, int order);
void __atomic_store_n(int *p, int value, int order), other(void);
"""
NUMBERS = "int i, j, k, me = omp_get_thread_num(), last = omp_get_num_threads() - 1, t = last + 1;"
WAIT = "if (me > 0) { while (ready[me - 1] == 0) {\n#pragma omp flush\n} ready[me - 1] = 0; }\n"
SIGNAL = "if (me < last) { while (ready[me] == 1) {\n#pragma omp flush\n} ready[me] = 1; }\n"
COUNTED = "if (me > 0) while (done[me - 1] < k) ;\n"
COUNT = "\n#pragma omp atomic write\ndone[me] = k;\n"
WORK = "for (j = 1; j < n; j++) a[k][i][j] += a[k - 1][i][j] + a[k][i - 1][j] + a[k][i][j - 1];"
ROW = "b[i][k] += b[i - 1][k] + b[i][k - 1];"
UP = "for (k = 1; k < p; k++)"


def rows(work: str = WORK, clauses: str = "schedule(static) nowait", head: str = "i = 1; i < n; i++") -> str:
    return f"\n#pragma omp for {clauses}\nfor ({head}) {{ {work} }}\n"


def sweep(inside: str, head: str = UP, numbers: str = NUMBERS, before: str = "") -> str:
    region = f"#pragma omp parallel\n{{ {numbers} {head} {{ {inside} }} }}"
    return f"{HEAD}{before}void f(int n, int p)\n{{\n{region}\n}}\n"


def pipelines(text: str) -> list[Pipeline]:
    nodes = [node for node in walk(bound(text).tree) if isinstance(node, Omp)]
    return [each.directive.pipeline for each in nodes if each.directive.pipeline is not None]


CALLED = f"""
static void wait_left(int me)
{{ int left; left = me - 1; if (me > 0) {{ while (ready[left] == 0) ; ready[left] = 0; }} }}
static void solve(int k, int n, int me, int last) {{ int i, j; wait_left(me); {rows()} {SIGNAL} }}
"""
GIVEN = f"static void g(int n, int p, int me) {{ int i, j, k; {UP} {{ {COUNTED} {rows()} {COUNT} }} }}\n"
IN_BLOCKS = "for (i = 1 + (n - 1) * me / t; i < 1 + (n - 1) * (me + 1) / t; i++) "

PLANES = {
    "to and fro": sweep(WAIT + rows() + SIGNAL),
    "counters": sweep(COUNTED + rows() + COUNT),
    "counters that go up": sweep(COUNTED + rows() + "done[me]++;"),
    "planes backwards": sweep(
        "if (me > 0) while (done[me - 1] < p - k) ;" + rows() + "done[me] += 1;", "for (k = p - 1; k >= 1; k--)"
    ),
    "members": sweep("if (me) while (own[me - 1].planes != k) ;" + rows() + "own[me].planes = k;"),
    "padding": sweep(
        "if (me) while (!ready[me * 16 - 16]) ; ready[me * 16 - 16] = 0;" + rows() + "ready[16 * me] = 1;"
    ),
    "a flag a plane": sweep("if (me) while (!planes_of[k][me - 1]) ;" + rows() + "planes_of[k][me] = 1;"),
    "functions": sweep(
        "if (me) while (__atomic_load_n(&done[me - 1], 2) < k) ;" + rows() + "__atomic_store_n(&done[me], k, 3);"
    ),
    "another loop before": sweep(rows("for (j = 1; j < n; j++) b[i][j] = k;") + WAIT + rows() + SIGNAL),
    "called": sweep("solve(k, n, me, last);", before=CALLED),
    "a number that is given": sweep("", "", NUMBERS + " g(n, p, me);", GIVEN),
}
TILES = {
    "rows without columns": sweep(COUNTED + rows(ROW) + COUNT),
    "blocks": sweep(COUNTED + IN_BLOCKS + ROW + COUNT),
}
LEFT = {
    "a later plane": sweep("if (me > 0) while (done[me - 1] < k + 1) ;" + rows() + COUNT),
    "the next thread": sweep("if (me < last) while (done[me + 1] < k) ;" + rows() + COUNT),
    "another flag": sweep("if (me > 0) while (ready[me - 1] == 0) ;" + rows() + COUNT),
    "a flag of another plane": sweep(
        "if (me) while (!planes_of[k + 1][me - 1]) ;" + rows() + "planes_of[k][me] = 1;"
    ),
    "no signal": sweep(COUNTED + rows()),
    "no wait": sweep(rows() + COUNT),
    "the value that is waited on": sweep(WAIT + rows() + "ready[me] = 0;"),
    "some planes": sweep(COUNTED + rows() + "if (k % 2) done[me] = k;"),
    "any step": sweep(COUNTED + rows() + "done[me] += shift;"),
    "chunks": sweep(COUNTED + rows(clauses="schedule(static, 2) nowait") + COUNT),
    "dynamic": sweep(COUNTED + rows(clauses="schedule(dynamic)") + COUNT),
    "in turn": sweep(COUNTED + "for (i = 1 + me; i < n; i += t) " + ROW + COUNT),
    "several loops": sweep(COUNTED + rows() + rows() + COUNT),
    "more than flags": sweep(COUNTED + rows() + "other();" + COUNT),
    "data": sweep(COUNTED + rows("for (j = 1; j < n; j++) a[k][i][j] += done[i];") + COUNT),
    "not a number": sweep(COUNTED + rows() + COUNT, numbers=NUMBERS + " me += shift;"),
    "a number from some callers": sweep("", "", NUMBERS + " g(n, p, me); g(n, p, 0);", GIVEN),
}


@pytest.mark.parametrize("name", PLANES)
def test_planes_go_by_hyperplanes(name: str) -> None:
    (found,) = pipelines(PLANES[name])
    assert found.plane is not None
    assert found.flags is not None


@pytest.mark.parametrize("name", TILES)
def test_rows_without_columns_go_by_tiles(name: str) -> None:
    (found,) = pipelines(TILES[name])
    assert found.plane is None
    assert found.flags is not None


@pytest.mark.parametrize("name", LEFT)
def test_left(name: str) -> None:
    assert not pipelines(LEFT[name])
