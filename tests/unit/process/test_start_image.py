"""The start image is used as long as sources are what they were, and never if others may write it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

_SOURCE = """
import re
from dataclasses import dataclass

WORD = re.compile(r"(?P<word>[a-z]+)(\\d)?", re.IGNORECASE)


@dataclass(frozen=True)
class Pair:
    one: int
    other: str = "x"


def said():
    return {value}, WORD.fullmatch("Ab1").groupdict(), WORD.groups, Pair(1), Pair(1) == Pair(1, "x")
"""
_PROGRAM = """
import sys
from mapper.process import start_image
start_image.use()
sys.path.insert(0, sys.argv[1])
from package.part import said
import re
print(*said(), "pattern" if re.match("b+", "abb") else "none", "read" if "package.part" in OLD else "made")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").touch()
    _write(tmp_path, 1)
    return tmp_path


def _write(folder: Path, value: int) -> None:
    path = folder / "package" / "part.py"
    path.write_text(_SOURCE.replace("{value}", str(value)))
    os.utime(path, (value, value))


def _said(folder: Path) -> str:
    known = "OLD = set(next(each for each in sys.meta_path if hasattr(each, 'keep')).modules)"
    program = _PROGRAM.replace("sys.path.insert", f"{known}\nsys.path.insert")
    variables = {**os.environ, "MAPPER_CACHE_DIR": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program, str(folder)],
        capture_output=True,
        text=True,
        check=False,
        env=variables,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def _text(value: int, how: str) -> str:
    return f"{value} {{'word': 'Ab'}} 2 Pair(one=1, other='x') True none {how}"


def _image(folder: Path) -> Path:
    [image] = (folder / "cache").glob("start-*")
    return image


def test_the_second_process_uses_it_until_the_source_changes(folder: Path) -> None:
    assert _said(folder) == _text(1, "made")
    written = _image(folder).read_bytes()
    assert _said(folder) == _text(1, "read")
    assert _image(folder).read_bytes() == written
    _write(folder, 2)
    assert _said(folder) == _text(2, "read")  # an older state, which is not used
    assert _image(folder).read_bytes() != written


def test_modules_out_of_it_are_modules_like_others(folder: Path) -> None:
    """They have a place, a package and a specification; one that raises when it is imported is not there."""
    inner = folder / "package" / "inner"
    inner.mkdir()
    (inner / "__init__.py").write_text("from . import part\n")
    (inner / "part.py").write_text("from ..part import WORD\nWHO = __name__, __package__, __file__\n")
    (folder / "package" / "wrong.py").write_text("import sys\nif len(sys.argv) > 2: raise OSError(__name__)\n")
    program = """
import sys
from mapper.process import start_image
start_image.use()
sys.path.insert(0, sys.argv[1])
from importlib.util import find_spec
from pkgutil import get_data
from package.inner import part
import package.inner as inner
print(part.WHO, inner.__package__, inner.__path__, find_spec("package.inner.part").origin, inner.part is part)
print(get_data("package.inner", "part.py") == open(part.__file__, "rb").read(), part.__loader__.name)
try:
    import package.wrong
except OSError as error:
    print(error, "package.wrong" in sys.modules, hasattr(package, "wrong"))
""".replace("import package.inner as inner", "import package.inner; inner = package.inner")
    variables = {**os.environ, "MAPPER_CACHE_DIR": str(folder / "cache")}
    said = [
        subprocess.run(
            [sys.executable, "-c", program, str(folder), *more],
            capture_output=True,
            text=True,
            check=False,
            env=variables,
        )
        for more in ([], [], ["raise"])
    ]
    file = str(inner / "part.py")
    first = f"('package.inner.part', 'package.inner', '{file}') package.inner ['{inner}'] {file} True\n"
    first += "True package.inner.part\n"
    assert [(each.stdout, each.stderr) for each in said] == [
        (first, ""),
        (first, ""),
        (first + "package.wrong False False\n", ""),
    ]


def test_code_out_of_it_is_what_runs(folder: Path) -> None:
    _said(folder)
    path = folder / "package" / "part.py"
    path.write_text(path.read_text().replace("return 1,", "return 7,"))
    os.utime(path, (1, 1))
    assert _said(folder) == _text(1, "read")


def test_modules_that_went_are_forgotten(folder: Path) -> None:
    _said(folder)
    (folder / "package" / "part.py").rename(folder / "package" / "other.py")
    program = "from mapper.process import start_image; start_image.use(); import package.part"
    variables = {**os.environ, "MAPPER_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, env=variables
    )
    assert "ModuleNotFoundError: No module named 'package.part'" in done.stderr


@pytest.mark.parametrize("damage", [b"", b"\x00", b"(\x03\x00\x00\x00N", bytes(range(64))])
def test_a_damaged_file_is_written_again(folder: Path, damage: bytes) -> None:
    _said(folder)
    _image(folder).write_bytes(damage)
    assert _said(folder) == _text(1, "made")
    assert _said(folder) == _text(1, "read")


def test_a_file_that_others_may_write_is_not_used(folder: Path) -> None:
    _said(folder)
    _image(folder).chmod(0o622)
    assert _said(folder) == _text(1, "made")


def test_nothing_is_kept_where_the_cache_is_no_folder(folder: Path) -> None:
    (folder / "cache").touch()
    assert _said(folder) == _text(1, "made")
    assert _said(folder) == _text(1, "made")
