"""What mapper itself is made of: its files, and the versions of the packages that it imports."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_SUFFIXES = (".py", ".c", ".h")
_IMPORTED = ("pycparser", "islpy")


def own_digest() -> bytes:
    """A digest of all that translates: files that were written give another one, and so does another release."""
    found = hashlib.sha256(sys.version.encode())
    for path, size, written in _files(str(_PACKAGE)):
        found.update(f"{path}\0{size} {written}\0".encode("utf-8", "surrogateescape"))
    for name in _IMPORTED:
        found.update(f"{name} {_releases(name)}\0".encode("utf-8", "surrogateescape"))
    return found.digest()


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    """The files of a folder: paths, sizes, and times in nanoseconds."""
    with os.scandir(folder) as listed:
        entries = sorted(listed, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir():
            yield from _files(entry.path)
        elif entry.name.endswith(_SUFFIXES):
            status = entry.stat()
            yield entry.path, status.st_size, status.st_mtime_ns


def _releases(name: str) -> list[str]:
    """The folders with the metadata of a package's release, which are named by it, and where they are."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        return []
    beside = os.path.dirname(os.path.dirname(spec.origin))
    return [beside, *sorted(each for each in os.listdir(beside) if each.startswith(f"{name}-"))]
