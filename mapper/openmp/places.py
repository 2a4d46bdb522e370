"""Where the words of a pragma are in the user's file.

The preprocessor hands a pragma over on one line, with its macros expanded, its comments gone and its blanks
made one.  Messages point at words, so the words are found again in the user's text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher

from mapper.diagnostics import Location
from mapper.ir.trees.unit import SourceFile
from mapper.openmp.clauses import Place

_NEWLINE = r"(?:\r\n|\n|\r)"
_SPLICE = rf"\\[ \t\f\v]*{_NEWLINE}"
_COMMENT = r"(?>/\*.*?\*/)"
_SPACE = rf"(?:\s|{_SPLICE}|{_COMMENT}|//[^\r\n]*)*+"
_START = re.compile(rf"#{_SPACE}pragma\b{_SPACE}", re.DOTALL)
_LOGICAL_LINE = re.compile(rf"(?:{_SPLICE}|{_COMMENT}|[^\r\n])*", re.DOTALL)
_WORD = re.compile(r"[\w$]+|\"(?:[^\"\\]|\\.)*\"|[^\s\w]")
_SOURCE_WORD = re.compile(rf"{_SPACE}({_WORD.pattern})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _File:
    """A file's text and the offsets at which its lines start."""

    name: str
    text: str
    lines: list[int]

    def location(self, offset: int) -> Location:
        line = bisect_right(self.lines, offset)
        return Location(self.name, line, offset - self.lines[line - 1] + 1)


class Places:
    """Finds the places of pragmas' words in the user's files."""

    def __init__(self, files: Mapping[str, SourceFile]) -> None:
        self._sources = files
        self._files: dict[str, _File] = {}

    def of(self, text: str, where: Location) -> Place:
        """The place of each offset into `text`, a pragma's text whose `#` is at `where`.

        A word out of a macro gets the macro's place; all words of a pragma that is itself out of a macro get
        `where`.
        """
        file = self._file(where.file)
        if file is None or not where.column or not 1 <= where.line <= len(file.lines):
            return lambda _: where
        begin = file.lines[where.line - 1] + where.column - 1
        start = _START.match(file.text, begin)
        line = _LOGICAL_LINE.match(file.text, begin)
        if start is None or line is None or start.end() > line.end():
            return lambda _: where
        first = start.end()
        if file.text[first : line.end()].rstrip() == text:
            return lambda offset: file.location(first + offset)
        offsets = _aligned(text, file.text, first, line.end())
        return lambda offset: file.location(_at(offsets, offset))

    def _file(self, name: str) -> _File | None:
        if name not in self._files and name in self._sources:
            text = self._sources[name].text
            self._files[name] = _File(name, text, [0, *(match.end() for match in re.finditer(_NEWLINE, text))])
        return self._files.get(name)


def _aligned(text: str, source: str, start: int, end: int) -> dict[int, int]:
    """For the offset of each word of `text`, the offset in `source` of that word or of its macro."""
    words = [(match[0], match.start()) for match in _WORD.finditer(text)]
    written: list[tuple[str, int]] = []
    position = start
    while match := _SOURCE_WORD.match(source, position, end):
        written.append((match[1], match.start(1)))
        position = match.end()
    last = written[-1][1] + len(written[-1][0]) if written else start
    matcher = SequenceMatcher(None, [word for word, _ in words], [word for word, _ in written], autojunk=False)
    offsets = {len(text.rstrip()): last}
    for _, low, high, other, other_high in matcher.get_opcodes():
        for number in range(low, high):
            partner = other + (number - low) if high - low == other_high - other else other
            offsets[words[number][1]] = written[partner][1] if partner < len(written) else last
    return offsets


def _at(offsets: Mapping[int, int], offset: int) -> int:
    """The partner of the last known offset up to `offset`."""
    return offsets[max((known for known in offsets if known <= offset), default=min(offsets))]
