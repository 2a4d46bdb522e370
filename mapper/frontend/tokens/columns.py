"""Gives each preprocessed lexeme its exact column, and tells which ones come out of a macro.

The preprocessor keeps lines, but columns only roughly.  So the lexemes of a line are aligned with the tokens
of the same line in the source file.  Macro uses are known by name (the preprocessor printed the definitions),
and stand for any number of lexemes; the tokens between two uses have a known place if only one alignment is
possible.  A lexeme out of a macro gets the place of the macro's use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from mapper.frontend.tokens.lexer import NAME, PRAGMA, Lexed, Lexeme, MacroEvent
from mapper.frontend.tokens.rawsource import RawSource, RawToken

_OBJECT_LIKE = (
    "__LINE__ __FILE__ __DATE__ __TIME__ __TIMESTAMP__ __COUNTER__ __INCLUDE_LEVEL__ __BASE_FILE__ __FILE_NAME__"
)
_FUNCTION_LIKE = "_Pragma __has_include __has_attribute __has_builtin"
_BUILT_IN = dict.fromkeys(_OBJECT_LIKE.split(), False) | dict.fromkeys(_FUNCTION_LIKE.split(), True)


def place(lexed: Lexed, sources: Mapping[str, RawSource]) -> None:
    """Set `column` and `expanded` of the user's lexemes; `sources` holds the files that can be read.

    Lexemes whose place can't be told are marked `expanded`: nothing may be inserted or cut there.
    """
    macros: dict[str, bool | str] = {**_BUILT_IN}
    lexemes = lexed.lexemes
    event = index = 0
    while index < len(lexemes):
        first = lexemes[index]
        source = None if first.system else sources.get(first.file)
        if source is None or source.renumbered:
            first.expanded = not first.system
            index += 1
            continue
        while event < len(lexed.macros) and lexed.macros[event].index <= index:
            _apply(macros, lexed.macros[event])
            event += 1
        group = _group(source, first.line, macros)
        end = index + 1
        while (
            end < len(lexemes)
            and group.first_line <= lexemes[end].line <= group.last_line
            and lexemes[end].file == first.file
        ):
            end += 1
        _place_group(lexemes[index:end], group, source)
        index = end


def _apply(macros: dict[str, bool | str], event: MacroEvent) -> None:
    if event.function_like is None:
        macros.pop(event.name, None)
    else:
        macros[event.name] = event.function_like or event.last


def _takes_arguments(macros: Mapping[str, bool | str], name: str) -> bool:
    """Whether a macro is function-like, or another name of one that is: then `(` behind it begins arguments."""
    seen: set[str] = set()
    while isinstance(value := macros.get(name, False), str) and name not in seen:
        seen.add(name)
        name = value
    return value is True


@dataclass(slots=True)
class _Group:
    """Source lines that belong together: runs of plain tokens with one macro use between any two."""

    first_line: int
    last_line: int
    runs: list[list[RawToken]]
    uses: list[list[RawToken]]


def _group(source: RawSource, line: int, macros: Mapping[str, bool | str]) -> _Group:
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
            if _takes_arguments(macros, token.text):
                end = _after_arguments(tokens, at + 1, extend)
            if end > at + 1 or macros[token.text] is not True:
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


def _place_group(lexemes: list[Lexeme], group: _Group, source: RawSource) -> None:
    """Align the lexemes of a group with its runs; without an alignment all of them count as expanded."""
    runs, uses = group.runs, group.uses
    if not uses and _align(lexemes, runs):
        for lexeme, token in zip(lexemes, runs[0], strict=True):
            _put(lexeme, token, source, expanded=False)
        return
    early = _align(lexemes, runs)
    late = _align(lexemes[::-1], [run[::-1] for run in runs[::-1]])
    if early is None or late is None:
        for lexeme in lexemes:
            lexeme.expanded = True
            on_line = source.tokens(lexeme.line)
            lexeme.column = source.column_of(on_line[0].start) if on_line else 0
        return
    late = [len(lexemes) - at - len(run) for at, run in zip(late[::-1], runs, strict=True)]
    end = 0
    for number, run in enumerate(runs):
        if number:
            _place_use(lexemes[end : early[number]], uses[number - 1], source)
        end = early[number] + len(run)
        known = early[number] == late[number]
        for lexeme, token in zip(lexemes[early[number] : end], run, strict=True):
            _put(lexeme, token, source, expanded=not known)


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


def _place_use(lexemes: list[Lexeme], use: list[RawToken], source: RawSource) -> None:
    itself = len(lexemes) == len(use) == 1 and lexemes[0].text == use[0].text
    for lexeme in lexemes:
        _put(lexeme, use[0], source, expanded=not itself)


def _put(lexeme: Lexeme, token: RawToken, source: RawSource, *, expanded: bool) -> None:
    lexeme.line = token.line
    lexeme.column = token.start - source.lines[token.line - 1] + 1
    lexeme.expanded = expanded
