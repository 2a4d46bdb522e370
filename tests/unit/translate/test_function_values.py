"""Pointers to functions that differ between iterations: addresses that calls compare."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from tests.unit.translate.programs import kernel

HEAD = """
#define N 64
typedef double step(double);
static double g[N], h[N];
static int k[N];
static double twice(double x) { return 2 * x; }
static double less(double x) { return x - 1; }
static double far(double x) { return x + 100; }
static const struct op { step *f; double w; } ops[2] = {{twice, 1}, {less, 2}};
static step *const two[2][2] = {{twice, less}, {less, twice}};
static double apply(step *f, double x) { return f(x); }
static double other(double x) { step *f = far; return f(x); }
"""


def addresses(body: str) -> list[str]:
    """The functions whose addresses the kernel of a loop gets."""
    loop = f"#pragma omp parallel for\nfor (int i = 0; i < N; i++) {{ {body} }}\n"
    found = [each.expression for each in kernel(f"{HEAD}int main(void) {{\n{loop}return 0; }}").values]
    return sorted(each.expr.name for each in found if isinstance(each, c_ast.Cast))


@pytest.mark.parametrize(
    ("body", "compared"),
    [
        ("const struct op *o = &ops[k[i]]; g[i] = o->f(h[i]);", ["less"]),
        ("step *f = two[i & 1][k[i]]; g[i] = f(h[i]);", ["less", "twice"]),
        ("step *f; if (k[i]) f = twice; else f = less; g[i] = f(h[i]);", ["less", "twice"]),
        ("g[i] = apply(k[i] ? less : twice, h[i]);", ["less", "twice"]),
        ("g[i] = two[i & 1][k[i]](h[i]);", []),
        ("g[i] = (ops + k[i])->f(h[i]) + (*(two[1] + k[i]))(h[i]);", []),
        ("g[i] = apply(less, h[i]);", []),
    ],
)
def test_only_the_functions_that_a_pointer_may_lead_to_are_compared(body: str, compared: list[str]) -> None:
    assert addresses(body) == compared
