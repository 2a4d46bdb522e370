"""Pieces of our own between the user's tokens: whose text, which line, which column."""

from mapper.diagnostics import Location
from mapper.emit.text.splice import Inlined, Insertion, emitted_name, marker, splice
from mapper.ir.trees.unit import Reading, TextRange


def _before(text: str, at: str, piece: str) -> Insertion:
    offset = text.index(at)
    return Insertion(0, offset, piece, offset + 1)


def _main(text: str, path: str = "a.c") -> Reading:
    return Reading(path, -1, Location(path), text)


def _spliced(text: str, *insertions: Insertion) -> str:
    return splice([_main(text)], insertions)


def test_nothing_inserted_leaves_the_text_below_its_marker() -> None:
    assert _spliced("int x;\n") == '# 1 "a.c"\nint x;\n'


def test_piece_stands_on_lines_of_its_own_and_the_text_goes_on_at_its_place() -> None:
    text = "{\n  a();\n  b();\n}\n"
    assert _spliced(text, _before(text, "b()", "NEW;\n")) == (
        '# 1 "a.c"\n{\n  a();\n# 5 "a.mapper.c" 3\nNEW;\n# 3 "a.c"\n  b();\n}\n'
    )


def test_column_is_kept_in_the_middle_of_a_line() -> None:
    text = "\ta(); b();\n"
    assert _spliced(text, _before(text, "b()", "NEW;")) == (
        '# 1 "a.c"\n\ta(); \n# 4 "a.mapper.c" 3\nNEW;\n# 1 "a.c"\n\t     b();\n'
    )


def test_piece_at_the_end_of_a_line_does_not_repeat_the_line() -> None:
    text = "a();\nb();\n"
    end = Insertion(0, 4, "NEW;", 0, closing=True)
    assert _spliced(text, end) == '# 1 "a.c"\na();\n# 4 "a.mapper.c" 3\nNEW;\n# 2 "a.c"\nb();\n'


def test_a_carriage_return_alone_ends_a_line() -> None:
    text = "a();\r\r\nb();\r c();\r\n"
    assert _spliced(text, _before(text, "c()", "NEW;")) == (
        '# 1 "a.c"\na();\n\r\nb();\n# 6 "a.mapper.c" 3\nNEW;\n# 4 "a.c"\n c();\r\n'
    )


def test_pieces_at_one_offset_close_inner_first_and_open_outer_first() -> None:
    text = "abcdef"
    pieces = [
        Insertion(0, 3, "open inner", 4),
        Insertion(0, 3, "open outer", 6),
        Insertion(0, 3, "close outer", 0, closing=True),
        Insertion(0, 3, "close inner", 2, closing=True),
    ]
    lines = _spliced(text, *pieces).splitlines()
    assert lines[3:7] == ["close inner", "close outer", "open outer", "open inner"]


def test_head_and_tail_are_ours() -> None:
    text = splice([_main("int x;", "d/a.c")], [], head="top;", tail="end;\n")
    assert text == '# 2 "a.mapper.c" 3\ntop;\n# 1 "d/a.c"\nint x;\n# 6 "a.mapper.c" 3\nend;\n'


def test_included_file_takes_the_place_of_its_line() -> None:
    main, part = 'int x;\n#include "p.h"\nint y;\n', "int p;\nint q;\n"
    start = main.index("#include")
    where = TextRange(0, start, start + len('#include "p.h"'))
    text = splice(
        [_main(main), Reading("p.h", 0, Location("a.c", 2, 1), part)],
        [Insertion(1, part.index("int q"), "NEW;", 20)],
        [Inlined(where, 1)],
    )
    assert text == (
        '# 1 "a.c"\nint x;\n# 1 "p.h"\nint p;\n# 6 "a.mapper.c" 3\nNEW;\n# 2 "p.h"\nint q;\n# 3 "a.c"\nint y;\n'
    )


def test_marker_escapes_the_name() -> None:
    assert marker(7, 'a"b\\c.c') == '# 7 "a\\"b\\\\c.c"'


def test_emitted_name_has_no_directory() -> None:
    assert emitted_name("/some/where/prog.c") == "prog.mapper.c"
