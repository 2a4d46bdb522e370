"""Complex numbers: sums that are reduced, and quotients of compilers that divide in other ways."""

from __future__ import annotations

import pytest

from mapper.ir.trees.ctypes import FLOAT
from mapper.ir.trees.nodes import text_of
from mapper.translate.lowering.numbers import complex_numbers
from tests.unit.translate.programs import kept, kernels

DIVIDES = """double _Complex a[64], b[64];
void f(void)
{
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    a[i] = %s;
}
"""


@pytest.mark.parametrize("quotient", ["a[i] / b[i]", "2 / b[i]", "(float _Complex)a[i] / (float _Complex)b[i]"])
def test_other_libraries_divide_in_other_ways(quotient: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert kernels(DIVIDES % quotient)
    monkeypatch.setattr(complex_numbers, "_FIRST_GCC", 1000)
    found = kept(DIVIDES % quotient)
    assert (found.code, found.where.line) == ("K007", 6)
    assert "GCC" in found.reason


def test_a_division_by_a_real_number_is_that_of_all_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(complex_numbers, "_FIRST_GCC", 1000)
    assert kernels(DIVIDES % "a[i] / (i + 0.5)")


def test_both_parts_of_a_sum_are_reduced() -> None:
    (kernel,) = kernels(
        "float _Complex a[64], s;\nvoid f(void)\n{\n#pragma omp parallel for reduction(- : s)\n"
        "  for (int i = 0; i < 64; i++)\n    s -= a[i];\n}\n"
    )
    found = [(each.type, each.operator, text_of(each.target)) for each in kernel.reductions]
    assert found == [(FLOAT, "+", "s.__real__"), (FLOAT, "+", "s.__imag__")]


def product(of: str) -> str:
    loop = "#pragma omp parallel for reduction(* : s)\nfor (int i = 0; i < 64; i++) s *= a[i];"
    return f"{of} _Complex a[64], s;\nvoid f(void)\n{{\n{loop}\n}}\n"


@pytest.mark.parametrize("of", ["double", "float"])
def test_products_are_states_of_virtual_threads(of: str) -> None:
    (found,) = kernels(product(of))
    assert not found.reductions


def test_products_of_long_numbers_keep_the_loop() -> None:
    assert kept(product("long double")).code == "K007"
