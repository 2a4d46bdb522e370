"""`spmd`: which loops become a dimension together, and what keeps them from it."""

from __future__ import annotations

from mapper.analysis.names.symbols import resolve
from mapper.transforms.dimensions import spmd
from mapper.transforms.frame.base import Changed, Outcome, Refusal
from tests.unit.translate.programs import translated


def outcome(between: str) -> Outcome:
    """What becomes of loops over `j` with something between them."""
    program = translated(
        f"""
static double a[40][60], w[60];
void f(int n)
{{
#pragma omp parallel for
  for (int k = 0; k < 40; k++) {{
    double t[60], s = 1;
    for (int j = 0; j < n; j++) t[j] = a[k][j];
    {between}
    for (int j = 0; j < n; j++) a[k][j] = t[j] * s;
  }}
}}
"""
    )
    (unit,) = program.units
    kernel = program.regions[0].loops[0].kernel
    assert kernel is not None
    return spmd.TRANSFORM.outcome(kernel, resolve(unit))


def test_code_between_the_loops_is_run_by_each_work_item() -> None:
    changed = outcome("s += w[k];")
    assert isinstance(changed, Changed)
    assert [each.variable for each in changed.kernel.dimensions] == ["j", "k"]


def test_what_would_be_repeated_or_shared_refuses() -> None:
    loops = "the loops over `j`"
    reasons = {
        "for (int i = 0; i < 60; i++) s += w[i];": f"each work-item would run the loop beside {loops}",
        "w[k] += 1;": "iterations of the loop over `j` depend on each other through `w`",
        "s = a[k][0];": "iterations of the loop over `j` depend on each other through `a`",
        "for (int j = 0; j < n; j++) s += t[j];": f"`s` brings values from one iteration of {loops} to others",
        "for (int j = 0; j < n; j++) { if (t[j] > 3) break; a[k][j] = 1; }": f"{loops} hold a jump",
    }
    for between, reason in reasons.items():
        refused = outcome(between)
        assert isinstance(refused, Refusal), between
        assert refused.reason == reason


def test_arrays_that_lines_share_keep_the_loops() -> None:
    assert outcome("s = t[0];") is None
    assert outcome("for (int j = 0; j < n; j++) a[k][j] += t[n - 1 - j];") is None
