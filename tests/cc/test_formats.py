"""The readers of objects, archives and records, on files that the system's tools make."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from mapper.cc.program import record
from mapper.cc.program.record import Record
from mapper.cc.program.trace import Taken, parse
from mapper.objects import archive
from mapper.objects.elf import Elf, NotElfError

SOURCE = """\
int shared = 1;
extern int wanted;
static int own(void) { return wanted; }
int get(void) { return own(); }
"""
LONG = "a_member_with_a_name_that_is_much_too_long_for_the_header.o"
RECORD = Record(("cc",), "/some where", "a.c", ("-O2", "-DX=\udcff"), '# 1 "a.c"\nint x;\udcff\n', "names")


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A folder with the object a.o."""
    (tmp_path / "a.c").write_text(SOURCE)
    run(tmp_path, "cc", "-fPIC", "-c", "a.c")
    return tmp_path


def run(folder: Path, *command: str) -> None:
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def test_names_of_an_object_and_of_a_shared_library(made: Path) -> None:
    found = Elf((made / "a.o").read_bytes())
    assert not found.shared
    assert found.names().defined == {"shared", "get"}
    assert {"wanted"} <= found.names().undefined <= {"wanted", "_GLOBAL_OFFSET_TABLE_"}
    run(made, "cc", "-shared", "a.o", "-o", "liba.so")
    library = Elf((made / "liba.so").read_bytes())
    assert library.shared
    assert {"shared", "get"} <= library.names().defined
    assert "wanted" in library.names().undefined


def test_sections(made: Path) -> None:
    (made / "text").write_bytes(b"some bytes")
    run(made, "objcopy", "--add-section", ".mapper=text", "a.o")
    found = Elf((made / "a.o").read_bytes())
    assert found.section(".mapper") == b"some bytes"
    assert found.section(".nothing") is None
    assert found.has_section(".map")
    assert not found.has_section(".gnu.lto_")


@pytest.mark.parametrize("length", [0, 3, 16, 63, 200])
def test_damaged_objects(made: Path, length: int) -> None:
    with pytest.raises(NotElfError):
        Elf((made / "a.o").read_bytes()[:length])


@pytest.mark.parametrize("thin", ["", "T"])
def test_archives(made: Path, thin: str) -> None:
    data = (made / "a.o").read_bytes()
    (made / LONG).write_bytes(data)
    (made / "odd").write_bytes(b"odd")
    run(made, "ar", f"qcs{thin}", "lib.a", "a.o", "odd", LONG)
    path = str(made / "lib.a")
    assert archive.is_archive((made / "lib.a").read_bytes())
    assert archive.is_thin((made / "lib.a").read_bytes()) == bool(thin)
    members = archive.members(path)
    assert [(each.name, each.data) for each in members] == [("a.o", data), ("odd", b"odd"), (LONG, data)]
    if thin:
        assert [archive.member_path(path, each) for each in members] == [
            str((made / name).resolve()) for name in ("a.o", "odd", LONG)
        ]


def test_records() -> None:
    other = Record((), "", "b.c", (), "")
    assert record.decode(record.encode(RECORD) + record.encode(other)) == [RECORD, other]
    assert record.decode(b"") == []


@pytest.mark.parametrize("section", [b"x", b"MAPPERCC", record.encode(RECORD)[:-1], record.encode(RECORD) + b"x"])
def test_damaged_records(section: bytes) -> None:
    with pytest.raises(ValueError, match="record"):
        record.decode(section)


def test_regions_are_seen_in_the_text() -> None:
    texts = {"#pragma omp parallel for\n": True, "  # pragma omp parallel\n": True, "int parallel;\n": False}
    assert {text: Record((), "", "", (), text).has_regions for text in texts} == texts


@pytest.mark.parametrize("line", ["({})b.o", "{}(b.o)"])
def test_lines_of_the_linkers_trace(tmp_path: Path, line: str) -> None:
    path = str(tmp_path.resolve() / "lib (1).a")
    assert parse(line.format(path)) == Taken(path, "b.o")
    Path(path).touch()
    assert parse(path) == Taken(path)
