"""What an earlier declaration declares `static` stays so in later ones."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from tests.unit.frontend.conftest import Load


@pytest.mark.parametrize(
    ("text", "storage"),
    [
        ("static int f(int);\nint f(int i) { return i; }", ["static"]),
        ("static int f(int);\nextern int f(int);", ["static"]),
        ("static int f;\nextern int f;", ["static"]),
        ("int f(int i) { return i; }", []),
        ("extern int f;", ["extern"]),
        ("static int g(void) { static int f; return f; }\nint f(void) { return g(); }", []),
    ],
)
def test_linkage_is_that_of_an_earlier_declaration_at_file_scope(
    load: Load, text: str, storage: list[str]
) -> None:
    last = load(text).tree.ext[-1]
    decl = last.decl if isinstance(last, c_ast.FuncDef) else last
    assert (decl.name, decl.storage) == ("f", storage)
