"""Asks the linker which files it takes: objects, members of archives, shared libraries."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

from mapper.cc import wrapped

TRACE = "-Wl,-t,-t"
_GNU = re.compile(r"\((?P<archive>.+)\)(?P<member>[^()]+)")
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
    process = wrapped.start([*arguments, TRACE], stdout=subprocess.PIPE, stderr=subprocess.PIPE if quiet else None)
    lines, messages = process.communicate()
    found = dict.fromkeys(parse(line) for line in lines.decode("utf-8", "surrogateescape").splitlines())
    text = (messages or b"").decode("utf-8", "replace")
    return Linked(wrapped.exit_status(process.returncode), tuple(found), text)


def parse(line: str) -> Taken:
    """One line of the trace, as GNU ld (`(lib.a)x.o`) or others (`lib.a(x.o)`) write it."""
    found = None if os.path.exists(line) else _GNU.fullmatch(line) or _LLVM.fullmatch(line)
    if found is None:
        return Taken(os.path.realpath(line))
    return Taken(os.path.realpath(found["archive"]), found["member"])
