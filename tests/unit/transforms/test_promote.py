"""`promote` on random loops: kernels compute the same with it; and what it must leave alone."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mapper.analysis.names.symbols import resolve
from mapper.ir.program.kernel import Kernel
from mapper.transforms.private import promote
from mapper.transforms.run import apply_all
from tests.unit.translate.device import run
from tests.unit.translate.programs import kernel_and_symbols, printed, translated

ROWS, SIZE = 8, 8


class Writer:
    """Writes random statements about row k of two arrays; subscripts stay within a row."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.counters = 0

    def element(self, counters: list[str]) -> str:
        """An element of a row."""
        at = self.random.choice(["0", "1", "2", "k % 3", "n", *(2 * [*counters, *(f"{c} + 1" for c in counters)])])
        return f"{self.random.choice('aab')}[k][{at}]"

    def statements(self, depth: int, counters: list[str]) -> str:
        """Some statements."""
        return " ".join(self.statement(depth, counters) for _ in range(self.random.randint(1, 3)))

    def statement(self, depth: int, counters: list[str]) -> str:
        """One of them."""
        one, other = self.element(counters), self.element(counters)
        kind = self.random.random()
        if depth and kind < 0.4:
            self.counters += 1
            m = f"m{self.counters}"
            low, high = self.random.choice(["0", "1", "k % 2"]), self.random.choice(["2", "4", "n", "k % 4"])
            return f"for (int {m} = {low}; {m} < {high}; {m}++) {{ {self.statements(depth - 1, [*counters, m])} }}"
        if depth and kind < 0.5:
            return f"if ({other} > 0.0) {{ {self.statements(depth - 1, counters)} }}"
        if counters and kind < 0.58:
            return f"if ({other} > 3.0) {self.random.choice(['continue', 'break'])};"
        if kind < 0.63:
            return f"{one}++;"
        return f"{one} {self.random.choice(['=', '+=', '+=', '-='])} {other} * 0.5 + 1.0;"


def outcome(kernel: Kernel) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    """The arrays after a run."""
    generator = np.random.default_rng(1)
    arrays = {name: generator.integers(-3, 5, (ROWS, SIZE)).astype(np.float64) for name in "ab"}
    given = {each.name: arrays[each.name] for each in kernel.buffers}
    run(kernel, [ROWS], {**given, **{each.name: 3 for each in kernel.values}})
    return list(arrays.values())


def promoted(kernel: Kernel) -> bool:
    """Whether anything was."""
    return any(each.transform == "promote" and each.refusal is None for each in kernel.applied)


@pytest.mark.opencl
@pytest.mark.parametrize("seed", range(4))
def test_same_results(seed: int) -> None:
    writer = Writer(seed)
    loops = "\n".join(
        f"#pragma omp parallel for\nfor (int k = 0; k < {ROWS}; k++) {{ {writer.statements(3, [])} }}"
        for _ in range(60)
    )
    program = translated(f"static double a[{ROWS}][{SIZE}], b[{ROWS}][{SIZE}];\nvoid f(int n) {{\n{loops}\n}}")
    symbols = resolve(program.units[0])
    number = 0
    for region in program.regions:
        kernel = region.loops[0].kernel
        assert kernel is not None
        changed = apply_all(kernel, symbols, [promote.TRANSFORM])
        if not promoted(changed):
            continue
        number += 1
        for before, after in zip(outcome(kernel), outcome(changed), strict=True):
            assert np.array_equal(before, after), printed(changed)
    assert number > 3


@pytest.mark.parametrize(
    "body",
    [
        "for (int m = 0; m < n; m++) a[k][m] += 1.0;",
        "for (int m = 0; m < n; m++) if (b[k][m] > 0.0) a[k][0] += 1.0;",
        "for (int m = 0; m < n; m++) a[k][0] += a[k][m];",
        "for (int m = 0; m < n; m++) { if (m == 3) break; a[k][0] = 1.0; }",
        "for (int m = 0; m < n; m++) { a[t[k]][0] += 1.0; }",
        "for (int m = 0; m < n; m++) p[0] += a[k][m];",
        "int at = 0; for (int m = 0; m < n; m++) { a[k][at] += 1.0; at = 1 - at; }",
        "a[k][0] = 1.0; b[k][0] = a[k][0];",
        "for (int m = 0; m < n; m++) { a[k][0] += 1.0; put(k); }",
        "for (int m = 0; m < n; m++) s[k]->x += 1.0;",
    ],
)
def test_left_alone(body: str) -> None:
    text = f"""
    static double a[8][8], b[8][8];
    static int t[8];
    static struct {{ double x; }} places[8], *s[8] = {{places}};
    void put(int k) {{ a[k][0] *= 2.0; }}
    void f(int n, double *p)
    {{
    #pragma omp parallel for
      for (int k = 0; k < 8; k++) {{ {body} }}
    }}
    int main(int argc, char **argv) {{ f(argc, a[1]); return argv[0][0]; }}
    """
    program = translated(text)
    kernel = program.regions[0].loops[0].kernel
    assert kernel is not None
    assert not promoted(apply_all(kernel, resolve(program.units[0]), [promote.TRANSFORM]))


def test_loops_that_may_not_run_guard_the_element() -> None:
    text = """
    static double a[8];
    void f(int n)
    {
    #pragma omp parallel for
      for (int k = 0; k < 8; k++) { for (int m = 5; m < 3; m++) a[k] += m; for (int m = 0; m < n; m++) a[k] += m; }
    }
    """
    program = translated(text)
    kernel = program.regions[0].loops[0].kernel
    assert kernel is not None
    shown = printed(apply_all(kernel, resolve(program.units[0]), [promote.TRANSFORM]))
    assert shown.count("a_ran") > 1
    assert "a_element = a[k];" not in shown


SET = "for (int m = 0; m < 5; m++) r[k][m] = q[k][m];"
ADD = "for (int m = 0; m < 5; m++) r[k][m] += 1.0;"


def rows_of(body: str) -> str:
    """What is told of rows that live in private arrays."""
    text = f"""
    static double r[9][5], q[9][5];
    static int t[9];
    double last(double *row) {{ return row[4]; }}
    void f(int n, double (*p)[5])
    {{
    #pragma omp parallel for
      for (int k = 0; k < 8; k++) {{ {body} }}
    }}
    int main(int argc, char **argv) {{ f(argc, r + 1); return argv[0][0]; }}
    """
    program = translated(text)
    kernel = program.regions[0].loops[0].kernel
    assert kernel is not None
    changed = apply_all(kernel, resolve(program.units[0]), [promote.TRANSFORM])
    told = "".join(each.did for each in changed.applied)
    return told.partition(" live in private arrays")[0] if "private arrays" in told else ""


@pytest.mark.parametrize(
    "body",
    [
        SET + ADD,
        f"{SET} r[k][2] *= 3.0; {ADD}",
        f"int at = k + n; r[at][0] = 0; r[at][1] = 1; {SET.replace('[k][m] =', '[at][m] =')}",
        f"for (int s = 0; s < 2; s++) {{ {SET} {ADD} }}",
        f"{SET} if (n > 3) r[k][1] = 7.0;",
    ],
)
def test_rows(body: str) -> None:
    assert rows_of(body) == "rows of `r`"


@pytest.mark.parametrize(
    "body",
    [
        SET,
        f"{SET} r[k + 1][0] = 3.0;",
        f"{SET} q[k][0] = last(r[k]);",
        f"{SET} double *at = r[k]; at[0] = 3.0;",
        f"{SET} p[k][0] = 5.0; {ADD}",
        f"int at = k; {SET.replace('[k]', '[at]')} at = k + 1; {ADD.replace('[k]', '[at]')}",
        f"int at = k, *by = &at; {SET.replace('[k]', '[at]')} *by = k + 1; {ADD.replace('[k]', '[at]')}",
        f"for (int s = 0; s < 2; s++) {{ {SET} if (q[k][s] > 0) continue; {ADD} }}",
        f"{SET} for (int s = 0; s < n; s++) r[k][s % 5] += 1.0;",
        f"{SET.replace('m < 5', 'm < 4')} {ADD.replace('m < 5', 'm < 4')}",
        "for (int m = 0; m < 5; m++) { if (q[k][m] > 0) break; r[k][m] = 1.0; }r[k][1] += 2.0;",
        f"for (int m = 0; m < 5; m++) if (q[k][m] > 0) r[k][m] = 1.0; {ADD.replace('m < 5', 'm < 3')}",
        f"{SET} r[k][(int)q[k][0]] = 1.0; {ADD}",
        f"{SET.replace('r[k]', 'r[t[k]]')} t[k] = k; {ADD.replace('r[k]', 'r[t[k]]')}",
        "r[k][0] = 1.0; r[k][1] = 2.0; r[k][2] = 3.0; r[k][3] = r[k][4] = 4.0;",
    ],
)
def test_rows_left_alone(body: str) -> None:
    assert rows_of(body) == ""


def test_kernels_without_repeated_updates_are_not_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk over a kernel is what the search costs; most kernels update each element once."""
    text = """
void f(double *a, double *b, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += b[j];
}
"""
    kernel, symbols = kernel_and_symbols(text)
    monkeypatch.setattr(promote, "collect", lambda *_: pytest.fail("the kernel is walked"))
    assert promote.TRANSFORM.apply(kernel, symbols) is None
