"""Asks the linker which files it takes: objects, members of archives, shared libraries."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from mapper.cc import wrapped
from mapper.cc.program.record import REMARK
from mapper.responsefiles import expanded

TRACE = "-Wl,-t,-t"
_GNU = re.compile(r"\((?P<archive>.+)\)(?P<member>[^()]+)")
_WARNING = re.compile(rb"^(?!cc1|\S+:\d+: warning: ).*: warning: ", re.MULTILINE)  # of a linker, not of a compiler
_LLVM = re.compile(r"(?P<archive>.+)\((?P<member>[^()]+)\)")


@dataclass(frozen=True, slots=True)
class Taken:
    """A file that the linker read; `member` is the name of the one taken out of an archive."""

    path: str
    member: str | None = None


@dataclass(frozen=True, slots=True)
class Linked:
    """How a link ended: the exit status, and the files in the linker's order."""

    status: int
    taken: tuple[Taken, ...]
    messages: str = ""


def link(arguments: Sequence[str], *, quiet: bool = False) -> Linked:
    """Run the wrapped compiler to link; with `quiet` its messages are kept instead of shown."""
    status, lines, messages = _run([*arguments, TRACE], subprocess.PIPE)
    if not quiet:
        _show(messages)
    found = dict.fromkeys(parse(line) for line in lines.decode("utf-8", "surrogateescape").splitlines())
    return Linked(status, tuple(found), messages.decode("utf-8", "replace"))


def link_alone(arguments: Sequence[str]) -> int:
    """Let the wrapped compiler link, and show all that it says but the remark on objects; its exit status."""
    status, _, messages = _run(arguments, None)
    _show(messages)
    return status


def _run(arguments: Sequence[str], stdout: int | None) -> tuple[int, bytes, bytes]:
    """Exit status, output and messages without the remark, which is not to end a link either."""
    words = [*arguments]
    if sys.stderr.isatty() and not any("-color" in word for word in arguments):
        words.append("-fdiagnostics-color=always")  # which our pipe would take away
    if not any("--fatal-warnings" in word for word in expanded(arguments)):
        return _run_filtered(words, stdout)
    done = _run_filtered([*words, "-Wl,--no-fatal-warnings"], stdout)
    return _run_filtered(words, stdout) if done[0] == 0 and _WARNING.search(done[2]) else done


def _run_filtered(words: Sequence[str], stdout: int | None) -> tuple[int, bytes, bytes]:
    process = wrapped.start(words, stdout=stdout, stderr=subprocess.PIPE)
    output, messages = process.communicate()
    kept = (line for line in messages.splitlines(keepends=True) if REMARK.encode() not in line)
    return wrapped.exit_status(process.returncode), output or b"", b"".join(kept)


def _show(messages: bytes) -> None:
    sys.stderr.flush()
    sys.stderr.buffer.write(messages)
    sys.stderr.flush()


def parse(line: str) -> Taken:
    """One line of the trace, as GNU ld (`(lib.a)x.o`) or others (`lib.a(x.o)`) write it."""
    found = None if os.path.exists(line) else _GNU.fullmatch(line) or _LLVM.fullmatch(line)
    if found is None:
        return Taken(os.path.realpath(line))
    return Taken(os.path.realpath(found["archive"]), found["member"])
