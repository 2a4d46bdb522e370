"""Which loops are staged, what of them, and which must not."""

from __future__ import annotations

import pytest

from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.forms.blocks import Blocks
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import flattened
from mapper.transforms.local import stage
from mapper.transforms.local.halo_plan import shared_of
from mapper.transforms.run import apply_all
from tests.unit.translate.programs import kernel_and_symbols

PARAMETERS = "int n, int from, const float *x, const float *y, float *f, const int *m"


def plain(body: str, clauses: str = "") -> tuple[Kernel, Symbols]:
    """The kernel of a loop over i with this body."""
    return kernel_and_symbols(
        "static double table[40][3]; static float total; void exit(int);\n"
        f"void g({PARAMETERS}) {{\n#pragma omp parallel for {clauses}\nfor (int i = 0; i < n; i++) {{ {body} }} }}"
    )


def staged(body: str, clauses: str = "") -> Kernel:
    """Such a kernel after the transformation."""
    return apply_all(*plain(body, clauses), (stage.TRANSFORM,))


def code(kernel: Kernel) -> str:
    """What a work-item of a kernel with one size of blocks runs."""
    blocks = kernel.form(Blocks)
    assert blocks is not None
    (block,) = blocks.sizes
    return str(CPrinter().visit(block.body))


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
    text = f"float s = 0; {body} f[i] = s;"
    assert f"mrt_start += {steps})" in code(staged(text))
    kernel, symbols = plain(text)
    found = collect(kernel, symbols)
    loop = next(loop for item in flattened(kernel.body) if (loop := found.loop_of(item)) is not None)
    windows = shared_of(kernel, found, loop).windows
    assert {(each.tile.buffer, each.tile.elements((1, 1))) for each in windows} == tiles


@pytest.mark.parametrize(("more", "staged_whole"), [("x[j + 1]", True), ("x[j + w]", False), ("x[i]", False)])
def test_what_each_work_item_reads_itself_stays_a_buffer(more: str, staged_whole: bool) -> None:
    body = f"float s = 0; int w = m[i]; for (int j = 0; j < n; j++) s += x[j] * {more}; f[i] = s * w;"
    blocks = staged(body).form(Blocks)
    assert blocks is not None
    assert blocks.staged == ({"x": (1 / 256, 1.0)} if staged_whole else {})


def test_what_lives_on_is_declared_before() -> None:
    body = "int j; float s = m[i], t[2], u = s; t[0] = u; for (j = 0; j < n; j++) { s += x[j]; t[1] = s; }"
    text = code(staged(f"{body} f[i] = t[0] + s + j;"))
    assert "\n  float s;\n  float t[2];\n  const int mrt_begin = 0;\n" in text
    assert "\n  if (mrt_inside)\n  {\n    int j = mrt_begin + mrt_trips;\n" in text


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
    assert kernel.form(Blocks) is None
    assert [each.refusal for each in kernel.applied] == ([reason] if reason is not None else [])


def test_a_loop_that_reduces_is_not_staged() -> None:
    kernel = staged("for (int j = 0; j < n; j++) total += x[j];", "reduction(+ : total)")
    assert (kernel.form(Blocks), kernel.applied) == (None, ())


def test_arrays_are_taken_for_different_memory_than_what_is_written() -> None:
    kernel = staged("float s = 0; for (int j = 0; j < n; j++) s += x[j] * y[j]; f[i] = s;")
    assert kernel.assumed.distinct == frozenset({("f", "x"), ("f", "y")})
