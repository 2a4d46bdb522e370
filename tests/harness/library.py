"""The run-time library's text as programs get it."""

from __future__ import annotations

from pathlib import Path

from mapper import runtime
from mapper.build import copy_library
from mapper.runtime import runtime_files

RUNTIME = Path(runtime.__file__).parent
"""Where the library's sources lie, in folders."""


def header_flags() -> list[str]:
    """The options by which a C compiler finds the headers of those folders."""
    return [f"-I{folder}" for folder in sorted({path.parent for path in runtime_files()})]


def written_library(folder: Path) -> Path:
    """A new folder with the library's files, whose names are reserved ones."""
    library = folder / "library"
    library.mkdir()
    copy_library(library, runtime_files())
    return library
