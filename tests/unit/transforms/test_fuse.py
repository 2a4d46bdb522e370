"""Which neighbouring loops must not share a kernel, and why."""

from __future__ import annotations

from functools import partial

import pytest

from tests.unit.translate.programs import fused_loops

HEAD = """
#include <stdio.h>
#define N 100
static double a[N], b[N], c[N], sum, other, *table[N];
static int k[N], n = N, *count = &n;
static double *first = a, *second = b;
"""


def outcomes(body: str) -> list[tuple[int, str]]:
    """For each kernel of a region with this body: how many further loops it runs, and why it is not fused."""
    loops = fused_loops(
        f"{HEAD}\nvoid f(double x)\n{{\n  int i;\n#pragma omp parallel private(i)\n  {{\n{body}\n  }}\n}}\n"
        "int main(int argc, char **argv)\n{ table[argc] = a; f(argc); return argv[0][0]; }\n"
    )
    return [
        (len(loop.others), "".join(each.refusal or "" for each in loop.kernel.applied))
        for loop in loops
        if loop.kernel is not None
    ]


def loop(statement: str, clauses: str = "", bound: str = "N") -> str:
    return f"#pragma omp for {clauses}\nfor (i = 1; i < {bound}; i++) {{ {statement} }}\n"


SET = loop("a[i] = x;")
USE = loop("b[i] = a[i];")
sums = partial(loop, clauses="reduction(+ : sum)")


@pytest.mark.parametrize("between", ["", ";\n", "#pragma omp barrier\n", "#pragma omp flush\n"])
def test_neighbours_share_a_kernel(between: str) -> None:
    assert outcomes(SET + between + USE) == [(1, "")]


@pytest.mark.parametrize(
    "between", ["#pragma omp single\nn = 5;\n", "#pragma omp master\na[3] = 1.0;\n", "if (x > 1) k[0] = 1;\n"]
)
def test_what_stands_between_keeps_them_apart(between: str) -> None:
    assert outcomes(SET + between + USE) == [(0, ""), (0, "")]


@pytest.mark.parametrize(
    ("loops", "reason"),
    [
        (SET + loop("b[i] = a[i - 1];"), "`a` may be used by another iteration"),
        (USE + loop("a[i - 1] = x;"), "`a` may be used by another iteration"),
        (SET + loop("a[N - i] = x;"), "`a` may be used by another iteration"),
        (SET + loop("b[i] = a[k[i]];"), "`a` may be used by another iteration"),
        (SET + loop("second[i] = first[N - i];"), "may be used by another iteration"),
        (SET + loop("b[i] = a[i];", bound="N - 1"), "the loops have different iterations"),
        (loop("k[i] = i; if (i == 3) *count = 5;") + loop("b[i] = n;"), "launched with"),
        (sums("sum += a[i];") + loop("b[i] = sum;"), "launched with"),
        (sums("sum += a[i];") + sums("sum += b[i];"), "both loops reduce into the same variable"),
        (SET + loop('b[i] = a[i]; if (b[i] < 0) puts("!");'), "error paths"),
        (SET + loop("table[i][0] = a[i];"), "pointers to pointers"),
        (
            "double most = 0;\nint at = 0;\n"
            + SET
            + loop("if (b[i] > most) { most = b[i]; at = i; }")
            + "#pragma omp critical\nif (most > other) { other = most; n = at; }\n",
            "threads' own variables",
        ),
        (
            "double mine = 0;\n" + SET + loop("mine += a[i];") + "#pragma omp critical\nother += mine;\n",
            "threads' own variables",
        ),
    ],
)
def test_refused(loops: str, reason: str) -> None:
    found = outcomes(loops)
    assert [others for others, _ in found] == [0, 0]
    assert reason in found[-1][1]
