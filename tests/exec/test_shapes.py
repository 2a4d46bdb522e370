"""Work-groups of all shapes that the model of the device chooses give the results of the loops."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

SHAPES = {
    "one unit": ({"MAPPER_UNITS": "1"}, ["256 x 1 x 1", "32 x 8 x 1", "69 x 3 x 1", "5 x 3 x 17", "1 x 1 x 1"]),
    "many units": ({"MAPPER_UNITS": "500"}, []),
    "usual": ({"MAPPER_SHAPES": "0"}, ["256 x 1 x 1", "32 x 8 x 1", "32 x 4 x 2", "8 x 4 x 2", "4 x 1 x 1"]),
    "parts": ({"MAPPER_MAX_ITEMS": "100"}, []),
}


@pytest.mark.parametrize(
    ("more", "plain"),
    [
        ({"MAPPER_UNITS": "500"}, True),
        ({"MAPPER_UNITS": "1"}, False),
        ({"MAPPER_UNITS": "500", "MAPPER_BLOCK": "256"}, False),
        ({"MAPPER_UNITS": "500", "MAPPER_SHAPES": "0"}, False),
    ],
)
def test_loops_are_staged_for_many_iterations(
    more: dict[str, str], folder: Path, environment: Environment, fake: Path, *, plain: bool
) -> None:
    example = load(PROGRAMS / "stage_loops.c")
    program = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = environment.on_discrete("gpu", fake) | {"MAPPER_LANES": "32", "MAPPER_INFO": "2"} | more
    done = subprocess.run([program.executable], env=variables, capture_output=True, text=True, check=True)
    assert difference(sequential_output(example, folder), done.stdout) is None
    assert ("no blocks" in done.stderr) == plain, done.stderr


@pytest.mark.parametrize("which", SHAPES)
def test_shapes(which: str, folder: Path, environment: Environment, fake: Path) -> None:
    example = load(PROGRAMS / "data_shapes.c")
    program = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    more, shapes = SHAPES[which]
    variables = environment.on_discrete("gpu", fake) | more
    assert difference(sequential_output(example, folder), execute([program.executable], variables)) is None
    told = subprocess.run(
        [program.executable], env=variables | {"MAPPER_INFO": "2"}, capture_output=True, text=True, check=True
    ).stderr
    found = re.findall(r"work-groups of (\d+ x \d+ x \d+) for", told)
    assert not shapes or found == shapes, told
