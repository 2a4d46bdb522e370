"""Loops whose threads wait for each other by flags: which become loops over diagonals, and which don't."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.directive import Pipeline
from mapper.ir.trees.nodes import Omp, text_of, walk
from mapper.openmp.idioms.pipelines.strips import least
from tests.unit.openmp.units import bound

HEAD = """\
typedef int omp_lock;
int flag[100], mine[100][8], turn, seen, bound[2];
struct progress { int rows; char gap[60]; } progress[100];
double a[100][100];
void other(double *x);
int changing(void);
void sched_yield(void), atomic_store(int *p, int v);
int atomic_load(int *p);
"""
WAIT = "if (i > 1) while (!flag[i - 1]) {\n#pragma omp flush\n}\n"
SIGNAL = "\n#pragma omp flush\nflag[i] = 1;\n"
UP = "for (i = 1; i < n; i++)"
WORK = "for (j = 1; j < n; j++) a[i][j] += a[i - 1][j] + a[i][j - 1];\n"


def loop(inside: str, head: str = UP, clauses: str = "") -> str:
    return f"#pragma omp for {clauses}\n{head} {{ {inside} }}"


CHANGED = {
    "a flag a row": loop(WAIT + WORK + SIGNAL),
    "nowait and private": loop(WAIT + WORK + SIGNAL, clauses="nowait schedule(static) private(j)"),
    "both ways": loop(
        WAIT + "if (i < n - 1) while (flag[i] == 1) ;\n" + WORK + "if (i > 1) flag[i - 1] = 0; flag[i] = 1;"
    ),
    "down": loop("if (i < n - 1) while (!flag[i + 1]) ;\n" + WORK + SIGNAL, "for (i = n - 1; i > 0; i--)"),
    "rows of flags": loop("while (i > 1 && mine[i - 1][0] == 0) ;\n" + WORK + "mine[i][0]++;"),
    "members": loop(
        "int saw; do {\n#pragma omp atomic read\nsaw = progress[i - 1].rows; } while (saw < 1);\n"
        + WORK
        + "\n#pragma omp atomic update\nprogress[i].rows += 1;"
    ),
    "a turn": loop("while (turn != i) sched_yield();\n" + WORK + "turn = i + 1;"),
    "for ever": loop("for (;;) { if (flag[i - 1]) break; }\n" + WORK + SIGNAL),
    "functions": loop("while (!atomic_load(&flag[i - 1])) ;\n" + WORK + "atomic_store(&flag[i], 1);"),
    "inside": loop(
        "for (j = 1; j < n; j++) { while (mine[i - 1][0] < j) ;\n a[i][j] += a[i - 1][j]; mine[i][0] = j; }"
    ),
    "doacross": loop(
        "\n#pragma omp ordered depend(sink: i - 1)\n" + WORK + "\n#pragma omp ordered depend(source)\n",
        clauses="ordered(1)",
    ),
}
LEFT = {
    "no flags": loop(WORK),
    "flags are data": loop(WAIT + "for (j = 1; j < n; j++) a[i][j] += a[i - 1][j] + flag[i];" + SIGNAL),
    "a later row": loop("while (!flag[i + 1]) ;\n" + WORK + SIGNAL),
    "an earlier row, downwards": loop("while (!flag[i - 1]) ;\n" + WORK + SIGNAL, "for (i = n - 1; i > 0; i--)"),
    "more than a nest": loop(WAIT + "a[i][0] = 1; " + WORK + SIGNAL),
    "no nest": loop(WAIT + "a[i][1] += a[i - 1][1];" + SIGNAL),
    "a triangle": loop(WAIT + WORK.replace("j < n", "j < i") + SIGNAL),
    "steps": loop(WAIT + WORK.replace("j++", "j += 2") + SIGNAL),
    "ends early": loop(WAIT + "for (j = 1; j < n; j++) { if (a[i][j]) break; a[i][j] = a[i - 1][j]; }" + SIGNAL),
    "a bound that changes": loop(WAIT + "for (j = 1; j < x; j++) { a[i][j] = a[i - 1][j]; x = 7; }" + SIGNAL),
    "a bound that is called": loop(WAIT + WORK.replace("j < n", "j < changing()") + SIGNAL),
    "a counter that changes": loop(WAIT + WORK.replace("a[i][j] +=", "a[i][j++] +=") + SIGNAL),
    "unsigned": loop(WAIT + "for (unsigned k = 1; k < 9; k++) a[i][k] += a[i - 1][k];" + SIGNAL),
    "a signal by data": loop(WAIT + "for (j = 1; j < n; j++) { x = a[i][j]; flag[i] = x; a[i][j] = 1; }"),
    "a list": loop("struct progress *p; while (p->rows) p = p + p->rows;\n" + WORK),
    "a test that counts": loop(
        "if (x++ > 0) while (!flag[i - 1]) ;\n" + WORK.replace("+ a[i]", "+ x * a[i]") + SIGNAL
    ),
    "no signal": loop(
        "for (j = 1; j < n; j++) { while (mine[i - 1][0] < j) ;\n"
        "if (a[i][j] > 1) continue; a[i][j] += a[i - 1][j]; mine[i][0] = j; }"
    ),
    "lastprivate": loop(WAIT + WORK + SIGNAL, clauses="lastprivate(j)"),
    "ordered blocks": loop("\n#pragma omp ordered\n{ a[i][0] = 1; }\n" + WORK, clauses="ordered"),
}


def constructs(statements: str) -> list[Omp]:
    unit = bound(
        f"{HEAD}void f(int n, int x)\n{{ int i, j;\n#pragma omp parallel private(i, j)\n{{\n{statements}\n}}\n}}\n"
    )
    return [node for node in walk(unit.tree) if isinstance(node, Omp)]


@pytest.mark.parametrize("name", CHANGED)
def test_goes_by_diagonals(name: str) -> None:
    found = constructs(CHANGED[name])
    assert [each.directive.kind for each in found] == (
        ["parallel", "for"] if name == "doacross" else ["parallel", "single", "for"]
    )
    pipeline = found[-1].directive.pipeline
    assert pipeline is not None
    assert found[-1].body is not None
    work = text_of(found[-1].body)
    assert all(each not in work for each in ("flag", "turn", "mine", "progress", "while"))
    assert "a[i][j] +=" in work
    if pipeline.flags is not None:
        assert found[1].body is not None
        kept = text_of(found[1].body)
        assert "a[" not in kept
        assert "__mrt_never_ends(" in kept


@pytest.mark.parametrize("name", LEFT)
def test_stays_as_it_is(name: str) -> None:
    loops = [each for each in constructs(LEFT[name]) if each.directive.kind == "for"]
    assert [each.directive.pipeline for each in loops] == [None]
    assert isinstance(loops[0].body, c_ast.For)


def test_region_of_one_loop() -> None:
    text = loop(WAIT + WORK + SIGNAL, clauses="num_threads(4) schedule(static, 1) private(j) shared(flag)")
    unit = bound(f"{HEAD}void f(int n)\n{{ int i, j;\n{text.replace('omp for', 'omp parallel for')}\n}}\n")
    region, single, work = (node for node in walk(unit.tree) if isinstance(node, Omp))
    assert region.directive.kind == "parallel"
    assert [each.kind for each in region.directive.clauses] == ["num_threads", "shared"]
    assert single.directive.kind == "single"
    assert work.directive.pipeline is not None


def test_function_with_a_region() -> None:
    """An orphaned loop of a function with a region of its own stays: serial code comes to it."""
    text = loop(WAIT + WORK + SIGNAL)
    unit = bound(f"{HEAD}void f(int n)\n{{ int i, j;\n{text}\n#pragma omp parallel\nother(0);\n}}\n")
    assert not any(isinstance(node, Omp) and node.directive.pipeline for node in walk(unit.tree))


STRIPS = {
    "counted": ("b = 0; b < x; b++", "j = 1 + b * 16; j < 1 + (b + 1) * 16 && j < n; j++", "n", "1 + (x * 16)"),
    "counted to the last": ("b = 0; b <= x; b++", "j = b * 8; j <= b * 8 + 7; j++", "(x + 1) * 8"),
    "by steps": ("b = 1; b < n; b += x", "j = b; j < n && j < b + x; j++", "n"),
    "the lesser one": ("b = 0; b < n; b += 16", "j = b; j < (b + 16 < n ? b + 16 : n); j++", "n"),
}
NO_STRIPS = {
    "a gap": ("b = 0; b < x; b++", "j = 1 + b * 16; j < b * 16 + 16 && j < n; j++"),
    "an overlap": ("b = 0; b < x; b++", "j = b * 16; j < b * 16 + 17 && j < n; j++"),
    "beyond the end": ("b = 1; b < n; b += x", "j = b; j < b + x; j++"),
    "another end": ("b = 1; b < n; b += 8", "j = b; j < b + 8 && j < x; j++"),
    "backwards": ("b = 0; b < x; b++", "j = -b * 16; j < -b * 16 - 16 && j < n; j++"),
    "of unknown width": ("b = 0; b < n; b++", "j = b * x; j < b * x + x; j++"),
}


def stripped(outer: str, inner: str, work: str = "a[i][j] += a[i - 1][j];") -> Pipeline | None:
    text = f"for ({outer}) {{ while (mine[i - 1][0] < b) ;\n for ({inner}) {{ {work} }} mine[i][0] = b; }}"
    return constructs(f"int b; {loop(text)}".replace("int b; #", "int b;\n#"))[-1].directive.pipeline


@pytest.mark.parametrize("name", STRIPS)
def test_strips_are_one_loop(name: str) -> None:
    outer, inner, *bounds = STRIPS[name]
    pipeline = stripped(outer, inner)
    assert pipeline is not None
    assert [text_of(each) for each in least(pipeline.inner.bound)] == bounds


@pytest.mark.parametrize("name", NO_STRIPS)
def test_strips_stay(name: str) -> None:
    """The loop over strips is the inner one of the nest, if it counts by one."""
    outer, inner = NO_STRIPS[name]
    pipeline = stripped(outer, inner)
    if "++" in outer:
        assert pipeline is not None
        assert text_of(pipeline.inner.bound) == outer.split()[5].rstrip(";")
    else:
        assert pipeline is None


def test_strips_whose_number_is_used() -> None:
    outer, inner, *_ = STRIPS["counted"]
    pipeline = stripped(outer, inner, "a[i][j] += a[i - 1][j] * b;")
    assert pipeline is not None
    assert text_of(pipeline.inner.bound) == "x"


def test_unsigned_bounds() -> None:
    """How many diagonals there are is a number of the counters' type: `0u - 1` are none."""
    text = loop(WAIT + WORK.replace("j < n", "j < m") + SIGNAL)
    unit = bound(
        f"{HEAD}void f(int n, unsigned m)\n{{ int i, j;\n#pragma omp parallel private(i, j)\n{{\n{text}\n}}\n}}\n"
    )
    waves = [node for node in walk(unit.tree) if isinstance(node, c_ast.For) and isinstance(node.stmt, Omp)]
    assert [text_of(each.cond) for each in waves] == [
        "wave <= ((((int) ((n - 1) - 1)) / 32) + (((int) ((m - 1) - 1)) / 32))"
    ]
