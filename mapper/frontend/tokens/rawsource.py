"""Splits a user's source file, as it is on disk, into tokens with their exact places.

Nothing is preprocessed: tokens in skipped conditional groups are there too, and directives are kept apart.
`mapper.frontend.tokens.columns` aligns these tokens with the preprocessed ones.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import lru_cache

from mapper.frontend.tokens.lexer import CHAR, NAME, NUMBER, PRAGMA, PUNCTUATOR, STRING, TOKEN_PATTERN

_SCAN = re.compile(
    r"[ \t\f\v]*(?:"
    r"(?P<newline>\r\n|\n|\r)"
    r"|(?P<splice>\\[ \t\f\v]*(?:\r\n|\n|\r))"
    r"|(?P<comment>/\*(?:[^*]|\*(?!/))*(?:\*/|\Z))"
    r"|(?P<line_comment>//(?:\\(?:\r\n|.|\n)|[^\\\r\n])*)"
    rf"|{TOKEN_PATTERN}|(?P<other>[^ \t\f\v\n]))"
)
INCLUDES = frozenset(["include", "include_next", "import"])
"""The directives that bring in another file."""
_KINDS = (NAME, NUMBER, STRING, CHAR, PUNCTUATOR, "other", PRAGMA)
_NUMBERS = {kind: number for number, kind in enumerate(_KINDS)}
_DIRECTIVE_WORD = re.compile(r"#(?:[ \t]|\\\r?\n|/\*.*?\*/)*(\w*)", re.DOTALL)
_SPLICE = re.compile(r"\\[ \t\f\v]*(?:\r\n|\n|\r)")
_NEWLINE = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class RawToken:
    """A token of the file: `start` and `end` are offsets into the text, `text` has no line splices."""

    text: str
    kind: str
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Directive:
    """A preprocessing directive: `start` is the offset of its `#`, `end` that of its line end."""

    name: str
    line: int
    last_line: int
    start: int
    end: int


@dataclass(slots=True)
class RawSource:
    """The tokens of a file in order, its directives in order, and its logical lines.

    `lines` are the offsets at which the physical lines begin.  `logical` maps each physical line that takes part
    in a line splice to the first and last line of its logical line.  A `#pragma` line is one token of kind
    `pragma` on the directive's first line.  `renumbered` is true if `#line` gives the file's lines other names.
    """

    text: str
    lines: list[int] = field(default_factory=list)
    directives: list[Directive] = field(default_factory=list)
    logical: dict[int, tuple[int, int]] = field(default_factory=dict)
    renumbered: bool = False
    _starts: array[int] = field(default_factory=lambda: array("q"))
    _ends: array[int] = field(default_factory=lambda: array("q"))
    _kinds: bytearray = field(default_factory=bytearray)

    def add(self, kind: str, start: int, end: int) -> None:
        """Note the next token."""
        self._starts.append(start)
        self._ends.append(end)
        self._kinds.append(_NUMBERS[kind])

    def tokens(self, line: int) -> list[RawToken]:
        """The tokens that begin on a physical line."""
        if not 1 <= line <= len(self.lines):
            return []
        low = bisect_left(self._starts, self.lines[line - 1])
        high = bisect_left(self._starts, self.lines[line]) if line < len(self.lines) else len(self._starts)
        return [self._token(number, line) for number in range(low, high)]

    def token_at(self, offset: int) -> RawToken | None:
        """The token that begins at an offset."""
        number = bisect_left(self._starts, offset)
        found = number < len(self._starts) and self._starts[number] == offset
        return self._token(number, self.line_of(offset)) if found else None

    def token_before(self, offset: int) -> RawToken | None:
        """The last token that begins before an offset."""
        number = bisect_left(self._starts, offset) - 1
        return self._token(number, self.line_of(self._starts[number])) if number >= 0 else None

    def token_after(self, offset: int) -> RawToken | None:
        """The first token that begins at an offset or behind it."""
        number = bisect_left(self._starts, offset)
        return self._token(number, self.line_of(self._starts[number])) if number < len(self._starts) else None

    def _token(self, number: int, line: int) -> RawToken:
        kind, start, end = _KINDS[self._kinds[number]], self._starts[number], self._ends[number]
        text = "#pragma" if kind == PRAGMA else self.text[start:end]
        return RawToken(_SPLICE.sub("", text) if "\\" in text else text, kind, line, start, end)

    def line_of(self, offset: int) -> int:
        """The number of the physical line that holds an offset."""
        return bisect_right(self.lines, offset)

    def column_of(self, offset: int) -> int:
        """The column, from 1, of an offset in its physical line."""
        return offset - self.lines[self.line_of(offset) - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a place that `line_of` and `column_of` gave."""
        return self.lines[line - 1] + column - 1


@lru_cache(maxsize=16)
def scan(text: str) -> RawSource:
    """Split the text of a source file.  Never fails: what is no C becomes tokens of one character."""
    source = RawSource(text, [0, *(match.end() for match in _NEWLINE.finditer(text))])
    position = 1 if text.startswith("\ufeff") else 0
    line, line_is_empty, spliced_from = 1, True, 0
    while match := _SCAN.match(text, position):
        kind = match.lastgroup or ""
        start, end = match.span(kind)
        if line_is_empty and kind == PUNCTUATOR and text[start:end] == "#":
            position = _scan_directive(source, start)
            line = source.line_of(position)
            continue
        position = end
        if kind == "newline":
            if spliced_from:
                _join(source, spliced_from, line)
                spliced_from = 0
            line += 1
            line_is_empty = True
        elif kind == "splice":
            spliced_from = spliced_from or line
            line += 1
        elif kind in ("comment", "line_comment"):
            line = source.line_of(position)
        else:
            line_is_empty = False
            source.add(kind, start, end)
            if kind in (STRING, CHAR) and _SPLICE.search(text, start, end):
                spliced_from = spliced_from or line
                line = source.line_of(position)
    if spliced_from:
        _join(source, spliced_from, line)
    return source


def _join(source: RawSource, first: int, last: int) -> None:
    for line in range(first, last + 1):
        source.logical[line] = (first, last)


def _scan_directive(source: RawSource, start: int) -> int:
    """Record the directive at `start`; returns the offset of the newline that ends it."""
    position = start
    while (match := _SCAN.match(source.text, position)) and match.lastgroup != "newline":
        position = match.end()
    position = match.start("newline") if match else len(source.text)
    line, last_line = source.line_of(start), source.line_of(position)
    word = _DIRECTIVE_WORD.match(source.text, start)
    name = word[1] if word else ""
    source.directives.append(Directive(name, line, last_line, start, position))
    source.renumbered |= name == "line" or name.isdigit()
    if last_line > line:
        _join(source, line, last_line)
    if name == "pragma":
        source.add(PRAGMA, start, position)
    return position
