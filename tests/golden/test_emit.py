"""The emitted C of small programs, one idea each: `tests/golden/emit/NAME.c` gives `NAME.expected.c`.

The kernels' text has golden files of its own; here the text stops before it.  The models above the user's text are
left out, and so are numbers of lines that count them.
"""

import re
from pathlib import Path

import pytest

from mapper.model.tree import Leaf, Model, Split
from mapper.options import Options
from mapper.stages.pipeline import map_program
from tests.conftest import Golden

CASES = Path(__file__).parent / "emit"
MODEL = Model("golden", (Split(9, 1000.0, Leaf(-1.0), Leaf(1.0)),))
PROGRAM = "/* ---- the program ---- */\n"
"""Where the models above it end."""
NAMES = sorted(path.name for path in CASES.glob("*.c") if not path.name.endswith(".expected.c"))


def emitted(name: str) -> str:
    """The emitted C, or the empty string where nothing goes to the device."""
    mapped = map_program(Options(sources=(name,), flags=("-std=c11",)), MODEL)
    return mapped.emitted[name].c if mapped.emitted else ""


def own_lines(text: str) -> str:
    """The lines of an emitted program that are not the user's, without their strings."""
    pieces = re.split(r'^# \d+ "(.*)".*$', text, flags=re.MULTILINE)
    own = [piece for file, piece in zip(pieces[1::2], pieces[2::2], strict=True) if file.endswith(".mapper.c")]
    return re.sub(r'"(\\.|[^"\\])*"', '""', "".join(own))


@pytest.mark.parametrize("name", NAMES)
def test_names_that_are_added_are_reserved(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    own = own_lines(emitted(name))
    assert "__mrt_" in own or not own
    assert re.findall(r"\b(?:mrt|MRT|mapper|MAPPER)_\w+", own) == []


@pytest.mark.parametrize("name", NAMES)
def test_emitted_program(name: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    text = emitted(name)
    models = text.find("/* ---- the model ---- */")
    host = text if models < 0 else text[:models] + text[text.index(PROGRAM) + len(PROGRAM) :]
    host, _, _ = host.partition("/* ---- the kernels as OpenCL C ---- */")
    host = re.sub(r'^# \d+ (".*\.mapper\.c")', r"# 0 \1", host, flags=re.MULTILINE)
    golden(CASES / name.replace(".c", ".expected.c"), host)


def test_descriptors(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model above the user's text, and what stands below it, for one program."""
    monkeypatch.chdir(CASES)
    text = emitted("if_clause.c")
    _, _, below = text.partition("/* ---- the kernels as OpenCL C ---- */")
    model = text[text.index("/* ---- the model ---- */") : text.index(PROGRAM)]
    golden(CASES / "descriptors.expected.txt", model + below)
