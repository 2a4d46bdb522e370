"""The emitted C of small programs, one idea each: `tests/golden/emit/NAME.c` gives `NAME.expected.c`.

The kernels' text has golden files of its own; here the text stops before it.
"""

from pathlib import Path

import pytest

from mapper.model.tree import Leaf, Model, Split
from mapper.options import Options
from mapper.pipeline import map_program
from tests.conftest import Golden

CASES = Path(__file__).parent / "emit"
MODEL = Model("golden", (Split(9, 1000.0, Leaf(-1.0), Leaf(1.0)),))
NAMES = sorted(path.name for path in CASES.glob("*.c") if not path.name.endswith(".expected.c"))


def emitted(name: str) -> str:
    """The emitted C, or the empty string where nothing goes to the device."""
    mapped = map_program(Options(sources=(name,), flags=("-std=c11",)), MODEL)
    return mapped.emitted[name].c if mapped.emitted else ""


@pytest.mark.parametrize("name", NAMES)
def test_emitted_program(name: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    host, _, _ = emitted(name).partition("/* ---- the kernels as OpenCL C ---- */")
    golden(CASES / name.replace(".c", ".expected.c"), host)


def test_descriptors(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands below the user's text, for one program."""
    monkeypatch.chdir(CASES)
    _, _, below = emitted("if_clause.c").partition("/* ---- the kernels as OpenCL C ---- */")
    golden(CASES / "descriptors.expected.txt", below)
