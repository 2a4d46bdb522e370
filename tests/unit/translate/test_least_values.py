"""The least value of a variable that a sequential loop counts, where a construct stands in the loop."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.names.symbols import resolve
from mapper.ir.trees.nodes import walk
from mapper.translate.memory.least_values import least_value
from tests.unit.translate.programs import translated


@pytest.mark.parametrize(
    ("statement", "least"),
    [
        ("for (k = 2; k < n; k++) if (n) k;", 2),
        ("for (k = 2; k < n; k++) for (int l = 0; l < k; l++) if (n) k;", 2),
        ("for (k = n; k < 9; k++) if (n) k;", None),
        ("for (k = 9; k > n; k--) if (n) k;", None),
        ("for (k = 2; k < n; k++) { if (n) k; take(&k); }", None),
        ("for (k = 2; k < n; k++) { inside: if (n) k; } goto inside;", None),
        ("switch (n) { case 1: for (k = 2; k < n; k++) { case 3: if (n) k; } }", None),
        ("int *p = &k; for (k = 2; k < n; k++) { *p -= 5; if (n) k; }", None),
        ("for (s = 2; s < n; s++) if (n) s;", None),
        ("if (n) k;", None),
    ],
)
def test_least_values(statement: str, least: int | None) -> None:
    """At the `if`, of the variable that it uses."""
    program = translated(f"static int s; void take(int *p); void f(int n) {{ int k; {statement} }}")
    symbols = resolve(program.units[0])
    (construct,) = [node for node in walk(program.units[0].tree) if isinstance(node, c_ast.If)]
    symbol = symbols.symbol(construct.iftrue)
    assert symbol is not None
    assert least_value(symbol, construct, symbols) == least
