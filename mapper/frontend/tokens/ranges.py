"""The way back from tokens to the user's text: which range they occupy, and where something may be put.

Each answer is a place, or a sentence that says why there is none.  A place is given only if the file is read
once in the unit and the text there makes exactly the tokens asked for.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from weakref import WeakKeyDictionary

from mapper.frontend.tokens.lexer import NAME, PRAGMA
from mapper.frontend.tokens.rawsource import RawSource, RawToken, scan
from mapper.ir.trees.unit import TextRange, Token, Unit

_ENDS = ("{", "}", ";")


def text_range(unit: Unit, first: int, last: int) -> TextRange | str:
    """The range of the original text that the tokens `first` to `last` (numbers from 1) occupy.

    Conditional groups may begin and end anywhere within it: both of its ends are in groups that are compiled.
    It may end with all that a macro's use makes, and ends with that use.
    A range that begins with a pragma begins with its line, or with the use of the macro that makes it.  Comments
    after the last token are not part of it.
    """
    begin, end = unit.tokens[first - 1], unit.tokens[last - 1]
    if reason := _unusable(unit, begin, "begins", first) or _unusable(unit, end, "ends", last):
        return reason
    file = begin.where.file
    if end.where.file != file:
        return f"it begins in '{file}' and ends in '{end.where.file}'"
    places = _places(unit)
    source = places.source(file)
    stop = _macro_end(unit, end, last) if end.expanded else getattr(_raw_token(source, end), "end", None)
    if stop is None:
        return "the place where it ends is not known exactly"
    start = _start(source, begin)
    numbers = places.numbers(file, start, stop)
    if any(not first <= number <= last for number in numbers):
        return "other code of the unit comes out of the same text"
    if len(numbers) != sum(unit.tokens[number - 1].where.file == file for number in range(first, last + 1)):
        return "it does not stand in one piece of text"
    if (begin.kind != PRAGMA or begin.expanded) and (reason := _hidden_before(unit, first, start)):
        return reason
    return TextRange(file, start, stop)


def insertion_offset(unit: Unit, token: int) -> tuple[str, int] | str:
    """The file and the offset right before a token (number from 1) in the original text.

    For a pragma this is the beginning of its line.
    """
    where = unit.tokens[token - 1]
    if reason := _unusable(unit, where, "stands", token):
        return reason
    file = where.where.file
    places = _places(unit)
    start = _start(places.source(file), where)
    if (where.kind != PRAGMA or where.expanded) and (reason := _hidden_before(unit, token, start)):
        return reason
    return file, start


def include_range(unit: Unit, file: str) -> TextRange | str:
    """The `#include` line that brings a file of the user into the unit, without its newline."""
    lines = unit.includes.get(file, ())
    if not lines:
        return f"'{file}' is not included"
    if len(lines) > 1:
        return f"'{file}' is included {len(lines)} times"
    where = lines[0]
    if not where.line or where.file not in unit.files:
        return f"the line that includes '{file}' is not known"
    if len(unit.includes.get(where.file, ())) > 1:
        return f"'{where.file}', which includes '{file}', is included {len(unit.includes[where.file])} times"
    source = _places(unit).source(where.file)
    found = next(one for one in source.directives if one.line == where.line)
    return TextRange(where.file, found.start, found.end)


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
    """The raw tokens of a unit's files, and the unit's tokens by place.  Made once for a unit."""

    def __init__(self, unit: Unit) -> None:
        self._texts = {name: file.base for name, file in unit.files.items()}
        self._sources: dict[str, RawSource] = {}
        by_file: dict[str, list[tuple[int, int]]] = {name: [] for name in unit.files}
        for number, token in enumerate(unit.tokens, 1):
            if not token.system and token.where.file in by_file:
                by_file[token.where.file].append((_key(token.where.line, token.column), number))
        self._by_file = {name: _Sorted(entries) for name, entries in by_file.items()}
        self._tokens = unit.tokens

    def source(self, file: str) -> RawSource:
        """The raw tokens of a file."""
        if file not in self._sources:
            self._sources[file] = scan(self._texts[file])
        return self._sources[file]

    def numbers(self, file: str, start: int, end: int) -> list[int]:
        """The numbers of all tokens whose place is between two offsets."""
        entries, source = self._by_file[file], self.source(file)
        low = bisect_left(entries.keys, _key(source.line_of(start), source.column_of(start)))
        high = bisect_left(entries.keys, _key(source.line_of(end), source.column_of(end)))
        return list(entries.numbers[low:high])

    def is_plain(self, file: str, raw: RawToken) -> bool:
        """Whether a raw token is a token of the unit as it stands, neither dropped nor part of a macro's use."""
        numbers = self.numbers(file, raw.start, raw.start + 1)
        return any(not self._tokens[number - 1].expanded for number in numbers)


_known: WeakKeyDictionary[Unit, _Places] = WeakKeyDictionary()


def _places(unit: Unit) -> _Places:
    places = _known.get(unit)
    if places is None:
        places = _known[unit] = _Places(unit)
    return places


def _unusable(unit: Unit, token: Token, verb: str, number: int = 0) -> str:
    """Why nothing can be done at a token, or an empty string; `verb` says what the code does there.

    With its `number` a pragma may be the first token that a macro makes (`#define LOOP _Pragma("omp for")`), and
    an end may be the last one.
    """
    file = token.where.file
    if token.system:
        return f"it {verb} in a system header"
    if file not in unit.files:
        return f"it {verb} in '{file}', which can't be read or is only named by `#line`"
    if len(unit.includes.get(file, ())) > 1:
        return f"it {verb} in '{file}', which is included {len(unit.includes[file])} times"
    if _places(unit).source(file).renumbered:
        return f"it {verb} in '{file}', whose lines are renumbered by #line"
    if token.expanded and not (number and _is_outermost(unit, token, number, verb)):
        return f"it {verb} in the expansion of a macro"
    return ""


def _is_outermost(unit: Unit, token: Token, number: int, verb: str) -> bool:
    """Whether a token is at the end of a macro's expansion at which the code begins or ends."""
    if verb == "ends":
        return _macro_end(unit, token, number) is not None
    return token.kind == PRAGMA and _begins_a_macro(unit, token, number)


def _macro_end(unit: Unit, token: Token, number: int) -> int | None:
    """The offset behind a macro's use, arguments included, if a token is the last one that it makes."""
    places, file = _places(unit), token.where.file
    source = places.source(file)
    raw = _raw_token(source, token)
    if raw is None or raw.kind != NAME:
        return None
    end, behind, depth = raw.end, source.token_after(raw.end), 0
    if behind is not None and behind.text == "(" and not places.is_plain(file, behind):
        while behind is not None:
            depth += {"(": 1, ")": -1}.get(behind.text, 0)
            end, behind = behind.end, source.token_after(behind.end)
            if depth == 0:
                break
    if max(places.numbers(file, raw.start, end), default=0) != number:
        return None
    if behind is None or source.line_of(behind.start) != source.line_of(end - 1):
        return end
    # What makes no token there may belong to the use, where the text of the line could not be understood.
    return end if places.numbers(file, behind.start, behind.start + 1) else None


def _begins_a_macro(unit: Unit, token: Token, number: int) -> bool:
    """Whether a token is the first one that a macro's use or a `_Pragma` makes, which is at its place."""
    places = _places(unit)
    source = places.source(token.where.file)
    raw = _raw_token(source, token)
    if raw is None or raw.kind != NAME:
        return False
    return min(places.numbers(token.where.file, raw.start, raw.end), default=0) == number


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
    """The reason if what stands right before an offset is no token of the unit, else an empty string.

    Such a word (`__extension__`, an attribute, a macro that expands to nothing) may belong to what follows, which
    begins with `token`; a macro that ends a statement doesn't.
    """
    places, file = _places(unit), unit.tokens[token - 1].where.file
    source = places.source(file)
    earlier = bisect_left(source.directives, offset, key=lambda one: one.start)
    barrier = source.directives[earlier - 1].end if earlier else 0
    before = source.token_before(offset)
    if before is None or before.start < barrier or places.is_plain(file, before):
        return ""
    last = unit.tokens[token - 2] if token > 1 else None
    ends = last is not None and last.expanded and last.text in _ENDS and last.where.file == file
    if ends and last is not None and _macro_end(unit, last, token - 1) == before.end:
        return ""
    return "a macro or a GNU word stands right before it"
