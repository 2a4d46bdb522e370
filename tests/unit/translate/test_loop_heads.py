"""Heads of loops with commas, and with several bounds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pycparser import c_ast, c_parser

from mapper.ir.trees.ctypes import INT, LONG, SHORT, UINT, ULONG, CType, IntType
from mapper.ir.trees.nodes import text_of
from mapper.translate.lowering.loop_heads import plain_head, with_one_bound


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


def one_bound(cond: str, counter: IntType) -> str:
    """What becomes of the test of a loop over `i`; the bounds' names begin with a letter for their type."""
    tree = c_parser.CParser().parse(f"void g(void) {{ for (; {cond}; i++) f(i); }}")
    loop = tree.ext[0].body.block_items[0]
    types = {
        "n": INT,
        "a": INT,
        "k": INT,
        "f": INT,
        "s": SHORT,
        "l": LONG,
        "u": UINT,
        "w": ULONG,
        "v": replace(INT, volatile=True),
        "i": counter,
    }

    def type_of(node: c_ast.Node) -> CType:
        match node:
            case c_ast.ID(name=name):
                return types[name[0]]
            case c_ast.BinaryOp(left=inner) | c_ast.ArrayRef(name=inner):
                return type_of(inner)
        return INT

    made = with_one_bound(loop, type_of)
    assert made is not None
    return text_of(made)


@pytest.mark.parametrize(
    ("cond", "counter", "expected"),
    [
        ("i < n && i < n2", INT, "i < ((n < n2) ? (n) : (n2))"),
        ("n > i && i < s", INT, "i < ((n < s) ? (n) : (s))"),
        ("i >= n && i >= 3", LONG, "i >= ((n > 3) ? (n) : (3))"),
        ("i < a[k] && i < n + 1", INT, "i < ((a[k] < (n + 1)) ? (a[k]) : (n + 1))"),
        ("i < u && i < u2", INT, "i < ((u < u2) ? (u) : (u2))"),
        ("i < u && i < u2", ULONG, "i < ((u < u2) ? (u) : (u2))"),
        ("i < n && i <= n2", INT, "i < ((n <= n2) ? (n) : (n2 + 1))"),
        ("i <= n && i < n2", INT, "i < ((n2 <= n) ? (n2) : (n + 1))"),
        ("i >= n && n2 < i", INT, "i > ((n2 >= n) ? (n2) : (n - 1))"),
        ("i <= u && i < u2", ULONG, "i < ((u2 <= u) ? (u2) : (u + 1))"),
    ],
)
def test_the_nearest_of_several_bounds_counts(cond: str, counter: IntType, expected: str) -> None:
    assert one_bound(cond, counter) == expected


@pytest.mark.parametrize(
    ("cond", "counter"),
    [
        ("i < n && i > n2", INT),
        ("i <= n && i >= n2", INT),
        ("i != n && i != n2", INT),
        ("i < n || i < n2", INT),
        ("i < n && i < l", INT),
        ("i < n && i < n2", UINT),
        ("i < l && i < l2", ULONG),
        ("i < n && i < a[n]", INT),
        ("i < n && i < n2 / n3", INT),
        ("i < f() && i < n", INT),
        ("i < n && i < v", INT),
        ("i < i + n && i < n", INT),
        ("i < n && n2", INT),
    ],
)
def test_bounds_that_are_not_comparable_stay(cond: str, counter: IntType) -> None:
    assert "?" not in one_bound(cond, counter)
