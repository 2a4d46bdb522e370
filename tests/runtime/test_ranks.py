"""Processes of MPI programs: they share out the devices of their node, say who they are, and share one cache."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.harness.bench import Bench

pytestmark = pytest.mark.opencl

TWINS = {"FAKE_TWINS": "3", "FAKE_DISCRETE": "1"}
RANKS = 4


def _device(stderr: str) -> str:
    """What the report says of the device, behind its name."""
    found = re.search(
        r"^mapper: (?:rank \d+: )?device [^(\n]*?(?: \((\d of 0 to \d)\))?, model ", stderr, re.MULTILINE
    )
    assert found is not None, stderr
    return found[1] or ""


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "0 of 0 to 2"),
        ({"OMPI_COMM_WORLD_LOCAL_RANK": "1", "OMPI_COMM_WORLD_RANK": "9"}, "1 of 0 to 2"),
        ({"MPI_LOCALRANKID": "5"}, "2 of 0 to 2"),
        ({"MV2_COMM_WORLD_LOCAL_RANK": "2"}, "2 of 0 to 2"),
        ({"SLURM_LOCALID": "4"}, "1 of 0 to 2"),
        ({"PMI_LOCAL_RANK": "1"}, "1 of 0 to 2"),
        ({"SLURM_LOCALID": "0", "OMPI_COMM_WORLD_LOCAL_RANK": "2"}, "2 of 0 to 2"),
        ({"SLURM_LOCALID": "1x"}, "0 of 0 to 2"),
        ({"SLURM_LOCALID": "1", "MAPPER_DEVICE_INDEX": "2"}, "2 of 0 to 2"),
        ({"MAPPER_DEVICE": "auto", "MAPPER_FORCE": "*:opencl", "SLURM_LOCALID": "2"}, "2 of 0 to 2"),
    ],
)
def test_ranks_take_turns_at_devices(bench: Bench, variables: dict[str, str], expected: str) -> None:
    assert _device(bench.promise("vector", **TWINS, **variables).stderr) == expected


def test_one_device_is_for_all(bench: Bench) -> None:
    assert _device(bench.promise("vector", SLURM_LOCALID="3").stderr) == ""


@pytest.mark.parametrize("index", ["3", "99999999"])
def test_an_index_without_a_device(bench: Bench, index: str) -> None:
    done = bench.run("promises", "choice", **TWINS, MAPPER_DEVICE_INDEX=index)
    assert "MAPPER_DEVICE_INDEX is too large: the devices to choose from are 0 to 2" in done.stderr


def test_messages_and_profiles_tell_the_rank(bench: Bench, tmp_path: Path) -> None:
    variables = {"PMI_RANK": "12", "MPI_LOCALRANKID": "1", "MAPPER_PROFILE": str(tmp_path / "of-%r.json")}
    told = bench.promise("vector", **TWINS, **variables, MAPPER_UNITS="many").stderr.splitlines()
    assert "mapper: rank 12: MAPPER_UNITS=many is not a number; ignored" in told
    assert all(line.startswith("mapper: rank 12: ") for line in told if line.startswith("mapper:"))
    profile = json.loads((tmp_path / "of-12.json").read_text())
    assert profile["rank"] == 12
    assert (profile["device"]["index"], profile["device"]["of"]) == (1, 3)
    bench.promise("vector", MAPPER_PROFILE=str(tmp_path / "%r-%p.json"))
    (path,) = tmp_path.glob("0-*.json")
    assert "rank" not in json.loads(path.read_text())


def test_misspelt_variables_are_told_once(bench: Bench) -> None:
    wrong = {"MAPPER_DEVCE": "cpu", "MAPPER_NOTHING_LIKE_IT": "1"}
    told = [line for line in bench.promise("vector", **wrong).stderr.splitlines() if "no variable" in line]
    assert sorted(told) == [
        "mapper: there is no variable MAPPER_DEVCE (did you mean MAPPER_DEVICE?); ignored",
        "mapper: there is no variable MAPPER_NOTHING_LIKE_IT; ignored",
    ]
    assert "no variable" not in bench.promise("vector", **wrong, PMI_RANK="1").stderr


def test_ranks_share_one_cache(bench: Bench, tmp_path: Path) -> None:
    variables = {**bench.variables, "MAPPER_CACHE_DIR": str(tmp_path), "MAPPER_INFO": "2"}
    command = [str(bench.folder / "promises"), "vector"]
    processes = [
        subprocess.Popen(command, env={**variables, "PMI_RANK": str(rank)}, stderr=subprocess.PIPE, text=True)
        for rank in range(RANKS)
    ]
    ends = [(process.communicate(timeout=500)[1], process.returncode) for process in processes]
    assert [code for _, code in ends] == [0] * RANKS, ends
    names = [path.name for path in tmp_path.iterdir()]
    assert names
    assert all(name.endswith(".clbin") for name in names)  # no halves are left
    assert (
        "kernel cache: taken from"
        in bench.promise("vector", MAPPER_CACHE_DIR=str(tmp_path), MAPPER_INFO="2").stderr
    )
