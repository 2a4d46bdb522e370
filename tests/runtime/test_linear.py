"""The work of a launch grows as its number of arrays does: the lines that the library executes are counted."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.harness.bench import HERE, Bench, compile_c
from tests.harness.library import RUNTIME

FEW = 15
"""Kernels with four times as many arrays still have as many arguments as OpenCL promises room for."""


@pytest.fixture(scope="module")
def counted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the library that counts, and `many`."""
    folder = tmp_path_factory.mktemp("counted")
    flags = "CFLAGS=-O0 -g --coverage"
    subprocess.run(["make", "-s", "-C", str(RUNTIME), f"BUILD={folder}/library", flags], check=True)
    library = folder / "library" / "libmapper_rt.a"
    for name in ("many", "far"):
        compile_c(folder / name, "-D_GNU_SOURCE", HERE / f"{name}.c", library, "-fopenmp", "--coverage")
    return folder


def steps(folder: Path, bench: Bench, number: int, program: str = "many") -> dict[str, int]:
    """How many lines of each file of the library a run with such a number, of arrays or of calls, executes."""
    for path in folder.rglob("*.gcda"):
        path.unlink()
    command = [str(folder / program), str(number)]
    variables = {**bench.variables, "FAKE_DISCRETE": "1", "MAPPER_CACHE_DIR": str(folder / "cache")}
    done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    data = [str(path) for path in (folder / "library").rglob("*.gcda")]
    shown = subprocess.run(
        ["gcov", "--json-format", "--stdout", *data], cwd=folder, capture_output=True, check=True
    )
    found: dict[str, int] = {}
    for line in shown.stdout.splitlines():
        for file in json.loads(line)["files"]:
            name = Path(file["file"]).name
            found[name] = found.get(name, 0) + sum(each["count"] for each in file["lines"])
    return found


@pytest.mark.opencl
def test_a_launch_is_linear_in_its_arrays(counted: Path, bench: Bench) -> None:
    runs = [steps(counted, bench, arrays) for arrays in (FEW, 2 * FEW, 4 * FEW)]
    walked = (
        "arguments.c",
        "uses.c",
        "area.c",
        "distinct.c",
        "relayout.c",
        "setargs.c",
        "transfer.c",
        "segment.c",
    )
    for name in walked:
        few, some, many = (run.get(name, 0) for run in runs)
        assert many - some <= 2.5 * (some - few), f"{name}: {few}, {some} and {many} lines"
    assert runs[0]["uses.c"] > FEW


@pytest.mark.opencl
def test_a_short_range_is_searched_in_few_steps(counted: Path, bench: Bench) -> None:
    """A launch with an array of unknown length looks at one byte, however far the next small block is."""
    few, many = (steps(counted, bench, calls, "far")["small.c"] for calls in (100, 200))
    assert many - few < 100 * 100
