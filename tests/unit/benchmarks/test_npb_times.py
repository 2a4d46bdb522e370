"""The tables of NPB's pages: which runs count, and what becomes of missing ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.harness.rows import HEADINGS
from benchmarks.npb_times import best, cells, lead, main

ROWS = """\
CG,A,openmp,,0.8,1.0,1,SUCCESSFUL,cpu x 2,,
CG,A,opencl,,0.4,1.0,1,SUCCESSFUL,a device,,
CG,A,opencl,,0.2,1.0,1,SUCCESSFUL,a device,,
CG,A,opencl,-fno-gang,0.1,1.0,1,SUCCESSFUL,a device,,
CG,A,opencl,,0.1,1.0,1,UNSUCCESSFUL,a device,,
IS,A,opencl,,0.1,1.0,1,SUCCESSFUL,a device,,
"""


def write(folder: Path, *sizes: str) -> None:
    """Few runs, in each of some classes."""
    rows = "".join(ROWS.replace(",A,", f",{size},") for size in sizes)
    (folder / "npb.csv").write_text(f"{','.join(HEADINGS)}\n{rows}", encoding="utf-8")
    cuda = "".join(f"CG,{size},0.8\nIS,{size},0.1\n" for size in sizes)
    (folder / "cuda.csv").write_text(f"program,class,seconds\n{cuda}", encoding="utf-8")


def test_the_best_run_that_verified_counts(tmp_path: Path) -> None:
    write(tmp_path, "A")
    times = best(tmp_path)
    assert cells(times, "CG", "A") == ["0.8", "0.2", "4", "0.8", "4"]
    assert cells(times, "IS", "A") == ["-", "0.1", "-", "0.1", "1"]
    assert lead(times, "A", ("CG", "IS")) == pytest.approx(2.0)


def test_a_missing_place_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "A", "B", "C")
    (tmp_path / "npb.md").write_text("<!-- times -->\n<!-- end -->\n", encoding="utf-8")
    assert main(["--data", str(tmp_path), "--pages", str(tmp_path)]) == 2
    assert "no <!-- means -->" in capsys.readouterr().err
