"""The reading of gcc's command lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mapper.cc import words
from mapper.cc.flags import compile_flags, without_text_flags
from mapper.cc.words import COMPILE, LINK, PLAIN, read
from mapper.responsefiles import expanded, response_text, split


@pytest.mark.parametrize(
    ("line", "purpose"),
    [
        ("-fopenmp -c a.c", COMPILE),
        ("-c a.c -fopenmp -o a.o", COMPILE),
        ("-fopenmp -xc -c a.txt", COMPILE),
        ("-fopenmp -x c -c a", COMPILE),
        ("-fopenmp=libgomp -c a.i", COMPILE),
        ("-c a.c", PLAIN),
        ("-fopenmp -fno-openmp -c a.c", PLAIN),
        ("-fopenmp-simd -c a.c", PLAIN),
        ("-fopenmp -c a.cpp b.s", PLAIN),
        ("-fopenmp -x c++ -c a.c", PLAIN),
        ("-fopenmp -x c++ a.o -x none -c b.c", COMPILE),
        ("-fopenmp -c -", PLAIN),
        ("-fopenmp -E a.c", PLAIN),
        ("-fopenmp -S a.c -o -c", PLAIN),
        ("-fopenmp -c a.c -dumpbase x", COMPILE),
        ("-dumpmachine", PLAIN),
        ("-fopenmp", PLAIN),
        ("-fopenmp a.o", LINK),
        ("-fopenmp a.c -o a", LINK),
        ("a.o -lgomp", LINK),
        ("a.o /usr/lib/libgomp.so", LINK),
        ("a.o -l gomp", LINK),
        ("a.o -o libgomp", PLAIN),
        ("a.o -lm", PLAIN),
        ("-fopenmp -shared a.o -o a.so", LINK),
        ("-fopenmp -static a.o", PLAIN),
        ("-fopenmp --coverage a.c", PLAIN),
        ("-fopenmp --help=target a.c", PLAIN),
        ("-fopenmp --sysroot=/ --param x=1 a.c", LINK),
    ],
)
def test_purpose(line: str, purpose: str) -> None:
    assert read(line.split()).purpose == purpose


def test_inputs_and_output() -> None:
    command = read("-o old a.c -I -c -xassembler b -x none libx.a dir.c/obj -oprog c.S".split())
    assert command.inputs(words.C_SOURCE) == ["a.c"]
    assert command.inputs(words.OTHER_SOURCE) == ["b", "c.S"]
    assert command.inputs(words.LINKED) == ["libx.a", "dir.c/obj"]
    assert command.output == "prog"


def test_flags_that_matter_for_a_source() -> None:
    line = "-O2 -c a.c -o a.o -MMD -MF a.d -MT x -I inc -DX=1 -undef -U Y -lm -L. -Wl,-O1 -std=c11"
    flags = compile_flags(read([*line.split(), *"-s -v -x c -g -u z".split()]).items)
    assert " ".join(flags) == "-O2 -I inc -DX=1 -undef -U Y -std=c11 -g"
    assert " ".join(without_text_flags(flags)) == "-O2 -undef -std=c11 -g"


def test_response_files_within_response_files(tmp_path: Path) -> None:
    (tmp_path / "outer").write_text(f"-O2 @{tmp_path}/inner\n'two words' \"a 'b'\" c\\ d\\\\ ''\n")
    (tmp_path / "inner").write_text("-DX='a\\'b' @no-such-file")
    found = list(expanded([f"@{tmp_path}/outer", "end"]))
    assert found == ["-O2", "-DX=a'b", "@no-such-file", "two words", "a 'b'", "c d\\", "", "end"]


def test_a_response_file_of_itself_ends(tmp_path: Path) -> None:
    path = tmp_path / "loop"
    path.write_text(f"-O2 @{path}")
    assert f"@{path}" in expanded([f"@{path}"])


@given(st.lists(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1)))
def test_words_survive_a_response_file(written: list[str]) -> None:
    assert split(response_text(written)) == written
