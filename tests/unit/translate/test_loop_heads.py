"""Heads of loops with commas."""

from __future__ import annotations

import pytest
from pycparser import c_ast, c_parser

from mapper.ir.trees.nodes import text_of
from mapper.translate.lowering.loop_heads import plain_head


def split(head: str, body: str = "f(i);") -> str:
    """What becomes of a loop, on one line."""
    tree = c_parser.CParser().parse(f"void g(void) {{ for ({head}) {{ {body} }} }}")
    loop = tree.ext[0].body.block_items[0]
    before, made = plain_head(loop, {"start"})
    return " ".join(text_of(c_ast.Compound([*before, made])).split())


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("s = 0, i = k; i < n; i++", "s = 0; for (i = k; i < n; i++)"),
        ("i = k, s = 0; i < n; i++", "s = 0; for (i = k; i < n; i++)"),
        ("int m = n - 1, i = 0; i < m; i++", "int m = n - 1; for (int i = 0; i < m; i++)"),
        ("s = i, i = 0; i < n; i++", "s = i; for (i = 0; i < n; i++)"),
        ("s = 2, i = s; i < n; i++", "s = 2; for (i = s; i < n; i++)"),
        ("i = start[k], s = 0; i < n; i++", "s = 0; for (i = start[k]; i < n; i++)"),
        ("i = start[k].first, s = 0; i < n; i++", "s = 0; for (i = start[k].first; i < n; i++)"),
    ],
)
def test_values_of_others_stand_before_the_loop(head: str, expected: str) -> None:
    assert expected in split(head)


def test_steps_of_others_stand_at_the_end_of_the_body() -> None:
    assert "q = 0; for (i = 0; i < n; i++) { f(i); q += m; }" in split("i = 0, q = 0; i < n; i++, q += m")
    inner = "for (r = 0; r < 3; r++) { if (r) continue; f(r); }"
    assert "q += m; }" in split("i = 0; i < n; q += m, i++", inner)


@pytest.mark.parametrize(
    "head",
    [
        "i = s, s = 2; i < n; i++",
        "i = 0, s = f(); i < n; i++",
        "i = 0, s = *p; i < n; i++",
        "i = p[0], s = 3; i < n; i++",
        "i = p->first, s = 3; i < n; i++",
        "i = start[p[0]], s = 3; i < n; i++",
        "i = 0; i < n; i += p[0], s = 3",
        "i = 0, a[0] = 1; i < n; i++",
        "i = 0; i < n; i++, q += i",
        "i = 0; i < j; i++, j--",
        "i = 0;; i++, q++",
    ],
)
def test_heads_whose_order_matters_stay(head: str) -> None:
    assert f"for ({head})" in split(head)


def test_a_step_stays_where_the_body_continues() -> None:
    assert "i++, q += m)" in split("i = 0; i < n; i++, q += m", "if (i) continue; f(i);")
