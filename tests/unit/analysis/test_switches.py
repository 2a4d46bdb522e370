"""What a walk over a kernel knows in the cases of a `switch`: what earlier cases set only if these lead there."""

from __future__ import annotations

import pytest

from mapper.analysis.kernels.relations.accesses import Index
from mapper.analysis.kernels.walk import collect
from tests.unit.translate.programs import kernel

PROGRAM = """
double a[64], b[64], out[64];
int kind[64];
int main(void)
{{
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {{
    int k = 3;
    switch (kind[i]) {{ {cases} }}
  }}
  return 0;
}}
"""


@pytest.mark.parametrize(
    ("cases", "known"),
    [
        ("case 1: out[k] = 1; break;", True),
        ("case 0: a[i] = k; break; case 1: out[k] = 1; break;", True),
        ("case 0: k = 5; out[k] = 1; break;", True),
        ("case 0: k = 5; break; case 1: out[k] = 1; break;", True),
        ("case 0: k = 5; break; default: out[k] = 1;", True),
        ("case 0: { k = 5; break; } default: { out[k] = 1; }", True),
        ("default: out[k] = 1; break; case 0: case 1: k = 5; break;", True),
        ("case 0: k = 5; case 1: out[k] = 1; break;", False),
        ("case 0: k = 5; if (a[i] > 0) break; case 1: out[k] = 1; break;", False),
        ("case 0: { k = 5; } case 1: out[k] = 1; break;", False),
        ("case 1: out[k] = 1; break; case 2: k++; break;", True),
        ("case 0: k = 5; break; case -1: out[k] = 1; break;", False),
    ],
)
def test_a_subscript(cases: str, known: bool) -> None:
    found = collect(kernel(PROGRAM.format(cases=cases)), None)
    (access,) = (each for each in found.accesses if each.root is not None and each.root.name == "out")
    (step,) = access.steps
    assert isinstance(step, Index)
    assert step.value.is_cst() is known
