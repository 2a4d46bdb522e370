"""The folder of entries: found by their keys, written in one step, and bounded in size.

Entries are read only if they are plain files of the process's user or root that no other user may write.  Links
are not followed.  Whatever fails, there is silently no entry.
"""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
import time
from pathlib import Path

from mapper.build import cache_directory
from mapper.translations.entry import Entry, decode, encode

SWITCH = "MAPPER_TRANSLATION_CACHE"
"""The variable that switches the cache off: 0."""

MOST_BYTES = 256 << 20
"""Of all entries; those that were used last stay."""

_UNUSED = 90 * 24 * 3600  # seconds
_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


def folder() -> Path:
    """Where entries are, which need not exist."""
    return cache_directory(os.environ) / "translations"


def enabled() -> bool:
    """False where the user has switched the cache off, or the process has more rights than its starter."""
    plain = os.getuid() == os.geteuid() and os.getgid() == os.getegid()
    return plain and os.environ.get(SWITCH) != "0"


def load(key: str) -> Entry | None:
    """The entry of a key, which counts as used now; None where there is none that can be trusted."""
    path = folder() / key
    try:
        with open(os.open(path, _FLAGS), "rb") as file:
            status = os.fstat(file.fileno())
            if not _trusted(status) or status.st_size > MOST_BYTES:
                return None
            found = decode(key, file.read())
        os.utime(path, follow_symlinks=False)
    except OSError:
        return None
    return found


def save(key: str, entry: Entry) -> None:
    """Keep an entry, and drop others where there are too many."""
    place = folder()
    with contextlib.suppress(OSError):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(prefix="making-", dir=place)
        try:
            with open(handle, "wb") as file:
                file.write(encode(key, entry))
            os.replace(temporary, place / key)
        except OSError:
            os.unlink(temporary)
            raise
        _prune(place)


def _trusted(status: os.stat_result) -> bool:
    return (
        stat.S_ISREG(status.st_mode)
        and status.st_uid in (os.geteuid(), 0)
        and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    )


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
