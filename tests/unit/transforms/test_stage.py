"""Which loops are staged, what of them, and which must not."""

from __future__ import annotations

import pytest

from mapper.analysis.names.symbols import resolve
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.program.kernel import Kernel
from mapper.transforms.local import stage
from mapper.transforms.run import apply_all
from tests.unit.translate.programs import translated

PARAMETERS = "int n, int from, const float *x, const float *y, float *f, const int *m"


def staged(body: str, clauses: str = "") -> Kernel:
    """The kernel of a loop over i with this body, after the transformation."""
    program = translated(
        "static double table[40][3]; static float total; void exit(int);\n"
        f"void g({PARAMETERS}) {{\n#pragma omp parallel for {clauses}\nfor (int i = 0; i < n; i++) {{ {body} }} }}"
    )
    (loop,) = program.regions[0].loops
    assert loop.kernel is not None, loop.kept
    return apply_all(loop.kernel, resolve(program.units[0]), (stage.TRANSFORM,))


@pytest.mark.parametrize(
    ("body", "steps", "tiles"),
    [
        ("for (int j = 0; j < n; j++) s += x[j] - x[i] + y[j];", 256, {("x", 1), ("y", 1)}),
        ("for (int j = from; j <= n; j++) s += x[3 * j] * x[3 * j + 1] - x[3 * j + 2];", 256, {("x", 3)}),
        ("for (int j = 1; j < n; j++) s += x[j + 1] - x[j - 1];", 256, {("x", 3)}),
        ("for (int j = 0; j < 40; j++) s += table[j][0] * i + table[j][2];", 40, {("table", 3)}),
        ("for (int j = 0; j < n; j++) for (int k = 0; k < 4; k++) s += x[4 * j + k] * x[i + k];", 256, {("x", 4)}),
        ("for (int j = 0; j < n; j++) for (int k = 0; k < 40; k++) s += x[40 * j + k];", 128, {("x", 40)}),
    ],
)
def test_tiles(body: str, steps: int, tiles: set[tuple[str, int]]) -> None:
    staging = staged(f"float s = 0; {body} f[i] = s;").staging
    assert staging is not None
    assert staging.steps == steps
    assert {(each.buffer, each.elements((1, 1))) for each in staging.tiles} == tiles


@pytest.mark.parametrize(("more", "staged_whole"), [("x[j + 1]", True), ("x[j + w]", False), ("x[i]", False)])
def test_what_each_work_item_reads_itself_stays_a_buffer(more: str, staged_whole: bool) -> None:
    body = f"float s = 0; int w = m[i]; for (int j = 0; j < n; j++) s += x[j] * {more}; f[i] = s * w;"
    staging = staged(body).staging
    assert staging is not None
    assert staging.staged == ({"x"} if staged_whole else set())


def test_what_lives_on_is_declared_before() -> None:
    body = "int j; float s = m[i], t[2], u = s; t[0] = u; for (j = 0; j < n; j++) { s += x[j]; t[1] = s; }"
    staging = staged(f"{body} f[i] = t[0] + s + j;").staging
    assert staging is not None
    assert [name for name, _ in staging.private] == ["s", "t"]
    assert CPrinter().visit(staging.after).startswith("{\n  int j = mrt_begin + mrt_trips;")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("for (int j = 0; j < i; j++) s += x[j];", None),
        ("for (int j = i % 2; j < n; j++) s += x[j];", None),
        ("for (int j = m[0]; j < n; j++) s += x[j];", None),
        ("if (m[i] < 0) exit(1); for (int j = 0; j < n; j++) s += x[j];", None),
        ("for (int j = 0; j < n; j++) s += x[i + j];", None),
        ("for (int j = 0; j < n; j++) if (m[i] > j) s += x[j];", None),
        ("for (int j = 0; j < n; j++) { if (x[j] < 0) break; s += x[j]; }", None),
        ("for (int j = 0; j < n; j += 2) s += x[j];", None),
        ("if (i > 3) for (int j = 0; j < n; j++) s += x[j];", None),
        ("for (int j = 0; j < n; j++) s += f[j + n];", None),
        ("for (int j = 0; j < n; j++) if (j > from) s += x[j];", None),
        ("for (int j = 0; j < n; j++) s += x[i % 2 + j];", None),
        ("for (int j = 0; j < n; j++) s += x[3 * j] * x[3 * j + i % 3];", None),
        ("for (int j = 0; j < n; j++) s += x[j + m[0]];", None),
        ("for (int j = 0; j < n; j++) { const float *any = from ? x : y; s += any[j]; }", None),
        ("for (int j = 0; j < n; j++) { s += x[j]; f[n + j] = s; }", None),
        ("for (int j = 0; j < 9; j++) s += x[j];", "the loop over `j` runs only 9 times"),
        (
            "for (int j = 0; j < n; j++) { if (x[j] < 0) continue; s += x[j]; }",
            "an iteration of the loop may be left before its end",
        ),
        (
            "float t[2] = {1, 2}; for (int j = 0; j < n; j++) s += x[j] * t[j % 2];",
            "`t` lives on behind the loop, and is no plain number",
        ),
    ],
)
def test_refusals(body: str, reason: str | None) -> None:
    kernel = staged(f"float s = 0; {body} f[i] = s;")
    assert kernel.staging is None
    assert [each.refusal for each in kernel.applied] == ([reason] if reason is not None else [])


def test_a_loop_that_reduces_is_not_staged() -> None:
    kernel = staged("for (int j = 0; j < n; j++) total += x[j];", "reduction(+ : total)")
    assert (kernel.staging, kernel.applied) == (None, ())


def test_arrays_are_taken_for_different_memory_than_what_is_written() -> None:
    kernel = staged("float s = 0; for (int j = 0; j < n; j++) s += x[j] * y[j]; f[i] = s;")
    assert kernel.distinct == frozenset({("f", "x"), ("f", "y")})
