"""Canonical loops: every form that OpenMP allows becomes a dimension, everything else is refused with K003."""

from __future__ import annotations

import pytest

from mapper.emit.text.c_printer import CPrinter
from mapper.ir.program.kernel import Dimension
from tests.unit.translate.programs import kept, kernel, marked


def dimension(header: str, declarations: str = "int i;") -> Dimension:
    """The dimension of `for (header)` in a function with some parameters."""
    text = f"""
        void f(int n, long m, unsigned u, int *a)
        {{
          {declarations}
        #pragma omp parallel for
          for ({header})
            a[i] = 1;
        }}"""
    (found,) = kernel(text).dimensions
    return found


def shown(found: Dimension) -> str:
    """Lower bound, relation, bound and step as text."""
    text = CPrinter().expression
    return f"{text(found.lower)} {found.relation} {text(found.bound)} by {text(found.step)}"


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("i = 0; i < n; i++", "0 < n by 1"),
        ("i = 0; i < n; ++i", "0 < n by 1"),
        ("i = n; i > 0; i--", "n > 0 by -1"),
        ("i = n; i >= 2; --i", "n >= 2 by -1"),
        ("i = 0; i <= n; i += 3", "0 <= n by 3"),
        ("i = n; i > 0; i -= 2", "n > 0 by -2"),
        ("i = 0; i < n; i = i + 4", "0 < n by 4"),
        ("i = 0; i < n; i = 4 + i", "0 < n by 4"),
        ("i = n; i > 0; i = i - 5", "n > 0 by -5"),
        ("i = 0; n > i; i++", "0 < n by 1"),
        ("i = 0; n >= i; i++", "0 <= n by 1"),
        ("i = n; 0 < i; i--", "n > 0 by -1"),
        ("i = 0; i != n; i++", "0 != n by 1"),
        ("i = n; i != 0; i--", "n != 0 by -1"),
        ("i = 2 * n; i < n * n + 1; i += n", "2 * n < n * n + 1 by n"),
        ("i = n; i > 0; i -= n / 2", "n > 0 by -(n / 2)"),
        ("i = -3; i < 3; i++", "-3 < 3 by 1"),
    ],
)
def test_forms(header: str, expected: str) -> None:
    assert shown(dimension(header)) == expected


@pytest.mark.parametrize(
    ("declaration", "name"),
    [
        ("unsigned i;", "unsigned int"),
        ("long i;", "long"),
        ("unsigned long long i;", "unsigned long long"),
        ("short i;", "short"),
        ("unsigned char i;", "unsigned char"),
    ],
)
def test_counter_keeps_its_type(declaration: str, name: str) -> None:
    assert dimension("i = 0; i < 9; i++", declaration).type.name == name


def test_counter_declared_in_the_loop() -> None:
    found = dimension("long i = 1; i < m; i++", "")
    assert (found.variable, found.type.name, shown(found)) == ("i", "long", "1 < m by 1")


def test_literal_bounds_need_no_parameters_and_others_do() -> None:
    text = """
        void f(int n, int *a) {
        #pragma omp parallel for
          for (int i = n / 2; i < n; i += n)
            a[i] = 0;
        }"""
    assert [value.name for value in kernel(text).values] == ["mrt_lower_i", "mrt_step_i"]


def test_inner_loop_is_dimension_0() -> None:
    text = """
        double a[8][9];
        void f(void) {
          int i, j;
        #pragma omp parallel for collapse(2)
          for (i = 0; i < 8; i++)
            for (j = 0; j < 9; j++)
              a[i][j] = 0;
        }"""
    assert [each.variable for each in kernel(text).dimensions] == ["j", "i"]


def test_triangular_nest_is_parallel_outside_only() -> None:
    text = """
        double a[8][9];
        void f(void) {
        #pragma omp parallel for
          for (int i = 0; i < 8; i++)
            for (int j = i; j < 9; j++)
              a[i][j] = 0;
        }"""
    assert [each.variable for each in kernel(text).dimensions] == ["i"]


@pytest.mark.parametrize(
    "loop",
    [
        "for (i = 0; i < n; @i *= 2) a[i] = 0;",
        "for (i = 0; @i * i < n; i++) a[i] = 0;",
        "for (i = 0; @i < n && a[0]; i++) a[i] = 0;",
        "for (i = 0; i < @getchar(); i++) a[i] = n;",
        "for (i = 0; i < n; i++) { a[i] = 0; @i++; }",
        "for (i = 0; i < n; i++) { a[i] = 0; @i = 3; }",
        "for (i = 0; i < n; @i--) a[i] = 0;",
        "for (i = 0; @i != n; i += 2) a[i] = 0;",
        "for (i = 0; i < @i + n; i++) a[i] = 0;",
        "for (i = 0; i < @n++; i++) a[i] = 0;",
        "for (p = a; p < a + n; p++) { *p = 0; @p++; }",
        "for (p = a; p < @p + n; p++) *p = 0;",
        "for (@x = 0; x < n; x++) a[0] = x;",
    ],
)
def test_refused(loop: str) -> None:
    text, where = marked(
        f"void f(int n, int *a) {{\n  int i, *p; double x;\n#pragma omp parallel for\n  {loop}\n}}\n"
    )
    found = kept(text)
    assert (found.code, found.where.line, found.where.column) == ("K003", where.line, where.column), found
