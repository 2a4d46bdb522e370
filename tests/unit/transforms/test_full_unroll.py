"""Short loops become copies of their bodies, but where iterations end early or the counter is no `int`."""

from __future__ import annotations

import pytest
from pycparser import c_ast, c_parser

from mapper.ir.trees.ctypes import INT, LONG
from mapper.ir.trees.nodes import text_of, walk
from mapper.transforms.loops.full_unroll import spread


def spreading(loop: str) -> c_ast.Compound:
    """A block with a loop over m, an `int`, or l, a `long`, after the change; n is 3."""
    body: c_ast.Compound = c_parser.CParser().parse(f"void f(void) {{ int m, n; long l; {loop} }}").ext[0].body
    spread(body, {"n": 3}, {"m": INT, "n": INT, "l": LONG})
    return body


def test_copies_have_the_counters_values() -> None:
    text = " ".join(text_of(spreading("for (m = 1; m <= n; m++) x(m);")).split())
    assert "x(1); x(2); x(3); m = 4;" in text


@pytest.mark.parametrize(
    "loop",
    [
        "for (m = 0; m < n; m++) { if (x(m)) break; y(m); }",
        "for (m = 0; m < n; m++) { if (x(m)) continue; y(m); }",
        "for (l = 0; l < n; l++) x(l);",
        "for (m = 0; x(m); m++) y(m);",
        "for (m = 0; m < k; m++) x(m);",
        "for (m = 0; m < 1000; m++) x(m);",
    ],
)
def test_others_stay(loop: str) -> None:
    assert any(isinstance(node, c_ast.For) for node in walk(spreading(loop)))
