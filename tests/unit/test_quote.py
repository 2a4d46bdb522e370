"""Trees from text with holes."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.emit.text.c_printer import CPrinter
from mapper.ir.trees.ctypes import DOUBLE
from mapper.ir.trees.nodes import walk
from mapper.ir.trees.quote import Hole, expression, statements


def printed(items: list[c_ast.Node]) -> str:
    return "".join(CPrinter().statement(item) for item in items)


@pytest.mark.parametrize(
    ("text", "holes", "made"),
    [
        ("a[$i] = $v;", {"i": 3, "v": expression("b + 1")}, "a[3] = b + 1;\n"),
        ("x = $a * $b;", {"a": expression("p + q"), "b": -1}, "x = (p + q) * -1;\n"),
        ("$Type t$n = ($Type)0;", {"Type": DOUBLE, "n": 2}, "double t2 = (double) 0;\n"),
        ("__local $T *p;", {"T": "float4"}, "__local float4 *p;\n"),
        (
            "volatile __global uint *p = (__global uint *)q;",
            {},
            "volatile __global uint *p = (__global uint *) q;\n",
        ),
        ("$some; d();", {"some": statements("b(); c();")}, "b();\nc();\nd();\n"),
        ("$none; d();", {"none": []}, "d();\n"),
        ("if (a) { $s; }", {"s": c_ast.Compound(statements("b();"))}, "if (a)\n{\n  b();\n}\n"),
        ("\n#pragma unroll $n\nfor (;;) { $s; }", {"n": 4, "s": []}, "#pragma unroll 4\nfor (;;)\n{\n}\n"),
    ],
)
def test_holes_are_filled(text: str, holes: dict[str, Hole], made: str) -> None:
    assert printed(statements(text, **holes)).replace("\n\n", "\n") == made


def test_trees_are_not_shared() -> None:
    value = expression("a + b")
    once, again = statements("x = $v; y = $v;", v=value), statements("x = $v; y = $v;", v=value)
    nodes = [node for item in (value, *once, *again) for node in walk(item)]
    assert len({id(node) for node in nodes}) == len(nodes)


def test_a_hole_without_a_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        statements("x = $v;")
