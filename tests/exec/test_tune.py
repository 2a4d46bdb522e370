"""`mapper tune`: shapes of work-groups are tried, remembered, and taken by later runs, with the same results."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


def tuned(command: list[str | Path], variables: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    tune = [sys.executable, "-m", "mapper", "tune", *command]
    return subprocess.run(tune, env=variables, capture_output=True, text=True, timeout=500, check=False)


def test_shapes_are_tried_and_remembered(folder: Path, environment: Environment, tmp_path: Path) -> None:
    example = load(PROGRAMS / "loop_many_launches.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "--passes=nest")
    expected = sequential_output(example, folder)
    variables = environment.on("opencl", MAPPER_STATE_DIR=str(tmp_path))
    ran = tuned([built.executable], variables)
    assert ran.returncode == 0
    assert difference(expected, ran.stdout) is None
    told = ran.stderr.splitlines()
    first = "mapper: loop_many_launches_main_1 (2^5 x 2^5 x 2^0): "
    assert [
        line
        for line in told
        if line.startswith(f"{first}work-groups of ") or line == f"{first}the usual work-groups"
    ]
    assert [line for line in told if "main_2" in line and line.endswith("launches of the 39 that it takes")]

    (remembered,) = tmp_path.glob("*.shapes")
    (line,) = remembered.read_text(encoding="utf-8").splitlines()
    assert line.startswith("loop_many_launches_main_1 5 5 0 ")
    assert difference(expected, execute([built.executable], variables)) is None

    words = line.split()
    remembered.write_text(" ".join([*words[:4], "7", "3", "1", "2.0"]) + "\n", encoding="utf-8")
    assert difference(expected, execute([built.executable], variables)) is None
    assert "work-groups of 7 x 3 x 1, 2.00 times as fast" in tuned([built.executable], variables).stderr


def test_blocks_are_tried_and_remembered(folder: Path, environment: Environment, tmp_path: Path) -> None:
    example = load(PROGRAMS / "tile_repeated.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    expected = sequential_output(example, folder)
    variables = environment.on("opencl", MAPPER_STATE_DIR=str(tmp_path), MAPPER_LANES="32")
    ran = tuned([built.executable], variables)
    assert difference(expected, ran.stdout) is None
    assert re.search(r"tile_repeated_main_1 \(2\^6 x 2\^6 x 2\^0\): (the usual blocks|blocks of )", ran.stderr)

    (remembered,) = tmp_path.glob("*.shapes")
    words = remembered.read_text(encoding="utf-8").split()
    assert words[:4] == ["tile_repeated_main_1", "6", "6", "0"]
    remembered.write_text(" ".join([*words[:4], "64", "32", "1", "2.0"]) + "\n", encoding="utf-8")
    told = tuned([built.executable], {**variables, "MAPPER_INFO": "2"})
    assert difference(expected, told.stdout) is None
    assert "tile_repeated_main_1: blocks of 64 x 32\n" in told.stderr


@pytest.mark.parametrize("text", ["", "not a line of shapes\n", "loop_many_launches_main_1 5 5 0 0 0 0 1\n"])
def test_damaged_files_are_passed_over(text: str, folder: Path, environment: Environment, tmp_path: Path) -> None:
    example = load(PROGRAMS / "loop_many_launches.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "--passes=nest")
    variables = environment.on("opencl", MAPPER_STATE_DIR=str(tmp_path))
    tuned([built.executable], variables)
    (remembered,) = tmp_path.glob("*.shapes")
    remembered.write_text(text, encoding="utf-8")
    assert difference(sequential_output(example, folder), execute([built.executable], variables)) is None


def test_a_device_is_measured(folder: Path, environment: Environment, tmp_path: Path) -> None:
    states = tmp_path / "states"
    variables = environment.on("opencl", MAPPER_STATE_DIR=str(states), MAPPER_LANES="32")
    ran = tuned(["--device", "--quick"], variables)
    assert ran.returncode == 0, ran.stderr
    found = re.findall(
        r"^  (\d+ x \d+): [1-4] at a time, [\d.]+ us each, a single one [\d.]+ us$", ran.stdout, re.M
    )
    assert found == ["32 x 32", "64 x 32", "64 x 64"]

    (remembered,) = states.glob("*.device")
    lines = remembered.read_text(encoding="utf-8").splitlines()
    assert [line.split()[:2] for line in lines] == [["block", "4"], ["block", "8"], ["block", "16"]]

    example = load(PROGRAMS / "tile_repeated.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    expected = sequential_output(example, folder)
    for best, (small, half, large) in (("64 x 32", (9, 1, 9)), ("32 x 32", (1, 9, 9))):
        lines = [f"block {each} 1 {time} {time}" for each, time in ((4, small), (8, half), (16, large))]
        remembered.write_text("\n".join(lines), encoding="utf-8")
        done = observed(built.executable, variables)
        assert difference(expected, done.stdout) is None
        assert f"tile_repeated_main_1: blocks of {best}\n" in done.stderr
        assert "by what `mapper tune --device' measured" in done.stderr
    remembered.write_text("block 4 0 1 1\n", encoding="utf-8")
    done = observed(built.executable, variables)
    assert difference(expected, done.stdout) is None
    assert "mapper tune" not in done.stderr


def observed(program: Path, variables: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    told = {**variables, "MAPPER_INFO": "2"}
    return subprocess.run([program], env=told, capture_output=True, text=True, timeout=500, check=True)


def test_a_device_without_blocks(environment: Environment, tmp_path: Path) -> None:
    ran = tuned(["--device", "--quick"], environment.on("opencl", MAPPER_STATE_DIR=str(tmp_path)))
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "does not run matrix products in blocks [E023]" in ran.stderr
    assert not list(tmp_path.glob("*.device"))
    assert tuned(["--device", "--fast"], environment.variables).returncode == 2


def test_what_can_not_be_run(tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    ran = tuned([missing], {})
    assert (ran.returncode, ran.stderr) == (
        2,
        f"mapper: error: tune: {missing} can't be run: No such file or directory\n",
    )
    assert tuned([], {}).returncode == 2


def test_a_program_of_others_is_run_and_named() -> None:
    ran = tuned([sys.executable, "-c", "print(3)"], {})
    assert (ran.returncode, ran.stdout) == (0, "3\n")
    assert ran.stderr == f"mapper: warning: {sys.executable} was not made by mapper: nothing was tuned\n"
