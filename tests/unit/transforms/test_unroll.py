"""`unroll`: how far each loop may be unrolled."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import walk
from mapper.transforms.loops import unroll
from mapper.transforms.run import apply_all
from tests.unit.translate.programs import kernel_and_symbols

LONG = "a[i] = 0.5 * a[i] + 0.25 * b[m][l] * (a[i + 1] - b[l][m]) / (1.0 + b[m][m] * b[l][l] * b[i % 8][m]);"


def limits(statement: str, function: str = "", others: str = "") -> list[str]:
    """The pragmas that a kernel over i with a statement gets, in source order."""
    text = f"""
{others}
static double power(double x, int n) {{ double y = 1; {function} return y; }}
void f(double *a, double b[8][8], int n)
{{
#pragma omp parallel for
  for (int i = 1; i < 100; i++)
  {{ int m, l; {statement} a[i] *= power(a[i], 3); }}
}}"""
    kernel, symbols = kernel_and_symbols(text)
    made = apply_all(kernel, symbols, [unroll.TRANSFORM])
    roots = [made.body, *(each.body for each in made.functions)]
    return [node.string for root in roots for node in walk(root) if isinstance(node, c_ast.Pragma)]


@pytest.mark.parametrize(
    ("loops", "found"),
    [
        ("for (m = 0; m < 8; m++) a[i] += m;", []),
        ("for (m = 0; m < 9; m++) a[i] += m;", ["unroll 8"]),
        ("for (m = 0; m < n; m++) a[i] += m;", ["unroll 8"]),
        ("while (a[i] > 2) a[i] /= 2;", ["unroll 8"]),
        ("do { a[i] += 1; } while (0);", []),
    ],
)
def test_single_loops(loops: str, found: list[str]) -> None:
    assert limits(loops) == found


@pytest.mark.parametrize(
    ("inner", "found"),
    [
        ("l = m + 1; l < 8; l++", []),
        ("l = m; l <= 7; l++", []),
        ("l = 7; l > m; l--", []),
        ("l = 0; l < 2 * m - m; l++", ["unroll 8"]),  # products are not looked at
        ("l = -1; l < m + 1; l += 2", []),
        ("l = -m; l < m; l++", ["unroll 8"]),
        ("l = m; l < n; l++", ["unroll 8"]),
    ],
)
def test_triangular_loops(inner: str, found: list[str]) -> None:
    assert limits(f"for (m = 0; m < 8; m++) for ({inner}) a[i] += b[m][l & 7];") == found


def test_in_long_loops_only_counted_ones_are_unrolled() -> None:
    assert limits("for (m = 0; m < 50; m++) for (l = m; l < 50; l++) a[i] += l;") == ["unroll 1"]
    assert limits("for (m = 0; m < 50; m++) for (l = 0; l < n; l++) a[i] += l;") == ["unroll 1"]
    assert limits("for (m = 0; m < n; m++) for (l = 0; l < 50; l++) a[i] += l;") == ["unroll 1", "unroll 8"]
    assert limits("for (m = 0; m < n; m++) while (a[i] > m) a[i] -= 1;") == ["unroll 1"]


def test_loops_around_short_ones_are_unrolled_while_copies_stay_small() -> None:
    assert limits("for (m = 0; m < n; m++) for (l = 0; l < 5; l++) a[i] += b[l][l];") == ["unroll 8"]
    assert limits(f"for (m = 0; m < n; m++) for (l = 0; l < 5; l++) {{ {LONG} }}") == ["unroll 4"]
    assert limits(f"for (m = 0; m < n; m++) for (l = 0; l < 8; l++) {{ {LONG} {LONG} {LONG} }}") == ["unroll 1"]


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("b[m % 8][0] = a[i];", []),
        ("{ l = m + 1; a[i] = b[l][i % 8]; }", []),
        ("{ a[i] = b[m][0]; a[i + 1] = b[m][1]; }", []),
        ("{ a[i] = b[m][0]; a[i + 1] = b[m][1]; a[i + 2] = b[m][2]; }", ["unroll 8"]),
        ("for (l = 0; l < 5; l++) a[i] = b[m][l];", ["unroll 8"]),
        ("a[i] = b[m][0] * 2;", ["unroll 8"]),
        ("a[i] += b[m][0];", ["unroll 8"]),
        ("a[i] = b[m][l++];", ["unroll 8"]),
        ("{ l = b[m][0]; a[i] = b[m][l]; }", ["unroll 8"]),
        ("if (m > i) a[i] = b[m][0];", ["unroll 8"]),
    ],
)
def test_loops_that_move_elements_are_left_alone(body: str, found: list[str]) -> None:
    assert limits(f"l = 0; for (m = 0; m < n; m++) {body}") == found


def test_what_functions_do_counts() -> None:
    call = "for (m = 0; m < n; m++) a[i] += power(b[m][0], m);"
    assert limits(call) == ["unroll 8"]
    assert limits(call, "while (n-- > 0) y *= x;") == ["unroll 1", "unroll 8"]
    assert limits(call, "for (int k = 0; k < 8; k++) for (int l = 0; l < k; l++) y += x * k - l;") == ["unroll 4"]


def test_calls_within_calls_are_not_unrolled_where_a_rest_may_remain() -> None:
    calls = ("y = times(y, x);", "static double times(double x, double y) { return x * y; }")
    assert limits("for (m = 0; m < n; m++) a[i] += times(b[m][0], m);", *calls) == ["unroll 8"]
    assert limits("for (m = 0; m < n; m++) a[i] += power(b[m][0], m);", *calls) == ["unroll 1"]
    assert limits("while (a[i] > 2) a[i] -= power(0.5, 2);", *calls) == ["unroll 1"]
    assert limits("for (m = 0; m < 50; m++) a[i] += power(b[m][0], m);", *calls) == ["unroll 8"]
