"""The safety net of emission: the user's part of the emitted file must be the user's program, token by token.

Both the source and the emitted file go through the user's preprocessor.  What the emitted file says under its own
name is left out, and each line of each of the user's files must then hold the tokens that it held before.  Macros
whose meaning depends on where they stand (`__COUNTER__`, a file that asks whether it was included) make a difference
here, and so does a piece of ours that landed inside a macro's arguments.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

_MARKER = re.compile(r'#(?: |line )(\d+) "((?:[^"\\]|\\.)*)"')
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|[\w.]+|\S')

_Line = tuple[str, int, str]  # file, number, text


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where the two programs differ, in the user's file."""

    file: str
    line: int


def first_difference(source: str, emitted: str, own: Collection[str]) -> Difference | None:
    """Compare two preprocessed texts; lines of the files in `own` are ours and don't count."""
    left = _lines(source, ())
    right = _lines(emitted, own)
    while True:
        before, after = next(left, None), next(right, None)
        if before is None and after is None:
            return None
        if before is None or after is None or not _same(before, after):
            place = before or after
            assert place is not None
            return Difference(place[0], place[1])


def _same(before: _Line, after: _Line) -> bool:
    """Whether two lines stand at one place and hold the same tokens."""
    return before == after or (before[:2] == after[:2] and _TOKEN.findall(before[2]) == _TOKEN.findall(after[2]))


def _lines(text: str, own: Collection[str]) -> Iterator[_Line]:
    """Each non-empty line; the parts of one line that stand apart are joined."""
    pending: _Line | None = None
    for file, line, row in _rows(text):
        if file in own:
            continue
        if pending and pending[:2] == (file, line):
            pending = (file, line, f"{pending[2]} {row}")
            continue
        if pending:
            yield pending
        pending = (file, line, row)
    if pending:
        yield pending


def _rows(text: str) -> Iterator[_Line]:
    """Each line that is not blank and no marker, with its file and number."""
    file, line = "", 0
    for row in text.split("\n"):
        if row.startswith("#") and (match := _MARKER.match(row)):
            line, file = int(match[1]), match[2]
            continue
        if row and not row.isspace():
            yield file, line, row
        line += 1
