"""What opening a device has come to cost less since the rows were measured."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from mapper.diagnostics import MapperError
from mapper_training.evaluate import DATA
from mapper_training.horizon import costs
from mapper_training.journal import load_rows
from mapper_training.merge import merge
from mapper_training.opening import OPENING, saved

RUNS = """program,library,seconds
one,before,0.5
one,now,0.4
one,before,0.52
one,now,0.9
one,before,0.9
one,now,0.41
two,before,0.6
two,now,0.3
three,before,0.6
three,now,0.58
"""


def test_the_median_program_counts_by_its_median_runs(tmp_path: Path) -> None:
    assert saved(tmp_path) == 0.0
    (tmp_path / OPENING).write_text(RUNS)
    assert saved(tmp_path) == pytest.approx(0.52 - 0.41)


@pytest.mark.parametrize("text", ["program,seconds\none,1\n", RUNS + "four,now,1\n", RUNS + "one,then,1\n", ""])
def test_a_program_without_both_libraries_is_an_error(tmp_path: Path, text: str) -> None:
    (tmp_path / OPENING).write_text(text)
    with pytest.raises(MapperError):
        saved(tmp_path)


def test_a_platforms_start_up_is_less_by_that() -> None:
    folder = DATA / "nvidia-h200"
    rows, (table, _) = load_rows(folder), merge((folder,))
    old = rows.set_index(["program", "arguments", "region"])["whole_opencl"].groupby(level=[0, 1, 2]).first()
    new = table.set_index(["program", "arguments", "region"])["whole_opencl"].groupby(level=[0, 1, 2]).first()
    less = (old - new).dropna()
    assert saved(folder) > 0.05
    assert (less - saved(folder)).abs().max() < 1e-9
    assert costs(table).startup == pytest.approx(costs(pd.DataFrame(rows)).startup - saved(folder), abs=0.03)
