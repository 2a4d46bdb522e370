"""The kinds, types and values of literals in trees."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.ir.trees.ctypes import CHAR, INT, ArrayType
from mapper.ir.trees.literals import constant_type, integer_value, is_null, is_string, is_zero, signed_value
from mapper.ir.trees.quote import expression


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("17", 17),
        ("017", 15),
        ("0x1fUL", 31),
        ("08.5", None),
        ("1.0f", None),
        ("n", None),
    ],
)
def test_integers(text: str, value: int | None) -> None:
    assert integer_value(expression(text)) == value


@pytest.mark.parametrize(
    ("text", "value"), [("5", 5), ("010L", 8), ("5u", None), ("0xffffffff", None), ("0xffffffffL", 0xFFFFFFFF)]
)
def test_integers_of_signed_types(text: str, value: int | None) -> None:
    assert signed_value(expression(text)) == value


@pytest.mark.parametrize(("text", "zero"), [("0", True), ("0L", True), ("00", True), ("0.0", False)])
def test_zero(text: str, zero: bool) -> None:
    assert is_zero(expression(text)) == zero


def test_null_pointers() -> None:
    assert is_null(expression("(char *)0"))
    assert not is_null(expression("(char *)p"))
    assert not is_null(None)


@pytest.mark.parametrize("text", ["'\"'", "L'\"'", "'\\''", "'a'"])
def test_characters_may_be_quotation_marks(text: str) -> None:
    node = c_ast.Constant("char", text)
    assert not is_string(node)
    assert constant_type(node) == INT


@pytest.mark.parametrize(("text", "length"), [('"\'"', 2), ('"a\'b"', 4), ('u8"it\'s"', 5), ('"\\""', 2)])
def test_strings_may_hold_apostrophes(text: str, length: int) -> None:
    node = c_ast.Constant("string", text)
    assert is_string(node)
    assert constant_type(node) == ArrayType(CHAR, length)
