"""The run-time library's text as programs get it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from mapper import runtime
from mapper.build import copy_library, runtime_objects, runtime_place
from mapper.options import Options
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


def share_library(cache: Path) -> None:
    """Put a link to this process's run-time library, which takes a while to compile, into another cache."""
    runtime_objects(Options(()))
    library = runtime_place(Options(()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MAPPER_CACHE_DIR", str(cache))
        place = runtime_place(Options(()))
    place.parent.mkdir(exist_ok=True)
    with suppress(FileExistsError):
        place.symlink_to(library)
