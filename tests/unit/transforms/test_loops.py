"""Questions about loops in kernels."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.names.symbols import resolve
from mapper.ir.trees.nodes import walk
from mapper.transforms.loops.loops import short_values
from tests.unit.translate.programs import translated


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
    program = translated(f"""
void f(double *a, int n)
{{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    for ({head}) a[i] += 1;
}}""")
    (kernel,) = [loop.kernel for region in program.regions for loop in region.loops if loop.kernel is not None]
    (loop,) = [node for node in walk(kernel.body) if isinstance(node, c_ast.For)]
    found = short_values(loop, resolve(program.units[0]))
    assert (None if found is None else list(found)) == values
