"""`launches`: loops around work-shared loops count, through team functions, too."""

from __future__ import annotations

from mapper.analysis.names.symbols import resolve
from mapper.features import schema
from mapper.features.frequencies.launches import launches
from tests.unit.translate.programs import translated

TEXT = """
#define LAST 10
double a[100];
void shared(void)
{
  int i;
#pragma omp for
  for (i = 0; i < 100; i++)
    a[i] += 1.0;
}
void swept(int first, int plane)
{
  int i;
  for (plane = first; plane <= 3 * LAST; plane++) {
#pragma omp for
    for (i = 0; i < 100; i++)
      a[i] *= 2.0;
  }
}
void steps(int count)
{
  int step, axis;
#pragma omp parallel private(step, axis)
  for (step = 0; step < count; step++) {
    swept(3, 0);
    for (axis = 0; axis < 3; axis++)
      shared();
    shared();
  }
}
"""


def test_loops_in_regions_and_team_functions_multiply() -> None:
    program = translated(TEXT)
    symbols = {unit.path: resolve(unit) for unit in program.units}
    (region,) = program.regions
    found = launches(program.regions, symbols, {region.id: 2.0})
    steps = 2.0 * schema.UNKNOWN_TRIPS
    assert found == {"a_swept_1": steps * 28, "a_swept_1_sweep": steps, "a_shared_1": steps * 4}
    assert launches(program.regions, symbols, {})["a_shared_1"] == schema.UNKNOWN_TRIPS * 4
