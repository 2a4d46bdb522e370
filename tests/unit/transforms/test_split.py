"""`split` on random loops: kernels compute the same with it."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mapper.analysis.names.symbols import resolve
from mapper.ir.program.kernel import Kernel
from mapper.transforms.frame.base import Refusal, applied
from mapper.transforms.loops import split
from mapper.transforms.run import apply_all
from tests.unit.translate.device import run
from tests.unit.translate.programs import kernel, translated

ROWS, SIZE = 6, 24


class Writer:
    """Writes random loops over p with conditions on p; subscripts stay within a row."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def condition(self) -> str:
        """A comparison of p with something fixed, or not."""
        other = self.random.choice(["0", "1", "2", "n", "n - 1", "n - 2", "k", "k + 3", "20", "19", "last", "-4"])
        relation = self.random.choice(["<", "<=", ">", ">=", "==", "!="])
        one = f"p {relation} {other}" if self.random.random() < 0.8 else f"{other} {relation} p"
        kind = self.random.random()
        if kind < 0.15:
            return f"{one} && {self.condition()}"
        if kind < 0.3:
            return f"{one} || {self.condition()}"
        return f"!({one})" if kind < 0.35 else one

    def statement(self) -> str:
        """A statement on elements near p."""
        at, other = (self.random.choice(["p", "p + 1", "p - 1"]) for _ in range(2))
        text = f"a[k][{at}] = 0.5 * a[k][{at}] + a[k][{other}] * ({self.condition()} ? 1.5 : 0.25) + p;"
        kind = self.random.random()
        if kind < 0.6:
            return f"if ({self.condition()}) {{ {text} }}"
        if kind < 0.7:
            return f"if ({self.condition()}) {text} else a[k][p] = 1.0;"
        return "last = last > 3 ? last - 1 : 15;" if kind < 0.75 else text

    def loop(self) -> str:
        """A loop up or down."""
        low = self.random.choice(["1", "2", "k + 1"])
        high = self.random.choice(["21", "n", "n - 1", "20 - k"])
        up, low_relation = self.random.choice(["<", "<="]), self.random.choice([">", ">="])
        head = self.random.choice(
            [f"p = {low}; p {up} {high}; p++", f"p = {high}; p {low_relation} {low}; p--",
             f"int p = {low}; p {up} {high}; p += 1"]
        )  # fmt: skip
        inner = " ".join(self.statement() for _ in range(self.random.randint(1, 3)))
        return f"for ({head}) {{ {inner} }}"


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
        text = f"""
void f(int n, double (*a)[{SIZE}])
{{
#pragma omp parallel for
  for (int k = 0; k < {ROWS}; k++) {{
    int p, last = 15;
    {writer.loop()}
    {writer.loop()}
    {writer.loop()}
    {writer.loop()}
    a[k][0] += last;
  }}
}}
"""
        program = translated(text)
        ((loop,),) = (region.loops for region in program.regions)
        assert loop.kernel is not None, loop.kept
        made = apply_all(loop.kernel, resolve(program.units[0]), [split.TRANSFORM])
        done += "split" in applied(made)
        assert np.array_equal(outcome(made), outcome(loop.kernel), equal_nan=True), text
    assert done >= 8


CONDITION = "if (p > 0) a[k][p] = 1.0; else a[k][p] = 2.0;"


def is_split(loop: str) -> bool:
    """Whether a loop is, in a kernel over rows."""
    text = f"""
    static double a[{ROWS}][{SIZE}];
    static void put(int k) {{ a[k][0] = 3.0; }}
    void f(int n, unsigned u, short few, long far)
    {{
    #pragma omp parallel for
      for (int k = 0; k < {ROWS}; k++) {{ {loop} }}
    }}
    """
    program = translated(text)
    kernel = program.regions[0].loops[0].kernel
    assert kernel is not None
    return "split" in applied(apply_all(kernel, resolve(program.units[0]), [split.TRANSFORM]))


@pytest.mark.parametrize(
    "loop",
    [
        f"for (int p = 0; p < n; p++) {{ {CONDITION} }}",
        f"for (int p = n; p >= 0; p--) {{ {CONDITION} }}",
        "for (int p = 0; p < n; p++) if (p < n - 1 + 2 * k) a[k][p] = 1.0;",
        "for (long p = 0; p < far; p++) if (p > -far) a[k][p] = 1.0;",
        "for (int p = 0; p <= 20; p++) if (p == 20) a[k][p] = 1.0;",
    ],
)
def test_split(loop: str) -> None:
    assert is_split(loop)


@pytest.mark.parametrize(
    "loop",
    [
        f"for (int p = 0; p < n; p++) {{ {CONDITION} if (a[k][p] > 3) break; }}",
        f"for (int p = 0; p < n; p++) {{ {CONDITION} put(k); }}",
        f"for (int p = 0; p < n; p++) {{ {CONDITION} p += a[k][p] > 3; }}",
        f"for (unsigned p = 0; p < u; p++) {{ {CONDITION} }}",
        f"for (short p = 0; p < few; p++) {{ {CONDITION} }}",
        f"for (int p = 0; p < n; p += 2) {{ {CONDITION} }}",
        f"for (int p = 0; p < 3; p++) {{ {CONDITION} }}",
        f"int p, *at = &p; for (p = 0; p < n; p++) {{ {CONDITION} }} *at = 1;",
        "for (int p = 0; p < n; p++) if (p > u) a[k][p] = 1.0;",
        "for (int p = 0; p < n; p++) if (p > 1u + n) a[k][p] = 1.0;",
        "for (int p = 0; p < n; p++) if (p > (int)a[k][0]) a[k][p] = 1.0;",
        "int last = 9; for (int p = 0; p < n; p++) { if (p > last) a[k][p] = 1.0; last--; }",
        "int last = 9; for (int p = 0; p < n; p++) { if (p > 2 - last) a[k][p] = 1.0; last--; }",
        "int last = 9; for (int p = 0; p < n; p++) { if (p > -last) a[k][p] = 1.0; last--; }",
        "for (int p = 0; p < n; p++) a[k][p] = p > 0 ? 1.0 : 2.0;",
    ],
)
def test_left_whole(loop: str) -> None:
    assert not is_split(loop)


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("if (p > 0) x[i][p] = half(x[i][p]);", "calls `a_f_1_half`"),
        ("if (p > 0) x[i][p] = 1; if (x[i][p] > 3) break;", "may be left early"),
        ("if (p > 0) x[i][p] = 1; " + "x[i][p] += x[i][p / 2] * p; " * 60, "is too long to be there three times"),
    ],
)
def test_why_a_loop_is_not_split(statement: str, reason: str) -> None:
    text = f"""
double x[30][100];
static double half(double y) {{ return 0.5 * y; }}
void f(int n)
{{
#pragma omp parallel for
  for (int i = 0; i < 30; i++)
    for (int p = 0; p < n; p++) {{ {statement} }}
}}
"""
    refused = split.TRANSFORM.apply(kernel(text), resolve(translated(text).units[0]))
    assert isinstance(refused, Refusal)
    assert refused.reason == f"the loop over `p` {reason}"
    assert refused.where is not None
    assert refused.where.line == 8
