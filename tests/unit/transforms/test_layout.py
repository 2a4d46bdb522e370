"""`layout`: which order an array gets, by which weights, and what it must leave alone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from mapper.analysis.kernels.subscripts import first_odd_use
from mapper.analysis.names.symbols import resolve
from mapper.emit.opencl.layout_text import transposition
from mapper.ir.builtins.layout import Layout
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import DOUBLE
from mapper.transforms.memory import layout
from mapper.transforms.run import Selection, transform
from tests.unit.translate.programs import kernel, translated


def laid_out(*texts: str, launches: Mapping[str, float] | None = None) -> list[Kernel]:
    """The kernels of a program after `layout` alone; each is launched 100 times if nothing else is said."""
    program = translated(*texts)
    launches = launches or {loop.id: 100.0 for region in program.regions for loop in region.loops}
    symbols = {unit.path: resolve(unit) for unit in program.units}
    changed, _ = transform(program, symbols, Selection((layout.TRANSFORM,)), None, launches)
    return [loop.kernel for region in changed.regions for loop in region.loops if loop.kernel is not None]


def orders(kernels: list[Kernel]) -> dict[str, tuple[int, ...]]:
    """The extents on the device of the arrays that have a layout, which all kernels agree on."""
    found: dict[str, set[tuple[int, ...]]] = {}
    for each in kernels:
        for buffer in each.buffers:
            assert buffer.array is not None
            placed = buffer.layout.placed if buffer.layout is not None else buffer.array.extents
            found.setdefault(buffer.array.name, set()).add(placed)
    assert all(len(each) == 1 for each in found.values())
    return {name: next(iter(each)) for name, each in found.items()}


def reason(kernels: list[Kernel]) -> str:
    """Why no array got a layout."""
    assert all(buffer.layout is None for each in kernels for buffer in each.buffers)
    (found,) = {done.refusal for each in kernels for done in each.applied if done.refusal is not None}
    return found


def along_columns(statement: str, name: str = "f") -> str:
    return f"""
void {name}(void)
{{
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    for (int j = 1; j < 50; j++)
      {statement}
}}
"""


def test_an_order_is_a_transposition() -> None:
    one = Layout("u", DOUBLE, (3, 4, 6, 5), 1, 3)
    assert one.order == (0, 3, 1, 2)
    assert one.placed == (3, 5, 4, 6)
    assert one.strides == (120, 6, 1, 24)
    assert one.transposition == (3, 24, 5)
    assert transposition(one) == "&(const struct __mrt_transposition){sizeof(double), 3, 24, 5}"


def test_what_neighbours_differ_in_goes_to_the_end() -> None:
    assert orders(laid_out("double a[40][50];" + along_columns("a[i][j] += a[i][j - 1];"))) == {"a": (50, 40)}
    assert orders(laid_out("double a[50][40];" + along_columns("a[j][i] += a[j - 1][i];"))) == {"a": (50, 40)}
    part = "double a[7][40][9][50];" + along_columns("a[3][i][2][j] = a[3][i][2][j - 1];")
    assert orders(laid_out(part)) == {"a": (9, 50, 7, 40)}


@pytest.mark.parametrize(("often", "expected"), [(1.0, (40, 40)), (3.0, (40, 40))])
def test_equal_weights_keep_the_order(often: float, expected: tuple[int, int]) -> None:
    text = "double a[40][40];" + along_columns("if (j < 40) a[i][j] += 1.0;", "f")
    text += along_columns("if (j < 40) a[j][i] += 1.0;", "g")
    kernels = laid_out(text, launches={"a_f_1": 1.0, "a_g_1": often})
    assert all(buffer.layout is None for each in kernels for buffer in each.buffers)
    assert orders(kernels) == {"a": expected}


def test_what_runs_more_often_weighs_more() -> None:
    text = "double a[40][50], b[50][40];" + along_columns("a[i][j] = b[j][i];", "f")
    text += "void g(void) {\n#pragma omp parallel for\nfor (int j = 0; j < 50; j++)"
    text += " for (int i = 0; i < 40; i++) a[i][j] += 1.0; }"
    assert orders(laid_out(text, launches={"a_f_1": 1000.0, "a_g_1": 100.0}))["a"] == (50, 40)
    assert orders(laid_out(text, launches={"a_f_1": 100.0, "a_g_1": 1000.0}))["a"] == (40, 50)


BLOCKS = """
#include <stdlib.h>
static double part(double (*p)[3], int i) { return p[i][1]; }
void f(int n)
{
  double (*a)[3] = malloc(n * sizeof *a), (*b)[40][3] = malloc(n * sizeof *b), sum = 0.0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i][0] = 1.0, a[i][2] = STATEMENT;
#pragma omp parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 40; j++)
      b[i][j][0] = 1.0;
}
"""


@pytest.mark.parametrize(
    ("statement", "a"), [("a[i][1]", (3, 0)), ("part(a, i)", (0, 3)), ("a[1][1 + i % 2]", (3, 0))]
)
def test_blocks_fill_orders_or_kernels_know_their_rows(statement: str, a: tuple[int, ...]) -> None:
    """Functions that a kernel calls don't know how many rows there are."""
    kernels = laid_out(BLOCKS.replace("STATEMENT", statement))
    assert orders(kernels) == {"a": a, "b": (0, 3, 40)}
    assert [each.name for each in kernels[0].values if each.name == "mrt_a_rows"] == ["mrt_a_rows"] * (a[0] == 3)


@pytest.mark.parametrize(
    ("pointer", "why"),
    [
        ("malloc(n * sizeof *a) + 8", "it may lead into the middle of a block"),
        ("n > 3 ? (void *)kept : malloc(n * sizeof *a)", "it may lead to other memory"),
        ("elsewhere(n)", "it may lead to other memory"),
    ],
)
def test_pointers_elsewhere_have_no_order(pointer: str, why: str) -> None:
    text = BLOCKS.replace("STATEMENT", "0.0").replace("malloc(n * sizeof *a)", pointer, 1)
    first = laid_out(f"double kept[9][3]; void *elsewhere(int);{text}")[0]
    assert f"`a` would be [3][], but {why}" in reason([first])


@pytest.mark.parametrize(("launches", "expected"), [(1.0, (7, 40000, 9, 50)), (1000.0, (9, 50, 7, 40000))])
def test_copying_the_array_must_pay(launches: float, expected: tuple[int, ...]) -> None:
    text = "double a[7][40000][9][50];" + along_columns("a[3][i][2][j] = a[3][i][2][j - 1];")
    kernels = laid_out(text.replace("i < 40;", "i < 40000;"), launches={"a_f_1": launches})
    assert orders(kernels) == {"a": expected}


def test_arrays_of_the_same_name_have_layouts_of_their_own() -> None:
    text = "static float a[40][50];" + along_columns("a[i][j] = j;", "f")
    other = "static double a[40][60];" + along_columns("a[i][j] = j;", "g")
    kernels = laid_out(text, other)
    names = [buffer.layout.name for each in kernels for buffer in each.buffers if buffer.layout is not None]
    assert names == ["a", "a_2"]


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("a[i][j] = *(a[i] + j - 1);", "a part of `a` is used as a pointer in a_f_1"),
        ("a[i][j] = (&a[i][j])[-1];", "the address of an element of `a` is taken in a_f_1"),
        ("a[i][j] = part(a[i]) * part(&a[i][1]);", "the address of an element of `a` is taken in a_f_1"),
        ("a[i][j] = later(a[i]);", "a part of `a` is used as a pointer in a_f_1"),
        ("a[i][j] = p[j] + a[i][j - 1];", "`p` may lead there, too, in a_f_1"),
        ("a[0][50 * i + j] = a[i][j];", "a subscript may leave its extent in a_f_1"),
    ],
)
def test_other_ways_to_an_array_keep_its_order(statement: str, why: str) -> None:
    text = """
double a[40][50];
double *p = &a[3][2];
static double part(double *row) { return row[1]; }
static double later(double *row) { if (row[1] > 3.0) return row[2]; return row[1]; }
"""
    assert why in reason(laid_out(text + along_columns(statement)))


def test_names_are_followed_into_functions() -> None:
    text = """
double a[40][50], b[40][50];
static double at(double one[40][50], int i, int j) { return one[i][j]; }
"""
    both = kernel(text + along_columns("a[i][j] = at(a, i, j - 1) + at(b, i, j);"))
    odd = first_odd_use(both, "a", 2)
    assert odd is None or "one array or another" in odd.what
    alone = kernel(text + along_columns("a[i][j] = at(a, i, j - 1);"))
    assert first_odd_use(alone, "a", 2) is None
    assert first_odd_use(alone, "a", 3) is not None


def test_what_may_be_one_array_or_part_of_a_structure_keeps_its_order() -> None:
    text = """
static struct { double at[400][3]; } whole;
static double own[400][3];
void f(int n)
{
  double (*p)[3] = n > 5 ? whole.at : own;
#pragma omp parallel for
  for (int i = 0; i < 400; i++) {
    p[i][1] += 0.25 * p[i][0];
    p[i][2] += 0.25 * p[i][0];
  }
}
"""
    assert "it may lead to other memory than the program's allocated blocks" in reason(laid_out(text))
