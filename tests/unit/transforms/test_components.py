"""`components`: which subscripts are points with components, and what they become."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pycparser import c_ast
from pycparser.c_generator import CGenerator

from mapper.analysis.kernels.subscripts import element_of
from mapper.ir.builtins.layout import Array
from mapper.ir.program.kernel import Buffer
from mapper.ir.trees.ctypes import DOUBLE
from mapper.ir.trees.nodes import walk
from mapper.transforms.frame.check import violations
from mapper.transforms.memory.components import components, with_rows
from tests.unit.translate.programs import kernel_and_symbols


def seen(statement: str, loops: str = "") -> tuple[int | None, list[str]]:
    """How many components `p` has in a kernel over i with a statement, and what its subscripts become."""
    text = f"""
double part(double *one) {{ return one[3]; }}
void f(double *p, int *q, int n, unsigned w, long k)
{{
#pragma omp parallel for
  for (int i = 1; i < n; i++)
  {{ int m; {loops} {statement} }}
}}"""
    kernel, symbols = kernel_and_symbols(text)
    count = max(components(kernel, symbols, ["p"])["p"], default=None)
    if count is None:
        return None, []
    array = Array(("block", "1"), (0,), DOUBLE)
    buffers = tuple(replace(each, array=array) if isinstance(each, Buffer) else each for each in kernel.parameters)
    changed = with_rows(replace(kernel, parameters=buffers), symbols, {"p": count})
    assert violations(changed) == []
    (buffer,) = [each for each in changed.buffers if each.name == "p"]
    assert buffer.array is not None
    assert buffer.array.extents == (0, count)
    found = [element_of(node) for node in walk(changed.body) if isinstance(node, c_ast.ArrayRef)]
    printed = [
        "".join(f"[{CGenerator().visit(each)}]" for each in element[1])
        for element in found
        if element is not None and element[0] == "p" and len(element[1]) == 2
    ]
    return count, printed


@pytest.mark.parametrize(
    ("index", "count", "found"),
    [
        ("3 * i + 2", 3, "[i][2]"),
        ("i * 3", 3, "[i][0]"),
        ("4 + 5 * (i * n + 1)", 5, "[(i * n) + 1][4]"),
        ("3 * n * i - 3 + 3 * k + 1", 3, "[(k + (n * i)) - 1][1]"),
        ("6 * i - 3", 6, "[i - 1][3]"),
        ("2 * (n + 1) - 2 * i - 1", 2, "[((-i) + (n + 1)) - 1][1]"),
    ],
)
def test_multiples_and_a_rest(index: str, count: int, found: str) -> None:
    assert seen(f"p[{index}] = 1.0;") == (count, [found])


def test_counters_of_short_loops_are_components() -> None:
    loop = "for (m = 0; m < 3; m++)"
    assert seen("p[3 * i + m] = 1.0;", loop) == (3, ["[i][m]"])
    assert seen("p[9 * i + m + 4] = 1.0;", loop) == (9, ["[i][m + 4]"])
    assert seen("p[4 * i + m] = 1.0;", "for (m = 1; m < 5; m++)") == (None, [])
    assert seen("p[3 * i + m] = 1.0;", "for (m = 0; m < 4; m += 3)") == (None, [])  # 3 is in the next row
    assert seen("{ } p[3 * i + m - 3] = 1.0;", loop) == (None, [])  # the counter is 3 behind the loop
    assert seen("if (p[3 * i + m] > 1.0) break;", loop)[0] is None
    assert seen("{ p[3 * i + m] = 1.0; m += q[i]; }", loop)[0] is None
    assert seen("{ p[3 * i + m] = 1.0; *(&m) = q[i]; }", loop)[0] is None


def test_matrices_are_points_with_rows_and_columns() -> None:
    loops = "for (m = 0; m < 6; m++) for (int r = 0; r < 6; r++)"
    assert seen("p[36 * i + m * 6 + r] = 1.0;", loops) == (36, ["[i][r + (6 * m)]"])
    assert seen("p[i * 6 * 6 + 6 * r + 5 - 36] = 1.0;", loops) == (36, ["[i - 1][(6 * r) + 5]"])
    assert seen("p[(i * 6 + m) * 6 + r] = 1.0;", loops) == (36, ["[i][r + (6 * m)]"])
    assert seen("p[((n - i) * 6 - m + 5) * 6 + r] = 1.0;", loops)[0] == 6
    assert seen("{ p[36 * i + 6 * m + r] = 1.0; p[6 * i + m] = 2.0; }", loops)[0] == 6  # rows of all matrices
    assert seen("p[36 * i + 7 * m + r] = 1.0;", loops) == (None, [])  # in the next point
    assert seen("p[36 * i - 6 * m + r + 30] = 1.0;", loops)[0] == 6
    assert seen("p[36 * i + 6 * n + r] = 1.0;", loops)[0] == 6
    assert seen("p[19 * i + 18] = 1.0;") == (19, ["[i][18]"])


def test_casts_that_change_nothing() -> None:
    loops = "for (m = 0; m < 6; m++)"
    assert seen("p[(long)(i * 6) + m] = 1.0;", loops) == (6, ["[i][m]"])
    assert seen("p[(long)((int)(i * 6) + 6) + (int)m] = 1.0;", loops) == (6, ["[((long) i) + 1][m]"])
    products = "[(((long) i) * ((long) n)) + ((long) i)][m]"  # more points than an `int` holds
    assert seen("p[((long)i * n + i) * 6 + m] = 1.0;", loops) == (6, [products])
    assert seen("p[(long)(w * 6) + m] = 1.0;", loops) == (None, [])  # may be taken modulo a power of two
    assert seen("p[(int)(k * 6) + m] = 1.0;", loops) == (None, [])
    assert seen("p[(short)(i * 6) + m] = 1.0;", loops) == (None, [])
    assert seen("p[(int)(i * 6 + 6000000000) + m] = 1.0;", loops) == (None, [])


@pytest.mark.parametrize(
    "statement",
    [
        "p[3 * w + 1] = 1.0;",  # the product may be taken modulo a power of two
        "p[3u * i + 1] = 1.0;",
        "p[i] = 1.0;",
        "p[65 * i] = 1.0;",
        "p[3 * i + q[i]] = 1.0;",
        "p[3 * i + n % 3] = 1.0;",
        "p[3 * i + n] = 1.0;",
        "p[3 * i] = part(p);",
        "p[3 * i] = *(p + 2);",
    ],
)
def test_what_may_be_no_component(statement: str) -> None:
    assert seen(statement) == (None, [])
