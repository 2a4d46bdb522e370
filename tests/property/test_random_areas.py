"""Random loops that write parts of large arrays leave the rest as it was, on a device with memory of its own.

Three fixed seeds run by default; `MAPPER_RANDOM_AREAS=500` runs the seeds 0 to 499.  A program that fails is kept
in pytest's temporary folder, as `areas_SEED.c`; the seed makes it anew:

    python -c 'from tests.harness.random_areas import random_areas; print(random_areas(7))'
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import Example
from tests.harness.opencl import Environment
from tests.harness.random_areas import random_areas

pytestmark = pytest.mark.opencl

SEEDS = range(int(os.environ.get("MAPPER_RANDOM_AREAS", "3")))
MEMORY = "4500000"
"""Bytes: not enough for all arrays at once."""


@pytest.mark.parametrize("seed", SEEDS)
def test_same_result(seed: int, folder: Path, environment: Environment, fake: Path) -> None:
    source = folder / f"areas_{seed}.c"
    source.write_text(random_areas(seed), encoding="utf-8")
    example = Example(source.stem, (source,), offloaded=0, kept=(), flags=("-std=c11", "-w"))
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    expected = sequential_output(example, folder)
    assert "need not be uploaded" in built.executable.with_suffix(".report").read_text(encoding="utf-8")
    discrete = environment.on_discrete("opencl", fake)
    for more in ({"MAPPER_STAGING": "1"}, {"MAPPER_STAGING": "0"}, {"FAKE_MEMORY": MEMORY}):
        assert difference(expected, execute([built.executable], discrete | more)) is None
