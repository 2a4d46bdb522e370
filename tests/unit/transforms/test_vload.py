"""`vload`: which neighbouring elements it moves at once, and random statements, which compute the same with it."""

from __future__ import annotations

import ctypes
import random
import subprocess
from pathlib import Path

import numpy as np
import pytest

from mapper.analysis.names.symbols import resolve
from mapper.ir.builtins import vectors
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.names import names_in
from mapper.transforms.memory import restrict, vload
from mapper.transforms.run import apply_all
from tests.unit.translate.device import run
from tests.unit.translate.programs import translated

ROWS, SIZE = 6, 32
Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float32]]
GLOBALS = "static float a[900], b[900]; static double d[600]; static int c[600]; static double u[60][4], w[60][5];"


def loaded(body: str, before: str = GLOBALS, parameters: str = "int n") -> Kernel:
    """The kernel of a loop over k with this body, after the transformation."""
    head = f"#pragma omp parallel for\nfor (int k = 0; k < {ROWS}; k++)"
    program = translated(f"{before}\nvoid f({parameters}) {{\n{head} {{ {body} }} }}")
    ((loop,),) = (region.loops for region in program.regions)
    assert loop.kernel is not None, loop.kept
    return apply_all(loop.kernel, resolve(program.units[0]), [restrict.TRANSFORM, vload.TRANSFORM])


def has_vectors(kernel: Kernel) -> bool:
    """Whether the kernel loads or stores several elements at once."""
    return any(name.startswith((vectors.LOAD, vectors.STORE)) for name in names_in(kernel.body))


def said(kernel: Kernel) -> str:
    """What the transformation did, or why not; empty where it found nothing."""
    ours = [each for each in kernel.applied if each.transform == "vload"]
    assert has_vectors(kernel) == any(each.refusal is None for each in ours)
    return ours[0].refusal or ours[0].did if ours else ""


BOTH = "1 load and 1 store of neighbouring elements at once"
LOAD, STORE = "1 load of neighbouring elements at once", "1 store of neighbouring elements at once"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("b[k] = a[8 * k] + a[8 * k + 1] + a[8 * k + 2] + a[8 * k + 3];", LOAD),
        ("b[k] = a[8 * k] + a[8 * k + 1];", LOAD),
        ("b[k] = a[4 * k] + a[4 * k + 1];", ""),  # neighbouring work-items share sectors
        ("for (int r = 0; r < n; r++) b[k] += a[4 * (16 * k + r)] + a[64 * k + 4 * r + 1];", LOAD),
        ("b[k] = a[8 * k + 1] + a[8 * k + 2];", ""),  # no group begins there
        ("b[k] = a[k] + a[k + 1];", ""),
        ("b[k] = a[8 * k] + a[8 * k + 1] + a[8 * k + 2];", LOAD),
        ("d[4 * k] = k; d[4 * k + 1] = -k;", STORE),
        ("for (int j = 0; j < 4; j++) b[8 * k + j] = a[k * 8 + j];", BOTH),
        ("for (int j = 0; j < 4; j++) u[k][j] += 1;", "2 loads and 2 stores of neighbouring elements"),
        ("for (int j = 0; j < 5; j++) w[k][j] += 1;", ""),  # rows of 5 begin anywhere
        ("for (int j = 0; j < n; j++) b[8 * k + j] = a[8 * k + j];", ""),
        (
            "b[8 * k + 1] += a[8 * k]; b[8 * k] -= a[8 * k + 1];",
            "2 loads and 1 store of neighbouring elements at once",
        ),
        ("b[8 * k]++; --b[8 * k + 1];", BOTH),
        ("b[k] = n > 3 ? a[8 * k] : a[8 * k + 1];", ""),
        ("b[k] = a[8 * c[k]] + a[8 * c[k] + 1];", LOAD),
        ("int i = k; float x = a[8 * i]; i = n; b[k] = x + a[8 * i + 1];", "`a` may change before all"),
        ("a[8 * k] = b[k]; a[8 * k + 1] = a[8 * k];", "`a` may be used before all"),
        ("a[8 * k] = b[k]; a[8 * k + 1] = a[c[k]];", "`a` may be used before all"),
        ("b[k] = a[8 * k]; a[c[k]] = 1; b[k] += a[8 * k + 1];", "`a` may change before all"),
        ("b[k] = a[8 * k]; if (n > 3) b[k] += a[8 * k + 1];", ""),
        ("unsigned i = k; b[k] = a[8 * i] + a[8 * i + 1];", ""),  # may wrap round
        ("unsigned long i = k; b[k] = a[8 * i] + a[8 * i + 1];", LOAD),
        ("b[k] = a[k / 2 * 8] + a[k / 2 * 8 + 1];", LOAD),
        ("b[k] = a[8 * (k + n) - 2] + a[8 * n + 8 * k - 1];", LOAD),
        ("a[8 * k] = 1; a[8 * k] = 2; a[8 * k + 1] = 3;", STORE),
    ],
)
def test_neighbours(body: str, expected: str) -> None:
    found = said(loaded(body))
    assert found.startswith(expected)
    assert bool(found) == bool(expected)


def test_arrays_that_may_be_the_same() -> None:
    body = "y[8 * k] = x[8 * k]; y[8 * k + 1] = x[8 * k + 1];"
    assert "may" in said(loaded(body, parameters="int n, float *x, float *y"))
    assert said(loaded(body, "static float x[600], y[600];")) == BOTH


class Writer:
    """Writes random statements on elements near each other; rows of 32 elements belong to k."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def element(self) -> str:
        """An element of one of four neighbours, mostly."""
        array = self.random.choice(["x", "x", "y"])
        inside = self.random.choice(["", "", "", " + m"])
        return f"{array}[32 * k + {self.random.choice([4, 8])}{inside} + {self.random.randrange(4)}]"

    def statement(self) -> str:
        """A statement on such elements."""
        kind = self.random.random()
        value = f"0.5f * {self.element()} - {self.element()}"
        if kind < 0.1:
            return "m = 4 - m;"
        if kind < 0.15:
            return f"{{ float one = {self.element()}; {self.element()} = one + {self.element()}; }}"
        if kind < 0.3:
            return f"for (int j = 0; j < 4; j++) x[32 * k + 4 + j] += y[j + 4 + 32 * k] * {self.element()};"
        if kind < 0.4:
            return (
                f"for (int j = 0; j < 4; j++) y[32 * k + 4 * j + {self.random.randrange(3)}] = x[32 * k + 4 + j];"
            )
        if kind < 0.5:
            return "x[32 * k + 8] = 1; x[32 * k + 11] += 2; x[32 * k + 9] = t; x[32 * k + 10]--;"
        if kind < 0.6:
            return f"t += x[32 * k + 4] + x[32 * k + 6] * x[32 * k + 5] - x[32 * k + 7] + {self.element()};"
        if kind < 0.65:
            return f"if (t > 2) {self.element()} = {value};"
        return f"{self.element()} {self.random.choice(['=', '+=', '-='])} {value};"


def numbers() -> Numbers:
    """Two arrays, as rows."""
    return np.random.default_rng(1).integers(-3, 5, (2, ROWS * SIZE)).astype(np.float32)


def on_device(kernel: Kernel) -> Numbers:
    """Both arrays after a run of the kernel."""
    found = numbers()
    run(kernel, [ROWS], {"x": found[0], "y": found[1], **{each.name: 3 for each in kernel.values}})
    return found


def by_compiler(text: str, folder: Path) -> Numbers:
    """The same by the C compiler."""
    source, library = folder / "plain.c", folder / f"plain{abs(hash(text))}.so"
    source.write_text(
        f"void f(int n, float *x, float *y) {{ for (int k = 0; k < {ROWS}; k++) {{ {text} }} }}", encoding="utf-8"
    )
    subprocess.run(["gcc", "-O1", "-ffp-contract=off", "-shared", "-fPIC", "-o", library, source], check=True)
    found = numbers()
    addresses = [found[row].ctypes.data_as(ctypes.c_void_p) for row in (0, 1)]
    ctypes.CDLL(str(library)).f(3, *addresses)
    return found


@pytest.mark.opencl
@pytest.mark.parametrize("known", [True, False])
def test_random_statements_compute_the_same(known: bool, tmp_path: Path) -> None:
    before = f"static float x[{ROWS * SIZE}], y[{ROWS * SIZE}];" if known else ""
    parameters = "int n" if known else "int n, float *x, float *y"
    done = 0
    for seed in range(10):
        writer = Writer(seed)
        text = "int m = n > 5 ? 4 : 0; float t = 0;" + "\n".join(writer.statement() for _ in range(14))
        text += "\nx[32 * k] = t;"
        made = loaded(text, before, parameters)
        done += has_vectors(made)
        assert np.array_equal(on_device(made), by_compiler(text, tmp_path), equal_nan=True), text
    assert done >= 8
