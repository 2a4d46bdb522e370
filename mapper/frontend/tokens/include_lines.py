"""The `#include` lines of a unit: which reading each makes, and the lines by which a file is read only once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mapper.frontend.tokens.ranges import source_of
from mapper.frontend.tokens.rawsource import INCLUDES
from mapper.ir.trees.unit import TextRange, Unit

_HEADER = re.compile(r"[^\"<\n]*[\"<]([^\">\n]+)[\">]")
_PRAGMA = re.compile(r"#\s*pragma\s+(once|GCC\s+system_header)\b")


@dataclass(frozen=True, slots=True)
class IncludeLine:
    """An `#include` line, without its newline: what it calls the file, and the number of the reading it makes.

    `header` is empty where a macro names the file.  `reading` is 0 where the line makes none: it is in a
    conditional group that is left out, or its file may be read only once.
    """

    where: TextRange
    header: str
    reading: int


def include_lines(unit: Unit, reading: int) -> list[IncludeLine]:
    """The `#include` lines of a reading of a user's file, in order; none where `#line` renumbers lines."""
    source = source_of(unit, reading)
    if source.renumbered:
        return []
    made = {one.where.line: number for number, one in enumerate(unit.readings) if one.parent == reading}
    found = []
    for line in source.directives:
        if line.name in INCLUDES:
            name = _HEADER.match(source.text, line.start, line.end)
            where = TextRange(reading, line.start, line.end)
            found.append(IncludeLine(where, name[1] if name else "", made.get(line.line, 0)))
    return found


def once_lines(unit: Unit, reading: int) -> list[TextRange]:
    """The `#pragma once` lines of a reading."""
    return [where for word, where in _pragmas(unit, reading) if word == "once"]


def is_system_header(unit: Unit, reading: int) -> bool:
    """Whether a user's file says of itself that it is a system header."""
    return any(word != "once" for word, _ in _pragmas(unit, reading))


def _pragmas(unit: Unit, reading: int) -> Iterator[tuple[str, TextRange]]:
    """The pragmas of a reading that are about the whole file."""
    source = source_of(unit, reading)
    for line in source.directives:
        if line.name == "pragma" and (found := _PRAGMA.match(source.text, line.start, line.end)):
            yield found[1], TextRange(reading, line.start, line.end)
