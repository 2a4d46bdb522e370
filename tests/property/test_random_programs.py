"""Random programs print the same sequentially, with OpenMP, and on OpenCL devices of both kinds of memory.

Twelve fixed seeds run by default; `MAPPER_RANDOM_PROGRAMS=500` runs the seeds 0 to 499.  A program that fails is
kept in pytest's temporary folder, as `random_SEED.c`; the seed makes it anew:

    python -c 'from tests.harness.random_programs import random_program; print(random_program(7))'
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import STRICT, Example
from tests.harness.opencl import Environment
from tests.harness.random_programs import random_program

pytestmark = pytest.mark.opencl

# Random expressions compare things with themselves, and not every name that is declared gets used.
NEEDLESS = (
    "unused bool-compare tautological-compare sign-compare maybe-uninitialized type-limits memset-elt-size".split()
)
SEEDS = range(int(os.environ.get("MAPPER_RANDOM_PROGRAMS", "12")))


@pytest.mark.parametrize("seed", SEEDS)
def test_same_result(seed: int, folder: Path, environment: Environment, fake: Path) -> None:
    source = folder / f"random_{seed}.c"
    source.write_text(random_program(seed), encoding="utf-8")
    flags = (*STRICT, *(f"-Wno-{name}" for name in NEEDLESS))
    example = Example(source.stem, (source,), offloaded=0, kept=(), flags=flags)
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    expected = sequential_output(example, folder)
    for variables in (environment.on("cpu"), environment.on("opencl"), environment.on_discrete("auto", fake)):
        assert difference(expected, execute([built.executable], variables)) is None
