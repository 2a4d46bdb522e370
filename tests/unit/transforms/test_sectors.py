"""`sectors`: what footprints cost, counted by hand, and which footprints kernels have."""

from __future__ import annotations

import pytest

from mapper.ir.builtins.layout import Array
from mapper.ir.trees.ctypes import DOUBLE
from mapper.transforms.costs.sectors import FULL, KEPT, LOOKUP, Footprint, Vector, cost, footprints
from tests.unit.translate.programs import kernel_and_symbols

HOST = (50000, 500, 5, 1)  # strides of u[100][100][100][5]
PLANES = (10000, 100, 1, 1000000)  # of [5][100][100][100]
COMPONENTS = frozenset((0, 0, 0, m) for m in range(5))
ONE = frozenset([(0, 0, 0, 0)])
BESIDE, APART = (0, 0, 1, 0), (0, 1, -1, 0)  # what neighbours differ in


def price(points: frozenset[Vector], lanes: Vector | None, strides: Vector, along: Vector | None = None) -> float:
    return cost(Footprint(points, len(points), lanes, along, 1.0), strides, 8)


def test_neighbours_share_sectors() -> None:
    assert price(ONE, (0, 0, 0, 0), HOST) == 1 + LOOKUP
    assert price(ONE, BESIDE, PLANES) == 8.75 * (1 + LOOKUP)
    assert price(ONE, BESIDE, HOST) == 32 * (1 + LOOKUP)
    assert price(ONE, None, PLANES) == 32 * (1 + LOOKUP)


def test_components_of_a_point_share_sectors() -> None:
    """40 bytes lie in 2 sectors; where points lie side by side, 32 of them lie in 1280 bytes."""
    assert price(COMPONENTS, BESIDE, PLANES) == pytest.approx(5 * 8.75 * (1 + LOOKUP))
    assert price(COMPONENTS, BESIDE, HOST) == pytest.approx(31 * 40 / 32 + 2 + 5 * 32 * LOOKUP)
    assert price(COMPONENTS, APART, PLANES) == pytest.approx(5 * 32 * (1 + LOOKUP))
    assert price(COMPONENTS, APART, HOST) == pytest.approx(2 * 32 + 5 * 32 * LOOKUP)


def test_neighbouring_points_belong_to_neighbours() -> None:
    stencil = frozenset((0, 0, i, 0) for i in (-2, -1, 0, 1, 2))
    assert price(stencil, BESIDE, PLANES) == 8.75 * (1 + 5 * LOOKUP)
    assert price(stencil, BESIDE, HOST) == 32 * (1 + 5 * LOOKUP)


def test_loops_find_what_the_iteration_before_has_moved() -> None:
    lines = 32 * KEPT * 8 / 32 + 32 * (1 - KEPT)  # each work-item goes along a line of its own
    assert price(ONE, (0, 1, 0, 0), PLANES, BESIDE) == pytest.approx(lines + 32 * LOOKUP)
    assert price(ONE, BESIDE, PLANES, BESIDE) == pytest.approx(8.75 * (1 / 32 + LOOKUP))
    assert price(ONE, BESIDE, PLANES, (0, 1, 0, 0)) == 8.75 * (1 + LOOKUP)


def found(text: str, extents: tuple[int, ...] = (100, 100, 100, 5), launches: float = 1.0) -> list[Footprint]:
    """The footprints of `u`, in a function's one kernel."""
    kernel, symbols = kernel_and_symbols(f"double u[100][100][100][5];\n{text}")
    array = Array(("external", "u"), extents, DOUBLE)
    ((_, prints, known),) = footprints(kernel, symbols, {"u": array}, launches)
    assert known
    return prints


def everywhere(body: str, bounds: str = "i < 100") -> str:
    return f"""void f(int n, int axis)
{{
#pragma omp parallel for collapse(3)
  for (int k = 0; k < 100; k++)
    for (int j = 0; j < 100; j++)
      for (int i = 0; {bounds}; i++)
      {{ {body} }}
}}"""


def test_loops_over_components_are_one_footprint() -> None:
    body = "double x[5]; for (int m = 0; m < 5; m++) x[m] = u[k][j][i][m]; for (int l = 0; l < 5; l++)"
    read, written = found(everywhere(f"{body} u[k][j][i][l] = x[l] + u[k][j][i][4 - l] + u[k][j][i][axis];"))
    assert (read.points, read.accesses, read.lanes) == (COMPONENTS, 15, BESIDE)
    assert (written.points, written.accesses, written.often) == (COMPONENTS, 5, 1e6 / 32)


def test_stores_are_passed_on_one_by_one() -> None:
    stored = Footprint(COMPONENTS, 5, BESIDE, None, 1.0, write=True)
    assert cost(stored, HOST, 8) == pytest.approx(5 * 32 * (1 + LOOKUP))
    assert cost(stored, PLANES, 8) == pytest.approx(5 * 8.75 * (1 + LOOKUP))


def test_launches_and_warps_weigh() -> None:
    body = "u[k][j][i][0] = 1.0;"
    (many,) = found(everywhere(body), launches=7.0)
    (few,) = found(everywhere(body, "i < 1"), launches=7.0)
    (unknown,) = found(everywhere(body, "i < n"), launches=7.0)
    assert (many.often, few.often, unknown.often) == (7 * 1e6 / 32, 7 * 1e4 / 32, 7 * 0.5e6 / 32)
    assert (many.small, few.small, unknown.small) == (1.0, FULL * 32 / 1e4, 1.0)


def test_loops_of_unknown_length_are_walked_along() -> None:
    (written,) = found(
        "void f(int n) {\n#pragma omp parallel for\nfor (int k = 0; k < 100; k++)\nfor (int j = 0; j < n; j++)"
        " for (int m = 0; m < 5; m++) u[k][j][3][m] = 1.0; }"
    )
    assert (written.points, written.lanes, written.along) == (COMPONENTS, (1, 0, 0, 0), (0, 1, 0, 0))
    assert written.often * 32 == 50 * 100
    assert written.small == FULL * 32 / 100
