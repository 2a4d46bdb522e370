"""Reads before writes: which pieces of code may see the value that a variable had before."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.names.scopes import Symbol
from mapper.analysis.names.symbols import Symbols, resolve
from mapper.ir.trees.nodes import Omp, walk
from mapper.translate.private.liveness import carried, exposed, read_after
from tests.unit.openmp.units import body


def parsed(statements: str, declaration: str = "") -> tuple[Symbol, Symbols, c_ast.Node]:
    """The variable that is declared, else `v`, and the statements behind declarations."""
    unit = body(f"{declaration} {statements}")
    symbols = resolve(unit)
    function = symbols.functions["f"]
    (symbol,) = [each for each in symbols.all if each.name == ("w" if declaration else "v")]
    items = [item for item in function.body.block_items if not isinstance(item, c_ast.Decl)]
    return symbol, symbols, c_ast.Compound(items)


def sees_old_value(statements: str, declaration: str = "") -> bool:
    """Whether the statements may read what `v` was before them."""
    return exposed(*parsed(statements, declaration))


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
        "(void) v; v = 1; y = v;",
        "x = 2, v; v = x;",
        "if (x) { v; v = 1; y = v; }",
        "if (x) { while (1) { y = x; } } else v = 1; y = v;",
        "for (i = 0; i < n; i++) { if (x) y = i; } v = 1; y = v;",
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
        "(void) (x = v);",
        "v + 1;",
        "y = x ? (v = 1) : 2; y += v;",
        "for (;;) { if (x) { y = 2; break; } v = 1; } y = v;",
        "for (;;) { if (x) { while (x) { y = 2; } } else { y = 3; break; } v = 1; } y = v;",
    ],
)
def test_read_first(statements: str) -> None:
    assert sees_old_value(statements)


@pytest.mark.parametrize(
    "statements",
    [
        "for (i = 0; i < 4; i++) w[i] = x; y = w[x];",
        "for (i = 3; i >= 0; i--) w[i] = x; y = w[x];",
        "for (i = 0; i < n; i++) w[i] = x; for (j = 0; j < n; j++) y += w[j];",
        "for (i = 0; i < n; i++) w[i] = x; for (j = n - 1; j > 0; j--) y += w[j - 1] + w[j];",
        "for (i = 1; i <= n; i++) w[i - 1] = x; for (j = 0; j < n; j++) y += w[j];",
        "w[x] = 1; y = w[x];",
        "w[0] = 1; w[1] = 2; y = w[1] + w[0];",
        "for (i = 0; i < n; i++) { w[i] = x; y += w[i]; }",
        "for (i = 0; i < 4; i++) { if (x > i) continue; w[i] = x; y += w[i]; }",
    ],
)
def test_elements_written_first(statements: str) -> None:
    assert not sees_old_value(statements, "int w[4];")


@pytest.mark.parametrize(
    "statements",
    [
        "w[0] = 1; y = w[1];",
        "for (i = 0; i < 3; i++) w[i] = x; y = w[x];",
        "for (i = 0; i < n; i++) w[i] = x; y = w[0];",
        "for (i = 0; i < n; i++) w[i] = x; n++; for (j = 0; j < n; j++) y += w[j];",
        "for (i = 0; i < n; i++) w[i] = x; for (j = 0; j <= n; j++) y += w[j];",
        "for (i = 0; i < 4; i++) { if (x) break; w[i] = x; } y = w[0];",
        "for (i = 0; i < 4; i++) { if (x > i) continue; w[i] = x; } y = w[0];",
        "for (i = 0; i < 4; i++) if (x > i) w[i] = x; y = w[0];",
        "for (i = 0; i < 4; i += 2) w[i] = x; y = w[1];",
        "for (i = 0; i < n; i++) { w[x] = 1; x++; } y = w[x];",
        "w[x] = 1; x++; y = w[x];",
        "for (i = 0; i < 4; i++) { w[i] = 1; i++; } y = w[1];",
        "for (i = 1; i < 4; i++) w[i] = w[i - 1];",
        "w[0]++;",
    ],
)
def test_elements_read_first(statements: str) -> None:
    assert sees_old_value(statements, "int w[4];")


@pytest.mark.parametrize(
    ("statements", "seen"),
    [
        ("memset(w, 0, sizeof w); y = w[x];", False),
        ("memset(&w, 0, sizeof(w)); y = w[x];", False),
        ("bzero(w, sizeof w); y = w[x];", False),
        ("memcpy((void *)w, u, 4 * sizeof(int)); y = w[x];", False),
        ("memset(w, 0, 3 * sizeof w[0]); y = w[2];", False),
        ("memset(&w[1], 0, 2 * sizeof w[0]); y = w[1] + w[2];", False),
        ("memset(&w[0], 0, sizeof w); y = w[x];", False),
        ("memset(w, 0, 2 * sizeof *w); memset(&w[2], 0, 2 * sizeof *w); y = w[1] + w[3];", False),
        ("memset(w, 0, 3 * sizeof w[0]); y = w[x];", True),
        ("memset(w, 0, 3 * sizeof w[0]); y = w[3];", True),
        ("memset(&w[1], 0, 3 * sizeof w[0]); y = w[0];", True),
        ("memset(&w[x], 0, sizeof w[0]); y = w[0];", True),
        ("memset(w, 0, 6); y = w[1];", True),
        ("memset(w, 0, x * sizeof *w); y = w[0];", True),
        ("memset(w, 0, w[0]); y = w[1];", True),
        ("memcpy(w, w, sizeof w);", True),
        ("memcpy(u, w, sizeof w);", True),
        ("strncpy(w, u, sizeof w);", True),
        ("if (x) memset(w, 0, sizeof w); y = w[0];", True),
    ],
)
def test_blocks_that_library_functions_fill(statements: str, seen: bool) -> None:
    assert sees_old_value(statements, "int u[4]; int w[4];") is seen


@pytest.mark.parametrize(
    ("statements", "seen"),
    [
        ("w.a = 1; w.b = 2; y = w.a + w.b;", False),
        ("w.a = 1; w.b = 2; o = w;", False),
        ("o = w; w.a = 1;", True),
        ("w.a = 1; y = w.b;", True),
        ("w.a = 1; o = w;", True),
        ("w = o; y = w.b;", False),
    ],
)
def test_members(statements: str, seen: bool) -> None:
    assert sees_old_value(statements, "struct { int a, b; } w, o;") is seen


@pytest.mark.parametrize(
    ("statements", "expected"),
    [
        ("y = w[0] + w[2]; w[1] = x;", False),
        ("y = w[1]; w[1] = x;", True),
        ("y = w[x]; w[1] = x;", True),
        ("for (i = 2; i < 4; i++) y += w[i]; w[1] = x;", False),
        ("w[0] = 9; for (i = 0; i < 4; i++) y += w[i];", False),
        ("if (x) w[0] = 9; for (i = 0; i < 4; i++) y += w[i];", True),
        ("w[x] = 9; for (i = 0; i < 4; i++) y += w[i];", True),
        ("w[x] = 9; x++; y = w[x];", True),
        ("y = w[0]; p(w);", True),
        ("y = w[0]; p(&w[1]);", True),
        ("y = w[0];", False),
    ],
)
def test_carried(statements: str, expected: bool) -> None:
    symbol, symbols, code = parsed(statements, "int w[4]; void p(int *);")
    assert carried(symbol, symbols, code) is expected


LOOP = "\n#pragma omp for\nfor (i = 0; i < n; i++) v = i;\n"


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
        (f"while (x) {{ {LOOP} if (j) v = 1; else break; }} y = v;", True),
        (f"while (x) {{ {LOOP} if (j) v = 1; else {{ v = 2; break; }} }} y = v;", False),
        (f"while (x) {{ {LOOP} if (j) continue; v = 1; }} y = v;", True),
        (f"for (;;) {{ {LOOP} v = 1; if (j) break; }} y = v;", False),
        (f"for (;;) {{ if (j) break; {LOOP} }} y = v;", True),
        (f"do {{ {LOOP} }} while (v > x);", True),
        (f"for (j = 0; j < x; j += v) {{ {LOOP} }}", True),
        (f"switch (x) {{ case 1: {LOOP} break; default: v = 1; }} y = v;", True),
        (f"switch (x) {{ case 1: {LOOP} default: v = 1; }} y = v;", False),
        (f"if (x) {{ {LOOP} goto out; }} v = 1; out: y = v;", True),
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
