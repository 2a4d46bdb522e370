"""Every statement and declaration knows its first and last token."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.frontend.tokens.ranges import text_range
from mapper.ir.trees.nodes import walk
from mapper.ir.trees.unit import Unit
from tests.unit.frontend.conftest import Load


def tokens_of(unit: Unit, node: c_ast.Node) -> str:
    """The tokens of a node's extent."""
    first, last = unit.extents[id(node)]
    return " ".join(token.text for token in unit.tokens[first - 1 : last])


def statements(unit: Unit, kind: type[c_ast.Node]) -> list[str]:
    """The extents of all nodes of a kind in the user's code, in source order."""
    return [
        tokens_of(unit, node)
        for external in unit.tree.ext
        if unit.in_user_code(external)
        for node in walk(external)
        if isinstance(node, kind) and id(node) in unit.extents
    ]


def in_function(load: Load, body: str) -> Unit:
    return load(f"void g(int); void f(int x, int *a) {{ {body} }}\n", flags=("-std=gnu11", "-w"))


@pytest.mark.parametrize(
    ("body", "kind", "extents"),
    [
        ("if (x) g(1); else g(2);", c_ast.If, ["if ( x ) g ( 1 ) ; else g ( 2 ) ;"]),
        ("if (x) g(1); g(2);", c_ast.If, ["if ( x ) g ( 1 ) ;"]),
        ("if (x) if (a) g(1); else g(2); else { }", c_ast.If,
         ["if ( x ) if ( a ) g ( 1 ) ; else g ( 2 ) ; else { }", "if ( a ) g ( 1 ) ; else g ( 2 ) ;"]),
        ("if (x) g(1); else if (a) g(2); else g(3); g(4);", c_ast.FuncCall,
         ["g ( 1 ) ;", "g ( 2 ) ;", "g ( 3 ) ;", "g ( 4 ) ;"]),
        ("do g(x); while (x > (0)); g(1);", c_ast.DoWhile, ["do g ( x ) ; while ( x > ( 0 ) ) ;"]),
        ("do { do x--; while (x); } while (0); g(1);", c_ast.DoWhile,
         ["do { do x -- ; while ( x ) ; } while ( 0 ) ;", "do x -- ; while ( x ) ;"]),
        ("while (x) ; while (x) x--;", c_ast.While, ["while ( x ) ;", "while ( x ) x -- ;"]),
        ("for (;;) for (x = 0; x < 3; x++) g(x); g(1);", c_ast.For,
         ["for ( ; ; ) for ( x = 0 ; x < 3 ; x ++ ) g ( x ) ;", "for ( x = 0 ; x < 3 ; x ++ ) g ( x ) ;"]),
        ("for (int i = 0, j = 1; i < j; i++) { }", c_ast.DeclList, ["int i = 0 , j = 1 ;"]),
        ("int i = 0, *j = &x; int t[2] = {1, 2};", c_ast.Decl,
         ["int i = 0 , * j = & x ;", "int i = 0 , * j = & x ;", "int t [ 2 ] = { 1 , 2 } ;"]),
        ("struct s { int m; } v, w; g(1);", c_ast.Decl, ["struct s { int m ; } v , w ;"] * 2),
        ("struct s { int m; }; g(1);", c_ast.Decl, ["struct s { int m ; } ;"]),
        ("(a)[0] = 3; (*a)++; ((x)) = 1;", c_ast.Assignment, ["( a ) [ 0 ] = 3 ;", "( ( x ) ) = 1 ;"]),
        ("(*a)++; -x;", c_ast.UnaryOp, ["( * a ) ++ ;", "- x ;"]),
        ("end: g(1); goto end;", c_ast.Label, ["end : g ( 1 ) ;"]),
        ("goto end; end: ;", c_ast.Label, ["end : ;"]),
        ("a: b: g(1); g(2);", c_ast.Label, ["a : b : g ( 1 ) ;", "b : g ( 1 ) ;"]),
        ("switch (x) { case 1: g(1); break; case 2: case 3: g(2); default: g(3); } g(4);", c_ast.Case,
         ["case 1 : g ( 1 ) ; break ;", "case 2 :", "case 3 : g ( 2 ) ;"]),
        ("switch (x) { case 1: g(1); break; default: ; g(3); } g(4);", c_ast.Default, ["default : ; g ( 3 ) ;"]),
        ("switch (x) { int y; case 0: y = 1; }", c_ast.Switch, ["switch ( x ) { int y ; case 0 : y = 1 ; }"]),
        ("switch (x) { case 1 ? 2 : 3: g(1); { case 5: g(2); } }", c_ast.Case,
         ["case 1 ? 2 : 3 : g ( 1 ) ; { case 5 : g ( 2 ) ; }", "case 5 : g ( 2 ) ;"]),
        ("switch (x) case 1: g(1); g(2);", c_ast.Switch, ["switch ( x ) case 1 : g ( 1 ) ;"]),
        ("return; ", c_ast.Return, ["return ;"]),
        ("for (;;) { if (x) break; continue; }", c_ast.Break, ["break ;"]),
        ("for (;;) { if (x) break; continue; }", c_ast.Continue, ["continue ;"]),
        ("x = ({ int q = x; g(q); q; }); g(1);", c_ast.Assignment,
         ["x = ( { int q = x ; g ( q ) ; q ; } ) ;"]),
        ("x = ((int[]){1, 2})[1]; g(1);", c_ast.Assignment, ["x = ( ( int [ ] ) { 1 , 2 } ) [ 1 ] ;"]),
        (";;", c_ast.EmptyStatement, [";", ";"]),
        ("{ g(1); { } }", c_ast.Compound, ["{ { g ( 1 ) ; { } } }", "{ g ( 1 ) ; { } }", "{ }"]),
        ("typedef int T, *U; T t; U u;", c_ast.Typedef, ["typedef int T , * U ;"] * 2),
    ],
)  # fmt: skip
def test_extents(load: Load, body: str, kind: type[c_ast.Node], extents: list[str]) -> None:
    found = statements(in_function(load, body), kind)
    assert [extent for extent in found if not extent.startswith("void g")] == extents


def test_pragmas_and_the_blocks_that_pycparser_puts_around_them(load: Load) -> None:
    unit = in_function(
        load,
        "\n#pragma omp parallel for\nfor (int i = 0; i < 3; i++) a[i] = i;\nif (x)\n#pragma omp critical\n"
        "{ x++; }\nelse\n#pragma omp atomic\nx += 1;\ng(1);",
    )
    assert statements(unit, c_ast.Pragma) == [
        "#pragma omp parallel for",
        "#pragma omp critical",
        "#pragma omp atomic",
    ]
    assert "#pragma omp atomic x += 1 ;" in statements(unit, c_ast.Compound)
    assert statements(unit, c_ast.If) == [
        "if ( x ) #pragma omp critical { x ++ ; } else #pragma omp atomic x += 1 ;"
    ]


def test_a_label_at_the_end_of_a_case(load: Load) -> None:
    unit = in_function(load, "switch (x) { case 1: case 2: } g(1);")
    assert statements(unit, c_ast.Switch) == ["switch ( x ) { case 1 : case 2 : }"]
    assert statements(unit, c_ast.FuncCall) == ["g ( 1 ) ;"]


def test_external_declarations(load: Load) -> None:
    unit = load(
        "#include <stdio.h>\nint a, b[3] = {1, 2, 3};;\nstruct s { int m; };\n#pragma omp threadprivate(a)\n"
        "int k(p, q) int p; long q; { return p; }\nint (*fp)(int), z;\nenum { X, Y };\n",
        flags=("-std=gnu89", "-w"),
    )
    found = [(type(node).__name__, tokens_of(unit, node)) for node in unit.tree.ext if unit.in_user_code(node)]
    assert found == [
        ("Decl", "int a , b [ 3 ] = { 1 , 2 , 3 } ;"),
        ("Decl", "int a , b [ 3 ] = { 1 , 2 , 3 } ;"),
        ("Decl", "struct s { int m ; } ;"),
        ("Pragma", "#pragma omp threadprivate(a)"),
        ("FuncDef", "int k ( p , q ) int p ; long q ; { return p ; }"),
        ("Decl", "int ( * fp ) ( int ) , z ;"),
        ("Decl", "int ( * fp ) ( int ) , z ;"),
        ("Decl", "enum { X , Y } ;"),
    ]


def test_parents_contain_their_children_and_text_agrees(load: Load) -> None:
    unit = in_function(
        load,
        "int i, j;\nfor (i = 0; i < x; i++)\n  if (i % 2) { for (j = i; j--;) a[j]++; }\n  else while (j) j--;\n"
        "switch (x) { case 1: { i = 2; } break; default: do i--; while (i); }\nreturn;",
    )
    function = unit.tree.ext[-1]

    def check(node: c_ast.Node, outer: tuple[int, int]) -> int:
        extent = unit.extents.get(id(node), outer)
        assert outer[0] <= extent[0] <= extent[1] <= outer[1]
        return (id(node) in unit.extents) + sum(check(child, extent) for _, child in node.children())

    assert check(function, unit.extents[id(function)]) > 20
    found = text_range(unit, *unit.extents[id(function)])
    assert not isinstance(found, str)
    text = unit.files["main.c"].text[found.start : found.end]
    assert text.startswith("void f(int x, int *a) {")
    assert text.endswith("return; }")
