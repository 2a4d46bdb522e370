"""Text files with a place a line, `FILE:LINE` or `FILE:FUNCTION`, and words about it: waivers and directives."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePath

from mapper.diagnostics import Location, fail

_NUMBERED = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?")


@dataclass(frozen=True, slots=True)
class Place:
    """A `line`, or a `function`, of the source whose path ends with `file`; empty: of any source.

    With a `column` it is what begins there, as messages have it.
    """

    file: str
    line: int
    function: str
    column: int = 0

    def __str__(self) -> str:
        parts = (self.file, self.line, self.column, self.function)
        return ":".join(str(part) for part in parts if part)


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
    found = _NUMBERED.fullmatch(word)
    if found is not None:
        return Place(found["file"], int(found["line"]), "", int(found["column"] or 0))
    file, colon, function = word.rpartition(":")
    return Place(file, 0, function) if function and (file or not colon) else None


def ends_with(path: str, end: str) -> bool:
    """Whether a path is another one, or ends with its parts: `/home/me/src/a.c` with `src/a.c`."""
    parts, wanted = PurePath(path).parts, PurePath(end).parts
    return bool(wanted) and parts[-len(wanted) :] == wanted
