"""The internal headers of the run-time library name, above each function, the file that defines it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

RUNTIME = Path(__file__).parents[3] / "mapper" / "runtime"
HEADERS = sorted(path.name for path in RUNTIME.glob("mrt_*.h"))
DEFINITION = re.compile(
    r"^(?!static|extern|typedef|#)[A-Za-z_][\w *]*?\b(mrt_\w+)\((?:[^;{}]|\n)*?\)\s*\{", re.MULTILINE
)
DECLARATION = re.compile(r"(?!static|typedef|#)[A-Za-z_][\w *]*?\b(mrt_[a-z_]+)\(")


def definitions() -> dict[str, str]:
    """The file of each function that has external linkage."""
    found = {}
    for path in RUNTIME.glob("*.c"):
        for name in DEFINITION.findall(path.read_text(encoding="utf-8")):
            found[name] = path.name
    return found


@pytest.mark.parametrize("header", HEADERS)
def test_functions_stand_under_their_file(header: str) -> None:
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
