"""The benchmark of first decisions: where its clock goes, and its table."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import first_decision
from benchmarks.first_decision import CALL, HEAD, MARK, Taken, emit, line
from benchmarks.programs import npb


def test_a_clock_stands_before_the_features_of_each_region(tmp_path: Path) -> None:
    folder = tmp_path / "ep.S"
    emit(npb("ep", "S"), folder)
    texts = [path.read_text(encoding="utf-8") for path in folder.glob("*.mapper.c")]
    assert sum(text.count("__mrt_enter(") for text in texts) == sum(text.count(CALL + MARK) for text in texts) > 0


def test_text_without_regions_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(first_decision, "EMIT", ("true",))
    with pytest.raises(RuntimeError, match="no region's features"):
        emit(npb("ep", "S"), tmp_path / "ep.S")


def test_a_row_has_least_median_and_worst() -> None:
    taken = [Taken(2.0, 0, 3.0, 9.0, 4, 0.1), Taken(1.0, 2, 5.0, 7.0, 4, 0.3), Taken(6.0, 0, 1.0, 8.0, 4, 0.2)]
    row = line("MG.S", taken)
    assert row.split() == ["MG.S", "1.00", "2.00", "6.00", "0", "5.00", "8.00", "4", "0.10"]
    assert len(row) == len(HEAD)
