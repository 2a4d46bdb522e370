"""The key of a translation: a digest of all that it depends on."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any

from mapper.options import MessageFormat, Options, UnitCommand
from mapper.translations import store
from mapper.translations.entry import Entry
from mapper.translations.own import own_digest

State = tuple[int, int] | None

_MARKER = re.compile(r'^#(?:line)? \d+ "((?:[^"\\]|\\.)+)"', re.MULTILINE)
_ELSEWHERE = frozenset("sources flags compiler commands link output report message_format".split())
"""Options that are in the key in another form, or change no translation."""

_VARIABLES = ("LANG", "LC_", "LANGUAGE", "GCC_", "COMPILER_PATH", "SOURCE_DATE_EPOCH", "NO_COLOR", "TERM")
"""How the names of variables begin by which a compiler's code or messages change beside the text of the source."""

_UNSEEN = (
    *("-Wa,", "-Xassembler", "-fplugin", "-specs", "--specs", "-wrapper", "-B", "-fdump-", "-save-temps"),
    *("-march=native", "-mcpu=native", "-mtune=native"),  # a cache may serve several processors
    *("-fprofile", "-fauto-profile", "-fopt-info-", "-fstack-usage", "-fcallgraph-info", "-gsplit-dwarf"),
)
"""How options begin by which the compiler reads or writes what the key knows nothing of."""


@dataclass(frozen=True, slots=True)
class Source:
    """A source of a translation, and its preprocessed text.

    `name` is the one by which the stages know it.  With `beside` they read the files that the text was made of.
    """

    name: str
    command: UnitCommand
    text: str
    beside: bool = True


@dataclass(frozen=True, slots=True)
class Key:
    """`digest` names the entry; `files` were read, each with its state when the digest was made."""

    digest: str
    files: Mapping[str, State]

    def load(self) -> Entry | None:
        """The entry, if there is one."""
        return store.load(self.digest)

    def save(self, entry: Entry) -> None:
        """Keep a lasting entry, unless a file was changed while the translation was made."""
        if entry.lasting and all(_state(path) == state for path, state in self.files.items()):
            store.save(self.digest, entry)


def key(
    options: Options, sources: Sequence[Source], models: Iterable[Path], further: Mapping[str, Any]
) -> Key | None:
    """The key of the translation of all the `sources`; `further` is what else it depends on.

    None where the cache is off, or can't know what the translation reads, or what it writes: with `--save-temps`
    and `--verbose`, with messages for programs, with some options of the compiler, and with `.incbin`.
    """
    if not store.enabled() or options.save_temps or options.verbose:
        return None
    if options.message_format is not MessageFormat.TEXT:
        return None
    if any(word.startswith(_UNSEEN) for each in sources for word in (*each.command.compiler, *each.command.flags)):
        return None
    if any(".incbin" in each.text for each in sources):
        return None
    names = _files(options, sources, models)
    if any("\\" in name for name in names):
        return None  # as markers write bytes that are no text
    files = {name: _state(name) for name in sorted(names)}
    described = {
        "options": {
            each.name: getattr(options, each.name) for each in fields(options) if each.name not in _ELSEWHERE
        },
        "report": options.report is not None,
        "folder": os.getcwd(),
        "variables": {name: os.environ[name] for name in sorted(os.environ) if name.startswith(_VARIABLES)},
        "sources": [(each.name, each.command.compiler, each.command.flags, each.beside) for each in sources],
        "compilers": sorted({_program(word) for each in sources for word in each.command.compiler}),
        "files": [(name, _digest(name)) for name in files],
        "texts": [_hex(each.text.encode("utf-8", "surrogateescape")) for each in sources],
        "further": further,
    }
    text = json.dumps(described, default=_plain, sort_keys=True)
    return Key(_hex(own_digest() + text.encode("ascii")), files)


def _plain(value: object) -> object:
    """A value of an option in a form that JSON has, always the same for equal values."""
    if isinstance(value, frozenset | set):
        return sorted(value)
    if is_dataclass(value):
        return [(each.name, getattr(value, each.name)) for each in fields(value)]
    return str(value)


def _program(word: str) -> tuple[str, State]:
    """A word of a compiler's command; where it names a program, that program's real path and state."""
    path = os.path.realpath(shutil.which(word) or word)
    return path, _state(path)


def _state(path: str) -> State:
    """A file's size and time of change in nanoseconds; None where there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def _files(options: Options, sources: Sequence[Source], models: Iterable[Path]) -> set[str]:
    """The files that the translation reads, values of flags and the headers of sources among them."""
    found = {str(path) for path in models}
    if options.gates.waivers is not None:
        found.add(str(options.gates.waivers))
    if options.directives is not None:
        found.add(str(options.directives))
    for each in sources:
        if each.beside:
            found |= {each.name, *_MARKER.findall(each.text)}
        values = (flag.partition("=")[2] or flag for flag in each.command.flags)
        found |= {value for value in values if os.path.isfile(value)}
    return found


def _digest(path: str) -> str:
    """A digest of a file's bytes; nothing of a file that can't be read."""
    try:
        with open(path, "rb", buffering=0) as file:
            return _hex(file.read())
    except OSError:
        return ""


def _hex(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
