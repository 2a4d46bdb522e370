"""The folder of measured data: nothing is lost, nothing is kept that is worth nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mapper.diagnostics import MapperError
from mapper.features import schema
from mapper_training import journal as rooms
from mapper_training.collect import collect
from mapper_training.config import Config
from mapper_training.journal import ADDED, POINTS, ROWS, Journal, load_rows
from tests.unit.training.fakes import PLATFORM, Machine, config


def measure(folder: Path, settings: Config, machine: Machine) -> Machine:
    """Collect into a folder, as one start of the command does."""
    opened = Journal(folder, PLATFORM)
    try:
        collect(settings, opened, machine.measuring(settings), lambda _: None, built=["p"], clock=machine.clock)
    finally:
        opened.close()
    return machine


class Interrupted(Machine):
    """A machine on which the n-th run is interrupted."""

    def __init__(self, after: int) -> None:
        super().__init__()
        self.after = after

    def __call__(self, *arguments: object) -> object:  # type: ignore[override]  # represents any runner
        if len(self.runs) == self.after:
            raise KeyboardInterrupt
        return super().__call__(*arguments)  # type: ignore[arg-type]  # passed through as they came


def test_a_second_start_measures_nothing_again(tmp_path: Path) -> None:
    measure(tmp_path, config(4, 6), Machine())
    text = (tmp_path / ROWS).read_text()
    assert not measure(tmp_path, config(4, 6), Machine()).runs
    assert (tmp_path / ROWS).read_text() == text


def test_an_interruption_loses_no_finished_point(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        measure(tmp_path, config(4, 6, 8), Interrupted(6))
    assert load_rows(tmp_path)["arguments"].tolist() == ["4"]
    again = measure(tmp_path, config(4, 6, 8), Machine())
    assert {arguments for _, arguments, _, _ in again.runs} == {"6", "8"}
    assert load_rows(tmp_path)["arguments"].tolist() == ["4", "6", "8"]


@pytest.mark.parametrize("torn", [ROWS, POINTS])
def test_a_torn_line_is_measured_again(tmp_path: Path, torn: str) -> None:
    measure(tmp_path, config(4, 6), Machine())
    whole = load_rows(tmp_path)
    text = (tmp_path / POINTS).read_text()
    (tmp_path / POINTS).write_text(text[: text.index("p,6")])  # the point's line was not written any more
    path = tmp_path / torn
    path.write_text(path.read_text()[:-9] if torn == ROWS else path.read_text() + "p,6,ab")
    again = measure(tmp_path, config(4, 6), Machine())
    assert {arguments for _, arguments, _, _ in again.runs} == {"6"}
    assert load_rows(tmp_path).equals(whole)


def test_rows_survive_a_cut_at_any_byte(tmp_path: Path) -> None:
    measure(tmp_path, config(4, 6), Machine())
    files = {name: (tmp_path / name).read_bytes() for name in (ROWS, POINTS)}
    for name, whole in files.items():
        for length in range(len(whole)):
            for each, text in files.items():
                (tmp_path / each).write_bytes(text)
            (tmp_path / name).write_bytes(whole[:length])
            opened = Journal(tmp_path, PLATFORM)
            opened.close()
            kept = [row["arguments"] for row in rooms._read(tmp_path / ROWS, rooms.COLUMNS)]
            assert kept == ["4", "6"][: max(whole[:length].count(b"\n") - 1, 0)]


@pytest.mark.parametrize("stray", [b"\0", b"\xff", b"\x80\x00", b'"', b","])
@pytest.mark.parametrize("name", [ROWS, POINTS])
def test_stray_bytes_cost_their_line_alone(tmp_path: Path, name: str, stray: bytes) -> None:
    measure(tmp_path, config(4, 6, 8), Machine())
    whole = (tmp_path / name).read_bytes()
    place = whole.index(b"\np,", whole.index(b"\np,") + 1) + 4 + (5 if name == POINTS else 12)
    (tmp_path / name).write_bytes(whole[:place] + stray + whole[place:])
    opened = Journal(tmp_path, PLATFORM)
    opened.close()
    assert [row["arguments"] for row in rooms._read(tmp_path / ROWS, rooms.COLUMNS)] == ["4", "8"]
    assert opened.dropped == [f"{name}: 1 of 3 lines can't be read and are dropped"]
    measure(tmp_path, config(4, 6, 8), Machine())
    assert sorted(load_rows(tmp_path)["arguments"]) == ["4", "6", "8"]


def test_a_failed_point_is_not_tried_again(tmp_path: Path) -> None:
    measure(tmp_path, config(4, 6), Machine(broken=[6]))
    assert not measure(tmp_path, config(4, 6), Machine()).runs


def test_more_time_measures_what_was_late(tmp_path: Path) -> None:
    measure(tmp_path, config(4, 6, minutes=0.1), Machine())
    assert load_rows(tmp_path)["arguments"].tolist() == ["4"]
    measure(tmp_path, config(4, 6), Machine())
    assert load_rows(tmp_path)["arguments"].tolist() == ["4", "6"]


def test_a_changed_program_is_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measure(tmp_path, config(4, 6), Machine())
    monkeypatch.setattr(rooms, "source", lambda program: "another text")
    assert {arguments for _, arguments, _, _ in measure(tmp_path, config(4), Machine()).runs} == {"4"}
    assert load_rows(tmp_path)["arguments"].tolist() == ["4"]


def test_a_changed_schema_is_measured_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measure(tmp_path, config(4), Machine())
    monkeypatch.setattr(schema, "VERSION", schema.VERSION + 1)
    opened = Journal(tmp_path, PLATFORM)
    assert opened.stale == {"p"}
    opened.close()


def test_another_platform_is_refused(tmp_path: Path) -> None:
    measure(tmp_path, config(4), Machine())
    with pytest.raises(MapperError, match="threads '4' there, '8' here") as caught:
        Journal(tmp_path, {**PLATFORM, "threads": "8"})
    assert caught.value.diagnostics[0].code == "E023"
    assert load_rows(tmp_path)["arguments"].tolist() == ["4"]


def test_one_collection_at_a_time(tmp_path: Path) -> None:
    opened = Journal(tmp_path, PLATFORM)
    with pytest.raises(MapperError, match="another collection"):
        Journal(tmp_path, PLATFORM)
    opened.close()
    Journal(tmp_path, PLATFORM).close()


def test_the_platform_is_described_without_a_date(tmp_path: Path) -> None:
    Journal(tmp_path, PLATFORM).close()
    assert json.loads((tmp_path / "platform.json").read_text()) == PLATFORM


def test_a_folder_that_can_not_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(MapperError) as caught:
        Journal(tmp_path / "file" / "data", PLATFORM)
    assert caught.value.diagnostics[0].code == "E005"


def test_earlier_rows_give_way_to_those_of_the_same_size(tmp_path: Path) -> None:
    measure(tmp_path, config(4, 6), Machine())
    rows = load_rows(tmp_path)
    earlier = rows.assign(arguments=["6", "8"], seconds_opencl=9.0)
    earlier.to_csv(tmp_path / ADDED, index=False)
    assert load_rows(tmp_path)["arguments"].tolist() == ["4", "6", "8"]
    earlier.assign(real=1.0).to_csv(tmp_path / ADDED, index=False)
    assert load_rows(tmp_path)["arguments"].tolist() == ["4", "6", "6", "8"]
