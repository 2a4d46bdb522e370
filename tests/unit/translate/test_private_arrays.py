"""Private arrays that private memory has no room for: what becomes of them, and what they are kept for."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.analysis.names.symbols import resolve
from mapper.frontend.load import load_unit
from mapper.openmp.bind import bind
from mapper.translate.program import translate
from tests.unit.translate.programs import kept, kernel

HEAD = "#define N 64\ndouble g[N]; int size;\n"
CALLED = """double sum[64];
struct sizes { int m; } sizes;
static void work(struct sizes *s, int i) { double t[s->m]; t[0] = i; sum[i] = t[0]; }
"""


def loop(body: str, clauses: str = "") -> str:
    directive = f"#pragma omp parallel for {clauses}\n"
    return (
        f"{HEAD}void f(int n, int m) {{\ndouble s = 0;\n{directive}for (int i = 0; i < N; i++) {{ {body} }}\n}}\n"
    )


@pytest.mark.parametrize(
    ("text", "large"),
    [
        (loop("double t[8192]; t[i] = i; g[i] = t[i];"), ()),
        (loop("double t[8193]; t[i] = i; g[i] = t[i];"), ("t",)),
        (loop("double t[n]; t[i] = i; g[i] = t[i];"), ("t",)),
        (loop("const int k = m * 2; double t[k + 1][4]; t[0][1] = i; g[i] = t[0][1];"), ("t",)),
        (loop("double t[size]; t[i] = i; g[i] = t[i];"), ("t",)),
        (loop("struct { int x[2]; } t[20000]; int *p = t[i].x; p[1] = i; g[i] = t[i].x[1];"), ("t",)),
        (loop("char t[n]; double *p = (double *)t; p[1] = i; g[i] = p[1];"), ("t",)),
        (CALLED + loop("work(&sizes, i);"), ("t",)),
        (CALLED + loop("struct sizes own = sizes; work(&own, i);"), None),
        (CALLED + loop("sizes.m = i; work(&sizes, i);"), None),
    ],
)
def test_large(text: str, large: tuple[str, ...] | None) -> None:
    """`large` is None where the loop is kept."""
    if large is None:
        assert kept(text).code == "K017"
    else:
        assert kernel(text).large == large


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            loop("double t[i + 1]; t[i] = i; g[i] = t[i];"),
            "the private array `t` has a variable size, which may differ between iterations",
        ),
        (
            loop("double t[n / m + 1]; t[0] = i; g[i] = t[0];"),
            "the private array `t` has a variable size, which may differ between iterations",
        ),
        (
            loop("size = i + 1; double t[size]; t[0] = i; g[i] = t[0];"),
            "the private array `t` has a variable size, which may differ between iterations",
        ),
        (
            f"{HEAD}void f(int n) {{ typedef double row[n]; n = 3;\n#pragma omp parallel for\n"
            "for (int i = 0; i < N; i++) { row t; t[0] = i; g[i] = t[0]; } }",
            "the private array `t` has a variable size, which may have changed since its type was declared",
        ),
        (
            loop("int t[20000]; int *p[2] = {t, t}; t[1] = i; g[i] = *p[i % 2];"),
            "the private array `t` is 80000 bytes large, and an array of pointers leads to it",
        ),
        (
            loop("int t[20000], u[3], *p = i ? t : u; *p = i; g[i] = *p;"),
            "`p` may point into different memories: `u` and `t`",
        ),
    ],
)
def test_kept(text: str, why: str) -> None:
    assert kept(text).reason == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (loop("double t[8193]; t[i] = i; g[i] = t[i];"), "the private `t` is 65544 bytes large"),
        (loop("double t[n]; t[i] = i; g[i] = t[i];"), "the private array `t` has a variable size"),
        (
            loop("double t[4000]; t[i] = 1; s += t[0];", "reduction(+ : s)"),
            "a private array of a loop with a reduction is 32000 bytes large",
        ),
    ],
)
def test_kept_without_the_transformation(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "a.c"
    path.write_text(text, encoding="utf-8")
    unit = bind(load_unit(str(path), ("gcc",), ("-w",)))
    (region,) = translate([unit], {unit.path: resolve(unit)}, expands=False).regions
    (found,) = region.loops
    assert found.kept is not None
    assert (found.kept.code, found.kept.reason) == ("K017", why)
