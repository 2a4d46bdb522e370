"""`batch`: which loops stand alone in a sequential loop, and which kernels are refused."""

from __future__ import annotations

import pytest

from mapper.analysis.names.symbols import resolve
from mapper.transforms.frame.base import Changed, Placed, Refusal
from mapper.transforms.launches import batch
from tests.unit.translate.programs import translated

SWEEP = "\n#pragma omp for\n for (int i = 1; i < n; i++) a[i] = a[i] + t;"


def first(body: str) -> tuple[bool, Changed | Refusal | None]:
    """Of the first loop: whether it stands alone, and what becomes of its kernel if it does."""
    text = f"""
static double a[100], b[100];
static int start[100];
static double *lines[100];
int puts(const char *);
double f(int n, double x, double y, double z, double v, double w, int m, long k)
{{
  double sum = 0;
#pragma omp parallel
  {{ int t = 0; {body} }}
  return sum + x + y + z + v + w + m + k;
}}"""
    program = translated(text)
    (region,) = program.regions
    loop = region.loops[0]
    assert loop.kernel is not None, loop.kept
    alone = batch.stands_alone(region, loop)
    (outcome,) = batch.TRANSFORM.apply([Placed(loop.kernel, resolve(program.units[0]), alone=alone)])
    return alone, outcome


@pytest.mark.parametrize(
    ("body", "alone"),
    [
        (f"for (t = 0; t < 9; t++) {{ {SWEEP} }}", True),
        (f"while (t++ < 9) {{ {{ {SWEEP} }} }}", True),
        (SWEEP, False),
        (f"for (t = 0; t < 9; t++) {{ {SWEEP} {SWEEP} }}", False),
        (f"if (n > 2) {{ {SWEEP} }}", False),
    ],
)
def test_which_loops_stand_alone(body: str, alone: bool) -> None:
    found, outcome = first(body)
    assert found == alone
    assert isinstance(outcome, Changed) == alone


@pytest.mark.parametrize(
    ("inner", "reason"),
    [
        ("\n#pragma omp for reduction(+ : sum)\n for (int i = 1; i < n; i++) sum += a[i] * t;", "work-groups"),
        (
            "\n#pragma omp for\n for (int i = 1; i < n; i++) a[i] = x + y + z + v + w + m + k + t + b[i];",
            "too many values",
        ),
        (
            '\n#pragma omp for\n for (int i = 1; i < n; i++) if (a[i] > t) puts("!"); else a[i] = t;',
            "the host is needed",
        ),
        ("\n#pragma omp for\n for (int i = 1; i < n; i++) lines[i][0] = t;", "looked at before each launch"),
    ],
)
def test_refusals(inner: str, reason: str) -> None:
    alone, outcome = first(f"for (t = 0; t < 9; t++) {{ {inner} }}")
    assert alone
    assert isinstance(outcome, Refusal)
    assert reason in outcome.reason
