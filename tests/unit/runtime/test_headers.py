"""The run-time library's internal headers: one a folder, with the folder's files, and includes that go down."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mapper import runtime

RUNTIME = Path(__file__).parents[3] / "mapper" / "runtime"
HEADERS = sorted(path.relative_to(RUNTIME) for path in RUNTIME.glob("*/mrt_*.h"))
FOLDERS = re.findall(r"^- `(\w+)/`: ", runtime.__doc__ or "", re.MULTILINE)
"""From the lowest to the highest."""
UPWARD = {
    "device/devices.c": ["decide"],
    "device/device.c": ["copies", "decide", "forms", "process"],
    "device/pending.c": ["programs", "decide", "forms"],
    "programs/program.c": ["memory", "decide", "forms", "process"],
    "programs/ahead.c": ["copies", "process"],
    "programs/setargs.c": ["copies", "tables", "forms", "region"],
    "memory/reordered.c": ["copies"],
    "memory/segment.c": ["copies"],
    "memory/alloc.c": ["copies"],
    "memory/host.c": ["copies", "tables"],
    "memory/messages.c": ["copies"],
    "memory/moves.c": ["copies"],
    "memory/origins.c": ["forms"],
    "memory/parts.c": ["copies", "tables", "decide", "forms"],
    "memory/clear.c": ["copies"],
    "memory/sums.c": ["copies"],
    "copies/transfer.c": ["tables", "decide", "forms"],
    "copies/staging.c": ["tables"],
    "copies/send.c": ["decide"],
    "copies/shadow.c": ["tables"],
    "tables/pool.c": ["decide"],
    "tables/rowcopies.c": ["forms"],
    "decide/decide.c": ["process"],
    "decide/revise.c": ["region"],
    "decide/stats.c": ["process"],
    "decide/worth.c": ["process"],
    "forms/batch.c": ["process"],
    "forms/relayout.c": ["region"],
    "region/region.c": ["report", "process"],
}
"""The files that call functions of later folders, and which folders these are."""
DEFINITION = re.compile(
    r"^(?!static|extern|typedef|#)[A-Za-z_][\w *]*?\b(mrt_\w+)\((?:[^;{}]|\n)*?\)\s*\{", re.MULTILINE
)
DECLARATION = re.compile(r"(?!static|typedef|#)[A-Za-z_][\w *]*?\b(mrt_[a-z_]+)\(")


def definitions() -> dict[str, str]:
    """The file of each function that has external linkage."""
    found = {}
    for path in RUNTIME.glob("*/*.c"):
        for name in DEFINITION.findall(path.read_text(encoding="utf-8")):
            found[name] = path.name
    return found


@pytest.mark.parametrize("header", HEADERS, ids=str)
def test_functions_stand_under_their_file(header: Path) -> None:
    defined = definitions()
    section: set[str] = set()
    note: set[str] = set()  # files named by comments since the last empty line
    for line in (RUNTIME / header).read_text(encoding="utf-8").splitlines():
        if line.startswith("/* ----"):
            section = set(re.findall(r"\w+\.c", line))
        elif not line:
            note = set()
        elif line.startswith("/*"):
            note |= set(re.findall(r"\b(\w+\.c)[,:]", line))
        elif declared := DECLARATION.match(line):
            assert defined[declared[1]] in section | note, declared[1]


def included(path: Path) -> list[str]:
    """The folders whose headers a file includes."""
    return re.findall(r'^#include "mrt_(\w+)\.h"$', path.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize(("below", "folder"), list(zip(["", *FOLDERS], FOLDERS, strict=False)))
def test_a_header_lists_its_folder_and_includes_the_one_below(below: str, folder: str) -> None:
    header = RUNTIME / folder / f"mrt_{folder}.h"
    listed = re.findall(r"^ \* (\w+\.c) ", header.read_text(encoding="utf-8").partition("*/")[0], re.MULTILINE)
    assert sorted(listed) == sorted(path.name for path in (RUNTIME / folder).glob("*.c"))
    assert [name for name in included(header) if name in FOLDERS] == ([below] if below else [])


def test_includes_go_down_but_for_those_that_are_known() -> None:
    upward = {}
    for folder in FOLDERS:
        for path in (RUNTIME / folder).glob("*.c"):
            own, *others = included(path)
            assert own in (folder, "revision"), path
            assert all(FOLDERS.index(name) > FOLDERS.index(folder) for name in others), path
            if others:
                upward[f"{folder}/{path.name}"] = others
    assert upward == UPWARD
