"""What parts of loops are computed from may not change in the region: by which accesses it may."""

from __future__ import annotations

import pytest

from tests.unit.translate.programs import translated

HEAD = """
int omp_get_thread_num(void), omp_get_num_threads(void);
void change(void);
int n;
union { int n; double x; } both;
"""


@pytest.mark.parametrize(
    ("pointer", "size", "inside", "kept"),
    [
        ("double *a", "n", "", False),
        ("long *a", "n", "", False),
        ("int *a", "n", "", True),
        ("char *a", "n", "", True),
        ("double *a", "n", "\n#pragma omp single\nchange();", True),
        ("double *a", "both.n", "", True),
    ],
)
def test_only_accesses_of_such_types_may_change_a_size(pointer: str, size: str, inside: str, kept: bool) -> None:
    loop = f"for (int i = {size} * me / p; i < {size} * (me + 1) / p; i++) a[i] = 1;"
    (region,) = translated(
        f"{HEAD}void f({pointer}) {{\n#pragma omp parallel\n{{ int me = omp_get_thread_num(), "
        f"p = omp_get_num_threads(); {loop} {inside} }} }}"
    ).regions
    assert (region.kept is not None) == kept
