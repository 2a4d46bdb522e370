"""Which ways through a body read a variable's first value and also store into it."""

from __future__ import annotations

import pytest
from pycparser import CParser

from mapper.translate.private.one_sided import one_sided


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if (m) v = a; b = v;", True),
        ("while (m--) { if (c) break; v = a; } b = m;", True),
        ("b = v; if (m) v = a;", False),
        ("while (m--) { b = v; v = a; }", False),
        ("goto read; store: v = 1; goto end; read: b = v; goto store; end: ;", False),
    ],
)
def test_ways(body: str, expected: bool) -> None:
    function = CParser().parse(f"void f(int m, int a, int c) {{ int b, v = 0; {body} }}").ext[0]
    assert one_sided(function.body, "v") == expected
