"""Reads before writes: which pieces of code may see the value that a variable had before."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.symbols import resolve
from mapper.ir.nodes import Omp, walk
from mapper.translate.liveness import exposed, read_after
from tests.unit.openmp.units import body


def sees_old_value(statements: str) -> bool:
    """Whether the statements may read what `v` was before them."""
    unit = body(statements)
    symbols = resolve(unit)
    function = symbols.functions["f"]
    (symbol,) = [each for each in symbols.all if each.name == "v"]
    items = [item for item in function.body.block_items if not isinstance(item, c_ast.Decl)]
    return exposed(symbol, symbols, c_ast.Compound(items))


@pytest.mark.parametrize(
    "statements",
    [
        "v = 1; x = v;",
        "v = 1; v += x;",
        "if (x) v = 1; else v = 2; y = v;",
        "if (x) return; v = 1; y = v;",
        "if (x) v = 1; else return; y = v;",
        "do v = x; while (v > 3); y = v;",
        "while (1) { v = 1; if (x) break; } y = v;",
        "for (i = 0; i < 3; i++) v = i; y = v;",
        "for (v = 0; v < n; v++) y += v;",
        "switch (x) { case 1: v = 1; break; case 2: case 3: v = 3; break; default: v = 2; } y = v;",
        "y = (v = 3) + v;",
        "y = x ? (v = 1) : (v = 2); y += v;",
        "x = sizeof v;",
        "for (;;) { if (x) { v = 1; break; } } y = v;",
        "for (i = 0; i < n; i++) { if (i > 2) continue; v = i; y = v; }",
    ],
)
def test_written_first(statements: str) -> None:
    assert not sees_old_value(statements)


@pytest.mark.parametrize(
    "statements",
    [
        "x = v;",
        "v += 1;",
        "v++;",
        "if (x) v = 1; y = v;",
        "while (x--) v = 1; y = v;",
        "for (i = 0; i < n; i++) v = i; y = v;",
        "x && (v = 1); y = v;",
        "switch (x) { case 1: v = 1; break; case 2: break; default: v = 2; } y = v;",
        "switch (x) { case 1: v = 1; break; } y = v;",
        "while (1) { if (x) break; v = 1; } y = v;",
        "do { if (x) continue; v = 1; } while (v < 3);",
        "goto out; out: v = 1; y = v;",
        "v = v + 1;",
        "y = x ? (v = 1) : 2; y += v;",
    ],
)
def test_read_first(statements: str) -> None:
    assert sees_old_value(statements)


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("#pragma omp for\nfor (i = 0; i < n; i++) v = i;\ny = v;", True),
        ("#pragma omp for\nfor (i = 0; i < n; i++) v = i;\nv = 2; y = v;", False),
        ("#pragma omp for\nfor (i = 0; i < n; i++) v = i;\ny = 3;", False),
        ("for (j = 0; j < 3; j++) { y = v;\n#pragma omp for\nfor (i = 0; i < n; i++) v = i;\n}", True),
        ("for (j = 0; j < 3; j++) { v = 1; y = v;\n#pragma omp for\nfor (i = 0; i < n; i++) v = i;\n}", False),
        ("if (x) {\n#pragma omp for\nfor (i = 0; i < n; i++) v = i;\n} y = v;", True),
        (
            "#pragma omp for\nfor (i = 0; i < n; i++) v = i;\n#pragma omp for\nfor (i = 0; i < n; i++) a[i] = v;",
            True,
        ),
        (
            "#pragma omp for\nfor (i = 0; i < n; i++) v = i;\n"
            "#pragma omp for private(v)\nfor (i = 0; i < n; i++) a[i] = v = i;",
            False,
        ),
    ],
)
def test_read_after_a_loop(statements: str, expected: bool) -> None:
    unit = body(f"#pragma omp parallel private(v)\n{{\n{statements}\n}}")
    symbols = resolve(unit)
    (symbol,) = [each for each in symbols.all if each.name == "v"]
    constructs = [node for node in walk(symbols.functions["f"].body) if isinstance(node, Omp)]
    region, loop = constructs[0], constructs[1]
    assert region.body is not None
    assert read_after(symbol, symbols, region.body, loop) is expected
