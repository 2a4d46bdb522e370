"""Places in the user's source, the messages that point at them, and how they are printed.

Every message of the compiler is a `Diagnostic`.  Stages collect remarks and raise `MapperError` for
what the user must correct; `InternalError` is a fault of mapper's own and names the stage that failed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NoReturn


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a source file; `line` and `column` count from 1, and 0 means unknown."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column or 1}"

    @property
    def whole_line(self) -> Location:
        """The line without a column."""
        return Location(self.file, self.line)


class Severity(StrEnum):
    """How much a diagnostic matters; the value is the word that is printed."""

    ERROR = "error"
    WARNING = "warning"
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One message: `code` is stable (see `mapper.codes`), `notes` are printed below it.

    `waived` is the reason that the user gave for why what it reports is no error (see `mapper.reporting.gates`).
    """

    severity: Severity
    code: str
    message: str
    where: Location | None = None
    notes: tuple[tuple[str, Location | None], ...] = ()
    waived: str = ""


class MapperError(Exception):
    """The user's input can't be used; carries the diagnostics to print (exit code 1)."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("; ".join(d.message for d in self.diagnostics))

    def __reduce__(self) -> tuple[type[MapperError], tuple[tuple[Diagnostic, ...]]]:
        """For pickle: an error may come from another process."""
        return MapperError, (self.diagnostics,)


class UsageError(Exception):
    """The command line is wrong (exit code 2)."""


class InternalError(Exception):
    """A fault of mapper itself: names the stage and, where known, the user's line (exit code 70)."""

    def __init__(self, stage: str, message: str, where: Location | None = None) -> None:
        self.stage = stage
        self.where = where
        super().__init__(message)


@contextmanager
def blamed_on(stage: str, where: Location | None) -> Iterator[None]:
    """Make of what no stage expected a fault of mapper's own that names the stage and the place."""
    try:
        yield
    except (MapperError, UsageError, OSError):
        raise
    except InternalError as error:
        if error.where is None:
            error.where = where
        raise
    except RecursionError as error:
        raise InternalError(stage, "the program is nested too deeply", where) from error
    except Exception as error:
        raise InternalError(stage, f"{type(error).__name__}: {error}", where) from error


def fail(code: str, message: str, where: Location | None = None, *notes: tuple[str, Location | None]) -> NoReturn:
    """Raise `MapperError` with a single error."""
    raise MapperError([Diagnostic(Severity.ERROR, code, message, where, notes)])


_COLOURS = {"place": "1", "error": "1;31", "warning": "1;35", "remark": "1;36", "note": "1;36"}
_NO_COLOURS = "-fno-diagnostics-color"


def wants_colours(words: Iterable[str]) -> bool:
    """Whether messages have colours: as the last `-fdiagnostics-color` says, else where a terminal shows them."""
    said = [
        "never" if word == _NO_COLOURS else word.partition("=")[2] or "always"
        for word in words
        if word.startswith("-fdiagnostics-color") or word == _NO_COLOURS
    ]
    if said and said[-1] != "auto":
        return said[-1] == "always"
    return sys.stderr is not None and sys.stderr.isatty() and not os.environ.get("NO_COLOR")


@dataclass
class Printer:
    """Prints diagnostics as gcc-like text: `file:line:col: error: message [code]`, the line, a caret.

    `sources` maps a file's name, as it is in locations, to its text; files that are not in it are
    read from disk, and without text only the first line is printed.  A place is shown once.  `colours` are
    those of gcc, for terminals.
    """

    sources: Mapping[str, str] = field(default_factory=dict)
    colours: bool = False

    def format(self, diagnostic: Diagnostic) -> str:
        """The text of one diagnostic, without a final newline."""
        lines = [self._headline(str(diagnostic.severity), diagnostic.message, diagnostic.where, diagnostic.code)]
        lines += self._excerpt(diagnostic.where, str(diagnostic.severity))
        shown = {diagnostic.where}
        for message, where in diagnostic.notes:
            lines.append(self._headline("note", message, where, None))
            lines += self._excerpt(where, "note") if where not in shown else []
            shown.add(where)
        if diagnostic.waived:
            lines.append(self._headline("note", f"waived: {diagnostic.waived}", diagnostic.where, None))
        return "\n".join(lines)

    def _headline(self, word: str, message: str, where: Location | None, code: str | None) -> str:
        place = self._painted(f"{where}:" if where else "mapper:", "place")
        return f"{place} {self._painted(f'{word}:', word)} {message}" + (f" [{code}]" if code else "")

    def _painted(self, text: str, part: str) -> str:
        return f"\033[{_COLOURS[part]}m{text}\033[m" if self.colours else text

    def _excerpt(self, where: Location | None, word: str) -> list[str]:
        if where is None or not where.line:
            return []
        text = self.sources.get(where.file)
        if text is None:
            try:
                with open(where.file, encoding="utf-8", errors="replace") as file:
                    text = file.read()
            except OSError:
                return []
        rows = text.split("\n")
        if where.line > len(rows):
            return []
        row = rows[where.line - 1].rstrip("\r")
        shown = row.replace("\t", " ")
        lines = [f"{where.line:5d} | {shown}"]
        if where.column:
            lines.append(" " * 5 + " | " + " " * (where.column - 1) + self._painted("^", word))
        return lines
