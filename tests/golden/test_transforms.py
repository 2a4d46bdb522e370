"""The OpenCL text after one pass alone: `transforms/PASS/NAME.c` gives `NAME.cl`, and that builds on PoCL."""

from __future__ import annotations

from pathlib import Path

import pyopencl
import pytest

from mapper.analysis.host.plan import analyse
from mapper.analysis.names.symbols import resolve
from mapper.emit.opencl_printer import print_kernels
from mapper.frontend.load import load_unit
from mapper.openmp.bind import bind
from mapper.transforms.names import NAMES
from mapper.transforms.order import ORDER
from mapper.transforms.run import Selection, lower, transform
from mapper.translate.program import translate
from tests.conftest import Golden
from tests.unit.translate.device import build

CASES = Path(__file__).parent / "transforms"
BEFORE = {
    "batch": ("gang", "schedule"),
    "collapse": ("gang",),
    "columns": ("inline", "gang"),
    "distribute": ("nest",),
    "distribute/sums.c": ("nest", "gang"),
    "fuse": ("gang",),
    "gang": ("inline",),
    "interleave": ("gang",),
    "schedule": ("gang",),
}  # what has nothing to do without other passes
SOURCES = sorted(path.relative_to(CASES) for path in CASES.glob("*/*.c"))


def test_every_pass_has_a_case() -> None:
    assert {path.parent.name for path in SOURCES} == set(NAMES)


@pytest.mark.opencl
@pytest.mark.parametrize("source", SOURCES, ids=str)
def test_kernels(source: Path, golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES / source.parent)
    unit = bind(load_unit(source.name, ("gcc",), ("-std=c11",)))
    symbols = {unit.path: resolve(unit)}
    name = source.parent.name
    only = tuple(each for each in ORDER if each.name in (name, *BEFORE.get(str(source), BEFORE.get(name, ()))))
    effects = analyse(list(symbols.values())).effects
    plain = translate([unit], symbols)
    often = {loop.id: 100.0 for region in plain.regions for loop in region.loops}
    program, _ = transform(plain, symbols, Selection(only), effects, often)
    program, _ = lower(program, symbols, Selection(only))
    text = print_kernels([each for region in program.regions for loop in region.loops for each in loop.versions])
    golden(CASES / source.with_suffix(".cl"), text)
    assert isinstance(build(text, "-DMRT_LANES=32", "-DMRT_LAYOUT=1"), pyopencl.Program)
