"""Which columns of a private array take turns in the same memory, and which each need their own."""

from __future__ import annotations

import pytest

from mapper.emit.text.c_printer import CPrinter
from mapper.ir.forms.gang import Gang
from mapper.ir.trees.ctypes import ArrayType
from mapper.transforms.cooperative import gang
from mapper.transforms.run import apply_all
from tests.unit.translate.programs import kernel_and_symbols

HEAD = "static double a[30][60][4], b[30][60]; static int c[60];"
IN = "for (p = 0; p < 60; p++) for (m = 0; m < 4; m++) x[p][m] = a[j][p][m];"
OUT = "for (p = 0; p < 60; p++) for (m = 0; m < 4; m++) a[j][p][m] = x[p][m];"


def recur(low: int, high: int) -> str:
    return f"for (q = 1; q < 60; q++) for (n = {low}; n <= {high}; n++) x[q][n] -= 0.5 * x[q - 1][n];"


def gang_of(*statements: str) -> Gang:
    text = f"{HEAD}\nvoid f(double by) {{\n#pragma omp parallel for\nfor (int j = 0; j < 30; j++) {{\n"
    text += f"int p, m, q, n; double x[60][4]; {' '.join(statements)} }} }}"
    kernel, symbols = kernel_and_symbols(text)
    made = apply_all(kernel, symbols, (gang.TRANSFORM,)).form(Gang)
    assert made is not None
    return made


def width(made: Gang) -> int:
    """How many columns the array in local memory has."""
    ((_, ctype),) = made.shared
    assert isinstance(ctype, ArrayType)
    assert isinstance(ctype.element, ArrayType)
    assert ctype.element.length is not None
    return ctype.element.length


def test_columns_take_turns() -> None:
    made = gang_of(IN, recur(0, 1), recur(2, 2), recur(3, 3), OUT)
    assert width(made) == 2
    text = CPrinter().visit(made.body)
    assert text.count("= a[j][p][m]") == text.count("a[j][p][m] = ") == 3
    assert "for (m = 3; m <= 3; m++)" in text


@pytest.mark.parametrize(
    "statements",
    [
        (IN, recur(0, 1), recur(1, 3), OUT),
        (IN, recur(0, 1), recur(2, 3), recur(0, 0), OUT),
        (IN, recur(0, 3), OUT),
        (IN, recur(0, 1), "a[j][4][3] += 1;", recur(2, 3), OUT),
        (IN, recur(0, 1), "b[j][0] = a[j][4][0];", recur(2, 3), OUT),
        (IN.replace("[p][m];", "[p][3 - m];"), recur(0, 1), recur(2, 3), OUT),
        (IN.replace("a[j]", "by * a[j]"), recur(0, 1), "by = 2;", recur(2, 3), OUT),
        (IN, "b[j][1] = x[5][0];", recur(0, 1), recur(2, 3), OUT.replace("m < 4", "m < 4 - c[0]")),
        (IN, recur(0, 1), recur(2, 3), OUT.replace("x[p][m]", "x[p][m] + x[p][0]")),
        (IN, recur(0, 1), recur(2, 3), OUT, recur(2, 2), "b[j][2] = x[4][2];"),
    ],
)
def test_columns_that_each_need_their_own(statements: tuple[str, ...]) -> None:
    assert width(gang_of(*statements)) == 4
