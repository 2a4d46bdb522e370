"""`rotate`: which recurrences it keeps in variables, and random loops, which compute the same with it."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from mapper.analysis.names.symbols import resolve
from mapper.ir.program.kernel import Kernel
from mapper.transforms.frame.base import Transform
from mapper.transforms.loops import split
from mapper.transforms.private import rotate
from mapper.transforms.run import apply_all
from tests.unit.translate.device import run
from tests.unit.translate.programs import translated

ROWS, SIZE = 6, 24
GLOBALS = "static double a[6][24], b[6][24]; static int c[24];"
ROW = "static void add(double f, const double *x, double *y) { for (int m = 0; m < 2; m++) y[m] += f * x[m]; }"
BOTH = (split.TRANSFORM, rotate.TRANSFORM)


def rotated(body: str, before: str = "", parameters: str = "int n", passes: Sequence[Transform] = BOTH) -> Kernel:
    """The kernel of a loop over k with this body, after the transformations."""
    head = f"#pragma omp parallel for\nfor (int k = 0; k < {ROWS}; k++)"
    program = translated(f"{before}\nvoid f({parameters}) {{\n{head} {{ {body} }} }}")
    ((loop,),) = (region.loops for region in program.regions)
    assert loop.kernel is not None, loop.kept
    return apply_all(loop.kernel, resolve(program.units[0]), passes)


def number(kernel: Kernel) -> int:
    """How many recurrences are kept in variables."""
    said = [each.did for each in kernel.applied if each.transform == "rotate"]
    if not said:
        return 0
    word = said[0].split()[2]
    return 1 if word == "a" else int(word)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for (int p = 1; p < n; p++) a[k][p] += a[k][p - 1];", 1),
        ("for (int p = n - 2; p >= 0; --p) a[k][p] = b[k][p] * a[k][1 + p];", 1),
        ("for (int p = 0; p < n; p++) a[k][p] = b[k][p] + b[k][p + 1];", 0),  # nothing flows
        ("for (int p = 0; p < n; p++) a[k][p] = a[k][p + 1];", 0),  # an older element is written
        ("for (int p = 2; p < n; p += 2) a[k][p] += a[k][p - 2];", 0),
        ("for (int p = 1; p < n; p++) if (b[k][p] > 0) a[k][p] += a[k][p - 1];", 0),
        ("for (int p = 1; p < n; p++) { if (p > 1) a[k][p] += a[k][p - 1]; }", 1),
        ("for (int p = 1; p < n; p++) { if (b[k][p] > 9) break; a[k][p] += a[k][p - 1]; }", 0),
        ("for (int p = 9; p < n; p++) a[k][p] += a[k][p - 9];", 0),  # too far apart
        ("for (int p = 1; p < n; p++) { a[k][p] += a[k][p - 1]; a[k][c[p]] = 0; }", 0),
        ("for (int p = 1; p < n; p++) { a[k][p] += a[k][p - 1]; a[k][3] = 0; }", 0),
        ("for (int p = 1; p < n; p++) { if (b[k][p] > 0) a[k][p + 1] = 0; a[k][p] += a[k][p - 1]; }", 0),
        ("for (int p = 1; p < n; p++) a[k][p] += b[k][p] > 0 ? a[k][p - 1] : 0;", 0),
        ("for (int p = 1; p < n; p++) a[k][p] += b[k][p] > 0 && a[k][p - 1] > 0;", 0),
        ("for (int p = 1; p < n; p++) { a[k][p] += a[k][p - 1]; a[p][k] = 1; }", 0),
        ("for (int p = 1; p < n; p++) { a[k][p] += a[k][p - 1]; a[k + 1][p] = 1; }", 0),
        ("double *q = &a[k][n]; for (int p = 1; p < n; p++) { a[k][p] += a[k][p - 1]; *q = p; }", 0),
        ("int at = k; for (int p = 1; p < n; p++) { a[at][p] += a[at][p - 1]; at = 0; }", 0),
        ("for (int p = 1; p < n; p++) { a[c[k]][p] += a[c[k]][p - 1]; c[k] = p % 2; }", 0),
        ("for (int p = 1; p < n; p++) a[p][p] += a[p][p - 1];", 0),
        ("for (int p = 1; p < c[k]; p++) { a[k][p] += a[k][p - 1]; c[k] = 3; }", 0),
        ("for (int p = 1; p < n; p++) { add(0.5, a[p], a[k]); a[k][p] += a[k][p - 1]; }", 0),
        ("for (int p = 1; p < n; p++) { a[k][p] += a[k][p - 1]; if (b[k][p] > 0) a[k][p - 1] = 0; }", 0),
        ("for (int p = 1; p < n; p++) { a[k][p + 1] = a[k][p]; a[k][p - 1] = 2; }", 0),
        ("for (int p = 1; p < n; p++) { a[3][p] += a[3][p - 1]; a[p][5] = 1; }", 0),
        ("for (short p = 1; p < n; p++) a[k][p] += a[k][p - 1];", 0),
        ("double x[24]; for (int p = 1; p < n; p++) { x[p] = p; a[k][p] += a[k][p - 1]; }", 1),
        ("double x[24], *y = x; x[0] = 0; for (int p = 1; p < n; p++) { x[p] = x[p - 1] + y[p - 1]; }", 0),
        ("double x[24][2]; for (int p = 0; p < n - 1; p++) add(0.5, x[p], x[p + 1]); b[k][0] = x[3][0];", 1),
        ("double x[24][2]; for (int p = 0; p < n - 1; p++) add(0.5, x[c[p]], x[p + 1]); b[k][0] = x[3][0];", 0),
        ("double x[24][3]; for (int p = 1; p < n; p++) for (int m = 0; m < 3; m++) x[p][m] = x[p - 1][m] + 1;", 1),
        ("for (int p = 1; p < n; p++) a[k][p * 2] += a[k][p * 2 - 1];", 0),
        ("for (int p = 1; p < n; p++) a[k][20 - p] += a[k][21 - p];", 0),
        ("for (int p = 1; p < n; p++) { a[k][p] += a[k][p - 1]; if (b[k][p] > 0) a[k][p - 1]++; }", 0),
        ("double x[24]; for (int p = 1; p < n; p++) { double *z = &x[p - 1]; x[p] = x[p - 1]; *z = p; }", 0),
        ("double x[24][3]; for (int p = 1; p < n; p++) { x[p][1] = x[p - 1][1] + 1; x[p][2] = x[p - 1][2]; }", 1),
        ("double x[24][3]; for (int p = 1; p < n; p++) { x[p][k % 3] = x[p - 1][k % 3]; x[p][0] = p; }", 0),
        ("double x[24][3]; for (int p = 1; p < n; p++) { x[p][0] = p; x[p][k % 3] = x[p - 1][k % 3]; }", 0),
        ("double x[24][2][3]; for (int p = 1; p < n; p++) { x[p][0][k] = x[p - 1][0][k]; x[p][0][n] = p; }", 0),
        (
            "double x[24], t = 0; for (int p = 1; p < n; p++) { if (k > 2) t = x[p - 2]; x[p] = x[p - 1]; }",
            0,
        ),
        (
            "double x[24][3]; for (int p = 1; p < n; p++) for (int m = 0; m < n % 3; m++)"
            " x[p][m] = x[p - 1][m] + 1; b[k][0] = x[3][0];",
            0,
        ),
    ],
)
def test_recurrences(body: str, expected: int) -> None:
    assert number(rotated(body, GLOBALS + ROW)) == expected


def test_arrays_that_may_be_the_same() -> None:
    body = "for (int p = 1; p < n; p++) { x[k * 24 + p] += x[k * 24 + p - 1]; y[k * 24 + p] = 0; }"
    assert number(rotated(body, parameters="int n, double *x, double *y")) == 0


class Writer:
    """Writes random loops over p; subscripts stay within a row of 24 elements."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def element(self) -> str:
        """An element near p."""
        array = self.random.choice(["a[k][{}]", "x[{}][0]", "x[{}][1]"])
        return array.format(self.random.choice(["p", "p + 1", "p - 1", "p + 2", "2 + p", "p - 2"]))

    def statement(self) -> str:
        """A statement on elements near p."""
        kind = self.random.random()
        value = f"0.5 * {self.element()} - 0.25 * {self.element()}"
        if kind < 0.1:
            return "x[p + 1][m] += 0.125 * x[p][m];" if self.random.random() < 0.5 else "t += a[k][p];"
        if kind < 0.2:
            return f"for (m = 0; m < 2; m++) x[p][m] -= 0.5 * x[p - 1][m] + 0.125 * {self.element()};"
        if kind < 0.3:
            return f"add(0.25, x[p - 1], x[{self.random.choice(['p', 'p + 1'])}]);"
        if kind < 0.45:
            return f"if (p > {self.random.choice(['2', 'k'])}) {self.element()} = {value};"
        operator = self.random.choice(["=", "+=", "-="])
        return f"{self.element()} {operator} {value};"

    def loop(self) -> str:
        """A loop up or down, that may run not at all."""
        low = self.random.choice(["2", "3", "k + 2"])
        high = self.random.choice(["20", "n", "21 - k", "4", "k"])
        head = self.random.choice([f"p = {low}; p < {high}; p++", f"p = {high}; p >= {low}; p--"])
        return f"for ({head}) {{ {' '.join(self.statement() for _ in range(self.random.randint(1, 3)))} }}"


def outcome(kernel: Kernel) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The array after a run."""
    array = np.random.default_rng(1).integers(-3, 5, (ROWS, SIZE)).astype(np.float64)
    run(kernel, [ROWS], {"a": array, **{each.name: 18 for each in kernel.values}})
    return array


@pytest.mark.opencl
def test_random_loops_compute_the_same() -> None:
    done = 0
    for seed in range(12):
        writer = Writer(seed)
        loops = "\n".join(writer.loop() for _ in range(8))
        text = f"""
    double x[{SIZE}][2], t = 0.0;
    int p, m = k % 2;
    for (p = 0; p < {SIZE}; p++)
      x[p][0] = 0.5 * p, x[p][1] = a[k][p];
    {loops}
    for (p = 0; p < {SIZE}; p++)
      a[k][p] += x[p][0] - 2.0 * x[p][1] + t;
"""
        made = rotated(text, ROW, f"int n, double (*a)[{SIZE}]")
        done += number(made)
        plain = rotated(text, ROW, f"int n, double (*a)[{SIZE}]", [split.TRANSFORM])
        assert np.array_equal(outcome(made), outcome(plain), equal_nan=True), text
    assert done >= 20
