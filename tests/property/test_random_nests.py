"""Random loop nests print the same with all transformations, with some of them, and with any number of lanes.

Six fixed seeds run by default; `MAPPER_RANDOM_NESTS=500` runs the seeds 0 to 499.  A program that fails is kept in
pytest's temporary folder, as `nests_SEED.c`; the seed makes it anew:

    python -c 'from tests.harness.random_nests import random_nests; print(random_nests(7))'
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from mapper.transforms.order import NAMES
from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import Example
from tests.harness.opencl import Environment
from tests.harness.random_nests import random_nests

pytestmark = pytest.mark.opencl

SEEDS = range(int(os.environ.get("MAPPER_RANDOM_NESTS", "6")))


def selection(seed: int) -> list[str]:
    """No option for most seeds; else only some transformations, or all but one."""
    random = Random(seed)
    some = f"--passes={','.join(random.sample(NAMES, random.randint(1, 3)))}"
    return random.choice([[], [], [some], [f"-fno-{random.choice(NAMES)}"]])


@pytest.mark.parametrize("seed", SEEDS)
def test_same_result(seed: int, folder: Path, environment: Environment, fake: Path) -> None:
    source = folder / f"nests_{seed}.c"
    source.write_text(random_nests(seed), encoding="utf-8")
    example = Example(source.stem, (source,), offloaded=0, kept=(), flags=("-std=c11", "-w"))
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *selection(seed))
    expected = sequential_output(example, folder)
    for variables in (environment.on("opencl", MAPPER_LANES="2"), environment.on_discrete("opencl", fake)):
        assert difference(expected, execute([built.executable], variables)) is None
