"""Every token of the user's code has its exact place, and tokens out of macros that of the macro's use."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mapper.frontend.tokens import columns, rawsource
from mapper.frontend.tokens.lexer import lex
from mapper.ir.trees.unit import Unit
from tests.unit.frontend.conftest import Load


def places(unit: Unit) -> list[tuple[str, str, bool]]:
    """(text, place, expanded) of the user's tokens."""
    return [
        (token.text, f"{token.where.file}:{token.where.line}:{token.where.column}", token.expanded)
        for token in unit.tokens
        if not token.system
    ]


def text_at(unit: Unit, number: int) -> str:
    """The source line from a token's place on."""
    where = unit.tokens[number - 1].where
    line = re.split(r"\r\n|\n", unit.files[where.file].text)[where.line - 1]
    return line[where.column - 1 :]


def assert_exact(unit: Unit) -> None:
    """Every token that is not expanded stands in the source at its place."""
    user = [number for number, token in enumerate(unit.tokens, 1) if not token.system]
    assert user
    for number in user:
        token = unit.tokens[number - 1]
        if token.kind == "pragma":
            assert text_at(unit, number).startswith(("#", "PAR", "_Pragma"))
        elif not token.expanded:
            assert text_at(unit, number).startswith(token.text), token


def test_plain_lines_with_tabs(load: Load) -> None:
    unit = load("int main(void)\n{\n\tint  x=1;\n\treturn\tx;\n}\n")
    assert places(unit)[6:] == [
        ("int", "main.c:3:2", False),
        ("x", "main.c:3:7", False),
        ("=", "main.c:3:8", False),
        ("1", "main.c:3:9", False),
        (";", "main.c:3:10", False),
        ("return", "main.c:4:2", False),
        ("x", "main.c:4:9", False),
        (";", "main.c:4:10", False),
        ("}", "main.c:5:1", False),
    ]


def test_object_like_macro_has_the_place_of_its_use(load: Load) -> None:
    unit = load("#define N (10 + 1)\nint a = N, b = 2;\n")
    assert places(unit) == [
        ("int", "main.c:2:1", False),
        ("a", "main.c:2:5", False),
        ("=", "main.c:2:7", False),
        *[(text, "main.c:2:9", True) for text in ("(", "10", "+", "1", ")")],
        (",", "main.c:2:10", False),
        ("b", "main.c:2:12", False),
        ("=", "main.c:2:14", False),
        ("2", "main.c:2:16", False),
        (";", "main.c:2:17", False),
    ]


def test_arguments_of_a_macro_over_several_lines(load: Load) -> None:
    unit = load("#define MAX(a, b) ((a) > (b) ? (a) : (b))\nint x = MAX(1,\n  MAX(2, 3)\n  ) + 4;\nint y;\n")
    assert places(unit)[-6:] == [
        ("+", "main.c:4:5", False),
        ("4", "main.c:4:7", False),
        (";", "main.c:4:8", False),
        ("int", "main.c:5:1", False),
        ("y", "main.c:5:5", False),
        (";", "main.c:5:6", False),
    ]
    assert all(place == "main.c:2:9" for _, place, expanded in places(unit) if expanded)


def test_another_name_of_a_macro_takes_arguments(load: Load) -> None:
    macros = "#define SQ(x) ((x) * (x))\n#define ALIAS SQ\n#define A B\n#define B A\n"
    unit = load(macros + "int A, x = ALIAS(2);\nint (*y) = &A;\n")
    assert (";", "main.c:5:20", False) in places(unit)
    assert (";", "main.c:6:14", False) in places(unit)


def test_function_like_name_without_arguments_is_plain(load: Load) -> None:
    unit = load("#define f(x) g(x)\nint g(int x);\nint (*p)(int) = 0; int f\n, q;\n")
    assert ("f", "main.c:3:24", False) in places(unit)
    assert ("q", "main.c:4:3", False) in places(unit)


def test_a_macro_that_is_its_own_name_is_plain(load: Load) -> None:
    unit = load("#define x x\nint x = 1;\n")
    assert ("x", "main.c:2:5", False) in places(unit)


def test_undefined_macro_is_plain(load: Load) -> None:
    unit = load("#define N 3\nint a[N];\n#undef N\nint N = 1;\n")
    assert ("N", "main.c:4:5", False) in places(unit)


def test_an_ambiguous_place_counts_as_expanded(load: Load) -> None:
    unit = load("#define A 1 + 2\n#define B 3 + 4\nint x = A + B;\n")
    assert [expanded for text, _, expanded in places(unit) if text == "+"] == [True, True, True]
    assert places(unit)[-1] == (";", "main.c:3:14", False)


def test_system_macros_stand_in_user_code(load: Load) -> None:
    unit = load(
        "#include <stdio.h>\n#include <assert.h>\nint main(void) {\n  assert(1 == 1); char *p = NULL;\n"
        "  return p != 0;\n}\n"
    )
    tokens = places(unit)
    assert (";", "main.c:4:17", False) in tokens
    assert ("p", "main.c:4:25", False) in tokens
    assert ("void", "main.c:4:29", True) in tokens
    assert_exact(unit)


def test_comments_continuations_and_split_strings(load: Load) -> None:
    unit = load('int a /* one\n two */ = 1; // three \\\n four\nint b \\\n  = 2; char *s = "x\\\ny"; int c;\n')
    tokens = places(unit)
    assert ("=", "main.c:2:9", False) in tokens
    assert ("=", "main.c:5:3", False) in tokens
    assert ('"xy"', "main.c:5:18", False) in tokens
    assert ("c", "main.c:6:9", False) in tokens


def test_pragmas_of_all_kinds(load: Load) -> None:
    unit = load(
        '#define CHUNK 4\n#define PAR _Pragma("omp parallel for")\nvoid f(int *a) {\n'
        "  #  pragma omp parallel for \\\n     schedule(static, CHUNK) // why\n"
        "  for (int i = 0; i < 9; i++) a[i] = i;\n  PAR for (int i = 0; i < 9; i++) a[i] = i;\n"
        '#pragma GCC ivdep\n  for (int i = 0; i < 9; i++) a[i] = i;\n  _Pragma("omp barrier") a[0] = 1;\n}\n'
    )
    pragmas = [entry for entry in places(unit) if entry[0].startswith("#pragma")]
    assert pragmas == [
        ("#pragma omp parallel for schedule(static, 4)", "main.c:4:3", False),
        ("#pragma omp parallel for", "main.c:7:3", True),
        ("#pragma omp barrier", "main.c:10:3", True),
    ]
    assert ("for", "main.c:7:7", False) in places(unit)
    assert ("a", "main.c:10:26", False) in places(unit)


def test_crlf_and_bytes_that_are_not_utf8(load: Load) -> None:
    unit = load("/* caf\udce9 */ int x;\r\nint y; \r\n#pragma omp threadprivate(x) \\\r\n\r\nint z;\r\n")
    assert ("x", "main.c:1:16", False) in places(unit)
    assert ("z", "main.c:5:5", False) in places(unit)
    assert unit.files["main.c"].text.startswith("/* caf\udce9 */ int x;\r\n")


def test_included_files_have_their_own_names(load: Load) -> None:
    files = {"sub/part.h": 'int in_part;\n#include "deep.h"\n', "sub/deep.h": "int deep;\n"}
    unit = load('#include "sub/part.h"\nint after;\n', files=files)
    assert [entry for entry in places(unit) if entry[0] in ("in_part", "deep", "after")] == [
        ("in_part", "sub/part.h:1:5", False),
        ("deep", "sub/deep.h:1:5", False),
        ("after", "main.c:2:5", False),
    ]
    included = {one.file: str(one.where) for one in unit.readings if one.file in unit.files and one.parent >= 0}
    assert included == {"sub/part.h": "main.c:1:1", "sub/deep.h": "sub/part.h:2:1"}


def test_line_directives_rename_and_forbid(load: Load) -> None:
    unit = load('int a;\n#line 40 "grammar.y"\nint b;\n')
    assert places(unit)[-3:] == [
        ("int", "grammar.y:40:0", True),
        ("b", "grammar.y:40:0", True),
        (";", "grammar.y:40:0", True),
    ]


_PIECES = st.sampled_from(
    [
        "a",
        "b1",
        "+",
        "->",
        "(",
        ")",
        ",",
        ";",
        "1.5e-3",
        "'c'",
        '"s t"',
        "N",
        "E",
        "F(1, 2)",
        "F(N, E)",
        "/* c */",
        "\\\n",
        "\n",
        "\t",
    ]
)


@given(st.lists(_PIECES, min_size=1, max_size=30))
@settings(max_examples=150, deadline=None)
def test_no_token_is_ever_put_at_a_wrong_place(pieces: list[str]) -> None:
    """A tiny preprocessor of known macros makes the text; exact places must hold the very token."""
    text = " ".join(pieces)
    if text.count("\\\n") and re.search(r"\\\n\s*\Z", text):
        text += " a"
    expansions = {"N": "10 + a", "E": "", "F": "x ( y )"}
    source = rawsource.scan(text)
    rows = ['# 1 "t.c"', "#define N 10 + a", "#define E", "#define F(p, q) x ( y )"]
    for line in range(1, len(source.lines) + 1):
        tokens = source.tokens(line)
        words: list[str] = []
        at = 0
        while at < len(tokens):
            word = tokens[at].text
            words.append(expansions.get(word, word))
            at += 6 if word == "F" else 1
        rows += [f'# {line} "t.c"', " ".join(words)]
    lexed = lex("\n".join(rows), "t.c")
    columns.place(lexed, {"t.c": source})
    for lexeme in lexed.lexemes:
        if not lexeme.expanded:
            offset = source.offset(lexeme.line, lexeme.column)
            assert text.startswith(lexeme.text, offset)


@pytest.mark.parametrize("standard", ["-std=gnu89", "-std=gnu11", "-std=c99"])
def test_all_places_are_exact_in_every_dialect(load: Load, standard: str) -> None:
    unit = load(
        "#include <math.h>\n#define SQ(x) ((x)*(x))\nstatic double t[3];\n"
        "double f(double x) { if (x > 0) { t[0] = SQ(x) + sqrt(x); return t[0]; } else return HUGE_VAL; }\n",
        flags=(standard,),
    )
    assert_exact(unit)


def test_file_names_with_odd_characters(load: Load) -> None:
    name = 'caf\u00e9 "x" y.h'
    unit = load('#include <caf\u00e9 "x" y.h>\nint after;\n', flags=("-I.",), files={name: "int inside;\n"})
    assert ("inside", f"./{name}:1:5", False) in places(unit)
    assert ("after", "main.c:2:5", False) in places(unit)
