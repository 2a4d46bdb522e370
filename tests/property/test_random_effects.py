"""Random inner loops full of effects print the same, however many work-items share their iterations.

Two fixed seeds run by default; `MAPPER_RANDOM_EFFECTS=500` runs the seeds 0 to 499.  A program that fails is
kept in pytest's temporary folder, as `effects_SEED.c`; the seed makes it anew:

    python -c 'from tests.harness.random_effects import random_effects; print(random_effects(7))'
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import Example
from tests.harness.opencl import Environment
from tests.harness.random_effects import random_effects

pytestmark = pytest.mark.opencl

SEEDS = range(int(os.environ.get("MAPPER_RANDOM_EFFECTS", "2")))
PASSES = ((), ("--passes=gang,interleave,split,rotate,unroll,vload",), ("--passes=promote,tile,gang,layout",))


@pytest.mark.parametrize("seed", SEEDS)
def test_same_result(seed: int, folder: Path, environment: Environment) -> None:
    source = folder / f"effects_{seed}.c"
    source.write_text(random_effects(seed), encoding="utf-8")
    example = Example(source.stem, (source,), offloaded=0, kept=(), flags=("-std=gnu11", "-w"))
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *PASSES[seed % len(PASSES)])
    expected = sequential_output(example, folder)
    for lanes in ("1", "32"):
        assert (
            difference(expected, execute([built.executable], environment.on("opencl", MAPPER_LANES=lanes))) is None
        )
