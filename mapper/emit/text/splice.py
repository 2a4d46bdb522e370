"""The emitted file is the user's text with pieces of our own put between its tokens; nothing of it is changed.

Each piece is on lines of its own under the emitted file's name, and the user's text goes on under its own
name and line, at its own column:

    # 41 "saxpy.mapper.c" 3
      __MRT_HOST(y, __MRT_READ);
    # 12 "saxpy.c"
      printf("%f\\n", y[0]);

The flag 3 marks our text as a system header's, so that the C compiler's warnings are about the user's text alone.
A file that is included can be put in the place of its `#include` line, so that its text can get pieces too.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the trees take a while to import
    from mapper.ir.trees.unit import Reading, TextRange, Unit


@dataclass(frozen=True, slots=True)
class Insertion:
    """A piece of our own text (whole lines), to be put at an offset of the text of a unit's reading.

    It belongs to a statement, and `partner` is the offset of the statement's other end.  Where several are at
    one offset, closing ones come first, the inner before the outer; then the opening ones, the outer first.
    """

    reading: int
    offset: int
    text: str
    partner: int
    closing: bool = False

    @property
    def order(self) -> tuple[int, bool, int]:
        """The key that sorts the insertions of one reading."""
        return (self.offset, not self.closing, -self.partner)


@dataclass(frozen=True, slots=True)
class Inlined:
    """An `#include` line (its `where` ends before the newline) that the text of a reading replaces, or nothing."""

    where: TextRange
    reading: int = 0


def emitted_name(path: str) -> str:
    """The name of the file that is emitted for a source: `a/saxpy.c` gives `saxpy.mapper.c`."""
    return PurePath(path).stem + ".mapper.c"


PEDANTIC = ("-pedantic", "-pedantic-errors", "-Wpedantic", "-Werror=pedantic")
"""Flags of the compiler under which line markers in a source are a fault."""


def flags_for_emitted(path: str, flags: Sequence[str], dotted: Sequence[str]) -> list[str]:
    """The user's flags, changed for reading an emitted file instead of the source at `path`.

    `#include "..."` must mean what it means there although the emitted file is in another directory; where
    the source's directory has no name, its headers would be called ./NAME.  Those that the source, too, finds by
    that name (`-I.`) are `dotted`; of two maps that fit, compilers take the later one.
    """
    directory = os.path.dirname(path)
    beside = ["-iquote", directory]
    if not directory:
        beside = [
            "-iquote",
            ".",
            "-fmacro-prefix-map=./=",
            *(f"-fmacro-prefix-map={each}={each}" for each in dotted),
        ]
    return [*beside, *(flag for flag in flags if flag not in PEDANTIC)]


def dotted_names(unit: Unit) -> tuple[str, ...]:
    """The files of a unit that the compiler calls ./NAME."""
    return tuple(sorted(name for name in unit.files if name.startswith("./") and "=" not in name))


def marker(line: int, file: str, *, own: bool = False) -> str:
    """A line marker in the form that the preprocessor itself writes; flag 3 means a system header."""
    quoted = file.replace("\\", "\\\\").replace('"', '\\"')
    return f'# {line} "{quoted}"' + (" 3" if own else "")


def splice(
    readings: Sequence[Reading],
    insertions: Sequence[Insertion],
    inlined: Sequence[Inlined] = (),
    *,
    head: str = "",
    tail: str = "",
) -> str:
    """The emitted file for a unit with some readings; `head` and `tail` are our own lines above and below."""
    writer = _Writer(emitted_name(readings[0].file))
    if head:
        writer.own(head)
    _put_reading(writer, 0, readings, insertions, inlined)
    if tail:
        writer.own(tail)
    return writer.text()


def _put_reading(
    writer: _Writer,
    number: int,
    readings: Sequence[Reading],
    insertions: Sequence[Insertion],
    inlined: Sequence[Inlined],
) -> None:
    """Write one reading of a file of the user with all that goes into it."""
    source = _Source(readings[number].file, readings[number].text)
    pieces: list[tuple[tuple[int, bool, int], Insertion | Inlined]] = [
        (piece.order, piece) for piece in insertions if piece.reading == number
    ]
    pieces += [((part.where.start, True, 0), part) for part in inlined if part.where.reading == number]
    writer.elsewhere()
    position = source.start
    for _, piece in sorted(pieces, key=lambda entry: entry[0]):
        start = piece.offset if isinstance(piece, Insertion) else piece.where.start
        writer.user(source, position, start)
        position = start
        if isinstance(piece, Insertion):
            writer.own(piece.text)
        else:
            if piece.reading:
                _put_reading(writer, piece.reading, readings, insertions, inlined)
            writer.elsewhere()
            position = piece.where.end
    writer.user(source, position, len(source.text))


class _Source:
    """A file of the user; `lines` are the offsets at which its lines begin.

    Compilers count a carriage return alone as the end of a line, too: it is written as one.
    """

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text = re.sub(r"\r(?!\n)", "\n", text)
        self.start = 1 if text.startswith("\ufeff") else 0  # a byte order mark is nothing in the midst of a file
        self.lines = [self.start, *(match.end() for match in re.finditer("\n", text))]


@dataclass
class _Writer:
    """Collects whole lines and the one under way; knows whose text was written last, and where it goes on."""

    name: str
    _lines: list[str] = field(default_factory=list)
    _open: str = ""
    _count: int = 1
    _own: bool = False
    _lost: bool = True

    def elsewhere(self) -> None:
        """What the user's text goes on with does not follow what was written last."""
        self._lost = True

    def own(self, text: str) -> None:
        """Write lines of our own."""
        self._end_line()
        if not self._own:
            self._put(marker(self._count + 1, self.name, own=True) + "\n")
        self._put(text if text.endswith("\n") else text + "\n")
        self._own = self._lost = True

    def user(self, source: _Source, start: int, end: int) -> None:
        """Write the user's text from `start` to `end`."""
        text = source.text
        if self._lost:
            if not text[start:end].strip():
                return
            start = _past_blank_rest(text, start, end)
            self._end_line()
            line = bisect_right(source.lines, start)
            before = text[source.lines[line - 1] : start]
            padding = "".join("\t" if char == "\t" else " " for char in before)
            self._put(f"{marker(line, source.path)}\n{padding}")
            self._own = self._lost = False
        self._put(text[start:end])

    def text(self) -> str:
        """All that was written."""
        self._end_line()
        return "".join(self._lines)

    def _put(self, text: str) -> None:
        whole, newline, rest = (self._open + text).rpartition("\n")
        if newline:
            self._lines.append(whole + newline)
            self._count += whole.count("\n") + 1
        self._open = rest

    def _end_line(self) -> None:
        """End the line under way; where it has only blanks, it was never begun (padding writes them again)."""
        if self._open.strip():
            self._put("\n")
        self._open = ""


def _past_blank_rest(text: str, start: int, end: int) -> int:
    """The start of the next line, where only blanks are left on this one; otherwise `start`."""
    newline = text.find("\n", start, end)
    mid_line = start > 0 and text[start - 1] != "\n"
    return newline + 1 if mid_line and newline >= 0 and not text[start:newline].strip() else start
