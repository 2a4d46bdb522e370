"""The comparison of the user's program before and after emission."""

from pathlib import Path

import pytest

from mapper.emit.host_file.verify import Difference, first_change, first_difference

SOURCE = '# 1 "a.c"\nint main(void) {\n  f(1);\n  g(2);\n}\n'


def test_own_lines_do_not_count() -> None:
    emitted = (
        '# 2 "a.mapper.c" 3\nhead;\n# 1 "a.c"\nint main(void) {\n  f(1);\n# 9 "a.mapper.c" 3\nown;\n# 3 "a.c"\n'
        "  g(2);\n}\n"
    )
    assert first_difference(SOURCE, emitted, {"a.mapper.c"}) is None


def test_parts_of_one_line_are_joined() -> None:
    emitted = '# 1 "a.c"\nint main(void) {\n  f(\n# 7 "own" 3\nown\n# 2 "a.c"\n    1);\n  g(2);\n}\n'
    assert first_difference(SOURCE, emitted, {"own"}) is None


@pytest.mark.parametrize("argument", ["a", "b"])
def test_the_first_word_of_an_own_line_may_be_on_a_line_of_its_own(argument: str) -> None:
    """So gcc does it behind a directive."""
    emitted = '#pragma omp taskwait\n# 3 "own" 3\n  OWN(a);\n# 2 "a.c"\n'
    after = f'# 1 "own"\n#pragma omp taskwait\n# 3 "own" 3\n  OWN\n# 3 "own" 3\n     ({argument});\n# 2 "a.c"\n'
    assert first_change(emitted, after, "own") == (None if argument == "a" else "OWN(a);")


@pytest.mark.parametrize(
    ("emitted", "line"),
    [
        (SOURCE.replace("g(2)", "g(3)"), 3),
        (SOURCE.replace("f(1)", "f (12)"), 2),
        (SOURCE.replace("  g(2);\n", ""), 3),
        (SOURCE + "int more;\n", 5),
        (SOURCE.replace("  g", "\n  g"), 3),
    ],
    ids=["token", "longer", "missing", "more", "moved"],
)
def test_first_difference_is_found(emitted: str, line: int) -> None:
    assert first_difference(SOURCE, emitted, ()) == Difference("a.c", line)


def test_blanks_do_not_count() -> None:
    assert first_difference(SOURCE, SOURCE.replace("f(1)", "f( 1 )"), ()) is None


def test_blanks_around_the_dot_of_a_member_do_not_count() -> None:
    source = SOURCE.replace("f(1)", "f((a[i]).key + 1.5e3)")
    assert first_difference(source, source.replace(").key", ") . key"), ()) is None
    assert first_difference(source, source.replace("1.5e3", "1 .5e3"), ()) == Difference("a.c", 2)


def test_names_of_one_header_are_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the source it is found by the source's path, and from the emitted file by what `-I` says."""
    monkeypatch.chdir(tmp_path)
    text = '# 1 "{}"\nint f(void);\n# 2 "a.c"\nint main(void) {{ return f(); }}\n'
    assert first_difference(text.format(tmp_path / "in" / "f.h"), text.format("in/f.h"), ()) is None
    assert first_difference(text.format(tmp_path / "in" / "f.h"), text.format("f.h"), ()) is not None
