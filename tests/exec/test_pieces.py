"""What moves of arrays that consist of many blocks, counted, on a device with memory of its own."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


def moved(
    name: str, folder: Path, variables: dict[str, str], profile: Path
) -> dict[str, dict[str, dict[str, int]]]:
    """What a program copies for each region, as MAPPER_PROFILE tells it; its results are right."""
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, variables["MAPPER_CACHE_DIR"])
    actual = execute([built.executable], variables | {"MAPPER_PROFILE": str(profile)})
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    return {region["id"].removeprefix(f"{name}_"): region for region in regions}


STEPS, ROWS, ROW = 5, 70, 12 * 8


def test_rows_move_together(folder: Path, environment: Environment, fake: Path, tmp_path: Path) -> None:
    """All rows go up once, what the host touches moves alone, and in the end all come home at once."""
    regions = moved("rows_pieces", folder, environment.on_discrete("opencl", fake), tmp_path / "profile")
    for name in ("even_1", "uneven_1", "cube_1"):
        for way in ("upload", "download"):
            assert regions[name][way]["count"] <= STEPS + 3, (name, way)
    table = ROWS * 8
    assert regions["even_1"]["upload"]["bytes"] <= (ROWS + STEPS) * ROW + table
    assert regions["even_1"]["download"]["bytes"] <= (ROWS + STEPS) * ROW
    for way in ("upload", "download"):
        assert regions["lines_1"][way]["count"] <= STEPS + 1  # rows that the host uses without announcing it
        assert regions["again_1"][way]["count"] <= 2 * STEPS
        assert regions["mix_1"][way]["count"] <= 6


@pytest.mark.parametrize(
    "fault", ["clEnqueueWriteBuffer:{}:-5", "clEnqueueReadBuffer:{}:-5", "clCreateBuffer:{}:-4"]
)
def test_rows_survive_failures(
    fault: str, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    """Whichever copy or buffer fails, the loop runs on the CPU, or the copy is made by other means."""
    example, counts = load(PROGRAMS / "rows_pieces.c"), tmp_path / "counts"
    variables = environment.on_discrete("opencl", fake) | {"FAKE_COUNTS": str(counts)}
    built = mapped(example, folder, variables["MAPPER_CACHE_DIR"])
    execute([built.executable], variables)
    calls = dict(line.split() for line in counts.read_text(encoding="utf-8").splitlines())
    for number in range(1, int(calls[fault.partition(":")[0]]) + 1, 2):
        failing = variables | {"FAKE_FAIL": fault.format(number)}
        done = subprocess.run([built.executable], env=failing, capture_output=True, text=True, check=True)
        assert difference(sequential_output(example, folder), done.stdout, example.tolerance) is None, number


def test_rows_make_room_for_others(folder: Path, environment: Environment, fake: Path) -> None:
    """Rows that share a buffer leave the device together."""
    example = load(PROGRAMS / "rows_pieces.c")
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_INFO": "2"}
    variables |= {"FAKE_MEMORY": "30000", "FAKE_LATE": "1"}
    built = mapped(example, folder, variables["MAPPER_CACHE_DIR"])
    done = subprocess.run([built.executable], env=variables, capture_output=True, text=True, check=True)
    assert difference(sequential_output(example, folder), done.stdout, example.tolerance) is None
    assert "making room on the device: dropping 70 blocks that share a buffer" in done.stderr


@pytest.mark.parametrize("threads", ["1", "4"])
def test_rows_go_through_pinned_memory(
    threads: str, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_STAGING": "1", "OMP_NUM_THREADS": threads}
    moved("rows_pieces", folder, variables, tmp_path / "profile")
