"""Which files of a link are the C library's, by their names and folders."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from mapper.objects.system import System


def _asked(name: str) -> str:
    done = subprocess.run(["cc", f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("name", ["libc.so.6", "libm.so.6", "libgcc.a"])
def test_the_compilers_own(name: str) -> None:
    assert System(["cc"]).holds(_asked(name))


@pytest.mark.parametrize("name", ["libutil.a", "libm.so", "libfast.so", "libc.a"])
def test_files_in_other_folders(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    shutil.copy(_asked("libgcc.a"), path)
    assert not System(["cc"]).holds(str(path))


def test_other_libraries_beside_the_c_library() -> None:
    assert not System(["cc"]).holds(str(Path(_asked("libc.so.6")).with_name("libopenblas.so.0")))
