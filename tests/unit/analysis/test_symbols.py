"""What names mean: scopes, linkage, storage, adjusted parameters, tags, clones and directives."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from mapper.analysis.names.scopes import Kind, StorageClass, Symbol
from mapper.analysis.names.symbols import Symbols, resolve
from mapper.ir.trees.ctypes import (
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LONG,
    ArrayType,
    FunctionType,
    Member,
    PointerType,
    StructType,
)
from mapper.ir.trees.nodes import Omp, clone, walk
from mapper.openmp.bind import bind
from tests.harness.semantics import symbols_of, unit_of


def uses(symbols: Symbols, name: str) -> list[Symbol | None]:
    """What each use of a name in functions means, in source order."""
    found = []
    for function in symbols.functions.values():
        fields = {id(node.field) for node in walk(function.body) if isinstance(node, c_ast.StructRef)}
        nodes = [n for n in walk(function.body) if isinstance(n, c_ast.ID) and id(n) not in fields]
        found += [symbols.symbol(node) for node in nodes if node.name == name]
    return found


def types(symbols: Symbols, name: str) -> list[object]:
    """The types of what each use of a name means."""
    return [None if symbol is None else symbol.type for symbol in uses(symbols, name)]


def test_the_innermost_declaration_wins_from_its_place_on() -> None:
    symbols = symbols_of(
        """
        double x;
        void f(int n) {
          x = 1;
          { x = 2; float x = 3; x = 4; { long x = 5; x = 6; } x = 7; }
          x = 8;
          for (char x = 0; x < n; x++) { x = 9; int x = 10; x = 11; }
          x = 12;
        }
        """
    )
    expected = [DOUBLE, DOUBLE, FLOAT, LONG, FLOAT, DOUBLE, CHAR, CHAR, CHAR, INT, DOUBLE]
    assert types(symbols, "x") == expected


def test_an_initialiser_sees_the_name_that_it_initialises() -> None:
    symbols = symbols_of("long n; void f(void) { int n = sizeof n; char a[sizeof n], b = sizeof a; }")
    assert types(symbols, "n") == [INT, INT]
    assert types(symbols, "a") == [ArrayType(CHAR, 4)]


def test_parameters_are_adjusted() -> None:
    symbols = symbols_of(
        "void f(int a[3], double m[2][3], int g(int), char *const *s, int v[const]) { a; m; g; s; v; }"
    )
    assert types(symbols, "a") == [PointerType(INT)]
    assert types(symbols, "m") == [PointerType(ArrayType(DOUBLE, 3))]
    assert types(symbols, "g") == [PointerType(FunctionType(INT, (INT,)))]
    assert types(symbols, "s") == [PointerType(PointerType(CHAR, const=True))]
    assert types(symbols, "v") == [PointerType(INT, const=True)]
    assert {s.kind for name in "amgsv" for s in uses(symbols, name) if s} == {Kind.PARAMETER}


def test_variable_length_parameters_know_their_extent() -> None:
    symbols = symbols_of(
        "void f(int n, int m, double a[n][m + 1], double b[*][m]);"
        "void f(int n, int m, double a[n][m + 1], double b[n][m]) { a; n; }"
    )
    pointer = types(symbols, "a")[0]
    assert isinstance(pointer, PointerType)
    assert isinstance(pointer.target, ArrayType)
    extent = pointer.target.extent
    assert isinstance(extent, c_ast.BinaryOp)
    parameter = symbols.symbol(extent.left)
    assert parameter is not None
    assert parameter.function is symbols.functions["f"]


def test_old_style_definitions_declare_their_parameters() -> None:
    symbols = symbols_of("f(a, b, c, d) double b; char *c, d[]; { a; b; c; d; return 0; }")
    assert [types(symbols, name)[0] for name in "abcd"] == [INT, DOUBLE, PointerType(CHAR), PointerType(CHAR)]
    function = symbols.global_symbols["f"]
    assert function.type == FunctionType(INT, None)


def test_storage_and_linkage() -> None:
    symbols = symbols_of(
        """
        static int a; int b; extern int c; extern int d; int d = 1; static _Thread_local int e;
        static int g(void); int h(void); static int g(void) { return a; }
        void f(register int p) {
          static int k; auto int l; extern int a, m; register int r; extern int h(void);
          k; l; a; m; r; p; b; c; d; e; g(); h(); unknown(1);
        }
        typedef int t; enum { Z = 4 };
        """
    )
    described = {s.name: (str(s.storage), s.file_scope, s.external) for s in symbols.all}
    assert described == {
        "a": ("static", True, False), "b": ("global", True, True), "c": ("extern", True, True),
        "d": ("global", True, True), "e": ("thread", True, False), "g": ("static", True, False),
        "h": ("extern", True, True), "f": ("global", True, True), "p": ("register", False, False),
        "k": ("static", False, False), "l": ("automatic", False, False), "m": ("extern", True, True),
        "r": ("register", False, False), "unknown": ("extern", True, True), "t": ("none", True, False),
        "Z": ("none", True, False),
    }  # fmt: skip
    assert uses(symbols, "a")[0] is uses(symbols, "a")[1] is symbols.global_symbols["a"]
    unknown = symbols.global_symbols["unknown"]
    assert (unknown.type, unknown.decl, unknown.kind) == (FunctionType(INT, None), None, Kind.FUNCTION)


def test_tentative_definitions_become_one_symbol_with_the_whole_type() -> None:
    symbols = symbols_of("int a[]; extern int a[4]; int a[]; int f(); int f(double x) { return a[0]; }")
    assert types(symbols, "a") == [ArrayType(INT, 4)]
    assert symbols.global_symbols["f"].type == FunctionType(INT, (DOUBLE,))
    assert symbols.global_symbols["f"].decl is symbols.functions["f"].decl
    assert [symbol.name for symbol in symbols.all] == ["a", "f", "x"]


def test_the_declaration_with_the_initialiser_is_the_definition() -> None:
    symbols = symbols_of("extern int x;\nint x = 3;\nint x;\nint y;\nextern int y;\n")
    assert symbols.global_symbols["x"].where.line == 2
    assert symbols.global_symbols["y"].where.line == 4
    assert symbols.global_symbols["y"].storage is StorageClass.GLOBAL


def test_a_function_declared_in_a_block_is_the_one_defined_later() -> None:
    symbols = symbols_of("void f(void) { double late(int); late(1); } double late(int i) { return i; }")
    assert uses(symbols, "late") == [symbols.global_symbols["late"]]
    assert symbols.global_symbols["late"].storage is StorageClass.GLOBAL


def test_tags_have_scopes_and_unique_names() -> None:
    symbols = symbols_of(
        """
        struct s { int x; }; struct s *outer; struct later *unknown; struct later { double d; };
        void f(void) { struct s *same; struct s { char c[3]; } inner; struct s *mine = &inner; same; mine; inner; }
        struct { int q; } one, two; struct { int q; } three;
        """
    )
    (same,), (mine,), (inner,) = types(symbols, "same"), types(symbols, "mine"), types(symbols, "inner")[-1:]
    assert same == symbols.global_symbols["outer"].type == PointerType(StructType("s"))
    assert mine == PointerType(inner)  # type: ignore[arg-type]
    assert inner != StructType("s")
    one, two, three = (symbols.global_symbols[name].type for name in ("one", "two", "three"))
    assert one == two != three
    member = symbols.member(StructType("later"), "d")
    assert member is not None
    assert member.type == DOUBLE


def test_a_variable_hides_a_typedef_and_an_enumeration_constant() -> None:
    symbols = symbols_of("typedef double t; enum { E = 2 }; void f(int E) { t v; { int t = E; t; } v; t w; w; }")
    assert types(symbols, "t") == [INT]
    assert types(symbols, "E") == [INT]
    assert types(symbols, "v") == types(symbols, "w") == [DOUBLE]
    assert uses(symbols, "E")[0] is not symbols.global_symbols["E"]


def test_members_are_found_through_anonymous_members_with_their_offsets() -> None:
    symbols = symbols_of("struct s { long a; union { struct { int p, q; }; double d; }; } g;")
    found = symbols.member(StructType("s"), "q")
    assert found is not None
    assert (found.type, found.offset) == (INT, 12)
    assert [m.name for m in symbols.members(StructType("s")) or ()] == ["a", ""]
    assert symbols.member(StructType("s"), "none") is None


def test_types_without_tags_are_the_same_whatever_is_before_them() -> None:
    header = "typedef struct { struct { int a; } in; union { int b; float c; }; enum { E } kind; } cell;"
    alone, after = (
        symbols_of(f"{before} {header} cell *g;") for before in ("", "struct { int a; } x; enum { F };")
    )
    cell = alone.global_symbols["g"].type
    assert cell == after.global_symbols["g"].type == PointerType(StructType("<cell>"))
    for tag in ("<cell>", "<cell.in>"):
        assert alone.members(StructType(tag))
        assert alone.members(StructType(tag)) == after.members(StructType(tag))
    union = StructType("<cell.anonymous>", union=True)
    assert alone.members(union) == after.members(union) == (Member("b", INT, 0), Member("c", FLOAT, 0))
    twice = symbols_of("typedef struct { int a; } t; void f(void) { typedef struct { float b; } t; t y; y; }")
    assert types(twice, "y") == [StructType("<t>.2")]


def test_constants_of_enumerations_have_values() -> None:
    symbols = symbols_of("enum color { RED, GREEN = 7, BLUE } c;")
    values = {symbol.name: symbol.value for symbol in symbols.all if symbol.value is not None}
    assert values == {"RED": 0, "GREEN": 7, "BLUE": 8}
    assert isinstance(symbols.definition("color"), c_ast.Enum)


def test_declarations_and_definitions_have_symbols() -> None:
    symbols = symbols_of("int x; typedef int t; void f(int p) { int y; y; }")
    function = symbols.functions["f"]
    y, parameter = function.body.block_items[0], function.decl.type.args.params[0]
    names = [symbols.symbol(node) for node in (*symbols.unit.tree.ext, y, parameter)]
    assert [s.name for s in names if s] == ["x", "t", "f", "y", "p"]
    assert symbols.declared_type(y) == INT


def test_clones_mean_what_their_originals_mean() -> None:
    symbols = symbols_of("int x; void f(void) { x; { double x = 1; x = (long)x + sizeof(struct s { int q; }); } }")
    body = symbols.functions["f"].body
    for original, copied in zip(walk(body), walk(clone(body)), strict=True):
        assert symbols.type_of(copied) == symbols.type_of(original)
        assert symbols.symbol(copied) is symbols.symbol(original)
    renamed = clone(body.block_items[0])
    renamed.name = "other"
    assert symbols.symbol(renamed) is None


def directives(symbols: Symbols) -> list[Omp]:
    """The OpenMP constructs of a unit."""
    return [n for f in symbols.functions.values() for n in walk(f) if isinstance(n, Omp)]


def test_directives_see_the_names_of_their_place() -> None:
    unit = bind(
        unit_of(
            """
            int n, i; double a[10];
            void f(int n) {
              { long n = 5; {
              #pragma omp parallel for if(n > 2) schedule(static, n) private(i)
              for (i = 0; i < n; i++) { char n = 1; a[i] = n; } } }
              #pragma omp parallel for num_threads(n)
              for (int i = 0; i < n; i++) a[i] = i;
            }
            """
        )
    )
    symbols = resolve(unit)
    first, second = directives(symbols)
    inner, parameter = symbols.lookup("n", first), symbols.lookup("n", second)
    assert inner is not None
    assert parameter is not None
    assert (inner.type, parameter.type, parameter.kind) == (LONG, INT, Kind.PARAMETER)
    condition = first.directive.first("if")
    assert condition is not None
    assert isinstance(condition.expression, c_ast.BinaryOp)
    assert symbols.symbol(condition.expression.left) is inner
    assert symbols.lookup("i", second) is symbols.global_symbols["i"]
    assert symbols.lookup("a", second) is symbols.global_symbols["a"]
    assert symbols.lookup("missing", first) is None


def test_lookup_does_not_see_what_is_declared_later() -> None:
    symbols = symbols_of("int x; void f(void) { int y; y = x; double x; x = y; } int z;")
    items = symbols.functions["f"].body.block_items
    early, late = symbols.lookup("x", items[1]), symbols.lookup("x", items[3])
    assert early is not None
    assert late is not None
    assert (early.type, late.type) == (INT, DOUBLE)
    assert symbols.lookup("z", items[1]) is None


@pytest.mark.parametrize(
    ("header", "function"),
    [
        ("stdio.h", "puts"),
        ("stdlib.h", "abs"),
        ("math.h", "sqrt"),
        ("string.h", "strlen"),
        ("omp.h", "omp_get_num_threads"),
        ("sys/time.h", "gettimeofday"),
        ("complex.h", "creal"),
    ],
)
def test_system_headers_are_resolved(header: str, function: str) -> None:
    symbols = symbols_of(f"#include <{header}>\nint main(void) {{ return {function} == 0; }}")
    assert list(symbols.functions) == ["main"]
    found = symbols.lookup(function, at=symbols.functions["main"])
    assert found is not None
    assert found.kind is Kind.FUNCTION
    assert found.where.file.endswith(".h")


def test_a_question_about_the_whole_unit_is_asked_once() -> None:
    unit = unit_of("int n; void f(void) { n = 1; } void g(void) { n = 2; }")
    symbols = resolve(unit)
    asked: list[c_ast.Node] = []

    def question(node: c_ast.Node, _: Symbols) -> int:
        asked.append(node)
        return len(list(walk(node)))

    function = unit.functions[0]
    assert symbols.answer(question, unit.tree) == symbols.answer(question, unit.tree)
    assert symbols.answer(question, function) == symbols.answer(question, function)
    made = clone(function)
    assert symbols.answer(question, made) == symbols.answer(question, made)
    assert asked == [unit.tree, function, made, made]
