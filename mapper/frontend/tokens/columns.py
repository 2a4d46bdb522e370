"""Gives each preprocessed lexeme its exact column, and says which ones come out of a macro.

The preprocessor keeps lines, but columns only roughly.  So the lexemes of a line are aligned with the tokens
of the same line in the source file.  Macro uses are known by name (the preprocessor printed the definitions),
and represent any number of lexemes; the tokens between two uses have a known place if only one alignment is
possible.  A lexeme out of a macro gets the place of the macro's use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from mapper.frontend.tokens.lexer import NAME, PRAGMA, Lexed, Lexeme
from mapper.frontend.tokens.macros import Macros, lengths
from mapper.frontend.tokens.rawsource import RawSource, RawToken

_BRACES = {"{": 1, "}": -1}


@dataclass(frozen=True, slots=True)
class Use:
    """A macro's use, from offset `start` to `end` of a reading's text, and the lexemes that it makes.

    `joined` is true for several uses, one after the other, of which it is not known which makes what.  `closes` is
    true if a block that begins before the use ends before the last lexeme.
    """

    reading: int
    start: int
    end: int
    lexemes: tuple[Lexeme, ...]
    joined: bool
    closes: bool


def place(lexed: Lexed, sources: Mapping[str, RawSource]) -> list[Use]:
    """Set `column` and `expanded` of the user's lexemes; `sources` holds the files that can be read.

    Lexemes whose place can't be determined are marked `expanded`: nothing may be inserted or cut there.  Gives the
    uses of macros that make pragmas, or the ends of blocks within, in the order of the text; those whose lexemes
    can't be determined are left out.
    """
    macros = Macros()
    found: list[Use] = []
    lexemes = lexed.lexemes
    event = index = 0
    while index < len(lexemes):
        first = lexemes[index]
        source = None if first.system else sources.get(first.file)
        if source is None or source.renumbered or lexed.readings[first.reading].file != first.file:
            first.expanded = not first.system
            index += 1
            continue
        while event < len(lexed.macros) and lexed.macros[event].index <= index:
            macros.apply(lexed.macros[event])
            event += 1
        group = _group(source, first.line, macros)
        end = index + 1
        while (
            end < len(lexemes)
            and group.first_line <= lexemes[end].line <= group.last_line
            and lexemes[end].file == first.file
            and lexemes[end].reading == first.reading
        ):
            end += 1
        found += _place_group(lexemes[index:end], group, source, macros)
        index = end
    return found


@dataclass(slots=True)
class _Group:
    """Source lines that belong together: runs of plain tokens with one macro use between any two."""

    first_line: int
    last_line: int
    runs: list[list[RawToken]]
    uses: list[list[RawToken]]


def _group(source: RawSource, line: int, macros: Macros) -> _Group:
    """The logical line that holds `line`, with the lines over which the arguments of a macro extend."""
    first, last = source.logical.get(line, (line, line))
    tokens = [token for number in range(first, last + 1) for token in source.tokens(number)]

    def extend() -> bool:
        nonlocal last
        if last >= len(source.lines):
            return False
        begin = last + 1
        _, last = source.logical.get(begin, (begin, begin))
        for number in range(begin, last + 1):
            tokens.extend(source.tokens(number))
        return True

    group = _Group(first, last, [[]], [])
    at = 0
    while at < len(tokens):
        token = tokens[at]
        end = at + 1
        if token.kind == NAME and token.text in macros:
            if macros.takes_arguments(token.text):
                end = _after_arguments(tokens, at + 1, extend)
            if end > at + 1 or not macros.is_function_like(token.text):
                group.uses.append(tokens[at:end])
                group.runs.append([])
                at = end
                continue
        group.runs[-1].append(token)
        at = end
    group.last_line = last
    return group


def _after_arguments(tokens: list[RawToken], at: int, extend: Callable[[], bool]) -> int:
    """The index after a macro's argument list, or `at` if there is none; `extend` adds another line."""
    while at >= len(tokens):
        if not extend():
            return at
    if tokens[at].text != "(":
        return at
    depth, end = 0, at
    while True:
        while end >= len(tokens):
            if not extend():
                return end
        depth += {"(": 1, ")": -1}.get(tokens[end].text, 0)
        end += 1
        if depth == 0:
            return end


def _same(lexeme: Lexeme, token: RawToken) -> bool:
    return lexeme.text == token.text or lexeme.kind == token.kind == PRAGMA


def _matches(lexemes: list[Lexeme], at: int, run: list[RawToken]) -> bool:
    if at < 0 or at + len(run) > len(lexemes):
        return False
    return all(_same(lexemes[at + number], token) for number, token in enumerate(run))


def _place_group(lexemes: list[Lexeme], group: _Group, source: RawSource, macros: Macros) -> list[Use]:
    """Align the lexemes of a group with its runs; without an alignment all of them count as expanded.

    Gives the uses that make pragmas, or the ends of blocks within.
    """
    runs, uses = _joined(group)
    if not uses and _align(lexemes, runs):
        for lexeme, token in zip(lexemes, runs[0], strict=True):
            _put(lexeme, token, source, expanded=False)
        return []
    early = _align(lexemes, runs)
    late = _align(lexemes[::-1], [run[::-1] for run in runs[::-1]])
    if early is None or late is None:
        for lexeme in lexemes:
            lexeme.expanded = True
            on_line = source.tokens(lexeme.line)
            lexeme.column = source.column_of(on_line[0].start) if on_line else 0
        return []
    late = [len(lexemes) - at - len(run) for at, run in zip(late[::-1], runs, strict=True)]
    found: list[Use] = []
    end = 0
    for number, run in enumerate(runs):
        if number:
            made = _place_uses(lexemes[end : early[number]], uses[number - 1], source, macros)
            if early[number - 1 : number + 1] == late[number - 1 : number + 1]:
                found += made
        end = early[number] + len(run)
        known = early[number] == late[number]
        for lexeme, token in zip(lexemes[early[number] : end], run, strict=True):
            _put(lexeme, token, source, expanded=not known)
    return found


def _joined(group: _Group) -> tuple[list[list[RawToken]], list[list[list[RawToken]]]]:
    """The runs of a group, and between any two the uses that follow each other there."""
    runs, uses = [group.runs[0]], list[list[list[RawToken]]]()
    for run, use in zip(group.runs[1:], group.uses, strict=True):
        if uses and not runs[-1]:
            uses[-1].append(use)
            runs[-1] = run
        else:
            uses.append([use])
            runs.append(run)
    return runs, uses


def _align(lexemes: list[Lexeme], runs: list[list[RawToken]]) -> list[int] | None:
    """Where each run begins when each begins as early as possible, or None if they don't fit.

    The first run is at the beginning and the last one at the end.
    """
    if not _matches(lexemes, 0, runs[0]):
        return None
    if len(runs) == 1:
        return [0] if len(lexemes) == len(runs[0]) else None
    begins, at = [0], len(runs[0])
    for run in runs[1:-1]:
        while not _matches(lexemes, at, run):
            at += 1
            if at + len(run) > len(lexemes):
                return None
        begins.append(at)
        at += len(run)
    last = len(lexemes) - len(runs[-1])
    if last < at or not _matches(lexemes, last, runs[-1]):
        return None
    return [*begins, last]


def _place_uses(lexemes: list[Lexeme], uses: list[list[RawToken]], source: RawSource, macros: Macros) -> list[Use]:
    """Put what some uses make at their places; gives those that `place` gives.

    Where it is not known which of them makes what, they count as one, and all is put at the place of the last.
    """
    counts = lengths(macros, [use[0].text for use in uses], len(lexemes))
    if counts is None:
        parts = [([*uses[0], *uses[-1]], uses[-1][0], len(lexemes))]
    else:
        parts = [(use, use[0], count) for use, count in zip(uses, counts, strict=True)]
    found: list[Use] = []
    end = 0
    for use, place, count in parts:
        made, end = lexemes[end : end + count], end + count
        itself = len(made) == len(use) == 1 and made[0].text == place.text
        for lexeme in made:
            _put(lexeme, place, source, expanded=not itself)
        closes = _closes(made)
        if closes or any(lexeme.kind == PRAGMA for lexeme in made):
            found.append(Use(made[0].reading, use[0].start, use[-1].end, tuple(made), counts is None, closes))
    return found


def _closes(made: Sequence[Lexeme]) -> bool:
    """Whether a block that begins before some lexemes ends before the last one of them."""
    depth = 0
    for lexeme in made[:-1]:
        depth += _BRACES.get(lexeme.text, 0)
        if depth < 0:
            return True
    return False


def _put(lexeme: Lexeme, token: RawToken, source: RawSource, *, expanded: bool) -> None:
    lexeme.line = token.line
    lexeme.column = token.start - source.lines[token.line - 1] + 1
    lexeme.expanded = expanded
