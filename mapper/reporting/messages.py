"""Messages of a command as text, or as one document for programs: gcc's JSON, or SARIF 2.1.0."""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

import mapper
from mapper.codes import ALL
from mapper.diagnostics import Diagnostic, Location, MapperError, Printer, Severity, UsageError
from mapper.options import MessageFormat

OPTION = "-fdiagnostics-format="
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

_FILE_SUFFIXES = {MessageFormat.SARIF_FILE: ".sarif", MessageFormat.JSON_FILE: ".mapper.json"}
_SARIF = (MessageFormat.SARIF_STDERR, MessageFormat.SARIF_FILE)
_MESSAGE = re.compile(
    r"^(?:(?P<file>[^\n:]+):(?P<line>\d+):(?:(?P<column>\d+):)?|[^\n:]+:) "
    r"(?P<word>fatal error|error|warning|note): (?P<text>.*?)(?: \[(?P<code>[\w=+-]+)\])?$"
)
_COLOUR = re.compile(r"\x1b\[[\d;]*[mK]")
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.REMARK: "note"}


def message_format(word: str) -> MessageFormat | None:
    """The format that an option of gcc names; None where the word is another option.

    Raises:
        UsageError: there is no such format.
    """
    if not word.startswith(OPTION):
        return None
    value = word.removeprefix(OPTION)
    if value == "json":  # gcc's older name
        return MessageFormat.JSON_STDERR
    if value not in list(MessageFormat):
        raise UsageError(f"{OPTION} takes {', '.join(MessageFormat)}, not {value}")
    return MessageFormat(value)


@dataclass
class Messages:
    """What a command has to say, and has said so far where it becomes a document."""

    written_as: MessageFormat
    colours: bool = False
    said: list[Diagnostic] = field(default_factory=list)

    def show(self, diagnostics: Iterable[Diagnostic], sources: Mapping[str, str]) -> None:
        """Print diagnostics, or keep them; `sources` are texts of files, by their names in locations."""
        if self.written_as is not MessageFormat.TEXT:
            self.said += diagnostics
            return
        printer = Printer(sources, self.colours)
        for diagnostic in diagnostics:
            print(printer.format(diagnostic), file=sys.stderr)

    def summary(self, line: str) -> None:
        """Print a line for people, unless standard error holds a document."""
        if self.written_as is MessageFormat.TEXT:
            print(line, file=sys.stderr)


@contextlib.contextmanager
def collected(written_as: MessageFormat, output: Path, colours: bool) -> Iterator[Messages]:
    """Take a command's messages, and write the document where one is asked for.

    It goes to standard error, or beside `output`.

    What others, such as the C compiler, write to `sys.stderr` becomes part of the document.  A `MapperError` does,
    too, and leaves as one without diagnostics.  Where anything else goes wrong, there is no document.
    """
    messages = Messages(written_as, colours)
    if written_as is MessageFormat.TEXT:
        yield messages
        return
    real, text = sys.stderr, io.StringIO()
    failed = False
    try:
        with contextlib.redirect_stderr(text):
            try:
                yield messages
            except MapperError as error:
                failed = True
                messages.said += error.diagnostics
    except BaseException:
        real.write(text.getvalue())
        raise
    found, rest = parsed(text.getvalue())
    document = (sarif if written_as in _SARIF else gcc_json)([*messages.said, *found], rest, not failed)
    suffix = _FILE_SUFFIXES.get(written_as)
    if suffix is None:
        real.write(document)
    else:
        from mapper.build import write_text  # it imports much of the compiler

        write_text(output.with_name(output.name + suffix), document)
    if failed:
        raise MapperError(())


def parsed(text: str) -> tuple[list[Diagnostic], list[str]]:
    """The messages of compilers and linkers in a text, and its other lines without excerpts of sources."""
    found: list[Diagnostic] = []
    rest: list[str] = []
    for line in _COLOUR.sub("", text).splitlines():
        match = _MESSAGE.match(line)
        if match is None:
            if line.strip() and not re.match(r"^\s*\d* \|", line) and not line.startswith(("In file", "  ")):
                rest.append(line)
            continue
        where = Location(match["file"], int(match["line"]), int(match["column"] or 0)) if match["file"] else None
        if match["word"] == "note" and found:
            last = found.pop()
            notes = (*last.notes, (match["text"], where))
            found.append(Diagnostic(last.severity, last.code, last.message, last.where, notes))
        else:
            severity = Severity.ERROR if match["word"].endswith("error") else Severity.WARNING
            found.append(Diagnostic(severity, match["code"] or "", match["text"], where))
    return found, [line for line in rest if not re.match(r"^[^:]+: In function ", line)]


def gcc_json(diagnostics: Sequence[Diagnostic], rest: Sequence[str], successful: bool) -> str:
    """The messages in the form of gcc's `-fdiagnostics-format=json`: a list, whose end is a line's end."""
    entries = [_json_entry(each) for each in diagnostics]
    entries += [{"kind": "note", "message": line, "locations": [], "children": []} for line in rest]
    if not successful and not any(each["kind"] == "error" for each in entries):
        entries.append({"kind": "error", "message": "failed", "locations": [], "children": []})
    return json.dumps(entries) + "\n"


def _json_entry(diagnostic: Diagnostic) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "kind": str(diagnostic.severity),
        "message": diagnostic.message,
        "locations": _carets(diagnostic.where),
        "children": [
            {"kind": "note", "message": message, "locations": _carets(where)}
            for message, where in diagnostic.notes
        ],
        "column-origin": 1,
        "escape-source": False,
    }
    if diagnostic.waived:
        entry["waived"] = diagnostic.waived
    if diagnostic.code:
        entry["option"] = diagnostic.code
    return entry


def _carets(where: Location | None) -> list[dict[str, Any]]:
    if where is None:
        return []
    return [{"caret": {"file": where.file, "line": max(where.line, 1), "column": max(where.column, 1)}}]


def sarif(diagnostics: Sequence[Diagnostic], rest: Sequence[str], successful: bool) -> str:
    """The messages as a SARIF log with one run.

    A loop that can run on the device is a result of the kind `pass`.
    """
    codes = sorted({each.code for each in diagnostics if each.code in ALL})
    invocation: dict[str, Any] = {"executionSuccessful": successful}
    if rest:
        invocation["toolExecutionNotifications"] = [{"level": "note", "message": {"text": line}} for line in rest]
    driver = {
        "name": "mapper",
        "version": mapper.__version__,
        "rules": [
            {
                "id": code,
                "shortDescription": {"text": ALL[code]},
                "help": {"text": f"`mapper explain {code}` says more"},
            }
            for code in codes
        ],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, codes) for each in diagnostics],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=1) + "\n"


def _result(diagnostic: Diagnostic, codes: Sequence[str]) -> dict[str, Any]:
    passed = diagnostic.severity is Severity.REMARK and not diagnostic.code
    result: dict[str, Any] = {
        "kind": "pass" if passed else "fail",
        "level": "none" if passed else _LEVELS[diagnostic.severity],
        "message": {"text": diagnostic.message},
        "locations": [{"physicalLocation": _physical(diagnostic.where)}] if diagnostic.where else [],
    }
    if diagnostic.code:
        result["ruleId"] = diagnostic.code
    if diagnostic.code in codes:
        result["ruleIndex"] = codes.index(diagnostic.code)
    if diagnostic.notes:
        result["relatedLocations"] = [
            {"message": {"text": message}, **({"physicalLocation": _physical(where)} if where else {})}
            for message, where in diagnostic.notes
        ]
    if diagnostic.waived:
        result["suppressions"] = [{"kind": "external", "justification": diagnostic.waived}]
    return result


def _physical(where: Location) -> dict[str, Any]:
    absolute = where.file.startswith("/")
    found: dict[str, Any] = {"artifactLocation": {"uri": ("file://" if absolute else "") + quote(where.file)}}
    if where.line:
        found["region"] = {"startLine": where.line, **({"startColumn": where.column} if where.column else {})}
    return found
