"""Questions about loops in kernels."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.nodes import walk
from mapper.transforms.loops.loops import short_values
from tests.unit.translate.programs import kernel_and_symbols


@pytest.mark.parametrize(
    ("head", "values"),
    [
        ("int k = 0; k < 8; k++", [0, 1, 2, 3, 4, 5, 6, 7]),
        ("int k = 0; k <= 8; k++", None),
        ("int k = 9; k >= 2; k -= 3", [9, 6, 3]),
        ("int k = 3; k > 3; k--", []),
        ("int k = 0; k < n; k++", None),
        ("unsigned long k = 0; k < 18446744073709551615ul; k++", None),
    ],
)
def test_values_of_short_loops(head: str, values: list[int] | None) -> None:
    kernel, symbols = kernel_and_symbols(f"""
void f(double *a, int n)
{{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    for ({head}) a[i] += 1;
}}""")
    (loop,) = [node for node in walk(kernel.body) if isinstance(node, c_ast.For)]
    found = short_values(loop, symbols)
    assert (None if found is None else list(found)) == values
