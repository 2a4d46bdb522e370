"""Functions in the places of their calls: what they return is converted, and what can't be there stays a call."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import text_of, walk
from mapper.transforms.loops.inline import with_bodies_in_place, with_rows_in_place
from tests.unit.translate.programs import kernel


def around(functions: str, statement: str) -> Kernel:
    return kernel(
        f"""
double a[50][50], b[50], x[50]; int n;
{functions}
void f(void)
{{
#pragma omp parallel for
  for (int i = 0; i < 50; i++) {{
    double t;
    {statement}
    b[i] += t;
  }}
}}
"""
    )


def text(changed: Kernel) -> str:
    return " ".join(text_of(changed.body).split())


def called(changed: Kernel) -> set[str]:
    return {each.decl.name for each in changed.functions}


def test_what_a_function_returns_has_its_type() -> None:
    whole = around("static int part(const double *v, int k) { v[0]; return v[k] / 2; }", "t = part(x, i);")
    assert "t = (int) (x[k_2] / 2)" in text(with_bodies_in_place(whole, called(whole)))
    row = around("static float part(const double *v) { return v[1] / 2; }", "t = 1 + part(a[i]);")
    changed = with_rows_in_place(row)
    assert "t = 1 + ((float) (a[i][1] / 2))" in text(changed)
    assert not called(changed)


def test_numbers_are_given_as_parameters_have_them() -> None:
    row = around("static double part(const double *v, int k) { return v[k]; }", "t = 1 + part(a[i], b[i] + 0.5);")
    assert "t = 1 + ((double) a[i][(int) (b[i] + 0.5)])" in text(with_rows_in_place(row))


@pytest.mark.parametrize(
    "function",
    [
        "static double part(const double *v, int k) { if (k > 3) return 0; return v[k]; }",
        "static double part(const double *v, int k) { return v[k++]; }",
        "static double part(const double *v, int k) { v += k; return v[0]; }",
    ],
)
def test_what_can_not_be_in_the_place_of_its_call_stays(function: str) -> None:
    row = around(function, "t = 1 + part(a[i], n) + part(a[n], i);")
    changed = with_rows_in_place(row)
    assert called(changed) == called(row)
    assert [node for node in walk(changed.body) if isinstance(node, c_ast.FuncCall)]


@pytest.mark.parametrize(("step", "stays"), [("v[m]", False), ("*v++", True)])
def test_rows_that_walk_stay_parameters(step: str, stays: bool) -> None:
    sums = f"double s = 0; for (int m = 0; m < 9; m++) s += {step}; return s;"
    row = around(f"static double part(const double *v) {{ {sums} }}", "t = part(a[i]);")
    assert called(with_rows_in_place(row)) == (called(row) if stays else set())


def test_an_argument_is_evaluated_once() -> None:
    function = "static double part(const double *v, double y) { return v[0] * y * y; }"
    row = around(function, "t = 1 + part(a[i], b[i] / n);")
    assert text(with_rows_in_place(row)) == text(row)


def test_bodies_are_not_put_into_expressions() -> None:
    sums = "static double sum(const double *v) { double s = 0; for (int m = 0; m < 50; m++) s += v[m]; return s; }"
    row = around(sums, "t = 1; i % 2 ? (t = sum(a[i])) : 0.5;")
    assert called(with_rows_in_place(row))


def test_conditions_of_calls_are_statements() -> None:
    sets = "static void set(double *v, int k) { for (int m = 0; m < k; m++) v[m] = 1; }"
    row = around(sets, "t = 0; i % 2 ? set(a[i], i) : set(a[i], 1);")
    changed = with_rows_in_place(row)
    assert "if (i % 2)" in text(changed)
    assert not called(changed)
