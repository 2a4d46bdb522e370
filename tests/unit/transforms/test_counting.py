"""`nest` of loops that only count in an array, with atomic updates."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.builtins.atomics import parse_atomic
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.nodes import called_name, walk
from tests.unit.transforms.test_nest import kernel_of


def nested(body: str) -> Kernel:
    """The kernel of a parallel loop over i with this body."""
    text = f"""
    struct sums {{ long sum; unsigned count; unsigned short few; }};
    static int key[50], other[50], bins[20][64];
    static long wide[20][64];
    static short small[20][64];
    static double real[20][64];
    static struct sums sums[20][64];
    void f(int n)
    {{
    #pragma omp parallel for
      for (int i = 0; i < 20; i++) {{ {body} }}
    }}
    int main(int argc, char **argv) {{ f(argc); return argv[0][0]; }}
    """
    return kernel_of(text)[1]


def atomics(kernel: Kernel) -> list[str]:
    """The atomic operations in a kernel."""
    called = [called_name(node) for node in walk(kernel.body) if isinstance(node, c_ast.FuncCall)]
    return [f"{one.operation} {one.object}" for one in map(parse_atomic, called) if one is not None]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for (int j = 0; j < n; j++) bins[i][key[j]]++;", ["add int"]),
        ("for (int j = 0; j < n; j++) if (other[j] > i) bins[i][key[j] & 63] -= j;", ["sub int"]),
        ("for (int j = 0; j < n; j++) bins[i][key[j]] |= 1 << j % 8;", ["or int"]),
        ("for (int j = 0; j < n; j++) wide[i][key[j]] += other[j];", ["add long"]),
        (
            "for (int j = 0; j < n; j++) { struct sums *s = &sums[i][key[j]]; s->sum += j; s->count++; }",
            ["add long", "add uint"],
        ),
    ],
)
def test_counting_is_atomic(body: str, expected: list[str]) -> None:
    kernel = nested(body)
    assert len(kernel.dimensions) == 2
    assert atomics(kernel) == expected


@pytest.mark.parametrize(
    "body",
    [
        "for (int j = 0; j < n; j++) bins[i][i] += key[j];",  # neighbours count in one element
        "for (int j = 0; j < n; j++) { bins[i][key[j]]++; other[0] = bins[i][j]; }",
        "for (int j = 0; j < n; j++) bins[i][key[j]] += bins[i][0];",
        "for (int j = 0; j < n; j++) { int old = bins[i][key[j]]++; if (old > 3) other[i] = j; }",
        "for (int j = i * n; j < (i + 1) * n; j++) bins[i][key[j]]++;",  # parts of one range
        "for (int j = 0; j < n; j++) wide[i][key[j]] |= j;",
        "for (int j = 0; j < n; j++) small[i][key[j]]++;",
        "for (int j = 0; j < n; j++) sums[i][key[j]].few++;",
        "for (int j = 0; j < n; j++) real[i][key[j]] += 0.5;",
        "for (int j = 0; j < n; j++) bins[i][key[j]] += 0.5;",
    ],
)
def test_what_is_more_than_counting(body: str) -> None:
    kernel = nested(body)
    assert len(kernel.dimensions) == 1
    assert atomics(kernel) == []
