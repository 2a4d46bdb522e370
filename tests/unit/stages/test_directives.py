"""A file of directives: to which regions and loops its lines belong, and what is said of bad lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.cli import exit_code
from mapper.codes import KEPT
from mapper.diagnostics import MapperError
from mapper.model.tree import Leaf, Model
from mapper.options import Options
from mapper.stages.mapped import Mapped
from mapper.stages.pipeline import map_program

FIRST = """\
#include "add.h"
double a[9], b[9];
static void team(void)
{
#pragma omp for
    for (int i = 0; i < 9; i++)
        b[i] += a[i];
}
void other(void) { a[0] = 1; }
int main(void)
{
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < 9; i++)
            a[i] = i;
        team();
    }
#pragma omp parallel for
    for (int i = 0; i < 9; i++)
        a[i] += 1;
    add(a, b, 9);
    return 0;
}
"""
SECOND = '#include "add.h"\nvoid more(double *x)\n{\n    add(x, x + 9, 9);\n}\n'
HEADER = """\
static void add(double *to, double *from, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        to[i] += from[i];
}
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a program of two sources and a header; it is the current one."""
    monkeypatch.chdir(tmp_path)
    Path("src").mkdir()
    for name, text in (("first.c", FIRST), ("second.c", SECOND), ("add.h", HEADER)):
        Path("src", name).write_text(text)
    return tmp_path


def _mapped(text: str, *, shared: bool = False, strict: bool = True) -> Mapped:
    Path("d").write_text(text)
    sources = ("src/first.c", "src/second.c")
    options = Options(sources=sources, directives=Path("d"), shared=shared, strict=strict)
    return map_program(options, Model("test", (Leaf(-1.0),)))


def _on_cpu(text: str, strict: bool = True) -> list[int]:
    """The lines of the loops that the source wants on the CPU."""
    verdicts = _mapped(text, strict=strict).program.verdicts()
    return sorted(loop.where.line for loop, _, kept in verdicts if kept is not None and kept.code == "K029")


def _errors(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(MapperError) as error:
        _mapped(text)
    return [(each.where.line if each.where else 0, each.code, each.message) for each in error.value.diagnostics]


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize(
    ("place", "lines"),
    [
        ("first.c:14", [14]),  # the directive
        ("first.c:14:9", [14]),  # as messages have it
        ("first.c:15", [14]),  # its loop
        ("first.c:12", [5, 14]),  # the whole region, with what it calls
        ("src/first.c:13", [5, 14]),  # its block
        ("first.c:team", [5]),
        ("first.c:main", [5, 14, 19]),
        ("add.h:add", [3, 3]),  # in both units
    ],
)
def test_places(folder: Path, place: str, lines: list[int], strict: bool) -> None:
    assert _on_cpu(f"# comment\n\n  {place}\ttarget(openmp)  # why\n", strict) == lines


def test_clauses_are_believed(folder: Path) -> None:
    for text, expected in (
        ("", False),
        ("add.h:3 assume(noalias(to, from))", True),
        ("add.h:add assume(noalias)", True),
    ):
        program = _mapped(text).program
        (loop,) = (each for region in program.regions for each in region.loops if each.id == "second_add_1")
        assert any(each.transform == "restrict" and each.did for each in loop.applied) == expected


def test_the_place_is_named_where_it_matters(folder: Path) -> None:
    Path("src/second.c").write_text(SECOND.replace("{\n", "{\n#pragma omp parallel for\n    for (;;);\n"))
    mapped = _mapped("first.c:team target(openmp)\nfirst.c:12 target(opencl)\nsecond.c:4 target(opencl)\n")
    kept = next(kept for loop, _, kept in mapped.program.verdicts() if kept is not None and kept.code == "K029")
    assert [str(where) for _, where in kept.notes] == ["d:1:1"]
    assert next(region for region in mapped.program.regions if region.where.line == 12).target == "opencl"
    assert [(each.code, str(each.where)) for each in mapped.warnings] == [("W007", "src/second.c:4:9")]


def test_functions_that_are_not_understood(folder: Path) -> None:
    Path("src/second.c").write_text(
        "void f(int *a)\n{\n    int g(int x) { return x; }\n"
        "#pragma omp parallel for\n    for (int i = 0; i < 9; i++)\n        a[i] = g(i);\n}\n"
    )
    for place in ("f", "4"):
        (warning,) = _mapped(f"second.c:{place} target(opencl)\n", strict=False).warnings
        assert warning.code == "W007"
        assert any(code in warning.notes[0][0] for code in KEPT)


def test_bad_lines_are_all_told(folder: Path) -> None:
    found = _errors(
        "first.c:14 target(gpu)\nfisrt.c:14 target(auto)\nfirst.c:maim target(auto)\nfirst.c:other target(auto)\n"
        "first.c:7 target(auto)\nfirst.c:14\nmain target(auto)\n:3 target(auto)\nfirst.c: target(auto)\n"
        "first.c:14:8 target(auto)\n"
    )
    assert [(line, code) for line, code, _ in found] == [
        *((1, "E015"), (2, "E028"), (3, "E028"), (4, "E028"), (5, "E028")),
        *((6, "E015"), (7, "E028"), (8, "E028"), (9, "E028"), (10, "E028")),
    ]
    told = [message for _, _, message in found]
    assert told[0] == "`target(gpu)` is not target(openmp | opencl | opencl:gpu | auto)"
    assert told[1] == "the program has no source `fisrt.c` (did you mean src/first.c?)"
    assert told[2] == "there is no function `maim` in src/first.c (did you mean main?)"
    assert told[3] == "`other` in src/first.c has no parallel region or loop"
    assert told[4] == (
        "no parallel region or loop begins on line 7 of src/first.c; "
        "the nearest are on lines 5 (`team`), 12 (`main`), 14 (`main`)"
    )
    assert told[5].startswith("a clause is missing; the clauses are target(")
    assert told[9] == (
        "no parallel region or loop is at 14:8 of src/first.c; "
        "the nearest are at 12:9 (`main`), 14:9 (`main`), 19:9 (`main`)"
    )
    assert told[6] == "`main` names no place: a line is FILE:LINE or FILE:FUNCTION, then clauses"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("first.c:14 assume(noalias(a, c))\n", "there is no `c` here"),
        ("first.c:14 target(openmp)\nfirst.c:15 target(opencl)\n", "contradicts `target(openmp)`"),
    ],
)
def test_clauses_that_mean_nothing_at_their_place(folder: Path, text: str, message: str) -> None:
    ((line, code, told),) = _errors(text)
    assert (line, code) == (text.count("\n"), "E015")
    assert message in told


def test_the_source_has_a_word_in_it(folder: Path) -> None:
    Path("src/first.c").write_text(
        FIRST.replace("#pragma omp parallel for", "#pragma mapper target(opencl)\n#pragma omp parallel for")
    )
    with pytest.raises(MapperError) as error:
        _mapped("first.c:20 target(openmp)\n")
    (diagnostic,) = error.value.diagnostics
    assert (str(diagnostic.where), diagnostic.notes[0][1] and diagnostic.notes[0][1].line) == ("d:1:1", 19)


def test_a_path_that_is_the_end_of_two(folder: Path) -> None:
    Path("src/second.c").unlink()
    Path("src/sub").mkdir()
    Path("src/sub/first.c").write_text("void f(void) {}\n")
    Path("d").write_text("first.c:14 target(auto)\nsrc/first.c:14 target(auto)\n")
    options = Options(sources=("src/first.c", "src/sub/first.c"), directives=Path("d"))
    with pytest.raises(MapperError) as error:
        map_program(options, Model("test", (Leaf(-1.0),)))
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.message == "`first.c` may be src/first.c or src/sub/first.c: begin the path earlier"


def test_sources_of_other_programs(folder: Path) -> None:
    (warning,) = _mapped("elsewhere.c:14 target(openmp)\n", shared=True).warnings
    assert (warning.code, str(warning.where)) == ("W008", "d:1:1")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere", "nowhere: error: can't read the directives: No such file or directory [E028]"),
        ("src", "src: error: can't read the directives: Is a directory [E028]"),
        ("bytes", "bytes: error: the directives are not text in UTF-8 [E028]"),
    ],
)
def test_files_that_can_not_be_read(
    folder: Path, name: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("bytes").write_bytes(b"\xff\xfe")
    assert exit_code(["compile", "src/first.c", "-o", "p", "--directives", name]) == 1
    assert message in capsys.readouterr().err
    assert not Path("p").exists()


def test_it_is_not_written_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("d").write_text("")
    assert exit_code(["compile", "src/first.c", "-o", "d", "--directives=d"]) == 2
    assert "the output d would overwrite the file of directives" in capsys.readouterr().err
