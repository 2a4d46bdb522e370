"""Macro uses that hold an OpenMP construct in their midst are written out, so that it can be replaced in the text.

    #define FILL(a, n, v) do { _Pragma("omp parallel for") for (int i = 0; i < n; i++) a[i] = v; } while (0)

`FILL(x, n, 3)` gives way to what the macro makes of it.  So does `END`, of `#define END } }`, as a construct may
end with the first brace.  Where a construct begins with a macro's use and ends with it or behind it, the use stays
as it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from mapper.frontend.tokens.columns import Use
from mapper.frontend.tokens.lexer import PRAGMA, Lexeme
from mapper.frontend.tokens.rawsource import RawSource

_OPENMP = re.compile(r"#pragma omp\b")
_OPENING = ("(", "[")
_CLOSING = (")", "]", "[", ",", ";")
_BRACKETS = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}


def write_out(
    lexemes: Sequence[Lexeme], uses: Sequence[Use], sources: Sequence[RawSource | None]
) -> dict[int, str]:
    """The texts of the readings in which uses give way to what they make; sets `at` of lexemes on their lines.

    `uses` are in the order of the text, `sources` are those of the readings.
    """
    chosen: dict[int, list[Use]] = {}
    for use in uses if any(map(_is_openmp, lexemes)) else ():
        if use.joined or use.closes or _has_construct_within(use.lexemes):
            chosen.setdefault(use.reading, []).append(use)
    texts: dict[int, str] = {}
    for reading, there in chosen.items():
        source = sources[reading]
        if source is not None and all(one.end <= other.start for one, other in pairwise(there)):
            texts[reading] = _Edited(source, there).apply(lexemes)
    return texts


def _is_openmp(lexeme: Lexeme) -> bool:
    return lexeme.kind == PRAGMA and _OPENMP.match(lexeme.text) is not None


def _has_construct_within(made: Sequence[Lexeme]) -> bool:
    """Whether an OpenMP construct begins behind the first lexeme, or ends before the last one."""
    if any(map(_is_openmp, made[1:])):
        return True
    depth = 0
    for one in made[1:-1]:
        depth += _BRACKETS.get(one.text, 0)
        if depth == 0 and one.text in (";", "}"):
            return _is_openmp(made[0])
    return False


class _Edited:
    """A reading's text with some uses written out, and where its lexemes are then."""

    def __init__(self, source: RawSource, uses: Sequence[Use]) -> None:
        self._source = source
        self._ends = [use.end for use in uses]
        self._shifts = [0]  # by how much the text behind each use moves
        self._inside: dict[int, int] = {}  # offsets in the new text, by the identities of lexemes
        parts: list[str] = []
        done = length = 0
        for use in uses:
            parts.append(source.text[done : use.start])
            length += use.start - done
            for lexeme, following in zip(use.lexemes, [*use.lexemes[1:], None], strict=True):
                self._inside[id(lexeme)] = length
                parts.append(_spelled(lexeme) + _blank(lexeme, following))
                length += len(parts[-1])
            parts.append("\n" * (source.line_of(use.end) - source.line_of(use.start)))
            length += len(parts[-1])
            done = use.end
            self._shifts.append(length - done)
        self._lines = {source.line_of(place) for use in uses for place in (use.start, use.end)}
        self._reading = uses[0].reading
        self._text = "".join([*parts, source.text[done:]])

    def apply(self, lexemes: Sequence[Lexeme]) -> str:
        """Set `at` of the reading's lexemes on the lines of uses; gives the new text."""
        for lexeme in lexemes:
            if lexeme.reading != self._reading or lexeme.line not in self._lines:
                continue
            offset = self._inside.get(id(lexeme))
            if offset is None:
                old = self._source.offset(lexeme.line, lexeme.column)
                offset = old + self._shifts[bisect_right(self._ends, old)]
            else:
                lexeme.expanded = lexeme.kind == PRAGMA
            lexeme.at = offset - (self._text.rfind("\n", 0, offset) + 1) + 1
        return self._text


def _blank(lexeme: Lexeme, following: Lexeme | None) -> str:
    """What is between two lexemes: nothing behind an opening bracket, and before what can't be part of a word."""
    return "" if lexeme.text in _OPENING or (following is not None and following.text in _CLOSING) else " "


def _spelled(lexeme: Lexeme) -> str:
    """A lexeme as it can be in the midst of a line."""
    if lexeme.kind != PRAGMA:
        return lexeme.text
    words = lexeme.text.removeprefix("#pragma ").replace("\\", r"\\").replace('"', r"\"")
    return f'_Pragma("{words}")'
