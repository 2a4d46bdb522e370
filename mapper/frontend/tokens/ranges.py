"""The way back from tokens to the user's text: which range they occupy, and where something may be put.

Each answer is a place, or a sentence that says why there is none.  A place is given only if the text there, in
that reading of the file, makes exactly the tokens asked for.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from dataclasses import replace
from weakref import WeakKeyDictionary

from mapper.frontend.tokens.lexer import NAME, PRAGMA
from mapper.frontend.tokens.rawsource import INCLUDES, RawSource, RawToken, scan
from mapper.ir.trees.unit import TextRange, Token, Unit

_ENDS = ("{", "}", ";")
_OURS = re.compile(r"#pragma (omp|mapper)\b")
_OTHER_PRAGMA = re.compile(r"#\s*pragma\s+(?!omp\b|mapper\b)")


def text_range(unit: Unit, first: int, last: int) -> TextRange | str:
    """The range of the original text that the tokens `first` to `last` (numbers from 1) occupy.

    Conditional groups may begin and end anywhere within it: both of its ends are in groups that are compiled.
    It may end with all that a macro's use or an included file makes, and ends with that use or `#include` line.
    A range that begins with a pragma begins with its line, or with the use of the macro that makes it.  Comments
    after the last token are not part of it.
    """
    begin, end = unit.tokens[first - 1], unit.tokens[last - 1]
    reading = begin.reading
    if reason := _unusable(unit, begin, "begins", first):
        return reason
    if end.reading == reading and (reason := _unusable(unit, end, "ends", last)):
        return reason
    places = _places(unit)
    source = places.source(reading)
    if end.reading != reading:
        if (stop := _include_end(unit, reading, last)) is None:
            return f"it begins in '{begin.where.file}' and ends in '{end.where.file}'"
    else:
        stop = _macro_end(unit, end, last) if end.expanded else getattr(_raw_token(source, end), "end", None)
    if stop is None:
        return "the place where it ends is not known exactly"
    start = _start(source, begin)
    numbers = places.numbers(reading, start, stop)
    if any(not first <= number <= last for number in numbers):
        return "other code of the unit comes out of the same text"
    if len(numbers) != sum(unit.tokens[number - 1].reading == reading for number in range(first, last + 1)):
        return "it does not stand in one piece of text"
    if (begin.kind != PRAGMA or begin.expanded) and (reason := _hidden_before(unit, first, start)):
        return reason
    return TextRange(reading, start, stop)


def insertion_offset(unit: Unit, token: int) -> tuple[int, int] | str:
    """The number of the reading and the offset right before a token (number from 1) in the original text.

    For a pragma this is the beginning of its line, for the first token that a macro's use makes that of the use.
    """
    where = unit.tokens[token - 1]
    if reason := _unusable(unit, where, "stands", token):
        return reason
    start = _start(_places(unit).source(where.reading), where)
    if (where.kind != PRAGMA or where.expanded) and (reason := _hidden_before(unit, token, start)):
        return reason
    return where.reading, start


def before_pragmas(unit: Unit, reading: int, offset: int) -> int:
    """Where the C compiler's own pragmas begin that are before a place: they belong to what comes next.

    Comments may be between them and the place. They may be in a conditional group, or before one that holds it.
    """
    places = _places(unit)
    source, begin, start, depth, inside = places.source(reading), offset, offset, 0, False
    behind = places.ours_before(reading, offset)
    last = bisect_left(source.directives, offset, key=lambda one: one.start)
    for directive in reversed(source.directives[:last]):
        if directive.start < behind or directive.name in INCLUDES:
            break
        start = directive.start
        if directive.name == "endif":
            depth += 1
        elif directive.name.startswith("el") and depth == 0:
            depth = 1  # what is before it is left out
        elif directive.name in ("if", "ifdef", "ifndef") and depth > 0:
            depth -= 1
        elif _OTHER_PRAGMA.match(source.text, start, directive.end):
            inside = True
        if inside and depth == 0:
            begin, inside = start, False
    return begin


def expression_ends(unit: Unit, first: int, behind: int) -> tuple[int, int, int] | str:
    """The number of the reading and the offsets where the original text of an expression begins and ends.

    `first` is its first token, and may be the first one that a macro's use makes; `behind` is the token behind it.
    """
    begin, end = unit.tokens[first - 1], unit.tokens[behind - 1]
    if begin.expanded and not _begins_a_macro(unit, begin, first):
        return "it begins in the midst of the expansion of a macro"
    reason = _unusable(unit, replace(begin, expanded=False), "begins") or _unusable(unit, end, "ends")
    if reason or begin.reading != end.reading:
        return reason or "it begins and ends in different files"
    source = _places(unit).source(begin.reading)
    start, stop = (source.offset(each.where.line, each.column) for each in (begin, end))
    return _hidden_before(unit, first, start) or (begin.reading, start, stop)


def include_range(unit: Unit, reading: int) -> TextRange | str:
    """The `#include` line that makes a reading of a user's file, without its newline."""
    entered = unit.readings[reading]
    if entered.parent < 0:
        return f"'{entered.file}' is not included"
    if not entered.where.line:
        return f"the line that includes '{entered.file}' is not known"
    source = source_of(unit, entered.parent)
    found = next(one for one in source.directives if one.line == entered.where.line)
    return TextRange(entered.parent, found.start, found.end)


def source_of(unit: Unit, reading: int) -> RawSource:
    """The raw tokens of the text of a reading."""
    return _places(unit).source(reading)


def _key(line: int, column: int) -> int:
    """A place as a number, in the order of places."""
    return line << 32 | column


class _Sorted:
    """The numbers of tokens, by the keys of their places, in the memory that they need."""

    def __init__(self, entries: list[tuple[int, int]]) -> None:
        entries.sort()
        self.keys = array("q", (key for key, _ in entries))
        self.numbers = array("q", (number for _, number in entries))


class _Places:
    """The raw tokens of a unit's readings, and the unit's tokens by place.  Made once for a unit."""

    def __init__(self, unit: Unit) -> None:
        self._readings = unit.readings
        self._sources: dict[str, RawSource] = {}
        by_reading: dict[int, list[tuple[int, int]]] = {}
        for number, token in enumerate(unit.tokens, 1):
            if not token.system and token.where.file == unit.readings[token.reading].file:
                key = _key(token.where.line, token.column)
                by_reading.setdefault(token.reading, []).append((key, number))
        self._by_reading = {reading: _Sorted(entries) for reading, entries in by_reading.items()}
        self._tokens = unit.tokens

    def source(self, reading: int) -> RawSource:
        """The raw tokens of a reading's file."""
        text = self._readings[reading].text
        if text not in self._sources:
            self._sources[text] = scan(text)
        return self._sources[text]

    def numbers(self, reading: int, start: int, end: int) -> list[int]:
        """The numbers of all tokens of a reading whose place is between two offsets."""
        entries, source = self._by_reading[reading], self.source(reading)
        low = bisect_left(entries.keys, _key(source.line_of(start), source.column_of(start)))
        high = bisect_left(entries.keys, _key(source.line_of(end), source.column_of(end)))
        return list(entries.numbers[low:high])

    def ours_before(self, reading: int, offset: int) -> int:
        """An offset behind which no token begins before another offset, but pragmas of the C compiler's own."""
        entries, source = self._by_reading[reading], self.source(reading)
        end = bisect_left(entries.keys, _key(source.line_of(offset), source.column_of(offset)))
        for at in reversed(range(end)):
            token = self._tokens[entries.numbers[at] - 1]
            if token.kind != PRAGMA or token.expanded or _OURS.match(token.text):
                return source.offset(token.where.line, token.column) + 1
        return 0

    def is_plain(self, reading: int, raw: RawToken) -> bool:
        """Whether a raw token is a token of the unit as it is, neither dropped nor part of a macro's use."""
        numbers = self.numbers(reading, raw.start, raw.start + 1)
        return any(not self._tokens[number - 1].expanded for number in numbers)


_known: WeakKeyDictionary[Unit, _Places] = WeakKeyDictionary()


def _places(unit: Unit) -> _Places:
    places = _known.get(unit)
    if places is None:
        places = _known[unit] = _Places(unit)
    return places


def _unusable(unit: Unit, token: Token, verb: str, number: int = 0) -> str:
    """Why nothing can be done at a token, or an empty string; `verb` says what the code does there.

    With its `number` a pragma may be the first token that a macro makes (`#define LOOP _Pragma("omp for")`), so
    may any token before which something is to stand, and an end may be the last one.
    """
    file = token.where.file
    if token.system:
        return f"it {verb} in a system header"
    if file not in unit.files or unit.readings[token.reading].file != file:
        return f"it {verb} in '{file}', which can't be read or is only named by `#line`"
    if _places(unit).source(token.reading).renumbered:
        return f"it {verb} in '{file}', whose lines are renumbered by #line"
    if token.expanded and not (number and _is_outermost(unit, token, number, verb)):
        return f"it {verb} in the expansion of a macro"
    return ""


def _is_outermost(unit: Unit, token: Token, number: int, verb: str) -> bool:
    """Whether a token is at the end of a macro's expansion at which the code begins or ends."""
    if verb == "ends":
        return _macro_end(unit, token, number) is not None
    return (verb == "stands" or token.kind == PRAGMA) and _begins_a_macro(unit, token, number)


def _include_end(unit: Unit, reading: int, last: int) -> int | None:
    """The end of the `#include` line in a reading that brings in a token, if that is the last one it brings in."""
    through = _through(unit, reading, last)
    if not through or (last < len(unit.tokens) and _through(unit, reading, last + 1) == through):
        return None
    where = include_range(unit, through)
    return None if isinstance(where, str) else where.end


def _through(unit: Unit, reading: int, token: int) -> int:
    """The reading made by a line of another one that a token comes from, directly or not; 0 if there is none."""
    number = unit.tokens[token - 1].reading
    while number and unit.readings[number].parent != reading:
        number = unit.readings[number].parent
    return max(number, 0)


def _macro_end(unit: Unit, token: Token, number: int) -> int | None:
    """The offset behind a macro's use, arguments included, if a token is the last one that it makes."""
    places, reading = _places(unit), token.reading
    source = places.source(reading)
    raw = _raw_token(source, token)
    if raw is None or raw.kind != NAME:
        return None
    end, behind, depth = raw.end, source.token_after(raw.end), 0
    if behind is not None and behind.text == "(" and not places.is_plain(reading, behind):
        while behind is not None:
            depth += {"(": 1, ")": -1}.get(behind.text, 0)
            end, behind = behind.end, source.token_after(behind.end)
            if depth == 0:
                break
    if max(places.numbers(reading, raw.start, end), default=0) != number:
        return None
    if behind is None or source.line_of(behind.start) != source.line_of(end - 1):
        return end
    # What makes no token there may belong to the use, where the text of the line could not be understood.
    return end if places.numbers(reading, behind.start, behind.start + 1) else None


def _begins_a_macro(unit: Unit, token: Token, number: int) -> bool:
    """Whether a token is the first one that a macro's use or a `_Pragma` makes, which is at its place."""
    places = _places(unit)
    raw = _raw_token(places.source(token.reading), token)
    if raw is None or raw.kind != NAME:
        return False
    return min(places.numbers(token.reading, raw.start, raw.end), default=0) == number


def _raw_token(source: RawSource, token: Token) -> RawToken | None:
    """The raw token at a token's place."""
    start = source.offset(token.where.line, token.column)
    return source.token_at(start)


def _start(source: RawSource, token: Token) -> int:
    """The offset of a token; for a pragma that of its line, if nothing but blanks precedes it."""
    offset = source.offset(token.where.line, token.column)
    line_start = source.offset(token.where.line, 1)
    if token.kind == PRAGMA and not source.text[line_start:offset].strip():
        return line_start
    return offset


def _hidden_before(unit: Unit, token: int, offset: int) -> str:
    """The reason if what is right before an offset is no token of the unit, else an empty string.

    Such a word (`__extension__`, an attribute, a macro that expands to nothing) may belong to what follows, which
    begins with `token`; a macro that ends a statement doesn't.
    """
    places, reading = _places(unit), unit.tokens[token - 1].reading
    source = places.source(reading)
    earlier = bisect_left(source.directives, offset, key=lambda one: one.start)
    barrier = source.directives[earlier - 1].end if earlier else 0
    before = source.token_before(offset)
    if before is None or before.start < barrier or places.is_plain(reading, before):
        return ""
    last = unit.tokens[token - 2] if token > 1 else None
    ends = last is not None and last.expanded and last.text in _ENDS and last.reading == reading
    if ends and last is not None and _macro_end(unit, last, token - 1) == before.end:
        return ""
    return "a macro or a GNU word stands right before it"
