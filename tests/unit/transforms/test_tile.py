"""Which loops run over tiles, how, and which must not."""

from __future__ import annotations

import re

import pytest
from pycparser import c_generator

from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.blocks import Blocks
from mapper.ir.program.kernel import Kernel
from mapper.transforms.local import tile
from mapper.transforms.local.tile_plan import loops_of, plan
from mapper.transforms.loops.forwarded import forwarded
from mapper.transforms.run import apply_all
from tests.unit.translate.programs import kernel_and_symbols

HEAD = "#pragma omp parallel for collapse(2)\nfor (int i = 0; i < n; i++) for (int j = 0; j < n; j++) "
ARRAYS = "static double a[100][100], b[100][100], c[100][100]; static int m[100], o[100][100], p[100][100];"


def plain(body: str, size: str = "n") -> tuple[Kernel, Symbols]:
    """The kernel of loops over i and j with this body, the one over j up to `size`."""
    head = HEAD.replace("j < n", f"j < {size}")
    return kernel_and_symbols(f"{ARRAYS}\nvoid f(int n, double x) {{\n{head}{{ {body} }} }}")


def tiled(body: str, size: str = "n") -> Kernel:
    """Such a kernel after the transformation."""
    return apply_all(*plain(body, size), (tile.TRANSFORM,))


@pytest.mark.parametrize(
    ("loop", "tiles"),
    [
        ("for (int k = 0; k < n; k++) s += a[i][k] * b[k][j];", {(1, "a[i][k]", True), (0, "b[k][j]", False)}),
        ("for (int k = 9; k >= 0; k--) s += a[i][k] * a[j][k];", {(1, "a[i][k]", True), (0, "a[j][k]", True)}),
        (
            "for (int k = 1; k < n; k++) s += x * a[k][i] * b[k][j] * m[k];",
            {(1, "x * a[k][i]", False), (0, "b[k][j]", False)},
        ),
        (
            "for (int k = 0; k < n; k++) s += (a[i][k] + 1) * (b[k][j] - x);",
            {(1, "a[i][k] + 1", True), (0, "b[k][j] - x", False)},
        ),
        ("for (int k = 0; k < n; k++) s += o[i][k] * 2 - p[k][j];", {(1, "o[i][k]", True), (0, "p[k][j]", False)}),
        (
            "for (int k = 0; k < n; k++) { s += a[i][k] * b[k][j]; s -= a[i][k]; }",
            {(1, "a[i][k]", True), (0, "b[k][j]", False)},
        ),
    ],
)
def test_tiles(loop: str, tiles: set[tuple[int, str, bool]]) -> None:
    kernel, symbols = plain(f"double s = 0; {loop} c[i][j] = s;")
    ((node, levels),) = loops_of(kernel)
    made = plan(kernel, collect(kernel, symbols), symbols, node, levels)
    assert made is not None
    text = c_generator.CGenerator().visit
    assert {(each.dimension, text(each.expression), each.along) for each in made.tiles} == tiles


@pytest.mark.parametrize(
    ("last", "reason"), [("k < 50", None), ("k <= 50", "`c` is read in the inner loop and may be written")]
)
def test_an_array_is_read_where_no_iteration_writes_it(last: str, reason: str | None) -> None:
    body = f"for (int k = 0; {last}; k++) s -= c[i + 50][k] * c[k][j + 50];"
    made = tiled(f"double s = c[i + 50][j + 50]; {body} c[i + 50][j + 50] = s;")
    assert (made.form(Blocks) is None) == (reason is not None)
    assert made.applied[0].refusal == reason


def test_rows_of_what_is_written_are_told_apart_where_the_host_can_look() -> None:
    kernel, symbols = kernel_and_symbols(
        f"void f(double *a, int ld, int n, int m) {{\n{HEAD.replace('= 0', '= m')}"
        "{ double s = a[i * ld + j]; for (int k = 0; k < m; k++) s -= a[i * ld + k] * a[k * ld + j];"
        "a[i * ld + j] = s; } }"
    )
    made = apply_all(kernel, symbols, (tile.TRANSFORM,))
    assert made.form(Blocks) is not None
    (condition,) = made.assumed.true
    assert "((long) ld) >= ((long) n)" in c_generator.CGenerator().visit(condition)


def test_many_tiles_have_fewer_steps() -> None:
    products = " + ".join(f"a[i + {d}][k] * b[k][j + {d}]" for d in range(4))
    blocks = tiled(f"double s = 0; for (int k = 0; k < n; k++) s += {products}; c[i][j] = s;").form(Blocks)
    assert blocks is not None
    text = c_generator.CGenerator().visit(blocks.sizes[0].body)
    assert re.findall(r"__local double mrt_tile(\d)\[4\]\[65\];", text) == [str(number) for number in range(8)]
    assert "mrt_start += 4" in text


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("double s = 0; for (int k = 0; k <= i; k++) s += a[i][k] * b[k][j]; c[i][j] = s;", "bounds"),
        ("double s = 0; for (int k = 0; k < m[i]; k++) s += a[i][k] * b[k][j]; c[i][j] = s;", "bounds"),
        ("double s = 0; for (int k = 0; k < n; k++) s += c[i][k] * b[k][j]; c[i][j] = s;", "`c` is read"),
        ("double s = 0; for (int k = 0; k < n; k++) if (a[i][k] > b[k][j]) s++; c[i][j] = s;", "does more"),
        ("double s = 0; for (int k = 0; k < n; k++) s += a[i][k] > 0 ? b[k][j] : 0; c[i][j] = s;", "does more"),
        ("int s = 0; for (int k = 0; k < n; k++) s += o[i][k] / p[k][j]; o[i][j] = s;", "`o` is read"),
        ("int s = 0; for (int k = 0; k < n; k++) s += o[i][k] / p[k][j]; c[i][j] = s;", "divides integers"),
        (
            "int s = 0; for (int k = 0; k < n; k++) { s += o[i][k]; s %= p[k][j]; } c[i][j] = s;",
            "divides integers",
        ),
        (
            "int w = m[j]; double s = 0; for (int k = 0; k < n; k++) s += a[i][k] * b[k][j + w]; c[i][j] = s;",
            "values of the",
        ),
        (
            "int w = m[j]; double s = 0; for (int k = 0; k < n; k++) s += a[i][k] * b[k][j] * b[k][j + w];"
            "c[i][j] = s;",
            "values of the",
        ),
        (
            "double s = 1; if (i > j) { for (int k = 0; k < n; k++) s += a[i][k] * b[k][j]; } c[i][j] = s;",
            "`s` is used where the condition around the inner loop does not hold",
        ),
        (
            "int k = 7; double s = 1; if (i > j) { for (k = 0; k < n; k++) s += a[i][k] * b[k][j]; c[i][j] = s; }"
            "c[j][i] = k;",
            "`k` is used where the condition around the inner loop does not hold",
        ),
        (
            "if (i > j) { double s = 1; if (i > 2 * j) { for (int k = 0; k < n; k++) s += a[i][k] * b[k][j]; }"
            "c[i][j] = s; }",
            "statements behind a condition",
        ),
        ("double s[2] = {0}; for (int k = 0; k < n; k++) s[0] += a[i][k] * b[k][j]; c[i][j] = s[0];", "does more"),
    ],
)
def test_refusals(body: str, reason: str) -> None:
    kernel = tiled(body)
    assert kernel.form(Blocks) is None
    (applied,) = kernel.applied
    assert reason in (applied.refusal or "")


@pytest.mark.parametrize(
    "body",
    [
        "c[i][j] = a[i][j];",
        "double s = 0; for (int k = 0; k < n; k++) s += a[i][k]; c[i][j] = s;",
        "double s = 0; for (int k = 0; k < 5; k++) s += a[i][k] * b[k][j]; c[i][j] = s;",
        "double s = 0; for (int k = 0; k < n; k++) s += a[i + k][j] * b[k][j]; c[i][j] = s;",
        "for (int k = 0; k < n; k++) c[i][j] += a[i][k] * b[k][j];",
        "double s; for (int k = 0; k < n; k++) for (int l = 0; l < 9; l++) s += a[i][k] * b[l][j]; c[i][j] = s;",
    ],
)
def test_nothing_to_tell(body: str) -> None:
    kernel = tiled(body)
    assert kernel.form(Blocks) is None
    assert not kernel.applied


@pytest.mark.parametrize(("size", "large"), [("31", False), ("32", True), ("n + 5", True)])
def test_short_dimensions_stay_plain(size: str, large: bool) -> None:
    body = "double s = 0; for (int k = 0; k < n; k++) s += a[i][k] * b[k][j]; c[i][j] = s;"
    assert (tiled(body, size).form(Blocks) is not None) == large


@pytest.mark.parametrize(
    ("before", "loop", "tiles"),
    [
        ("int *r = m + 10 * i;", "r[k] * b[k][j]", {"m[((long) (10 * i)) + k]", "b[k][j]"}),
        ("int at = i + 1;", "a[at][k] * b[k][j]", {"a[(int) (i + 1)][k]", "b[k][j]"}),
        ("int at = i + 1, up = at * 2;", "a[up][k] * b[k][j]", {"a[(int) (((int) (i + 1)) * 2)][k]", "b[k][j]"}),
        ("int at = i; if (n > 5) at++;", "a[at][k] * b[k][j]", None),
        ("int at = m[i];", "a[at][k] * b[k][j]", None),
        ("int *r = m + 10 * i; if (n > 5) r++;", "r[k] * b[k][j]", None),
        ("int *r = m + 10 * i; if (*r > 5) x = 1;", "r[k] * b[k][j]", None),
        ("int at = i / 2;", "a[at][k] * b[k][j]", None),
    ],
)
def test_values_of_the_iteration_are_put_in_their_places(before: str, loop: str, tiles: set[str] | None) -> None:
    kernel, symbols = plain(f"{before} double s = 0; for (int k = 0; k < n; k++) s += {loop}; c[i][j] = s;")
    changed = forwarded(kernel)
    assert (changed is None) == (tiles is None)
    if changed is not None:
        ((node, levels),) = loops_of(changed)
        made = plan(changed, collect(changed, symbols), symbols, node, levels)
        assert made is not None
        assert {c_generator.CGenerator().visit(each.expression) for each in made.tiles} == tiles
