"""Which loops with `critical` or locks run on the device since iterations only draw numbers or exchange values."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from tests.unit.translate.programs import translated

_TEXT = (Path(__file__).parent / "draws.c").read_text(encoding="utf-8")
_LOOPS = [
    pytest.param(number, verdict, id=name.replace(" ", "-"))
    for number, (verdict, name) in enumerate(re.findall(r"/\* (runs|K\d+): (.*?) \*/", _TEXT))
]


@cache
def _verdicts() -> list[str]:
    loops = [loop for region in translated(_TEXT).regions for loop in region.loops]
    return ["runs" if loop.kept is None else loop.kept.code for loop in loops]


@pytest.mark.parametrize(("number", "verdict"), _LOOPS)
def test_loop(number: int, verdict: str) -> None:
    assert _verdicts()[number] == verdict
