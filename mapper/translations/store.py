"""The folder of entries: found by their keys, written in one step, and bounded in size.

Whatever fails, there is silently no entry.
"""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path

from mapper.process.caches import cache_directory, is_ordinary_process, read_trusted, write_whole
from mapper.translations.entry import Entry, decode, encode

SWITCH = "MAPPER_TRANSLATION_CACHE"
"""The variable that switches the cache off: 0."""

MOST_BYTES = 256 << 20
"""Of all entries; those that were used last stay."""

_UNUSED = 90 * 24 * 3600  # seconds


def folder() -> Path:
    """Where entries are, which need not exist."""
    return cache_directory(os.environ) / "translations"


def enabled() -> bool:
    """False where the user has switched the cache off, or the process has more rights than its starter."""
    return is_ordinary_process() and os.environ.get(SWITCH) != "0"


def load(key: str) -> Entry | None:
    """The entry of a key, which counts as used now; None where there is none that can be trusted."""
    path = folder() / key
    try:
        data = read_trusted(path, MOST_BYTES)
        found = decode(key, data) if data is not None else None
        os.utime(path, follow_symlinks=False)
    except OSError:
        return None
    return found


def save(key: str, entry: Entry) -> None:
    """Keep an entry, and drop others where there are too many."""
    place = folder()
    with contextlib.suppress(OSError):
        write_whole(place / key, encode(key, entry))
        _prune(place)


def _prune(place: Path) -> None:
    """Remove what was not used for long, and what was used least recently of too many bytes."""
    found = []
    for path in place.iterdir():
        with contextlib.suppress(OSError):
            status = path.lstat()
            found.append((status.st_mtime, status.st_size, path))
    total, oldest = 0, time.time() - _UNUSED
    for used, size, path in sorted(found, reverse=True):
        total += size
        if used < oldest or total > MOST_BYTES:
            with contextlib.suppress(OSError):
                path.unlink()
