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
    """A digest of all that translates: other files give another one, and so does another release of a package."""
    found = hashlib.sha256(sys.version.encode())
    for path in _files(str(_PACKAGE)):
        with open(path, "rb", buffering=0) as file:
            found.update(f"{path}\0".encode("utf-8", "surrogateescape") + file.read())
    for name in _IMPORTED:
        found.update(f"{name} {_releases(name)}\0".encode("utf-8", "surrogateescape"))
    return found.digest()


def _files(folder: str) -> Iterator[str]:
    with os.scandir(folder) as listed:
        entries = sorted(listed, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir():
            yield from _files(entry.path)
        elif entry.name.endswith(_SUFFIXES):
            yield entry.path


def _releases(name: str) -> list[str]:
    """The folders with the metadata of a package's release, which are named by it, and where they are."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        return []
    beside = os.path.dirname(os.path.dirname(spec.origin))
    return [beside, *sorted(each for each in os.listdir(beside) if each.startswith(f"{name}-"))]
