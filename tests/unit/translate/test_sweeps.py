"""Which sequential loops of teams have kernels, and how many dimensions these have."""

from __future__ import annotations

import pytest

from mapper.ir.program.region import WorkLoop
from mapper.ir.trees.nodes import text_of
from tests.unit.translate.programs import translated

DECLARATIONS = """
void print(double);
double x[64][96], y[64][96], left[64][96], line[96], weight[64];
int steps[4], n, m, shared;
static double at(int j) { return weight[j]; }
"""
LOOP = """
#pragma omp for
    for (i = 0; i < m; i++)
      x[j][i] += x[j - 1][i];
"""


def sweeps(body: str, before: str = "int i, j, k;") -> tuple[WorkLoop, ...]:
    text = f"{DECLARATIONS}\nvoid f(int last) {{\n#pragma omp parallel\n{{ {before}\n{body}\n}} }}"
    (region,) = translated(text).regions
    assert region.kept is None
    return region.sweeps


def dimensions(found: tuple[WorkLoop, ...]) -> list[int]:
    return [len(each.kernel.dimensions) for each in found if each.kernel is not None]


def test_a_step_for_all_columns() -> None:
    (found,) = sweeps(f"for (j = 1; j < n; j++) {{ {LOOP} }}")
    assert dimensions((found,)) == [1]
    assert found.row is not None
    assert (found.row.rest, found.row.fewest) == (None, 0)
    assert len(found.others) == 1


@pytest.mark.parametrize(
    ("clause", "loops", "number"),
    [
        ("", "for (i = 0; i < m; i++) for (k = 0; k < n; k++) x[i][k] += j;", 2),
        ("collapse(2)", "for (i = 0; i < m; i++) for (k = 0; k < n; k++) x[i][k] += j;", 2),
        ("schedule(static)", "for (i = 0; i < m; i++) for (k = i; k < n; k++) x[i][k] += j;", 1),
        ("private(k)", "for (i = 0; i < m; i++) for (k = 1; k < n; k++) x[i][k] += x[i][k - 1] + j;", 1),
        ("nowait", "for (i = 0; i < m; i++) for (k = 0; k < n; k++) { if (k == j) continue; x[i][k] += j; }", 1),
    ],
)
def test_the_loops_that_keep_to_themselves_are_dimensions(clause: str, loops: str, number: int) -> None:
    assert dimensions(sweeps(f"for (j = 0; j < n; j++) {{\n#pragma omp for {clause}\n{loops}\n}}")) == [number]


def test_values_behind_the_loop_are_left_to_the_host() -> None:
    step = f"for (j = 1; j < n; j++) {{ k = 2 * j; {LOOP} }}"
    (found,) = sweeps(f"{step}\n#pragma omp single\nshared = k;")
    assert found.row is not None
    assert found.row.rest is not None
    assert "k = 2 * j" in text_of(found.row.rest)
    assert "x[" not in text_of(found.row.rest)


def test_several_loops_and_sequential_ones_inside() -> None:
    second = "\n#pragma omp for\nfor (i = 0; i < m; i++) x[j][i] *= weight[j];"
    assert dimensions(sweeps(f"for (j = 1; j < n; j++) {{ {LOOP} if (j > 2) {{ {second} }} }}")) == [1]
    assert dimensions(sweeps(f"for (k = 0; k < 3; k++) for (j = 1 + k; j < n; j++) {{ {LOOP} }}")) == [1]
    own = LOOP.replace("(i = 0", "(int i = 0")
    assert dimensions(sweeps(f"for (int j = 1; j < n; j++) {{ {own} {own} }}", "")) == [1]


def test_inner_loops_where_outer_ones_stay() -> None:
    other = "\n#pragma omp for\nfor (i = 1; i < m; i++) y[1][i] += x[2][i - 1];"
    assert dimensions(sweeps(f"for (k = 0; k < n; k++) {{ for (j = 1; j < n; j++) {{ {LOOP} }} {other} }}")) == [1]


def test_lines_that_share_an_array() -> None:
    lines = """for (j = 0; j < n; j++) {
#pragma omp for
      for (i = 0; i < m; i++) line[i] = y[j][i];
#pragma omp for
      for (i = 1; i < m - 1; i++) left[j][i] = line[i - 1] + line[i + 1];
    }"""
    (found,) = sweeps(lines)
    assert found.kernel is not None
    assert found.row is not None
    assert found.row.rest is not None
    assert dimensions((found,)) == [1]
    assert found.row.fewest > 1
    assert "line" not in {buffer.name for buffer in found.kernel.buffers}
    rest = text_of(found.row.rest)
    assert "!((j + 1) < n)" in rest
    assert "left" not in rest
    carried = lines.replace("line[i] = y[j][i]", "if (i != j) line[i] = y[j][i]")
    assert dimensions(sweeps(carried)) == []
    for stale in (lines.replace("i < m; i++", "i < m; i += 2"), lines.replace("i < m - 1", "i < m")):
        assert dimensions(sweeps(stale)) == []  # it reads what the array had before the loop
    more = lines.replace("line[i] = y[j][i];", "{ line[i] = y[j][i]; left[j][i] = 0.0; }")
    assert dimensions(sweeps(more)) == []


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (LOOP.replace("x[j - 1][i]", "x[j - 1][i + 1]"), "iterations may depend on each other through `x`"),
        (LOOP.replace("x[j - 1][i]", "x[j - 1][shared - i]"), "iterations may depend on each other through `x`"),
        (LOOP.replace("i = 0", "i = j"), "its loops have different iterations, or other ones in each step"),
        (
            f"{LOOP} {LOOP.replace('i = 0', 'i = 1')}",
            "its loops have different iterations, or other ones in each step",
        ),
    ],
)
def test_it_is_said_why_a_loop_stays_outside(body: str, why: str) -> None:
    (found,) = sweeps(f"for (j = 1; j < n; j++) {{ {body} }}")
    assert found.kernel is None
    assert found.kept is not None
    assert found.kept.reason == why


@pytest.mark.parametrize(
    "step",
    [
        f"for (j = 1; j < n; j++) {{ {LOOP}\n#pragma omp single\nshared++; }}",
        f"for (j = 1; j < n; j++) {{ {LOOP} if (at(j) > 1.0) k = j; }}",
        f"for (j = 1; j < n; j++) {{ {LOOP} steps[1] = 5; }}",
        f"for (j = 1; j < n; j++) {{ {LOOP} shared = j; }}",
        f"for (j = 1; j < n; j++) {{ {LOOP} k = (int)x[j][2]; }}",
        f"for (j = 1; x[j][0] > j; j++) {{ {LOOP} }}",
        f"for (j = 1; j < n; j++) {{ {LOOP} if (j == last) break; }}",
        "for (j = 1; j < n; j++) {\n#pragma omp for reduction(+ : shared)\nfor (i = 0; i < m; i++) shared += i; }",
        "for (j = 1; j < n; j++) {\n#pragma omp for firstprivate(k)\nfor (i = 0; i < m; i++) x[j][i] = k; }",
        "for (j = 1; j < n; j++) {\n#pragma omp for private(j)\nfor (i = 0; i < m; i++)"
        " for (j = 0; j < 4; j++) x[i][j] += 1; }",
        "j = 1; while (j < n) {" + LOOP + "j++; }",
    ],
)
def test_other_code_keeps_a_loop_outside(step: str) -> None:
    assert sweeps(f"k = 0; {step}") == ()
