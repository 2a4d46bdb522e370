"""Random calls of functions with work-shared loops print the same, whichever loops run in one kernel.

Four fixed seeds run by default; `MAPPER_RANDOM_CALLS=500` runs the seeds 0 to 499.  A program that fails is kept
in pytest's temporary folder, as `calls_SEED.c`; the seed makes it anew:

    python -c 'from tests.harness.random_calls import random_calls; print(random_calls(7))'
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import Example
from tests.harness.opencl import Environment
from tests.harness.random_calls import random_calls

pytestmark = pytest.mark.opencl

SEEDS = range(int(os.environ.get("MAPPER_RANDOM_CALLS", "4")))


@pytest.mark.parametrize("seed", SEEDS)
def test_same_result(seed: int, folder: Path, environment: Environment, fake: Path, tmp_path: Path) -> None:
    source = folder / f"calls_{seed}.c"
    source.write_text(random_calls(seed), encoding="utf-8")
    example = Example(source.stem, (source,), offloaded=0, kept=(), flags=("-std=c11", "-w"))
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    expected = sequential_output(example, folder)
    profile = tmp_path / "profile.json"
    shown = {"MAPPER_PROFILE": str(profile)}
    for variables in (
        environment.on("cpu"),
        environment.on_discrete("opencl", fake),
        environment.on("opencl", MAPPER_VERIFY="1"),
        {**environment.on("opencl"), **shown},
    ):
        assert difference(expected, execute([built.executable], variables)) is None
    loops = [loop for region in json.loads(profile.read_text())["regions"] for loop in region["loops"]]
    assert any("_fused" in loop["id"] and loop["launches"] for loop in loops)  # else this tests nothing
