"""Words of pragmas are found again in the user's text."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.diagnostics import Location, MapperError
from mapper.ir.trees.unit import SourceFile
from mapper.openmp.places import Places
from tests.unit.openmp.units import preprocessed


def find(source: str, text: str, word: str, line: int = 1, column: int = 1) -> str:
    places = Places({"a.c": SourceFile("a.c", source)})
    return str(places.of(text, Location("a.c", line, column))(text.index(word)))


def test_a_pragma_as_it_was_written() -> None:
    assert find("#pragma omp for nowait\n", "omp for nowait", "nowait") == "a.c:1:17"
    assert find("x;\n  #pragma omp for\n", "omp for", "for", 2, 3) == "a.c:2:15"


def test_other_blanks_and_comments() -> None:
    source = "# pragma/**/ omp   for /* private */ nowait // end\n"
    assert find(source, "omp for nowait", "for") == "a.c:1:20"
    assert find(source, "omp for nowait", "nowait") == "a.c:1:38"


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_continuation_lines(newline: str) -> None:
    source = f"x;{newline}#pragma omp for \\{newline}  private(i) /* a{newline}b */ nowait{newline}private(z)"
    text = "omp for private(i) nowait"
    assert find(source, text, "private", 2) == "a.c:3:3"
    assert find(source, text, "i)", 2) == "a.c:3:11"
    assert find(source, text, "nowait", 2) == "a.c:4:6"


def test_words_out_of_macros_stand_at_the_macro() -> None:
    source = "#pragma omp for SCHEDULE nowait\n"
    text = "omp for schedule(static, 4) nowait"
    assert find(source, text, "omp") == "a.c:1:9"
    assert find(source, text, "schedule") == "a.c:1:17"
    assert find(source, text, "4") == "a.c:1:17"
    assert find(source, text, "nowait") == "a.c:1:26"


def test_a_pragma_out_of_a_macro_stands_at_the_macro() -> None:
    assert find("int a; LOOP(x)\n", "omp for nowait", "nowait", 1, 8) == "a.c:1:8"


def test_files_and_columns_that_are_not_known() -> None:
    places = Places({})
    assert places.of("omp for", Location("b.c", 3, 2))(4) == Location("b.c", 3, 2)
    assert find("#pragma omp for\n", "omp for", "for", 1, 0) == "a.c:1:1"
    assert find("#pragma omp for\n", "omp for", "for", 9, 1) == "a.c:9:1"


def test_the_end_of_a_pragma() -> None:
    places = Places({"a.c": SourceFile("a.c", "#pragma omp for  private(i   // more\n")})
    assert str(places.of("omp for private(i", Location("a.c", 1, 1))(17)) == "a.c:1:27"


def test_errors_of_bound_units_stand_at_the_word(tmp_path: Path) -> None:
    with pytest.raises(MapperError) as caught:
        preprocessed("void f(void) {\n#pragma omp \\\n  parallel /* x */ nowiat\n  ;\n}\n", tmp_path)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.where is not None
    assert (diagnostic.where.line, diagnostic.where.column) == (3, 20)
