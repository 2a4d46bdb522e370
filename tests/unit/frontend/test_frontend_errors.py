"""What the user must correct is reported at its place in the user's own file."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.diagnostics import Location, MapperError
from mapper.frontend.load import load_unit
from mapper.frontend.tokens.compiler import directives_known_to
from mapper.frontend.tree.parse import parse
from mapper.ir.trees.unit import Token
from tests.unit.frontend.conftest import Load


def errors(caught: pytest.ExceptionInfo[MapperError]) -> list[tuple[str, str, str]]:
    """(code, place, message) of each diagnostic."""
    return [(one.code, str(one.where), one.message) for one in caught.value.diagnostics]


def test_unreadable_file(tmp_path: Path) -> None:
    with pytest.raises(MapperError) as caught:
        load_unit(str(tmp_path / "missing.c"))
    assert errors(caught)[0][0] == "E001"
    assert "No such file or directory" in errors(caught)[0][2]
    with pytest.raises(MapperError) as caught:
        load_unit(str(tmp_path))
    assert errors(caught)[0][0] == "E001"


def test_missing_compiler(load: Load, tmp_path: Path) -> None:
    load("int x;\n")
    with pytest.raises(MapperError) as caught:
        load_unit("main.c", ("no-such-cc",))
    assert errors(caught) == [("E002", "None", "can't run the C compiler 'no-such-cc': No such file or directory")]


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("int main(void) {\n\tint x = 1\n\treturn x;\n}\n", "main.c:3:2", "expected ',' or ';' before 'return'"),
        ("int main(void) {\n\treturn\ty;\n}\n", "main.c:2:9", "'y' undeclared (first use in this function)"),
        ('#include "no.h"\n', "main.c:1:10", "no.h: No such file or directory"),
        ("\n#error not today\n", "main.c:2:2", "#error not today"),
        ("#define F(a, b) a\nint x = F(1);\n", "main.c:2:12", 'macro "F" requires 2 arguments, but only 1 given'),
        ("int x = 08;\n", "main.c:1:9", 'invalid digit "8" in octal constant'),
    ],
)
def test_compiler_errors(load: Load, text: str, place: str, message: str) -> None:
    with pytest.raises(MapperError) as caught:
        load(text)
    assert errors(caught)[0] == ("E003", place, message)


def test_compiler_errors_in_included_files_come_with_their_notes(load: Load) -> None:
    with pytest.raises(MapperError) as caught:
        load('#include "a.h"\nlong f(void);\n', files={"a.h": "int f(void);\nint g = h;\n"})
    assert [place for _, place, _ in errors(caught)] == ["a.h:2:9", "main.c:2:6"]
    assert [str(where) for _, where in caught.value.diagnostics[1].notes] == ["a.h:1:5"]


def test_unknown_compiler_option(load: Load) -> None:
    with pytest.raises(MapperError) as caught:
        load("int x;\n", flags=("-fno-such-option",))
    code, place, message = errors(caught)[0]
    assert (code, place) == ("E003", "main.c")
    assert "-fno-such-option" in message


def test_openmp_is_not_the_front_ends_business(load: Load) -> None:
    unit = load("void f(int n) {\n#pragma omp parallel for nonsense(n)\n  for (int i = 0; i < n; i++) ;\n}\n")
    assert any(token.text == "#pragma omp parallel for nonsense(n)" for token in unit.tokens)


def test_what_the_compiler_takes_and_mapper_does_not(load: Load) -> None:
    with pytest.raises(MapperError) as caught:
        load("int main(void)\n{\n  int x = 1;\n  int add(int y) { return x + y; }\n  return add(2);\n}\n")
    assert errors(caught) == [("E004", "main.c:4:18", "a nested function can't be translated")]


@pytest.mark.parametrize(
    ("words", "number", "message"),
    [
        ("int x = ;", 4, "expected an expression (at ';')"),
        ("int x = 1 ] ;", 5, "syntax error before ']'"),
        ("int f ( ) { return 1 ;", 8, "the source ends in the middle of a declaration or statement"),
        ("int x = 1uu ;", 4, "syntax error before 'u'"),
        ("int x = @ ;", 4, "illegal character '@'"),
    ],
)
def test_parse_errors_are_placed_at_their_token(words: str, number: int, message: str) -> None:
    tokens = [Token(word, "name", Location("t.c", 1, at)) for at, word in enumerate(words.split(), 1)]
    with pytest.raises(MapperError) as caught:
        parse(tokens, "t.c")
    code, place, text = errors(caught)[0]
    assert code == "E004"
    assert text.startswith(message)
    assert place == f"t.c:1:{number}"


def test_long_else_if_chains_are_no_problem(load: Load) -> None:
    chain = "".join(f"  if (x == {number}) return {number}; else\n" for number in range(1200))
    unit = load(f"int f(int x) {{\n{chain}  return 0; }}\n")
    assert len(unit.tokens) > 12_000


def test_empty_file(load: Load) -> None:
    unit = load("/* nothing */\n", flags=("-std=gnu11",))
    assert unit.tree.ext == []
    assert unit.extents == {}


def test_warnings_as_errors_are_left_to_the_final_compilation(load: Load) -> None:
    text = "void f(int n) {\n  int t;\n#pragma omp parallel for private(t)\n  for (int i = 0; i < n; i++) ;\n}\n"
    unit = load(text, flags=("-Wall", "-Wextra", "-Werror", "-fopenmp"))
    assert len(unit.tree.ext) == 1


def test_the_compiler_tells_which_directives_it_knows() -> None:
    assert directives_known_to(("gcc",), {"barrier", "frobnicate", "vanish", "3"}) == {"barrier"}
