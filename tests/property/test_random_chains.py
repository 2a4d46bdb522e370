"""Random chains of loops and scalars print the same, whoever computes the scalars.

Four fixed seeds run by default; `MAPPER_RANDOM_CHAINS=500` runs the seeds 0 to 499.  A program that fails is
kept in pytest's temporary folder, as `chains_SEED.c`; the seed makes it anew:

    python -c 'from tests.harness.random_chains import random_chains; print(random_chains(7))'
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
from tests.harness.random_chains import random_chains

pytestmark = pytest.mark.opencl

SEEDS = range(int(os.environ.get("MAPPER_RANDOM_CHAINS", "4")))


@pytest.mark.parametrize("seed", SEEDS)
def test_same_result(seed: int, folder: Path, environment: Environment, fake: Path) -> None:
    source = folder / f"chains_{seed}.c"
    source.write_text(random_chains(seed), encoding="utf-8")
    example = Example(source.stem, (source,), offloaded=0, kept=(), flags=("-std=c11", "-w"))
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    expected = sequential_output(example, folder)
    discrete = environment.on_discrete("opencl", fake)
    for variables in (
        environment.on("opencl"),
        discrete,
        discrete | {"MAPPER_FORCE": "*_2:cpu"},
        environment.on("cpu"),
    ):
        assert difference(expected, execute([built.executable], variables), 1e-4) is None
    loops = json.loads(built.executable.with_suffix(".report").read_text(encoding="utf-8"))["loops"]
    done = [each["name"] for loop in loops for each in loop.get("transforms", ()) if each["refused"] is None]
    assert "scalars" in done  # else this tests nothing
