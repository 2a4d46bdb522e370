"""The heads of loops, and how far expressions are from a counter."""

from __future__ import annotations

import pytest

from mapper.analysis.kernels.loops import constant_value
from mapper.ir.trees.headers import distance
from mapper.ir.trees.quote import expression


@pytest.mark.parametrize(
    ("text", "expected"),
    [("i", 0), ("i + 1 - 3", -2), ("2 + (i - 1)", 1), ("2 - i", None), ("i * 2", None), ("i + n", None)],
)
def test_distance(text: str, expected: int | None) -> None:
    assert distance(expression(text), "i", constant_value) == expected
