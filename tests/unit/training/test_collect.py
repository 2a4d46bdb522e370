"""Measured rows: reading profiles, comparing outputs, refusing what can't be believed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mapper.diagnostics import MapperError
from mapper.features import schema
from training.collect import Config, collect, load_config, read_profile, same_output
from training.fit import COLUMNS

PROGRAM = """#!/usr/bin/env python3
import json, os, sys
device, size = os.environ["MAPPER_DEVICE"], float(sys.argv[1])
if size > 1000: sys.exit("out of memory")
names = {names}
calls = {{"cpu": {{"calls": 0, "seconds": 0}}, "opencl": {{"calls": 0, "seconds": 0}}}}
calls[device] = {{"calls": int(sys.argv[2]), "seconds": size if device == "cpu" else 2 * size}}
vector = {{"values": [size] * len(names), **calls}}
region = {{"id": "r", "feature_names": names, "vectors": [vector]}}
json.dump({{"device": {{"startup_seconds": 0.25}}, "regions": [region]}}, open(os.environ["MAPPER_PROFILE"], "w"))
print(size if device == "cpu" or size != 13 else -1)
"""


def config(*sizes: int) -> Config:
    return Config(seed=1, depth=3, repeats=2, limit=1e9, programs={"p": sizes})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a program that reports made-up times: OpenCL takes twice as long."""
    program = tmp_path / "p"
    program.write_text(PROGRAM.format(names=list(schema.NAMES)))
    program.chmod(0o755)
    return tmp_path


def test_one_row_for_each_size(folder: Path) -> None:
    done: list[int] = []
    table = collect(config(4, 6), folder, lambda run: done.append(run.size))
    assert done == [4, 6]
    assert list(table.columns) == list(COLUMNS)
    assert table["seconds_cpu"].tolist() == [2.0, 3.0]
    assert table["seconds_opencl"].tolist() == [4.0, 6.0]
    assert table["startup_seconds"].tolist() == [0.25, 0.25]
    assert table["work_items"].tolist() == [4.0, 6.0]


def test_other_results_are_refused(folder: Path) -> None:
    with pytest.raises(MapperError, match="other results") as caught:
        collect(config(13), folder, lambda _: None)
    assert caught.value.diagnostics[0].code == "E023"


def test_a_program_that_fails_says_why(folder: Path) -> None:
    with pytest.raises(MapperError, match="out of memory"):
        collect(config(2000), folder, lambda _: None)


def test_the_limit_ends_the_ladder(folder: Path) -> None:
    short = Config(seed=1, depth=3, repeats=2, limit=10.0, programs={"p": (4, 6, 8)})
    assert collect(short, folder, lambda _: None)["arguments"].tolist() == ["4", "6"]


def test_another_schema_is_refused() -> None:
    profile: dict[str, Any] = {"regions": [{"id": "r", "feature_names": ["x"], "vectors": []}]}
    with pytest.raises(MapperError, match="schema"):
        read_profile(profile, "cpu")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("1.0 2.0", "1.000001 2.0", True),
        ("1.0", "1.1", False),
        ("1 2", "1", False),
        ("a 1", "a 1", True),
        ("a", "b", False),
        ("0", "0.0", True),
    ],
)
def test_outputs_agree_within_rounding(one: str, other: str, same: bool) -> None:
    assert same_output(one, other) is same


def test_the_configuration_is_complete() -> None:
    found = load_config()
    assert found.repeats > 0
    assert found.limit > 0
    assert all(sizes == sorted(sizes) for sizes in found.programs.values())
