"""Which part of its arrays a kernel overwrites, for single loops."""

from __future__ import annotations

import pytest
from pycparser import c_generator

from mapper.analysis.names.symbols import resolve
from mapper.ir.program.kernel import Area
from mapper.transforms.frame.base import Changed
from mapper.transforms.memory import overwrite
from tests.unit.translate.programs import translated

CASES = {
    "for (int i = 1; i < 799; i++) for (int j = 1; j < 799; j++) m[i][j] = 1;": (801, 798, 798, 6400, 1, 0),
    "for (int i = 798; i > 0; i--) for (int j = 1; j < 799; j++) m[799 - i][j] = 1;": (801, 798, 798, 6400, 1, 0),
    "for (int j = 1; j < 799; j++) for (int i = 1; i < 799; i++) m[i][799 - j] = 1;": (801, 798, 798, 6400, 1, 0),
    "for (int i = 1; i < 799; i++) for (int j = 0; j < 800; j++) m[i][j] = 1;": (800, 638400, 1, 0, 1, 0),
    "for (int i = 5; i < 600000; i++) a[i] = 1;": (5, 599995, 1, 0, 1, 0),
    "for (int i = 1; i < 799; i++) for (int j = 1; j < 799; j++) { m[i][j] = 1; m[i][j] *= 2; }": (
        *(801, 798, 798),
        *(6400, 1, 0),
    ),
    "for (int i = 1; i < 79; i++) for (int j = 1; j < 79; j++) for (int k = 1; k < 99; k++)"
    " a[(i * 80 + j) * 100 + k] = 1;": (8101, 98, 78, 800, 78, 64000),
    "for (int i = 1; i < 99; i++) for (int j = 1; j < 99; j++) m[i][j] = 1;": None,  # too small
    "for (int i = 1; i < 799; i++) for (int j = 1; j < 799; j++) m[i][j] += 1;": None,
    "for (int i = 1; i < 799; i++) for (int j = 1; j < 799; j++) m[i][j] = m[i][j + 1];": None,
    "for (int i = 1; i < 799; i++) for (int j = 1; j < 799; j++) if (b[j] > 0) m[i][j] = 1;": None,
    "for (int i = 1; i < 799; i++) for (int j = 1; j < 799; j++) if (n > 3) m[i][j] = 1;": None,
    "for (int i = 1; i < 799; i++) for (int j = 1; j < i; j++) m[i][j] = 1;": None,
    "for (int i = 1; i < 799; i++) for (int j = 1; j < 799; j += 2) m[i][j] = 1;": None,
    "for (int i = 1; i < 399; i++) for (int j = 1; j < 399; j++) m[i][2 * j] = 1;": None,
    "for (int i = 1; i < 799; i++) for (int j = 1; j < 799; j++) { m[i][j] = 1; m[i][t[j]] = 2; }": None,
    "for (int i = 1; i < 799; i++) { for (int j = 1; j < 799; j++) m[i][j] = 1; m[i][0] = 2; }": None,
    "for (int i = 1; i < 799; i++) for (int j = 1; j < 799; j++) m[t[i]][j] = 1;": None,
    "for (int i = 1; i < 799; i++) for (int j = 1; j < 799; j++) { if (b[j] > 1) break; m[i][j] = 1; }": None,
}
TEXT = """
static double a[1000000], b[800], m[800][800];
static int t[800];
void work(int n)
{
#pragma omp parallel for
  %s
}
"""


def areas(loop: str) -> list[Area]:
    program = translated(TEXT % loop)
    kernel = program.regions[0].loops[0].kernel
    assert kernel is not None
    outcome = overwrite.overwrite(kernel, resolve(program.units[0]))
    buffers = outcome.kernel.buffers if isinstance(outcome, Changed) else ()
    return [each.area for each in buffers if each.area is not None]


def text(area: Area) -> list[str]:
    printer = c_generator.CGenerator()
    return [str(printer.visit(each)) for each in area.expressions]


@pytest.mark.parametrize("loop", CASES)
def test_areas(loop: str) -> None:
    expected = CASES[loop]
    if expected is None:
        assert areas(loop) == []
        return
    (area,) = areas(loop)
    offset, length, rows, pitch, planes, far = expected
    assert text(area) == [f"{offset}L * 8L", f"{length}L * 8L", f"{rows}L", f"{planes}L"]
    assert (area.pitch, area.far) == (pitch, far)


def test_areas_of_parameters() -> None:
    (area,) = areas("for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) m[i][j] = 1;")
    offset, length, rows, planes = (each.replace("(long) ", "").replace("L", "") for each in text(area))
    for n in (0, 2, 3, 10):
        values = [eval(each, {"n": n}) for each in (offset, length, rows, planes)]
        assert values == [801 * 8, (n - 2) * 8, n - 2, 1]
