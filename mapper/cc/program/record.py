"""What an object keeps for the link step: how it was compiled, and from which text.

A record is stored in the section `.mapper` of the object that it describes.  The section is not loaded and has the
flag SHF_EXCLUDE: archives and `ld -r` keep it, programs are linked without it.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from mapper.cc import wrapped
from mapper.cc.flags import compile_flags
from mapper.cc.words import Command

SECTION = ".mapper"
REMARK_SECTION = ".gnu.warning"
REMARK = (
    "its parallel loops are not translated, since mapper does not link here: "
    "link with mapper-cc, or with mapper-c++ in place of g++"
)
"""The section whose text the linker shows when it takes the object, and that text.  mapper's own links hide it."""

_MAGIC = b"MAPPERCC"
_VERSION = 1
_LENGTH = 8


class Record(NamedTuple):
    """One compilation.

    `directory` is where it ran, `source` the file's name as it was given there, `flags` all that matters to
    preprocess and compile it again, `text` what the preprocessor made of it.  `names` identifies the names that
    the object shares with others: an object that was changed since has other ones.
    """

    compiler: tuple[str, ...]
    directory: str
    source: str
    flags: tuple[str, ...]
    text: str
    names: str = ""

    @property
    def has_regions(self) -> bool:
        """Whether the text holds an OpenMP construct that could be a parallel region."""
        return any("parallel" in line for line in self.text.splitlines() if line.lstrip().startswith("#"))


def make_record(command: Command, source: str) -> Record | None:
    """The record of one source of a command; None where the compiler won't preprocess it, or it can't be read."""
    flags = compile_flags(command.items)
    item = next(item for item in command.items if item.name == source)
    if item.preprocessed:  # of which gcc -E makes nothing
        try:
            status, text = 0, Path(source).read_bytes().decode("utf-8", "surrogateescape")
        except OSError:
            return None
    else:
        status, text = wrapped.answer([*flags, "-E", "-x", item.language, source])
    return Record(tuple(wrapped.compiler(wrapped.C)), os.getcwd(), source, flags, text) if status == 0 else None


def names_digest(defined: Iterable[str], undefined: Iterable[str]) -> str:
    """What identifies a set of names."""
    text = "\n".join([*sorted(defined), "", *sorted(undefined)])
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()


def encode(record: Record) -> bytes:
    """The record as the contents of a section."""
    body = zlib.compress(json.dumps({"version": _VERSION, **record._asdict()}).encode("ascii"))
    return _MAGIC + len(body).to_bytes(_LENGTH, "little") + body


def decode(section: bytes) -> list[Record]:
    """The records of a section; where objects were merged there are several.

    Raises:
        ValueError: the section is damaged, or was written by another version.
    """
    found = []
    position = 0
    while position < len(section):
        start = position + len(_MAGIC) + _LENGTH
        if section[position : position + len(_MAGIC)] != _MAGIC:
            raise ValueError("no record")
        position = start + int.from_bytes(section[start - _LENGTH : start], "little")
        found.append(_record(section[start:position]))
    return found


def _record(body: bytes) -> Record:
    try:
        values: dict[str, Any] = json.loads(zlib.decompress(body))
        if values.pop("version") != _VERSION:
            raise ValueError("a record of another version")
        return Record(**values | {name: tuple(values[name]) for name in ("compiler", "flags")})
    except (zlib.error, TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"a damaged record: {error}") from error
