"""Types and strings in the emitted C program."""

import pytest

from mapper.emit.text.host_types import c_string, spelled
from mapper.ir.trees.ctypes import DOUBLE, ULONG, EnumType, StructType


def test_scalars_have_names_and_structs_are_taken_from_the_expression() -> None:
    assert spelled(ULONG, "x") == "unsigned long"
    assert spelled(DOUBLE, "x") == "double"
    assert spelled(EnumType("colour"), "x") == "unsigned int"
    assert spelled(EnumType("small", 8, signed=True), "x") == "signed char"
    assert spelled(EnumType("far", 64, signed=True), "x") == "long"
    assert spelled(StructType("<anonymous 3>"), "s.part") == "__typeof__(s.part)"


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ("plain", '"plain"'),
        ('a"b\\c\n', '"a\\"b\\\\c\\n"'),
        ("é\t", '"\\303\\251\\011"'),
        ("a??/b", '"a\\077\\077/b"'),
        ("\udcff", '"\\377"'),
    ],
)
def test_strings_survive_the_compiler(text: str, literal: str) -> None:
    assert c_string(text) == literal
