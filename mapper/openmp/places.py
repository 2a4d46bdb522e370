"""Where the words of a pragma stand in the user's file.

The preprocessor hands a pragma over on one line, with its macros expanded, its comments gone and its blanks
made one.  Messages point at words, so the words are found again in the user's text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import SequenceMatcher

from mapper.diagnostics import Location
from mapper.ir.unit import SourceFile
from mapper.openmp.clauses import Place

_SPACE = r"(?:\s|\\\n|/\*.*?\*/|//[^\n]*)*"
_START = re.compile(rf"#{_SPACE}pragma\b{_SPACE}", re.DOTALL)
_WORD = re.compile(r"\w+|\"(?:[^\"\\]|\\.)*\"|[^\s\w]")
_SOURCE_WORD = re.compile(rf"{_SPACE}({_WORD.pattern})", re.DOTALL)
_LOGICAL_LINE = re.compile(r"(?:[^\\\n/]|\\\r?\n|\\|/\*.*?\*/|/)*", re.DOTALL)


class Places:
    """Finds the places of pragmas' words in the user's files."""

    def __init__(self, files: Mapping[str, SourceFile]) -> None:
        self._files = files
        self._lines: dict[str, list[int]] = {}

    def of(self, text: str, where: Location) -> Place:
        """The place of each offset into `text`, a pragma's text whose `#` stands at `where`.

        A word out of a macro gets the macro's place; all words of a pragma that is itself out of a macro get
        `where`.
        """
        source = self._logical_line(where)
        start = _START.match(source)
        if start is None:
            return lambda _: where
        if source[start.end() :].rstrip() == text:
            first = self._location(where, source, start.end())
            if first.line == where.line:
                return lambda offset: Location(first.file, first.line, first.column + offset)
        offsets = _aligned(text, source, start.end())
        return lambda offset: self._location(where, source, _at(offsets, offset))

    def _logical_line(self, where: Location) -> str:
        """The source from `where` to the end of the directive, continuation lines and comments included."""
        file = self._files.get(where.file)
        if file is None or not where.column:
            return ""
        starts = self._lines.get(where.file)
        if starts is None:
            starts = [0, *(match.end() for match in re.finditer("\n", file.text))]
            self._lines[where.file] = starts
        if where.line > len(starts):
            return ""
        match = _LOGICAL_LINE.match(file.text, starts[where.line - 1] + where.column - 1)
        return match[0] if match else ""

    @staticmethod
    def _location(where: Location, source: str, offset: int) -> Location:
        before = source[:offset]
        lines = before.count("\n")
        column = len(before) - before.rindex("\n") if lines else where.column + offset
        return Location(where.file, where.line + lines, column)


def _aligned(text: str, source: str, start: int) -> dict[int, int]:
    """For the offset of each word of `text`, the offset in `source` of that word or of its macro."""
    words = [(match[0], match.start()) for match in _WORD.finditer(text)]
    written = [(match[1], match.start(1)) for match in _SOURCE_WORD.finditer(source, start)]
    end = len(source.rstrip())
    matcher = SequenceMatcher(None, [word for word, _ in words], [word for word, _ in written], autojunk=False)
    offsets = {len(text.rstrip()): end}
    for _, first, last, other, other_last in matcher.get_opcodes():
        for number in range(first, last):
            partner = other + (number - first) if last - first == other_last - other else other
            offsets[words[number][1]] = written[partner][1] if partner < len(written) else end
    return offsets


def _at(offsets: Mapping[int, int], offset: int) -> int:
    """The partner of the last known offset up to `offset`."""
    return offsets[max((known for known in offsets if known <= offset), default=min(offsets))]
