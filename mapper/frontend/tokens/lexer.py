"""Splits preprocessed C into lexemes that know their file and line, and keeps account of the macros.

Whitespace and line markers vanish; a pragma is a single lexeme.  A file is a system header if the compiler
entered it as one: the flag 3 of later markers is no sign, for it also is on user lines where a macro
of a system header (NULL, assert) is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from sys import intern

NAME, NUMBER, STRING, CHAR, PUNCTUATOR, PRAGMA = "name", "number", "string", "char", "punctuator", "pragma"

_ENCODING = r"(?:u8|[uUL])?"
TOKEN_PATTERN = (
    rf"(?P<string>{_ENCODING}\"(?:[^\"\\\n]|\\(?:\r\n|.|\n))*+\")"
    rf"|(?P<char>{_ENCODING}'(?:[^'\\\n]|\\(?:\r\n|.|\n))*+')"
    r"|(?P<name>[^\W\d$]\w*(?:\$\w*)*|\$[\w$]*)"
    r"|(?P<number>\.?\d(?:[eEpP][+-]|'\w|[\w.])*)"
    r"|(?P<punctuator>\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|[<>=!+\-*/%&|^]=|&&|\|\||##|%:|<:|:>|<%|%>|[^\s\w\"'])"
)
"""Regular expression of a preprocessing token; the group that matches is its kind."""

_TOKEN = re.compile(TOKEN_PATTERN)
_TEXTS = re.compile(re.sub(r"\?P<\w+>", "?:", TOKEN_PATTERN))
"""The same without names of groups, which finds texts faster."""
_MARKER = re.compile(r'#\s*(?:line\s+)?(\d+)(?:\s+"((?:[^"\\]|\\.)*+)"((?:\s+\d)*))?\s*$')
_DEFINE = re.compile(r"#\s*define\s+([\w$]+)(\()?")
_LAST_WORD = re.compile(r"[\w$]+(?=\s*$)")
_UNDEFINE = re.compile(r"#\s*undef\s+([\w$]+)")
_PRAGMA = re.compile(r"#\s*pragma\b[ \t]*")
_UNIVERSAL = re.compile(r"""("(?:[^"\\]|\\.)*+"|'(?:[^'\\]|\\.)*+')|\\U([0-9a-f]{8})""")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")


@dataclass(slots=True)
class Lexeme:
    """A token of preprocessed or normalised text; `column` 0 means that it is not known.

    `attributed` marks one after which an attribute was left out that C code doesn't mean the same without.  `at`
    is its column in the text that pieces are put into, where that is another one (`Reading.text`), else 0.
    `reading` is the number of the reading that it comes from.
    """

    text: str
    kind: str
    file: str
    line: int
    column: int = 0
    expanded: bool = False
    system: bool = False
    attributed: bool = False
    at: int = 0
    reading: int = 0


@dataclass(frozen=True, slots=True)
class MacroEvent:
    """A macro definition (`function_like` says its form) or its end (None), before the lexeme at `index`.

    `definition` is all that is behind its name (and bracket).
    """

    index: int
    name: str
    function_like: bool | None
    definition: str = ""

    @property
    def last(self) -> str:
        """The word that its text ends in, if any."""
        found = _LAST_WORD.search(self.definition)
        return found[0] if found else ""


@dataclass(slots=True)
class Entered:
    """One reading of a file: `behind` is the place right after its `#include` line, in the reading `parent`."""

    file: str
    parent: int = -1
    behind: tuple[str, int] = ("", 0)


@dataclass(slots=True)
class Lexed:
    """Preprocessed text as lexemes.

    `readings` are in the order of their first lines, the main file's is the first.  `files` are the user's files
    in order of first use.  `claimed` are the files that a `#line` directive says its text is from: it does not
    come out of these.
    """

    lexemes: list[Lexeme] = field(default_factory=list)
    macros: list[MacroEvent] = field(default_factory=list)
    readings: list[Entered] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    claimed: set[str] = field(default_factory=set)


def lex(text: str, path: str) -> Lexed:
    """Split the text that `cc -E -dD` printed for `path`."""
    result = Lexed(readings=[Entered(path)])
    lexemes, readings = result.lexemes, result.readings
    system_files: set[str] = set()
    file, line, system, reading = path, 1, False, 0
    universal = "\\U" in text
    seen: dict[str, tuple[str, str]] = {}
    for row in text.split("\n"):
        if row[:1] != "#":
            if row:
                for found in _TEXTS.findall(with_letters(row) if universal else row):
                    if found not in seen:
                        match = _TOKEN.fullmatch(found)
                        seen[found] = intern(found), (match and match.lastgroup) or ""
                    same, kind = seen[found]
                    lexemes.append(Lexeme(same, kind, file, line, 0, False, system, False, 0, reading))
        elif row[:8] == "#define " and (define := _DEFINE.match(row)):
            result.macros.append(MacroEvent(len(lexemes), define[1], define[2] is not None, row[define.end() :]))
        elif marker := _MARKER.match(row):
            line = int(marker[1]) - 1
            if marker[2] is not None:
                before, file = file, unquoted(marker[2])
                flags = marker[3].split()
                if not {"1", "2"} & set(flags) and before != file and before[:1] != "<" != file[:1]:
                    result.claimed.add(file)
                if "1" in flags:
                    readings.append(Entered(file, reading))
                    reading = len(readings) - 1
                    if "3" in flags:
                        system_files.add(file)
                elif "2" in flags and reading:
                    readings[reading].behind = (file, line + 1)
                    reading = readings[reading].parent
                system = file in system_files or file.startswith("<")  # <built-in>, <command-line>
                if not system and file not in result.files:
                    result.files.append(file)
        elif pragma := _PRAGMA.match(row):
            words = "#pragma " + with_letters(row)[pragma.end() :].strip()
            lexemes.append(Lexeme(words, PRAGMA, file, line, system=system, reading=reading))
        elif undefine := _UNDEFINE.match(row):
            result.macros.append(MacroEvent(len(lexemes), undefine[1], None))
        line += 1
    return result


def with_letters(row: str) -> str:
    """A preprocessed line with the letters of its names, where gcc writes those beyond ASCII as `\\U000000e4`."""
    return _UNIVERSAL.sub(lambda found: found[1] or chr(int(found[2], 16)), row) if "\\U" in row else row


def unquoted(name: str) -> str:
    """The file name in a line marker; bytes that are no ASCII are there in octal."""

    def plain(match: re.Match[bytes]) -> bytes:
        return bytes([int(match[1], 8)]) if match[1].isdigit() else match[1]

    if "\\" not in name:
        return name
    return _ESCAPE.sub(plain, name.encode("utf-8", "surrogateescape")).decode("utf-8", "surrogateescape")
