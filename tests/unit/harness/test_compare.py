"""The comparer of outputs: what it must let pass, and what it must not."""

from __future__ import annotations

import pytest

from tests.harness.compare import difference


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("1 2 3\n", "1 2 3\n"),
        ("sum = 1.00000000001\n", "sum = 1.00000000002\n"),
        ("-1.5e-300 nan inf", "-1.5e-300 nan inf"),
        ("0.0000000000001", "0"),
        ("a 3:1.5 b", "a 3:1.5000000001 b"),
    ],
)
def test_agree(expected: str, actual: str) -> None:
    assert difference(expected, actual) is None


@pytest.mark.parametrize(
    ("expected", "actual", "line"),
    [
        ("1\n2\n", "1\n3\n", 2),
        ("1000000000000\n", "1000000000001\n", 1),
        ("1.0001", "1.0002", 1),
        ("1\n", "1\n2\n", 2),
        ("1\n2\n", "1\n", 2),
        ("x 1.0", "y 1.0", 1),
        ("1.0 2.0", "1.0", 1),
        ("1.5", "nan", 1),
        ("v1", "v2", 1),
        ("1.5", "-1.5", 1),
    ],
)
def test_differ(expected: str, actual: str, line: int) -> None:
    found = difference(expected, actual)
    assert found is not None
    assert found.startswith(f"line {line}:")


def test_tolerance_is_the_callers() -> None:
    assert difference("1.0", "1.001") is not None
    assert difference("1.0", "1.001", relative=1e-2) is None
