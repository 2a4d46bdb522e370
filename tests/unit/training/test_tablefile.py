"""Broken files of measured data are errors that say what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from mapper.diagnostics import MapperError
from mapper_training.tablefile import read_csv, read_json


def message(path: Path) -> str:
    with pytest.raises(MapperError) as caught:
        read_csv(
            path, "E023", "rows", words=("name",), needed=("name", "time"), numbers=("more",), seconds=("time",)
        )
    [diagnostic] = caught.value.diagnostics
    assert (diagnostic.code, str(diagnostic.where)) == ("E023", str(path))
    return diagnostic.message


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "can't read the rows: No columns to parse from file"),
        ('name,time\n"x', "can't read the rows: "),
        ("name,more\nx,1\n", "these are not rows: no time"),
        ("name,time\nx,soon\n", "column time holds 'soon', which is no time"),
        ("name,time\nx,0\n", "column time holds '0', which is no time"),
        ("name,time\nx,inf\n", "column time holds 'inf', which is no time"),
        ("name,time,more\nx,1,2\ny,2,-1e400\n", "column more holds '-inf', which is no number"),
        ("name,time,more\nx,1,2\ny,2,__import__('os')\n", "column more holds "),
    ],
)
def test_what_is_wrong_with_a_table(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(text)
    assert message(path).startswith(told)


def test_no_table(tmp_path: Path) -> None:
    assert message(tmp_path / "none.csv") == "can't read the rows: No such file or directory"


def test_numbers_may_be_missing_and_names_look_like_numbers(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("name,time,more\n007,1,\n8,2,-3\n")
    table = read_csv(path, "E023", "rows", words=("name",), needed=("time",), numbers=("more",), seconds=("time",))
    assert table["name"].tolist() == ["007", "8"]
    assert table["more"].isna().tolist() == [True, False]


@pytest.mark.parametrize("text", ["", "[1]", "{", "[" * 100_000])
def test_no_object(tmp_path: Path, text: str) -> None:
    path = tmp_path / "t.json"
    path.write_text(text)
    with pytest.raises(MapperError) as caught:
        read_json(path, "E024")
    assert caught.value.diagnostics[0].code == "E024"
