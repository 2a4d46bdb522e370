"""Random neighbouring loops print the same, whichever of them run in one kernel.

Four fixed seeds run by default; `MAPPER_RANDOM_NEIGHBOURS=500` runs the seeds 0 to 499.  A program that fails is
kept in pytest's temporary folder, as `neighbours_SEED.c`; the seed makes it anew:

    python -c 'from tests.harness.random_neighbours import random_neighbours; print(random_neighbours(7))'
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
from tests.harness.random_neighbours import random_neighbours

pytestmark = pytest.mark.opencl

SEEDS = range(int(os.environ.get("MAPPER_RANDOM_NEIGHBOURS", "4")))


@pytest.mark.parametrize("seed", SEEDS)
def test_same_result(seed: int, folder: Path, environment: Environment, fake: Path) -> None:
    source = folder / f"neighbours_{seed}.c"
    source.write_text(random_neighbours(seed), encoding="utf-8")
    example = Example(source.stem, (source,), offloaded=0, kept=(), flags=("-std=c11", "-w"))
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    expected = sequential_output(example, folder)
    for variables in (environment.on("opencl"), environment.on_discrete("opencl", fake), environment.on("cpu")):
        assert difference(expected, execute([built.executable], variables)) is None
    loops = json.loads(built.executable.with_suffix(".report").read_text(encoding="utf-8"))["loops"]
    assert any("kernel" in loop for loop in loops)  # else this tests nothing
