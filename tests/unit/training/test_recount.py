"""Measured rows get the features that programs say now, and keep their times."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from mapper.diagnostics import MapperError
from mapper.features import schema
from mapper_training import recount as room
from mapper_training.completed import ASKED, complete_profile
from mapper_training.recount import kept, main, recount


def raw(**values: float) -> tuple[float, ...]:
    """A vector that is 1 but for these."""
    return tuple(values.get(name, 1.0) for name in schema.RAW_NAMES)


def row(region: str = "r", **values: str) -> dict[str, str]:
    return {
        "program": "p",
        "region": region,
        "arguments": "8 touch",
        "work_items": "100.0",
        "transfer": "800.0",
        "mem": "5.0",
        "seconds_cpu": "0.25",
        **values,
    }


def test_rows_take_the_vector_of_their_size_and_keep_their_times() -> None:
    asked: list[tuple[str, str, str]] = []

    def ask(program: str, arguments: str, calls: str) -> Mapping[str, Sequence[tuple[float, ...]]]:
        asked.append((program, arguments, calls))
        return {
            "r": [raw(work_items=10, transfer=80, mem=1), raw(work_items=100, transfer=800, mem=7)],
            "other": [raw()],
        }

    rows = [row(), row(work_items="10.0", transfer="80.0", seconds_cpu="0.5"), row("gone")]
    found = recount(rows, {("p", "8 touch"): "3"}, ask)
    assert asked == [("p", "8 touch", "3")]
    assert [(each["mem"], each["seconds_cpu"]) for each in found] == [("7", "0.25"), ("1", "0.5")]
    assert all(set(schema.RAW_NAMES) <= each.keys() for each in found)


def test_rows_of_other_programs_keep_their_features() -> None:
    found = kept(row(atomics="7.0"))
    assert {found[name] for name in schema.RAW_NAMES if "atomics" in name} == {"0"}
    assert (found["mem"], found["seconds_cpu"], found["transfer"]) == ("5.0", "0.25", "800.0")


def test_named_programs_are_asked_and_others_keep_their_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = [name for name in schema.RAW_NAMES if "atomics" not in name]
    columns = ["program", "region", "arguments", *old, "atomics", "seconds_cpu"]
    for table in ("rows.csv", "added.csv"):
        with (tmp_path / table).open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows([name, "r", "8", *["5"] * len(old), "7", "0.5"] for name in ("axpy", "bins", "CG"))
    (tmp_path / "points.csv").write_text("program,arguments,hash,outcome,calls,call,setup,memory,detail\n")
    (tmp_path / "platform.json").write_text("{}")
    monkeypatch.setattr(room, "build", lambda sources, *_: (list(sources), {}))
    monkeypatch.setattr(room, "_ask", lambda *_: {"r": [raw(mem=9, local_float_atomics=7)]})
    assert main([str(tmp_path), "bins"]) == 0
    for table in ("rows.csv", "added.csv"):
        with (tmp_path / table).open(encoding="utf-8", newline="") as file:
            rows = {each["program"]: each for each in csv.DictReader(file)}
        found = {
            name: [each[x] for x in ("mem", "local_float_atomics", "seconds_cpu")] for name, each in rows.items()
        }
        assert found == {"axpy": ["5", "0", "0.5"], "bins": ["9", "7", "0.5"], "CG": ["5", "0", "0.5"]}
        assert "atomics" not in rows["axpy"]


def test_features_that_are_there_stay_where_only_missing_ones_are_counted() -> None:
    (found,) = recount([row()], {}, lambda *_: {"r": [raw(mem=7, cpu_mem=9)]}, row().keys())
    assert (found["mem"], found["cpu_mem"], found["seconds_cpu"]) == ("5.0", "9", "0.25")


def test_a_profile_gets_what_it_lacks_from_another_one(tmp_path: Path) -> None:
    def profile(names: Sequence[str], **values: float) -> dict[str, object]:
        vectors = [
            {"values": [size if each in ("transfer", "work_items") else values.get(each, 1.0) for each in names]}
            for size in (10.0, 80.0)
        ]
        question = {"region": "r", "about": "program", "entered": 1, "features": [2.0] * len(names)}
        region = {"id": "r", "feature_names": list(names), "vectors": vectors}
        return {"schema": 1, "device": None, "regions": [region], "questions": [question]}

    old = [name for name in ASKED if not name.startswith("cpu_")]
    path, new = tmp_path / "CG.S.cpu.json", tmp_path / "new"
    new.mkdir()
    path.write_text(json.dumps(profile(old, mem=5.0)), encoding="utf-8")
    (new / "CG.S.json").write_text(json.dumps(profile(ASKED, mem=6.0, cpu_mem=9.0)), encoding="utf-8")
    complete_profile(path, new)
    (region,) = json.loads(path.read_text(encoding="utf-8"))["regions"]
    assert region["feature_names"] == list(ASKED)
    vectors = [dict(zip(ASKED, each["values"], strict=True)) for each in region["vectors"]]
    assert [(each["transfer"], each["mem"], each["cpu_mem"]) for each in vectors] == [(10, 5, 9), (80, 5, 9)]
    (new / "CG.S.json").write_text(json.dumps(profile(ASKED) | {"regions": []}), encoding="utf-8")
    path.write_text(json.dumps(profile(old)), encoding="utf-8")
    with pytest.raises(MapperError, match="lacks the region r"):
        complete_profile(path, new)
