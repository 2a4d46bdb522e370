"""Text files with a place a line, `FILE:LINE` or `FILE:FUNCTION`, and words about it: waivers and directives."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePath

from mapper.diagnostics import Location, fail

_LINE = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Place:
    """A `line`, or a `function`, of the source whose path ends with `file`; empty: of any source."""

    file: str
    line: int
    function: str


def read_list(path: Path, what: str, code: str) -> list[tuple[Location, str]]:
    """The lines of a file, but for empty ones and comments, which begin with `#`.

    Raises `MapperError` with the code where the file can't be read; messages call what is in it `what`.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        fail(code, f"can't read the {what}: {error.strerror or error}", Location(str(path)))
    except UnicodeDecodeError:
        fail(code, f"the {what} are not text in UTF-8", Location(str(path)))
    numbered = enumerate(lines, 1)
    return [
        (Location(str(path), number), line)
        for number, line in numbered
        if line.strip() and not line.lstrip().startswith("#")
    ]


def read_place(word: str) -> Place | None:
    """The place that a word names, if it names one."""
    file, colon, last = word.rpartition(":")
    if not last or (colon and not file):
        return None
    line = int(last) if colon and _LINE.fullmatch(last) else 0
    return Place(file, line, "" if line else last)


def ends_with(path: str, end: str) -> bool:
    """Whether a path is another one, or ends with its parts: `/home/me/src/a.c` with `src/a.c`."""
    parts, wanted = PurePath(path).parts, PurePath(end).parts
    return bool(wanted) and parts[-len(wanted) :] == wanted
