"""Which loops of kernels may run long."""

from __future__ import annotations

import pytest

from mapper.analysis.kernels.loops import may_run_long
from tests.unit.translate.programs import kernel_and_symbols


@pytest.mark.parametrize(
    ("body", "long"),
    [
        ("y[i] = x[i];", False),
        ("for (int j = 0; j < 3; j++) for (int k = -1; k <= 1; k++) y[i] += x[j + k + 1];", False),
        ("for (int j = 8; j > 0; j--) y[i] += x[j];", False),
        ("for (int j = 0; j < 16; j += 2) y[i] += x[j];", False),
        ("do y[i] = x[i]; while (0);", False),
        ("for (int j = 0; j < 9; j++) y[i] += x[j];", True),
        ("for (int j = 0; j < n; j++) y[i] += x[j];", True),
        ("for (int j = 0; j < 3; j++) for (int k = j; k < 3; k++) y[i] += x[k];", True),
        ("int j = 0; while (x[j] < i) j++; y[i] = j;", True),
        ("int j = 0; do j++; while (x[j] < i); y[i] = j;", True),
    ],
)
def test_loops_that_may_run_long(body: str, *, long: bool) -> None:
    loop = f"for (int i = 0; i < n; i++) {{ {body} }}"
    kernel, _ = kernel_and_symbols(f"void f(int n, double *x, double *y) {{\n#pragma omp parallel for\n{loop} }}")
    assert may_run_long(kernel.body) == long
