"""Constants of type long double as doubles."""

from __future__ import annotations

import sys

import pytest
from pycparser import c_ast

from mapper.translate.lowering.numbers.long_double import as_double


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1.79769313486231570814527423731704357e+308L", sys.float_info.max),
        ("2.22507385850720138309023271733240406e-308L", sys.float_info.min),
        ("4.94065645841246544176568792868221372e-324L", 5e-324),
        ("2.22044604925031308084726333618164062e-16L", sys.float_info.epsilon),
        ("0.1l", 0.1),
        ("0.0L", 0.0),
        ("3L", None),
        ("0.5", None),
        ("0x1p-3L", None),
        ("1e4000L", None),
    ],
)
def test_values(text: str, value: float | None) -> None:
    assert as_double(c_ast.Constant("long double", text)) == value
