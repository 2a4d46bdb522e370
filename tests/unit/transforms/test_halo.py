"""Which windows are staged with a halo, what of them, and which must not."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.kernels.walk import collect
from mapper.analysis.names.symbols import Symbols
from mapper.emit.text.c_printer import CPrinter
from mapper.ir.forms.blocks import Blocks
from mapper.ir.program.kernel import Kernel
from mapper.transforms.local import halo
from mapper.transforms.local.halo_plan import windows_of
from mapper.transforms.local.staging import Tiled
from mapper.transforms.run import apply_all
from tests.unit.translate.programs import kernel_and_symbols

HEAD = "#pragma omp parallel for collapse(2)\nfor (int i = 2; i < h; i++) for (int j = 2; j < w; j++) "
PARAMETERS = "int h, int w, int r, const float *restrict in, float *restrict out, const int *restrict m"
FIVE = "for (int p = -2; p <= 2; p++) for (int q = -2; q <= 2; q++) "


def plain(body: str, clauses: str = "", step: str = "j++") -> tuple[Kernel, Symbols]:
    """The kernel of loops over i and j with this body."""
    head = HEAD.replace("collapse(2)", f"collapse(2) {clauses}").replace("j++", step)
    return kernel_and_symbols(
        "static double a[100][100][3], b[100][100], weights[25];\n"
        "struct cell { double x; float y; }; static struct cell cells[100][100]; float **rows;\n"
        "static double near(int i, int j) { return b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]; }\n"
        "static float total; void exit(int);\n"
        f"void f({PARAMETERS}) {{\n{head}{{ float s = 0; {body} out[i * w + j] += s; }} }}"
    )


def tile_of(body: str) -> Tiled:
    """The only window of such a kernel."""
    kernel, symbols = plain(body)
    (window,) = windows_of(kernel, collect(kernel, symbols)).windows
    return window.tile


def printed(node: c_ast.Node) -> str:
    return str(CPrinter().visit(node))


def sides(tile: Tiled) -> list[tuple[str, int | None, int, int]]:
    return [(printed(each.start), each.dimension, each.scale, each.extent) for each in tile.sides]


IMAGE = "in[mrt_place0 * (long) w + mrt_place1]"
SQUARE = [("(long) i - 2", 1, 1, 5), ("(long) j - 2", 0, 1, 5)]
Sides = list[tuple[str, int | None, int, int]]


@pytest.mark.parametrize(
    ("body", "element", "found"),
    [
        (FIVE + "s += weights[(p + 2) * 5 + q + 2] * in[(i + p) * w + j + q];", IMAGE, SQUARE),
        (
            FIVE + "s += b[50 + i + p][j + q + 3];",
            "b[mrt_place0][mrt_place1]",
            [("(long) i + 48", 1, 1, 5), ("(long) j + 1", 0, 1, 5)],
        ),
        (
            FIVE + "s += in[(i - p) * 100 + j];",
            "in[mrt_place0 * 100 + mrt_place1]",
            [("(long) i - 2", 1, 1, 5), ("(long) j", 0, 1, 1)],
        ),
        (
            "for (int c = 0; c < 3; c++) " + FIVE + "s += a[i + p][j + q][c];",
            "a[mrt_place0][mrt_place1][mrt_place2]",
            [*SQUARE, ("0", None, 0, 3)],
        ),
        (
            "for (int c = 0; c < 3; c++) " + FIVE + "s += in[((i + p) * w + j + q) * 3 + c];",
            "in[mrt_place0 * ((long) w * 3) + mrt_place1]",
            [("(long) i - 2", 1, 1, 5), ("(long) j * 3 - 6", 0, 3, 15)],
        ),
        (
            "for (int k = 0; k < 25; k++) s += in[(i + k / 5) * w + r + j + k % 5];",
            IMAGE,
            [("(long) i", 1, 1, 5), ("(long) j + (long) r", 0, 1, 5)],
        ),
        (
            "for (int p = 0; p < 5; p++) for (int q = 0; q < 6; q++) s += in[(2 * i + p) * w + 3 * j + q];",
            IMAGE,
            [("(long) i * 2", 1, 2, 5), ("(long) j * 3", 0, 3, 6)],
        ),
    ],
)
def test_windows(body: str, element: str, found: Sides) -> None:
    tile = tile_of(body)
    assert (printed(tile.element), sides(tile)) == (element, found)
    assert (tile.boxes, tile.inside) == ((), None)


@pytest.mark.parametrize(
    "body",
    [
        FIVE + "s += weights[(p + 2) * 5 + q + 2];",
        FIVE + "s += out[(i + p) * w + j + q];",  # written as well
        FIVE + "s += b[50 - i + p][j + q];",
        FIVE + "s += rows[i + p][j + q];",
        FIVE + "{ struct cell t = cells[i + p][j + q]; s += t.x; }",
        FIVE + "s += cells[i + p][j + q].x;",
        FIVE + "{ const float *any = r ? in : out; s += any[(i + p) * w + j + q]; }",
        "s += near(i, j);",
        "s += in[i * w + j];",
    ],
)
def test_no_windows(body: str) -> None:
    kernel, symbols = plain(body)
    assert windows_of(kernel, collect(kernel, symbols)).windows == ()


def test_arrays_that_functions_read_too_are_not_only_staged() -> None:
    body = "for (int p = 0; p < 13; p++) for (int q = 0; q < 13; q++) s += b[i + p][j + q];"
    alone = apply_all(*plain(body), (halo.TRANSFORM,)).form(Blocks)
    both = apply_all(*plain(body + "s += near(i, j);"), (halo.TRANSFORM,)).form(Blocks)
    assert alone is not None
    assert both is not None
    assert (set(alone.staged), set(both.staged)) == ({"b"}, set())


def test_what_a_window_leaves_out_is_not_staged() -> None:
    points = ["", " - w", " + w", " - 1", " + 1", " - 2 * w", " + 2 * w", " - 2", " + 2"]
    tile = tile_of(" ".join(f"s += in[i * w + j{point}];" for point in points))
    assert sides(tile) == SQUARE
    assert set(tile.boxes) == {((0, 4), (2, 2)), ((2, 2), (0, 4))}


@pytest.mark.parametrize(
    "body",
    [
        "if (y >= 0 && y < h && x >= 0 && x < w) s += in[y * w + x];",
        "y = y < 0 ? 0 : y > h - 1 ? h - 1 : y; x = x < 0 ? 0 : x > w - 1 ? w - 1 : x; s += in[y * w + x];",
    ],
    ids=["left out", "repeated"],
)
def test_beyond_the_edge_nothing_is_staged(body: str) -> None:
    window = "for (int p = -4; p <= 4; p++) for (int q = -4; q <= 4; q++) "
    tile = tile_of(f"{window} {{ int y = i + p, x = j + q; {body} }}")
    assert tile.inside is not None
    tests = printed(tile.inside).split(" && ")
    assert sorted(tests) == ["h >= mrt_place0 + 1", "mrt_place0 >= 0", "mrt_place1 >= 0", "w >= mrt_place1 + 1"]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("if (m[i]) " + FIVE + "s += in[(i + p) * w + j + q];", "`in` is read under conditions"),
        (
            "for (int p = -r; p <= r; p++) s += in[i * w + j + p];",
            "the part of `in` that an iteration reads has no constant size",
        ),
        (
            "for (int p = 0; p < 5; p++) for (int q = 0; q <= i % 5; q++) s += in[(i + p) * w + j + q];",
            "iterations read different parts of `in`",
        ),
        (
            "for (int p = 0; p < 5; p++) for (int q = 0; q < 9; q += 2) s += in[(2 * i + p) * w + 3 * j + q];",
            "not all elements of `in` between those that are read are read",
        ),
        ("for (int p = 0; p < 200; p++) s += in[(i + p) * w + 9 * j + p];", None),
        ("for (int p = 0; p < 0; p++) s += in[(i + p) * w + j + p];", None),
    ],
)
def test_refusals(body: str, reason: str | None) -> None:
    kernel = apply_all(*plain(body), (halo.TRANSFORM,))
    assert kernel.form(Blocks) is None
    assert [each.refusal for each in kernel.applied] == ([reason] if reason is not None else [])


@pytest.mark.parametrize(
    ("body", "clauses", "step"),
    [
        ("total += s;", "reduction(+ : total)", "j++"),
        ("if (s < 0) exit(1);", "", "j++"),
        ("", "", "j += 2"),
        ("", "", "j += r"),
    ],
)
def test_kernels_that_reduce_stop_or_leap_have_no_halo(body: str, clauses: str, step: str) -> None:
    wide = "for (int p = 0; p < 13; p++) for (int q = 0; q < 13; q++) s += b[i + p][j + q];"
    assert apply_all(*plain(wide), (halo.TRANSFORM,)).form(Blocks) is not None
    kernel = apply_all(*plain(wide + body, clauses, step), (halo.TRANSFORM,))
    assert (kernel.form(Blocks), kernel.applied) == (None, ())
