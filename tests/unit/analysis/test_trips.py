"""How often the loops of a kernel run, where that is a number."""

from __future__ import annotations

import pytest

from mapper.analysis.kernels.walk import collect
from tests.unit.translate.programs import kernel

PROGRAM = """
void f(double *a, int n, int s)
{{
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = {head})
      a[i] += j;
}}
"""


@pytest.mark.parametrize(
    ("head", "trips"),
    [
        ("0; j < 10; j++", 10),
        ("0; j <= 10; j++", 11),
        ("0; j < 10; j += 3", 4),
        ("0; j <= 9; j += 3", 4),
        ("9; j >= 0; j -= 4", 3),
        ("9; j > 1; j -= 4", 2),
        ("5; j < 0; j++", 0),
        ("n; j < n + 5; j++", 5),
        ("i; j <= i; j++", 1),
        ("0; j < n; j++", None),
        ("0; j < 10; j += s", None),
    ],
)
def test_trips(head: str, trips: int | None) -> None:
    (loop,) = (each for each in collect(kernel(PROGRAM.format(head=head)), None).loops if each.node is not None)
    assert loop.trips == trips
