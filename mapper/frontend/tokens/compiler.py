"""Runs the user's own C compiler: its preprocessor, and its opinion on whether the source is valid C.

The source is preprocessed with `-E -fopenmp` because pragmas hold macros and `#ifdef _OPENMP` hides code,
and with `-dD` so that the place of each macro definition is known (see `mapper.frontend.tokens.columns`).
The syntax check runs without OpenMP: directives are judged by `mapper.openmp`, with codes of their own.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Collection, Sequence

from mapper.diagnostics import Diagnostic, Location, MapperError, Severity, fail
from mapper.options import as_source, as_text

_MESSAGE = re.compile(r"^(?P<file>[^\n]+?):(?P<line>\d+):(?:(?P<column>\d+):)? (?P<word>[a-z ]+): (?P<text>.*)$")
_INCLUDED = re.compile(r"^(?:In file included|\s+) from (?P<file>[^\n]+?):(?P<line>\d+)(?::\d+)?[,:]$")
_OPENMP_VERSION = re.compile(r"^#define _OPENMP (\d+)$", re.MULTILINE)
_CPLUSPLUS = re.compile(r"^#define __cplusplus ", re.MULTILINE)
_IGNORED = re.compile(r"^<stdin>:(\d+):.*\[-Wunknown-pragmas\]$", re.MULTILINE)
_TAB = "-ftabstop=1"  # columns count a tab as one
_ERROR_WORDS = ("error", "fatal error")


def preprocess(path: str, compiler: Sequence[str], flags: Sequence[str]) -> str:
    """The preprocessed text of `path`, with line markers and macro definitions.

    Raises `MapperError`: E002 when the compiler can't be started or is none for C, E003 when it reports errors.
    """
    process = _start([*compiler, *flags, "-fopenmp", "-E", "-dD", _TAB, *as_text(path)], subprocess.PIPE)
    output, messages = process.communicate()
    if process.returncode != 0:
        raise MapperError(_diagnostics(messages, path, compiler, process.returncode))
    text = output.decode("utf-8", "surrogateescape")
    if _CPLUSPLUS.search(text):
        fail("E002", f"'{compiler[0]}' compiles C++: name a C compiler", Location(path))
    return text


def complaints(path: str, compiler: Sequence[str], flags: Sequence[str]) -> list[Diagnostic]:
    """The compiler's errors in a source that it compiles as OpenMP, with code E003; empty where it takes it.

    It compiles the whole way: some rules of OpenMP are checked behind the parser.
    """
    options = ["-fopenmp", "-w", _TAB, "-S", "-o", os.devnull]
    process = _start([*compiler, *flags, *options, *as_source(path)], subprocess.DEVNULL)
    _, messages = process.communicate()
    return _diagnostics(messages, path, compiler, process.returncode) if process.returncode else []


def directives_known_to(compiler: Sequence[str], names: Collection[str]) -> frozenset[str]:
    """Those OpenMP directives, of the ones with these names, that the compiler doesn't ignore."""
    lines = dict(enumerate(sorted(name for name in names if name.isidentifier()), 2))
    pragmas = "".join(f"#pragma omp {name}\n" for name in lines.values())
    options = ["-fopenmp", "-Wunknown-pragmas", "-fsyntax-only", "-x", "c", "-"]
    process = _start([*compiler, *options], subprocess.DEVNULL, subprocess.PIPE)
    _, messages = process.communicate(f"void f(void) {{\n{pragmas};}}\n".encode())
    ignored = {int(match[1]) for match in _IGNORED.finditer(messages.decode("utf-8", "replace"))}
    return frozenset(name for number, name in lines.items() if number not in ignored)


class SyntaxCheck:
    """The compiler's check of the source, which runs while mapper parses it if it was begun.

    Use as a context manager; `errors` waits for the compiler, and leaving the context stops it.
    """

    def __init__(self, path: str, compiler: Sequence[str], flags: Sequence[str], preprocessed: str) -> None:
        version = _OPENMP_VERSION.search(preprocessed)
        kept = [flag for flag in flags if not flag.startswith("-fopenmp")]
        define = [f"-D_OPENMP={version[1]}"] if version else []
        options = ["-fno-openmp", *define, "-w", _TAB, "-fsyntax-only"]
        self._path = path
        self._compiler = tuple(compiler)
        self._command = [*compiler, *kept, *options, *as_source(path)]
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> subprocess.Popen[bytes]:
        """Start the compiler, unless it runs."""
        self._process = self._process or _start(self._command, subprocess.DEVNULL)
        return self._process

    def __enter__(self) -> SyntaxCheck:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            self._process.communicate()

    def errors(self) -> list[Diagnostic]:
        """The compiler's errors as diagnostics with code E003; empty for valid C.  To be asked once."""
        process = self.begin()
        _, messages = process.communicate()
        return _diagnostics(messages, self._path, self._compiler, process.returncode) if process.returncode else []


def _start(command: Sequence[str], stdout: int, stdin: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """Start the compiler with untranslated messages."""
    environment = {**os.environ, "LC_ALL": "C"}
    try:
        return subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, env=environment)
    except OSError as error:
        fail("E002", f"can't run the C compiler '{command[0]}': {error.strerror or error}")


def _diagnostics(messages: bytes, path: str, compiler: Sequence[str], status: int) -> list[Diagnostic]:
    """The compiler's error messages, each with the way to its header, if that is reported, and its notes."""
    found: list[tuple[str, Location, list[tuple[str, Location | None]]]] = []
    in_error = False
    way: list[tuple[str, Location | None]] = []
    text = messages.decode("utf-8", "replace")
    for line in text.splitlines():
        match = _MESSAGE.match(line)
        if match is None:
            if included := _INCLUDED.match(line):
                way.append(("included from here", Location(included["file"], int(included["line"]))))
            continue
        where = Location(match["file"], int(match["line"]), int(match["column"] or 0))
        if match["word"] in _ERROR_WORDS:
            in_error = True
            found.append((match["text"], where, way))
            way = []
        elif match["word"] == "note" and in_error:
            found[-1][2].append((match["text"], where))
        else:
            in_error = False
    if not found:
        lines = [line for line in text.splitlines() if line.strip()]
        faults = [line for line in lines if "error: " in line]
        last = [f"exit status {status}", *lines[-1:], *faults[:1]][-1]
        found.append((f"the C compiler '{compiler[0]}' failed: {last.strip()}", Location(path), []))
    unique = dict.fromkeys((message, where, tuple(notes)) for message, where, notes in found)
    return [Diagnostic(Severity.ERROR, "E003", message, where, notes) for message, where, notes in unique]
