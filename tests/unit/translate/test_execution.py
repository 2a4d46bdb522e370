"""Kernels run on PoCL and are compared with numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.unit.translate.device import run
from tests.unit.translate.programs import kernel

pytestmark = pytest.mark.opencl


def loop(parameters: str, statement: str, clauses: str = "", before: str = "", outside: str = "") -> str:
    """A function with one parallel loop."""
    return f"{outside}\nvoid f({parameters}) {{ {before}\n#pragma omp parallel for {clauses}\n{statement}\n}}\n"


def test_saxpy_with_an_interior_pointer() -> None:
    found = kernel(
        loop("int n, float a, const float *x, float *y", "for (int i = 0; i < n; i++) y[i] += a * x[i];")
    )
    x, y = np.arange(12, dtype=np.float32), np.ones(10, np.float32)
    run(found, [10], {"x": (x, 8), "y": y, "a": 2})
    assert np.array_equal(y, 1 + 2 * np.arange(2, 12, dtype=np.float32))


def test_counting_down_by_a_step() -> None:
    found = kernel(loop("int n, int s, int *a", "for (int i = n; i >= 1; i -= s) a[i] = i;"))
    a = np.zeros(12, np.int32)
    run(found, [4], {"a": a, "mrt_lower_i": 11, "mrt_step_i": -3})
    assert a.tolist() == [0, 0, 2, 0, 0, 5, 0, 0, 8, 0, 0, 11]


def test_unsigned_counter_counts_down_past_its_sign() -> None:
    found = kernel(loop("unsigned long n, int *a", "for (unsigned long i = n; i > 2; i--) a[i] = 1;"))
    a = np.zeros(6, np.int32)
    run(found, [3], {"a": a, "mrt_lower_i": 5})
    assert a.tolist() == [0, 0, 0, 1, 1, 1]


def test_collapse_of_four_loops() -> None:
    header = "".join(
        f"for (int {c} = {low}; {c} < {high}; {c} += {step})"
        for c, low, high, step in (("i", 0, 2, 1), ("j", 1, 4, 2), ("k", 0, 3, 1), ("l", 5, 8, 2))
    )
    found = kernel(loop("int *a", f"{header} a[((i * 4 + j) * 3 + k) * 8 + l] = 1;", "collapse(4)"))
    a = np.zeros(192, np.int32)
    counts = {"i_count": 2, "j_count": 2, "k_count": 3, "l_count": 2}
    run(found, [24], {"a": a, **counts})
    expected = np.zeros((2, 4, 3, 8), np.int32)
    expected[:, 1::2, :, 5::2] = 1
    assert np.array_equal(a, expected.ravel())


REDUCTIONS = [
    ("double", "+", "s += a[i];", lambda a: a.sum()),
    ("float", "+", "s += a[i];", lambda a: a.sum()),
    ("int", "+", "s += a[i];", lambda a: a.sum()),
    ("unsigned char", "+", "s += a[i];", lambda a: a.sum(dtype=np.uint8)),
    ("long", "-", "s -= a[i];", lambda a: -a.sum()),
    ("unsigned long", "*", "s *= a[i] | 1;", lambda a: np.multiply.reduce(a | 1)),
    ("int", "&", "s &= ~a[i];", lambda a: np.bitwise_and.reduce(~a)),
    ("short", "|", "s |= a[i];", np.bitwise_or.reduce),
    ("unsigned", "^", "s ^= a[i];", np.bitwise_xor.reduce),
    ("int", "&&", "s = s && a[i] < 90;", lambda a: int((a < 90).all())),
    ("int", "||", "s = s || a[i] == 88;", lambda a: int((a == 88).any())),
    ("double", "max", "if (a[i] > s) s = a[i];", lambda a: a.max()),
    ("long", "min", "s = a[i] < s ? a[i] : s;", lambda a: a.min()),
    ("signed char", "max", "if (a[i] > s) s = a[i];", lambda a: a.max()),
    ("unsigned long", "min", "if (a[i] < s) s = a[i];", lambda a: a.min()),
    ("float", "min", "if (a[i] < s) s = a[i];", lambda a: a.min()),
]
KINDS = {
    "double": np.float64, "float": np.float32, "int": np.int32, "unsigned char": np.uint8, "long": np.int64,
    "unsigned long": np.uint64, "short": np.int16, "unsigned": np.uint32, "signed char": np.int8,
}  # fmt: skip


@pytest.mark.parametrize(("kind", "operator", "update", "expected"), REDUCTIONS)
def test_reduction(kind: str, operator: str, update: str, expected: Any) -> None:
    text = loop(
        f"int n, {kind} *a, {kind} *r",
        f"for (int i = 0; i < n; i++) {{ {update} }}",
        f"reduction({operator} : s)",
        f"{kind} s = 0;",
    )
    a = (np.arange(301) * 37 % 91).astype(KINDS[kind])
    (result,) = run(kernel(text), [301], {"a": a})
    assert result == expected(a)


def test_reduction_over_two_collapsed_loops_with_continue() -> None:
    text = loop(
        "int n, int m, int (*a)[7], int *r",
        "for (int i = 0; i < n; i++) for (int j = 0; j < 7; j++) { if (a[i][j] % 2) continue; s += a[i][j] * i; }",
        "collapse(2) reduction(+ : s)",
        "int s = 0;",
    )
    a = np.arange(70, dtype=np.int32).reshape(10, 7)
    (result,) = run(kernel(text), [7, 10], {"a": a})
    assert result == (np.where(a % 2, 0, a) * np.arange(10)[:, None]).sum()


def test_lastprivate_with_continue_and_counter() -> None:
    text = loop(
        "int n, int *a, int *r",
        "for (i = 3; i < n; i += 2) { last = a[i]; if (i > 4) continue; a[i] = 0; }",
        "lastprivate(last, i)",
        "int last, i;",
    )
    a, last, counter = np.arange(10, dtype=np.int32), np.zeros(1, np.int32), np.zeros(1, np.int32)
    run(kernel(text), [4], {"a": a, "last_last": last, "i_last": counter})
    assert (last[0], counter[0]) == (9, 11)
    assert a[3] == 0


def test_firstprivate_array_is_each_iterations_own() -> None:
    text = loop(
        "int n, double *a",
        "for (int i = 0; i < n; i++) { w[0][1] = i; a[i] = w[0][1] + w[1][0]; }",
        "firstprivate(w)",
        "double w[2][2] = {{1, 2}, {3, 4}};",
    )
    a, w = np.zeros(5), np.array([[1.0, 2.0], [3.0, 4.0]])
    run(kernel(text), [5], {"a": a, "w_first": w})
    assert a.tolist() == [3, 4, 5, 6, 7]


def test_variable_array_through_a_function() -> None:
    outside = "static int at(int m, int a[][m], int i, int j) { return a[i][j] + a[i - 1][j]; }"
    text = loop(
        "int n, int m, int (*a)[m], int *r", "for (int i = 1; i < n; i++) r[i] = at(m, a, i, 2);", "", "", outside
    )
    a, r = np.arange(20, dtype=np.int32).reshape(4, 5), np.zeros(4, np.int32)
    found = kernel(text)
    values = {value.name: 5 for value in found.values}
    run(found, [3], {"a": a, "r": r, **values})
    assert r[1:].tolist() == (a[1:, 2] + a[:-1, 2]).tolist()


def test_functions_in_both_address_spaces() -> None:
    outside = "static void add(int *p, int v) { *p += v; }"
    text = loop(
        "int n, int *a", "for (int i = 0; i < n; i++) { int t = i; add(&t, 5); add(&a[i], t); }", outside=outside
    )
    a = np.ones(6, np.int32)
    run(kernel(text), [6], {"a": a})
    assert a.tolist() == [6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize(
    ("kind", "statement", "expected"),
    [
        ("int", "a[0] += i", sum(range(100))),
        ("int", "a[0]++", 100),
        ("int", "a[0] -= 2", -200),
        ("int", "a[0] |= i", 127),
        ("int", "a[0] ^= i", 0),
        ("unsigned", "a[0] = a[0] + i", sum(range(100))),
        ("long", "a[0] += i", sum(range(100))),
        ("long", "a[0] |= i", 127),
        ("double", "a[0] += 0.5 * i", sum(range(100)) / 2),
        ("float", "a[0] = i + a[0]", sum(range(100))),
        ("int", "a[0] = 1 - a[0]", 0),
        ("int", "a[0] += 1.75", 100),
    ],
)
def test_atomic_update(kind: str, statement: str, expected: float) -> None:
    found = kernel(loop(f"int n, {kind} *a", f"for (int i = 0; i < n; i++)\n#pragma omp atomic\n{statement};"))
    a = np.zeros(1, KINDS[kind])
    run(found, [100], {"a": a})
    assert a[0] == expected


@pytest.mark.parametrize(
    "block",
    ["v = a[0]++;", "v = a[0] += 1; v--;", "{ v = a[0]; a[0]++; }", "{ a[0]++; v = a[0]; } v--;"],
)
def test_atomic_capture(block: str) -> None:
    statement = f"for (int i = 0; i < n; i++) {{ int v;\n#pragma omp atomic capture\n{block}\n seen[v] = 1; }}"
    a, seen = np.zeros(1, np.int32), np.zeros(100, np.int32)
    run(kernel(loop("int n, int *a, int *seen", statement)), [100], {"a": a, "seen": seen})
    assert a[0] == 100
    assert seen.all()


def test_control_flow() -> None:
    body = """
        int steps = 0, v = a[i];
        if (v == 3) continue;
        while (v != 1) { v = v % 2 ? 3 * v + 1 : v / 2; if (++steps > 50) break; }
        switch (steps % 3) { case 0: steps += 100; break; case 1: steps += 10; default: steps++; }
        a[i] = steps;
    """

    def expected(v: int) -> int:
        if v == 3:
            return v
        steps = 0
        while v != 1:
            v = 3 * v + 1 if v % 2 else v // 2
            steps += 1
            if steps > 50:
                break
        return steps + {0: 100, 1: 11, 2: 1}[steps % 3]

    a = np.arange(1, 41, dtype=np.int32)
    values = [expected(int(v)) for v in a]
    run(kernel(loop("int n, int *a", f"for (int i = 0; i < n; i++) {{ {body} }}")), [40], {"a": a})
    assert a.tolist() == values


def test_bools_keep_to_zero_and_one() -> None:
    text = loop(
        "int n, _Bool *b, int *a", "for (int i = 0; i < n; i++) { b[i] = a[i]; b[i] |= i == 2; a[i] = b[i] + 1; }"
    )
    a, b = np.array([0, 256, 0, -7], np.int32), np.zeros(4, np.uint8)
    run(kernel(text), [4], {"a": a, "b": b})
    assert b.tolist() == [0, 1, 1, 1]
    assert a.tolist() == [1, 2, 2, 2]


def test_structures() -> None:
    outside = "struct p { char tag; double x; int n[2]; };"
    text = loop(
        "int n, struct p *a",
        "for (int i = 0; i < n; i++) { struct p t = {.x = a[i].x, .tag = 3}; t.n[1] = i; a[i] = t; a[i].n[0]--; }",
        outside=outside,
    )
    layout = np.dtype([("tag", np.int8), ("x", np.float64), ("n", np.int32, 2)], align=True)
    a = np.zeros(3, layout)
    a["x"] = [1, 2, 3]
    run(kernel(text), [3], {"a": a})
    assert a["tag"].tolist() == [3, 3, 3]
    assert a["x"].tolist() == [1, 2, 3]
    assert a["n"].tolist() == [[-1, 0], [-1, 1], [-1, 2]]
