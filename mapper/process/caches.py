"""The user's cache folder, and files in it that are believed and replaced as a whole.

Files are read only if they are plain files of the process's user or root that no other user may write.  Links are
not followed.
"""

from __future__ import annotations

import mmap
import os
import stat
from collections.abc import Mapping
from pathlib import Path

_FLAGS = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


def cache_directory(environment: Mapping[str, str]) -> Path:
    """Where what was compiled is kept: `MAPPER_CACHE_DIR`, otherwise the user's cache directory.

    The run-time library has the same rule (`mrt_cache_folder`).
    """
    if named := environment.get("MAPPER_CACHE_DIR"):
        return Path(named)
    base = environment.get("XDG_CACHE_HOME", "")
    return (Path(base) if base.startswith("/") else Path(environment.get("HOME", "/tmp")) / ".cache") / "mapper"


def is_ordinary_process() -> bool:
    """False where the process has more rights than its starter: then nothing is read or kept."""
    return os.getuid() == os.geteuid() and os.getgid() == os.getegid()


def read_trusted(path: Path, most: int) -> bytes | None:
    """What a file of at most so many bytes holds; None where it can't be trusted.  Raises `OSError`."""
    with open(os.open(path, _FLAGS), "rb") as file:
        return file.read() if _is_trusted(os.fstat(file.fileno()), most) else None


def map_trusted(path: Path, most: int) -> mmap.mmap | None:
    """The same; only what is looked at is read.  Raises `OSError`, and `ValueError` if the file is empty."""
    with open(os.open(path, _FLAGS), "rb") as file:
        if not _is_trusted(os.fstat(file.fileno()), most):
            return None
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def _is_trusted(status: os.stat_result, most: int) -> bool:
    own = stat.S_ISREG(status.st_mode) and status.st_uid in (os.geteuid(), 0)
    return own and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and status.st_size <= most


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that others see as a whole or not at all.  Raises `OSError`."""
    import tempfile  # takes a while to import, and most processes write nothing

    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix="making-", dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        os.unlink(temporary)
        raise
