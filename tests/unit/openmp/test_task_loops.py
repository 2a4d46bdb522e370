"""Loops of tasks: which become work-shared loops, with which clauses, and which stay as they are."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import Omp, walk
from mapper.openmp.unparse import unparse
from tests.unit.openmp.units import bound

HEAD = """int n, most; double a[9], b[9], s, *to;
struct q { int k, r[3]; } q;
int g(int);
void f(int m)
{ int i, k; double x;
"""
LOOP = "for (int j = 0; j < n; j++) a[j] = b[j];"


def directives(text: str) -> list[str]:
    """What the constructs of a function say after it is bound, in order."""
    unit = bound(f"{HEAD}{text}\n}}\n")
    nodes = [node for ext in unit.tree.ext for node in walk(ext)]
    return [unparse(node.directive).removeprefix("omp ") for node in nodes if isinstance(node, Omp)]


def in_single(code: str, region: str = "parallel", alone: str = "single") -> list[str]:
    """The same, of code in the only construct of a region."""
    return directives(f"#pragma omp {region}\n#pragma omp {alone}\n{{ {code} }}")


@pytest.mark.parametrize(
    ("code", "becomes"),
    [
        (f"\n#pragma omp taskloop\n{LOOP}", ["for"]),
        (f"\n#pragma omp taskloop nogroup untied shared(a)\n{LOOP}", ["for"]),
        (f"\n#pragma omp taskloop grainsize(n)\n{LOOP}", ["for schedule(dynamic, 2L * n)"]),
        (f"\n#pragma omp taskloop grainsize(strict : 9)\n{LOOP}", ["for schedule(dynamic, 9)"]),
        (f"\n#pragma omp taskloop num_tasks(n)\n{LOOP}", ["for schedule(dynamic, (n > 1) ? (1) : (2147483647))"]),
        (f"\n#pragma omp taskloop num_tasks(8)\n{LOOP}", ["for"]),
        (f"\n#pragma omp taskloop simd private(x) collapse(1)\n{LOOP}", ["for simd private(x) collapse(1)"]),
        (f"n = 4;\n#pragma omp taskloop\n{LOOP} n = 5;", ["single", "for", "single"]),
        (f"for (int t = 0; t < 9; t++) {{\n#pragma omp taskloop\n{LOOP} }}", ["for"]),
        (f"for (i = 0; i < 9; i++) {{\n#pragma omp taskloop\n{LOOP} }}", ["single", "for", "single"]),
        (f"while (s > 0) {{\n#pragma omp taskloop\n{LOOP} if (a[0] > 3) break; }}", ["for"]),
        (f"if (n)\n#pragma omp taskloop\n{LOOP}", ["for"]),
        (f"const int h = n / 2;\n#pragma omp taskloop\n{LOOP.replace('n;', 'h;')}", ["for"]),
        (f"\n#pragma omp taskgroup\n{{\n#pragma omp taskloop\n{LOOP}\n#pragma omp taskwait\n}}", ["for"]),
        ("for (int j = 0; j < n; j++)\n#pragma omp task firstprivate(j)\na[j] = 1;", ["for"]),
        (
            "for (int j = 0; j < n; j += m) { int e = j + m;\n#pragma omp task private(k)\na[j] = e; }",
            ["for private(k)"],
        ),
        ("for (i = 0; i < n; i++) {\n#pragma omp task\na[i] = 1; }", ["for"]),
        ("for (i = 0; i < n; i++)\n#pragma omp task firstprivate(b)\na[i] = b[i];", ["for firstprivate(b)"]),
        (
            "for (i = 0; i < n; i++)\n#pragma omp task firstprivate(to)\n*to += to[i] = i;",
            ["for firstprivate(to)"],
        ),
        ("for (i = 0; i < n; i++)\n#pragma omp task default(none) shared(a)\na[i] = 1;", ["for"]),
        (f"for (int t = 0; t < 9; t++) {{\n#pragma omp taskloop firstprivate(t)\n{LOOP} }}", ["for"]),
        (f"int h = n;\n#pragma omp taskloop firstprivate(h, m)\n{LOOP}", ["for firstprivate(m)"]),
    ],
)
def test_is_shared_out(code: str, becomes: list[str]) -> None:
    assert in_single(code) == ["parallel", *becomes]


@pytest.mark.parametrize(
    "code",
    [
        f"\n#pragma omp taskloop in_reduction(+ : s)\n{LOOP}",
        f"\n#pragma omp taskloop if(n > 9)\n{LOOP}",
        f"\n#pragma omp taskloop num_tasks(strict : 4)\n{LOOP}",
        f"int h = g(n);\n#pragma omp taskloop grainsize(h)\n{LOOP}",
        "for (int j = 1; j < n; j++)\n#pragma omp task if(n > 9)\na[j] = a[j - 1];",
        "for (int j = 0; j < n; j++)\n#pragma omp task depend(out : a[j])\na[j] = 1;",
        "for (int j = 0; j < n; j++)\n#pragma omp task firstprivate(m)\na[j] = m++;",
        "for (int j = 0; j < n; j++)\n#pragma omp task firstprivate(b)\na[j] = b[0]++;",
        "for (int j = 0; j < n; j++)\n#pragma omp task firstprivate(b)\n{ double *p = b; a[j] = *p; }",
        "for (int j = 0; j < n; j++)\n#pragma omp task firstprivate(q)\na[j] = q.k += j;",
        "for (int j = 0; j < n; j++)\n#pragma omp task firstprivate(q)\na[j] = *q.r;",
        "for (int j = 0; j < n; j++)\n#pragma omp task default(firstprivate) shared(a)\na[j] = 1;",
        f"struct q h = q;\n#pragma omp taskloop\n{LOOP.replace('n;', 'h.k;')}",
        "for (int j = 0; j < n; j++) { a[j] = 2;\n#pragma omp task\nb[j] = 1; }",
        "for (int j = 0; j < n; j++)\n#pragma omp task\n{\n#pragma omp task\na[j] = 1; }",
        "for (i = 0; i < n; i++)\n#pragma omp task\na[i] = 1;\nn = i;",
        f"int h = n; h++;\n#pragma omp taskloop\n{LOOP.replace('n;', 'h;')}",
        f"int h = g(n);\n#pragma omp taskloop\n{LOOP.replace('n;', 'h;')}",
        f"for (int t = 0; t < 9; t++) {{ if (t) continue;\n#pragma omp taskloop\n{LOOP} t++; }}",
        f"while (g(n)) {{\n#pragma omp taskloop\n{LOOP} }}",
        f"for (int t = 0; t < 9; t++) {{ if (t) return;\n#pragma omp taskloop\n{LOOP} }}",
        f"\n#pragma omp task\n{LOOP}",
    ],
)
def test_stays_a_task(code: str) -> None:
    assert not any(each.startswith("for") for each in in_single(code))


@pytest.mark.parametrize(
    ("region", "alone", "code"),
    [
        ("parallel private(n)", "single", f"\n#pragma omp taskloop\n{LOOP}"),
        (
            "parallel private(n)",
            "single",
            f"for (int n = 0; n < 9; n++) {{\n#pragma omp taskwait\n}} n = 3;\n#pragma omp taskloop\n{LOOP}",
        ),
        ("parallel", "single copyprivate(m)", f"\n#pragma omp taskloop\n{LOOP}"),
    ],
)
def test_copies_of_threads_stay_theirs(region: str, alone: str, code: str) -> None:
    assert not any(each.startswith("for") for each in in_single(code, region, alone))


def test_a_master_must_be_last() -> None:
    master = f"#pragma omp master\n#pragma omp taskloop\n{LOOP}"
    assert directives(f"#pragma omp parallel\n{{ n = 1;\n{master} }}") == ["parallel", "for"]
    assert "taskloop" in directives(f"#pragma omp parallel\n{{\n{master}\nn = 1; }}")


@pytest.mark.parametrize(
    ("pragma", "becomes"),
    [
        ("parallel master taskloop num_threads(3)", "parallel for num_threads(3)"),
        (
            "parallel masked taskloop simd grainsize(4) reduction(+ : s)",
            "parallel for simd reduction(+: s) schedule(dynamic, 2L * 4)",
        ),
        ("parallel master taskloop if(taskloop : n > 9)", "parallel master taskloop if(taskloop : n > 9)"),
    ],
)
def test_combined_directives(pragma: str, becomes: str) -> None:
    assert directives(f"#pragma omp {pragma}\n{LOOP}") == [becomes]


def test_loop_constructs() -> None:
    both = f"\n#pragma omp loop bind(parallel) private(x)\n{LOOP}\n#pragma omp loop bind(thread)\n{LOOP}\n"
    assert directives(f"#pragma omp parallel\n{{{both}}}") == ["parallel", "for private(x)", "loop bind(thread)"]


def test_what_one_thread_does_stays_in_order() -> None:
    unit = bound(
        f"{HEAD}#pragma omp parallel\n#pragma omp single\n{{ n = 1; m = 2;\n#pragma omp taskloop\n{LOOP} }} }}\n"
    )
    (region,) = (
        node
        for ext in unit.tree.ext
        for node in walk(ext)
        if isinstance(node, Omp) and "parallel" in node.directive.words
    )
    assert isinstance(region.body, c_ast.Compound)
    first, second = region.body.block_items
    assert [each.lvalue.name for each in first.body.block_items] == ["n", "m"]
    assert second.directive.kind == "for"
