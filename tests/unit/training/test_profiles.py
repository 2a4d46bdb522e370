"""Rows out of profiles of real runs, and rows of several machines put together."""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest

from mapper.diagnostics import MapperError
from mapper_training.collect import collect
from mapper_training.journal import Journal, load_rows, write_added
from mapper_training.merge import merge
from mapper_training.profiles import Run, load_profile, load_runs, read_times, rows_of, rows_of_runs
from tests.unit.training.fakes import PLATFORM, Machine, config, profile, raw

CPU = profile("cpu", {("a.c", "r1", 10.0): 4.0, ("b.c", "r2", 20.0): 2.0})
OPENCL = profile("opencl", {("a.c", "r1", 10.0): 1.0, ("a.c", "r1", 11): 1.0})


def collected(folder: Path, programs: dict[str, tuple[int, ...]], platform: dict[str, str] = PLATFORM) -> Path:
    """A folder of measured data."""
    journal, machine = Journal(folder, platform), Machine()
    settings = config(programs=programs)
    collect(
        settings, journal, machine.measuring(settings), lambda _: None, built=list(programs), clock=machine.clock
    )
    journal.close()
    return folder


def test_times_of_one_device() -> None:
    assert read_times(CPU, "cpu")["r1", raw(10)] == (2, 8.0)
    assert read_times(CPU, "opencl") == {}


def test_a_vector_that_ran_on_both_is_not_believed() -> None:
    mixed = profile("opencl", {("a.c", "r1", 10.0): 1.0})
    mixed["regions"][0]["vectors"][0]["cpu"] = {"calls": 1, "seconds": 1.0}
    assert read_times(mixed, "opencl") == {}


def test_another_schema_is_refused() -> None:
    with pytest.raises(MapperError, match="schema"):
        read_times({"regions": [{"id": "r", "feature_names": ["x"], "vectors": []}]}, "cpu")


def test_only_what_ran_on_both_devices_becomes_a_row() -> None:
    (row,) = rows_of([CPU, OPENCL], "a device").to_dict("records")
    assert (row["region"], row["seconds_cpu"], row["seconds_opencl"]) == ("r1", 4.0, 1.0)
    assert (row["startup_seconds"], row["calls"], row["upload_bytes"]) == (0.2, 2, 8.0)
    assert rows_of([CPU, CPU], "a device").empty


def test_calls_of_several_profiles_are_added_up() -> None:
    slow = profile("cpu", {("a.c", "r1", 10.0): 8.0})
    (row,) = rows_of([CPU, slow, OPENCL], "a device").to_dict("records")
    assert row["seconds_cpu"] == 6.0


def test_files_that_ran_together_are_one_program() -> None:
    both = {("b.c", "r2", 20.0): 2.0, ("a.c", "r1", 10.0): 4.0}
    other = {("z.c", "r3", 10.0): 4.0}
    profiles = [profile(device, times) for device in ("cpu", "opencl") for times in (both, other)]
    rows = rows_of(profiles, "a device")
    assert rows[["region", "program"]].to_numpy().tolist() == [["r1", "a.c"], ["r2", "a.c"], ["r3", "z.c"]]


def test_a_profile_of_another_device_is_refused() -> None:
    with pytest.raises(MapperError, match="a device, the platform's device is another"):
        rows_of([CPU, OPENCL], "another")


def test_files_tell_which_program_ran_with_what(tmp_path: Path) -> None:
    for version, document in (("cpu", CPU), ("opencl", OPENCL), ("mapped", OPENCL)):
        for size in "SW":
            (tmp_path / f"CG.{size}.{version}.json").write_text(json.dumps(document))
    runs = load_runs([tmp_path])
    assert [(run.program, run.arguments) for run in runs] == [("CG", "S"), ("CG", "S"), ("CG", "W"), ("CG", "W")]
    rows = rows_of_runs(runs, "a device")
    assert rows[["program", "arguments", "region"]].to_numpy().tolist() == [["CG", "S", "r1"], ["CG", "W", "r1"]]
    assert rows["calls"].tolist() == [2.0, 2.0]
    assert rows["real"].tolist() == [1, 1]


@pytest.mark.parametrize("text", ["{", "[]", '{"schema": 2, "regions": []}'])
def test_what_is_no_profile_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "p.json").write_text(text)
    with pytest.raises(MapperError) as caught:
        load_profile(tmp_path / "p.json")
    assert caught.value.diagnostics[0].code == "E023"


def test_added_rows_are_trained_on_and_replaced(tmp_path: Path) -> None:
    collected(tmp_path, {"p": (4, 6)})
    (tmp_path / "c.json").write_text(json.dumps(CPU))
    rows = rows_of_runs([*load_runs([tmp_path / "c.json"]), Run(OPENCL)], "a device")
    assert write_added(tmp_path, rows) == 1
    rows["seconds_cpu"] = 9.0
    assert write_added(tmp_path, rows) == 1
    table = load_rows(tmp_path)
    assert table["program"].tolist() == ["p", "p", "a.c"]
    assert table["seconds_cpu"].tolist() == [4.0, 6.0, 9.0]
    collected(tmp_path, {"p": (4, 6, 8)})
    assert "a.c" in set(load_rows(tmp_path)["program"])


def test_shards_make_one_table(tmp_path: Path) -> None:
    whole = collected(tmp_path / "whole", {"a": (4, 6), "b": (5,)})
    one, two = collected(tmp_path / "1", {"a": (4, 6)}), collected(tmp_path / "2", {"b": (5,)})
    table, platform = merge([one, two / "rows.csv"])
    pd.testing.assert_frame_equal(table, merge([whole])[0])
    assert platform == PLATFORM
    assert len(merge([one, one])[0]) == 2


def test_shards_of_other_machines_are_refused(tmp_path: Path) -> None:
    one = collected(tmp_path / "1", {"a": (4,)})
    two = collected(tmp_path / "2", {"b": (5,)}, {**PLATFORM, "device": "another"})
    with pytest.raises(MapperError, match="another platform"):
        merge([one, two])


def test_rows_without_a_platform_are_refused(tmp_path: Path) -> None:
    one = collected(tmp_path / "1", {"a": (4,)})
    (one / "platform.json").unlink()
    with pytest.raises(MapperError, match="platform's description"):
        merge([one])
