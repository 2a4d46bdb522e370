"""Which `#include` lines give way to text or to nothing, so that pieces can be put into what they include."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from mapper.emit.host_file.included import includes, inlined
from mapper.frontend.load import load_unit
from mapper.ir.trees.unit import Unit


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _unit(folder: Path, files: Mapping[str, str]) -> Unit:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    return load_unit("main.c", ("gcc",), ("-std=gnu11",))


def _given_way(unit: Unit, file: str) -> list[str]:
    """The lines that give way where the readings of a file get pieces: `FILE: LINE -> FILE` or `-> nothing`."""
    found = []
    readings = [number for number, one in enumerate(unit.readings) if one.file == file]
    for line in inlined(unit, readings):
        into = unit.readings[line.where.reading]
        what = unit.readings[line.reading].file if line.reading else "nothing"
        found.append(f"{into.file}: {into.text[line.where.start : line.where.end]} -> {what}")
    return found


def test_each_reading_has_its_line_and_the_lines_that_lead_there(folder: Path) -> None:
    files = {
        "main.c": '#include "b.h"\n#include "b.h"\nint x;\n',
        "b.h": '#include "a.h"\n',
        "a.h": "extern int a;\n",
    }
    unit = _unit(folder, files)
    assert _given_way(unit, "a.h") == ['b.h: #include "a.h" -> a.h', 'main.c: #include "b.h" -> b.h'] * 2
    assert _given_way(unit, "b.h") == ['main.c: #include "b.h" -> b.h'] * 2


def test_headers_of_another_folder_come_along(folder: Path) -> None:
    unit = _unit(
        folder,
        {
            "main.c": '#include "d/a.h"\n',
            "d/a.h": '#include <stddef.h>\n#include "b.h"\n#if 0\n#include "c.h"\n#endif\nextern int a;\n',
            "d/b.h": "extern int b;\n",
        },
    )
    assert _given_way(unit, "d/a.h") == [
        'main.c: #include "d/a.h" -> d/a.h',
        'd/a.h: #include "b.h" -> d/b.h',
        'd/a.h: #include "c.h" -> nothing',
    ]
    assert _given_way(unit, "main.c") == []


def test_what_may_be_read_once_is_not_read_again(folder: Path) -> None:
    unit = _unit(
        folder,
        {
            "main.c": '#include "a.h"\n#include "b.h"\n#include "a.h"\n#include "b.h"\n',
            "a.h": "#pragma once\nextern int a;\n",
            "b.h": '#ifndef B\n#define B\n#include "a.h"\n#endif\n',
        },
    )
    assert _given_way(unit, "a.h") == [
        'main.c: #include "a.h" -> a.h',
        "a.h: #pragma once -> nothing",
        'main.c: #include "a.h" -> nothing',
        'b.h: #include "a.h" -> nothing',
        'main.c: #include "b.h" -> b.h',
    ]


def test_a_file_that_calls_itself_a_system_header_stays_included(folder: Path) -> None:
    unit = _unit(folder, {"main.c": '#include "a.h"\n', "a.h": "#pragma GCC system_header\nextern int a;\n"})
    (number,) = (number for number, one in enumerate(unit.readings) if one.file == "a.h")
    assert includes(unit, number) == "'a.h' calls itself a system header"


def test_a_file_of_the_command_line_has_no_line(folder: Path) -> None:
    (folder / "main.c").write_text("int x;\n")
    (folder / "a.h").write_text("extern int a;\n")
    unit = load_unit("main.c", ("gcc",), ("-include", "a.h"))
    (number,) = (number for number, one in enumerate(unit.readings) if one.file.endswith("a.h"))
    assert includes(unit, number) == "the line that includes './a.h' is not known"
