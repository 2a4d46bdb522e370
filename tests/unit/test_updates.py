"""Which statements are updates, by their text."""

from __future__ import annotations

import pytest

from mapper.ir.expressions.updates import named, update_of
from mapper.ir.trees.nodes import called_name, same_text, text_of, walk
from mapper.ir.trees.quote import statements


def calls_g(node: object) -> bool:
    return any(called_name(part) == "g" for part in walk(node))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "update"),
    [
        ("x++;", ("x", "+", "1")),
        ("x -= e;", ("x", "+", "e")),
        ("x = x - e;", ("x", "+", "e")),
        ("a[i] = e * a[i];", ("a[i]", "*", "e")),
        ("x = e && x;", ("x", "&&", "e")),
        ("x = x || e;", ("x", "||", "e")),
        ("if (e > x) { x = e; }", ("x", "max", "e")),
        ("x = x < e ? x : e;", ("x", "min", "e")),
        ("x = max(e, x);", ("x", "max", "e")),
        ("x = fmin(x, f(e));", ("x", "min", "f(e)")),
    ],
)
def test_updates(text: str, update: tuple[str, str, str]) -> None:
    (statement,) = statements(text)
    found = update_of(statement, lambda _: True)
    assert found is not None
    assert (text_of(found.target), found.operator, text_of(found.operand)) == update


@pytest.mark.parametrize(
    "text", ["x = e;", "x = e - x;", "x = x + x;", "x /= e;", "if (e > x) x = y;", "if (e) x = e;"]
)
def test_other_statements(text: str) -> None:
    (statement,) = statements(text)
    assert update_of(statement, lambda _: True) is None


def test_extremes_are_of_pure_expressions() -> None:
    (statement,) = statements("if (g(i) > x) x = g(i);")
    assert update_of(statement, lambda node: not calls_g(node)) is None
    assert update_of(statement, lambda _: True) is not None


def test_names_of_the_target() -> None:
    (statement,) = statements("if (a[i] > x) x = a[i];")
    found = update_of(statement, lambda _: True)
    assert found is not None
    assert [text_of(each) for each in named(found)] == ["x", "x"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("a[i]", "a[i]", True),
        ("a[i + 1][j]", "a[i + 1][j]", True),
        ("a[i]", "b[i]", False),
        ("a[i][j]", "a[j][i]", False),
        ("(*p)[i]", "p[i]", False),
        ("s.a[i]", "s.a[i]", True),
        ("a[1]", "a", False),
    ],
)
def test_trees_that_are_spelled_alike(one: str, other: str, same: bool) -> None:
    (first,), (second,) = statements(f"{one};"), statements(f"{other};")
    assert same_text(first, second) is same
