"""Random loops over rows of elements give the same results by shares of the elements as by whole rows.

Three fixed seeds run by default; `MAPPER_RANDOM_ROWS=500` runs the seeds 0 to 499.  A program that fails is kept
in pytest's temporary folder, as `rows_SEED.c`; the seed makes it anew:

    python -c 'from tests.harness.random_rows import random_rows; print(random_rows(7))'
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import Example
from tests.harness.opencl import Environment
from tests.harness.random_rows import random_rows

pytestmark = pytest.mark.opencl

SEEDS = range(int(os.environ.get("MAPPER_RANDOM_ROWS", "3")))


@pytest.mark.parametrize("seed", SEEDS)
def test_same_result(seed: int, folder: Path, environment: Environment) -> None:
    source = folder / f"rows_{seed}.c"
    source.write_text(random_rows(seed), encoding="utf-8")
    example = Example(source.stem, (source,), offloaded=0, kept=(), flags=("-std=gnu11", "-w"))
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    expected = sequential_output(example, folder)
    for wish in ("0", "1"):
        variables = environment.on("opencl", MAPPER_LANES="32", MAPPER_COLLAPSE=wish)
        assert difference(expected, execute([built.executable], variables)) is None
