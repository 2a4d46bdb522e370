"""Which loops with `critical` or locks run on the device since iterations only draw numbers or exchange values."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.translate.programs import noted_verdicts, verdicts

_FILE = Path(__file__).with_name("draws.c")
_NAMES, _VERDICTS = zip(*noted_verdicts(_FILE), strict=True)


@pytest.mark.parametrize(("number", "verdict"), list(enumerate(_VERDICTS)), ids=_NAMES)
def test_loop(number: int, verdict: str) -> None:
    assert verdicts(_FILE)[number] == verdict
