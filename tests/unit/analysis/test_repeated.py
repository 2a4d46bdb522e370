"""Which calls may be made more than once."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.pointers.points_to_sets.repeated import Repeated
from mapper.analysis.whole_program.bodies import in_body
from tests.unit.analysis.wholeprogram import program


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int main(void) { void *p = malloc(8); return !p; }", False),
        ("int main(void) { void *p; while (!(p = malloc(8))); return !p; }", True),
        ("int main(void) { void *p; again: p = malloc(8); if (!p) goto again; return 0; }", True),
        ("void *p; void init(void) { p = malloc(8); } int main(void) { init(); return 0; }", False),
        ("void *p; void init(void) { p = malloc(8); } int main(void) { init(); init(); return 0; }", True),
        (
            "void *p; void init(void) { p = malloc(8); } int main(void) { for (;;) init(); }",
            True,
        ),
        (
            "void *p; void init(void) { p = malloc(8); } void (*later)(void) = init; int main(void) { init(); }",
            True,
        ),
        ("void *p; void down(int n) { p = malloc(8); if (n) down(n - 1); } int main(void) { down(3); }", True),
        ("void *p; void init(void) { p = malloc(8); }", True),
    ],
    ids=["main", "loop", "label", "called once", "twice", "in a loop", "address", "recursion", "library"],
)
def test_calls(text: str, *, expected: bool) -> None:
    whole = program(text).analyses.whole
    repeated = Repeated(whole)
    found = [
        repeated.call(call, function.key)
        for functions in whole.functions.values()
        for function in functions
        for call in in_body(function.definition, c_ast.FuncCall)
        if isinstance(call.name, c_ast.ID) and call.name.name == "malloc"
    ]
    assert found == [expected]
