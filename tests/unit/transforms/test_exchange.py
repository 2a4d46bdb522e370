"""Which nested loops change places."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.names.symbols import resolve
from mapper.ir.trees.nodes import flattened
from mapper.transforms.dimensions.exchange import exchanged
from tests.unit.translate.programs import translated

INNER = "for (j = 0; j < n; j++) c[i][j] += b[k][j];"
SCALED = "for (j = 0; j < n; j++) c[i][j] += scale * b[k][j];"


def order_of(loop: str) -> list[str] | None:
    """The counters of two loops after the exchange, the outer one first; None where they stay."""
    program = translated(
        "static double a[99][99], b[99][99], c[99][99]; static int count[99];\n"
        "void f(int n) { int i, j, k, top; double scale;\n"
        "#pragma omp parallel for private(j, k, scale, top)\n"
        f"for (i = 0; i < n; i++) {{ scale = i; top = n; {loop} }} }}"
    )
    (found,) = program.regions[0].loops
    assert found.kernel is not None, found.kept
    (outer,) = (item for item in flattened(found.kernel.body) if isinstance(item, c_ast.For))
    made = exchanged(found.kernel, outer, resolve(program.units[0]))
    if made is None:
        return None
    assert isinstance(made.stmt, c_ast.Compound)
    (inside,) = made.stmt.block_items
    return [loop.init.lvalue.name for loop in (made, inside)]


@pytest.mark.parametrize(
    "loop",
    [
        f"for (k = 0; k < n; k++) {INNER}",
        f"for (k = n; k > 0; k--) {{ {INNER} ; }}",
        f"for (k = 0; k < n; k++) {{ scale = a[i][k]; {SCALED} }}",
        f"for (k = 0; k < n; k++) {{ double own, scale = a[i][k]; own = 1; {SCALED} }}",
        "for (k = 0; k < n; k++) for (j = 0; j < n; j++) { double t = b[k][j]; c[i][j] += t; }",
        "for (k = 0; k < n; k++) for (j = 0; j < n; j++) switch (j) { case 3: break; default: c[i][j]++; }",
        "for (k = 0; k < n; k++) for (j = 0; j < n; j++) while (c[i][j] < k) { c[i][j] += 9; if (j) break; }",
    ],
)
def test_change_places(loop: str) -> None:
    assert order_of(loop) == ["j", "k"]


@pytest.mark.parametrize(
    "loop",
    [
        "for (k = 0; k < n; k++) c[i][k] += b[k][i];",  # no loop in it
        f"for (k = 0; k < n; k++) {{ {INNER} c[i][k] = 0; }}",
        f"for (k = 0; k < n; k++) {{ c[i][k] = 0; {INNER} }}",
        f"for (k = 0; k < n; k++) {{ scale += a[i][k]; {SCALED} }}",
        f"for (k = 0; k < n; k++) {{ scale = (c[i][k] = 1); {SCALED} }}",
        f"for (k = 0; k < n; k++) {{ double scale = (c[i][k] = 1); {SCALED} }}",
        f"for (k = 0; k < n; k++) {{ {INNER} {INNER} }}",
        "for (k = 0; k < n; k++) for (j = 0; j < 3; j++) c[i][j] += b[k][j];",
        "for (k = 0; k < n; k++) for (j = 0; j < k; j++) c[i][j] += b[k][j];",
        f"for (k = 0; k < top; k++) {{ top = count[k]; {INNER} }}",
        f"for (k = 1; k < n; k *= 2) {INNER}",
        "for (k = 0; k < n; k++) for (j = 1; j < n; j *= 2) c[i][j] += b[k][j];",
        "for (k = 0; k < n; k++) for (j = 0; j < n; j++) { if (b[k][j] > 9) break; c[i][j] += b[k][j]; }",
        "for (k = 0; k < n; k++) for (j = 0; j < n; j++) { c[i][j] += scale; scale = b[k][j]; }",
        "for (k = 0; k < n; k++) for (j = 0; j < n; j++) { double *p = j > k ? a[i] : c[i]; p[j] += 1; }",
    ],
)
def test_stay(loop: str) -> None:
    assert order_of(loop) is None
