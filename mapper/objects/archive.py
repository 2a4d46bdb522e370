"""Reads static libraries: the members of an `ar` archive, in order, under their full names.

Knows the format of GNU and System V (long names in a table of their own), the one of BSD (long names before the
contents) and thin archives, whose members are files beside them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

_MAGIC = b"!<arch>\n"
_THIN = b"!<thin>\n"
_HEADER = 60


@dataclass(frozen=True, slots=True)
class Member:
    """One file in an archive."""

    name: str
    data: bytes


def is_archive(data: bytes) -> bool:
    """Whether these are the first bytes of an archive."""
    return data.startswith((_MAGIC, _THIN))


def is_thin(data: bytes) -> bool:
    """Whether these are the first bytes of a thin archive."""
    return data.startswith(_THIN)


def member_path(path: str, member: Member) -> str:
    """Where the file is that a member of a thin archive is."""
    return os.path.realpath(os.path.join(os.path.dirname(path), member.name))


def members(path: str) -> list[Member]:
    """All members but the symbol tables.

    Raises:
        OSError: the archive, or a member of a thin archive, can't be read.
        ValueError: the archive is damaged.
    """
    with open(path, "rb") as file:
        data = file.read()
    thin = data.startswith(_THIN)
    found: list[Member] = []
    long_names = b""
    position = len(_MAGIC)
    while position + _HEADER <= len(data):
        header = data[position : position + _HEADER]
        raw, size = header[:16].rstrip(), int(header[48:58])
        position += _HEADER
        special = raw in (b"/", b"//", b"/SYM64/")
        body = b"" if thin and not special else data[position : position + size]
        position += 0 if thin and not special else size + size % 2
        if raw == b"//":
            long_names = body
        elif not special:
            name, body = _named(raw, body, long_names)
            if thin:
                body = _file(os.path.join(os.path.dirname(path), name))
            if not name.startswith("__.SYMDEF"):
                found.append(Member(name, body))
    return found


def _named(raw: bytes, body: bytes, long_names: bytes) -> tuple[str, bytes]:
    """A member's name in full, and its contents without it."""
    if raw.startswith(b"#1/"):
        length = int(raw[3:])
        raw, body = body[:length].rstrip(b"\0"), body[length:]
    elif raw.startswith(b"/"):
        start = int(raw[1:].partition(b":")[0])
        raw = long_names[start : long_names.find(b"\n", start)].removesuffix(b"/")
    else:
        raw = raw.removesuffix(b"/")
    return raw.decode("utf-8", "surrogateescape"), body


def _file(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
