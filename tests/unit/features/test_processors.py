"""What the CPU's counts make of functions and quotients that differ in cost by a factor."""

from __future__ import annotations

import pytest

from tests.unit.features.test_counts import features

CALLS = {
    "y[i] = exp(x[i]);": 1.0,
    "y[i] = sqrt(x[i]);": 0.5,
    "y[i] = pow(x[i], 1.5) + erf(x[i]);": 4.6,
    "f[i] = sqrtf(f[i]);": 0.3,
    "f[i] = expf(f[i]);": 0.7,
    "y[i] = sqrt(f[i]);": 0.5,
    "y[i] = hypot(x[i], 2.0);": 1.0,
}
QUOTIENTS = {
    "k[i] % j[i]": 12.0,
    "k[i] / n": 12.0,
    "k[i] % 7": 4.0,
    "k[i] / 8": 1.0,
    "k[i] * j[i]": 1.0,
    "(k[i] + 0.5) / n": 1.0,
}


def counted(statement: str, name: str) -> float:
    """A feature of one iteration with this statement."""
    text = f"""#include <math.h>
        double x[1000], y[1000]; float f[1000]; int k[1000], j[1000];
        void g(int n) {{
        #pragma omp parallel for
        for (int i = 0; i < n; i++) {{ {statement} }}
        }}"""
    sizes = {"sizeof k": 4000, "sizeof j": 4000, "sizeof f": 4000}
    return features(text, {"n": 10, **sizes})[name] / 10


@pytest.mark.parametrize("statement", CALLS)
def test_functions_count_by_what_they_take(statement: str) -> None:
    assert counted(statement, "cpu_special_ops") == pytest.approx(CALLS[statement])
    assert counted(statement, "special_ops") == statement.count("(")


@pytest.mark.parametrize("quotient", QUOTIENTS)
def test_divisions_of_integers_are_several_operations(quotient: str) -> None:
    subscripts = 1 + quotient.count("[")
    integer = QUOTIENTS[quotient] * ("0.5" not in quotient)
    assert counted(f"y[i] = {quotient};", "cpu_int_ops") == subscripts + integer
    assert counted(f"y[i] = {quotient};", "int_ops") == subscripts + ("0.5" not in quotient)


def test_an_assignment_that_divides_counts_alike() -> None:
    assert counted("k[i] %= j[i];", "cpu_int_ops") == counted("k[i] = k[i] % j[i];", "cpu_int_ops") - 1
