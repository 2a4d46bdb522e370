"""The run-time library's text as programs get it."""

from __future__ import annotations

from pathlib import Path

from mapper.build import copy_library
from mapper.runtime import runtime_files


def written_library(folder: Path) -> Path:
    """A new folder with the library's files, whose names are reserved ones."""
    library = folder / "library"
    library.mkdir()
    copy_library(library, runtime_files())
    return library
