"""The OpenCL text of small programs, one idea each: `NAME.c` gives `NAME.cl`, and that builds on PoCL."""

from __future__ import annotations

from pathlib import Path

import pyopencl
import pytest

from mapper.analysis.names.symbols import resolve
from mapper.frontend.load import load_unit
from mapper.openmp.bind import bind
from mapper.translate.program import translate
from tests.conftest import Golden
from tests.unit.translate.device import build
from tests.unit.translate.programs import printed

CASES = Path(__file__).parent
NAMES = sorted(path.name for path in CASES.glob("*.c"))


def text_of(name: str) -> str:
    """The OpenCL text of one program; all its loops have kernels."""
    unit = bind(load_unit(name, ("gcc",), ("-std=c11",)))
    program = translate([unit], {unit.path: resolve(unit)})
    loops = [loop for region in program.regions for loop in region.loops]
    assert [loop.kept for loop in loops if loop.kept] == []
    return printed(*[loop.kernel for loop in loops if loop.kernel is not None])


@pytest.mark.opencl
@pytest.mark.parametrize("name", NAMES)
def test_kernels(name: str, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    text = text_of(name)
    golden(CASES / name.replace(".c", ".cl"), text)
    assert isinstance(build(text), pyopencl.Program)


def test_text_is_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES)
    assert text_of("functions.c") == text_of("functions.c")
