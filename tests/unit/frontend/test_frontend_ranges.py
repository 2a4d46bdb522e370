"""From tokens back to the user's text, or a sentence that says why not."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from pycparser import c_ast

from mapper.frontend.tokens.ranges import include_range, insertion_offset, text_range
from mapper.ir.trees.nodes import walk
from mapper.ir.trees.unit import Unit
from tests.unit.frontend.conftest import Load


def construct(unit: Unit, number: int = 0) -> tuple[int, int]:
    """The tokens of an OpenMP construct: from its pragma to the end of the statement after it."""
    found = []
    for external in unit.tree.ext:
        if unit.in_user_code(external):
            for node in walk(external):
                items = (node.block_items or []) if isinstance(node, c_ast.Compound) else []
                found += [(a, b) for a, b in pairwise(items) if isinstance(a, c_ast.Pragma)]
    pragma, statement = found[number]
    return unit.extents[id(pragma)][0], unit.extents[id(statement)][1]


def construct_text(unit: Unit) -> str:
    """The text of the first construct, or the reason why it has none."""
    found = text_range(unit, *construct(unit))
    return found if isinstance(found, str) else unit.readings[found.reading].text[found.start : found.end]


def function(body: str) -> str:
    return f"void f(int n, int *a) {{\n  int i;\n{body}\n}}\n"


PAR = "#pragma omp parallel for\n"
FOR = "  for (i = 0; i < n; i++)"


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("", f"{PAR}{FOR}\n    a[i] = i;", " // trailing"),
        ("  n = 1;\n", f"\t #  pragma omp parallel for\n{FOR} {{ }}", " /* x */ n = 2;"),
        ("", f"#pragma omp parallel \\\n   for \\\n  schedule(static)\n\n\n{FOR} a[i]\\\n = i;", " n = 2;"),
        ("", f"#pragma omp parallel for /* a\n b */\n/* c */ {FOR} /* d */ ;", " /* e\n f */"),
        ("  /* x\n y */ ", f"{PAR}{FOR} ;", ""),
        ("", f"{PAR}#if 1\n{FOR}\n#else\n  for (i = 1; i < n; i++)\n#endif\n  a[i] = i;", ""),
        ("#define N 7\n", f"{PAR}  for (i = 0; i < N; i++) a[i] = N;", ""),
        ("", "#pragma omp parallel for\r\n  for (i = 0; i < n; i++)\r\n\t{\ta[i] = i;\t}", "\r\n  n = 1;"),
        ("", f"{PAR}{FOR} {{\n#define M 3\n    a[i] = M;\n#undef M\n  }}", ""),
        ("", f"{PAR}{FOR} {{\n#pragma GCC unroll 4\n    for (; n; ) n--;\n  }}", ""),
        ('#define P _Pragma("omp parallel for")\n n = 1;', f"P {FOR} ;", " n = 2;"),
        ("#define P(x) _Pragma(#x)\n", f" P(omp parallel for) {FOR} a[i] = 1;", ""),
        (
            '#define P(n) _Pragma("omp parallel for") for (i = 0; i < n; i++)\n if (n) ',
            "P(n) a[i] = 1;",
            " else n = 1;",
        ),
        ("", f'_Pragma("omp parallel for") {FOR} ;', ""),
        ('#define E n++;\n#define P _Pragma("omp parallel for")\n E\n', f"P {FOR} ;", ""),
        ("#define S a[i] = i;\n", f"{PAR}{FOR} S", ""),
        ("#define S a[i] = i;\n", f"{PAR}{FOR} S", " (void)n;"),
        ("#define BEGIN(i) {\n#define END(i) }\n", f"{PAR}{FOR} BEGIN(i)\n a[i] = i;\n END((i))", "\n n++;"),
        ("#define E F\n#define F(x) a[x] = i;\n", f"{PAR}{FOR} E\n (i\n + 0)", " n++;"),
    ],
)
def test_the_text_of_a_construct(load: Load, before: str, text: str, after: str) -> None:
    assert construct_text(load(function(before + text + after), flags=("-std=gnu11", "-w"))) == text


@pytest.mark.parametrize(
    ("body", "files", "reason"),
    [
        (f"#define S a[i] = i; n++\n{PAR}{FOR} S;", {}, "it ends in the expansion of a macro"),
        (f"#define S(x) a[i] = x; n = x;\n{PAR}{FOR} S(3)", {}, "it ends in the expansion of a macro"),
        (
            f'{PAR}{FOR}\n#include "body.h"',
            {"body.h": "a[i] = i; n = 1;\n"},
            "it begins in 'main.c' and ends in 'body.h'",
        ),
        (
            '#include "pragma.h"\n  for (i = 0; i < n; i++) ;',
            {"pragma.h": PAR},
            "it begins in 'pragma.h' and ends in 'main.c'",
        ),
        (f"#line 7\n{PAR}{FOR} ;", {}, "it begins in 'main.c', whose lines are renumbered by #line"),
    ],
)
def test_reasons(load: Load, body: str, files: Mapping[str, str], reason: str) -> None:
    assert construct_text(load(function(body), flags=("-std=gnu11", "-w"), files=files)) == reason


@pytest.mark.parametrize(
    "body",
    [
        f"#ifdef _OPENMP\n{PAR}#endif\n{FOR} ;",
        f"#if 1\n{PAR}#else\n#pragma omp for\n#endif\n{FOR} ;",
        f"{PAR}#if 1\n{FOR} ;\n  n = 1;\n#endif",
    ],
)
def test_conditional_groups_may_overlap(load: Load, body: str) -> None:
    text = construct_text(load(function(body)))
    assert text.lstrip().startswith("#pragma omp parallel for")
    assert text.endswith(";")


def test_a_construct_in_a_file_that_is_included_once(load: Load) -> None:
    part = "/* part */\n#pragma omp parallel for\n  for (i = 0; i < n; i++) a[i] = 1;\n"
    unit = load(function('  #include "part.c"  // here'), files={"part.c": part})
    found = text_range(unit, *construct(unit))
    assert not isinstance(found, str)
    assert unit.readings[found.reading].file == "part.c"
    assert part[found.start : found.end] == part[11:-1]
    line = include_range(unit, found.reading)
    assert not isinstance(line, str)
    assert unit.files["main.c"].text[line.start : line.end] == '#include "part.c"  // here'
    assert include_range(unit, 0) == "'main.c' is not included"


def test_each_reading_of_a_file_has_a_line(load: Load) -> None:
    files = {"k.h": f"void NAME(int n, int *a) {{\n  int i;\n{PAR}{FOR} a[i] = STEP;\n}}\n"}
    first, second = (
        "#define NAME f\n#define STEP i\n",
        "#undef NAME\n#undef STEP\n#define NAME g\n#define STEP 1\n",
    )
    unit = load(f'{first}#include "k.h"\n{second}#include "k.h"\n', files=files)
    found = [text_range(unit, *construct(unit, number)) for number in range(2)]
    assert found[0] != found[1]
    for one, line in zip(found, (3, 8), strict=True):
        assert not isinstance(one, str)
        assert unit.readings[one.reading].text[one.start : one.end] == f"{PAR}{FOR} a[i] = STEP;"
        way = include_range(unit, one.reading)
        assert not isinstance(way, str)
        assert unit.readings[0].text[: way.start].count("\n") == line - 1
        assert unit.readings[0].text[way.start : way.end] == '#include "k.h"'


def test_a_guarded_header_is_read_once(load: Load) -> None:
    guarded = "#ifndef G\n#define G\nint g;\n#endif\n"
    unit = load('#include "g.h"\n#include "g.h"\nint x;\n', files={"g.h": guarded})
    assert [one.file for one in unit.readings].count("g.h") == 1


def test_an_include_inside_the_construct_is_part_of_it(load: Load) -> None:
    text = '#pragma omp parallel for\n  for (i = 0; i < n; i++) {\n#include "body.h"\n  }'
    unit = load(function(text + " n = 1;"), files={"body.h": "a[i] = i;\n"})
    assert construct_text(unit) == text


@pytest.mark.parametrize(
    "files",
    [{"body.h": "a[i] = i;\n"}, {"body.h": '#include "inner.h"\n/* nothing */\n', "inner.h": "{ a[i] = i; }\n"}],
)
def test_a_construct_may_end_with_an_included_file(load: Load, files: dict[str, str]) -> None:
    text = f'{PAR}{FOR}\n#include "body.h"'
    assert construct_text(load(function(f"{text}\n  n = 1;"), files=files)) == text


def statement_offsets(unit: Unit) -> list[str]:
    """For each statement of the last function the text from its insertion point on, or the reason."""
    result = []
    for node in unit.tree.ext[-1].body.block_items:
        found = insertion_offset(unit, unit.extents[id(node)][0])
        if isinstance(found, str):
            result.append(found)
        else:
            reading, offset = found
            result.append(unit.readings[reading].text[offset:].split("\n")[0])
    return result


def test_insertion_before_statements(load: Load) -> None:
    unit = load(
        "#define SET(x) x = 1\n#define NOTHING\nvoid f(int n, int *a) {\n\tint i; (a)[0] = 3; SET(n); n = 2;\n"
        "  NOTHING n = 3; __extension__ n = 4;\n  __attribute__((unused)) int k = 1; n = 5;\n"
        "  #pragma omp barrier\n"
        "#if 0\n  n = 5\n#endif\n  n = 6; }\n",
        flags=("-std=gnu11", "-w"),
    )
    hidden = "a macro or a GNU word stands right before it"
    assert statement_offsets(unit) == [
        "int i; (a)[0] = 3; SET(n); n = 2;",
        "(a)[0] = 3; SET(n); n = 2;",
        "SET(n); n = 2;",
        "n = 2;",
        hidden,
        hidden,
        hidden,
        "n = 5;",
        "  #pragma omp barrier",
        "n = 6; }",
    ]


def test_insertion_before_the_use_of_a_macro(load: Load) -> None:
    unit = load(
        "#define AT(i) a[(i) * 2]\n#define BOTH AT(1) = 1; AT(2) = 2\n#define TWICE(s) s s\n"
        "void f(int n, int *a) {\n  AT(n) = 1; AT(AT(n)) = 2;\n  BOTH;\n  TWICE(AT(3) = n;)\n  AT(4) = 5;\n"
        "  TWICE(n++; AT(6) = n;)\n}\n"
    )
    midst = "it stands in the expansion of a macro"
    assert statement_offsets(unit) == [
        "AT(n) = 1; AT(AT(n)) = 2;",
        "AT(AT(n)) = 2;",
        "BOTH;",
        midst,
        "TWICE(AT(3) = n;)",
        midst,
        "AT(4) = 5;",
        "TWICE(n++; AT(6) = n;)",
        *[midst] * 3,
    ]


def test_nothing_is_inserted_into_system_headers(load: Load) -> None:
    unit = load("#include <stdio.h>\nint x;\n")
    assert insertion_offset(unit, 1) == "it stands in a system header"
    assert text_range(unit, 1, 2) == "it begins in a system header"
