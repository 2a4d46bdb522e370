"""Random programs print the same sequentially, with OpenMP, and on OpenCL devices, by all versions of their loops.

A few fixed seeds of each kind run by default; `MAPPER_RANDOM=500 pytest tests/property/test_random.py -k nests`
runs the seeds 0 to 499 of one kind.  A program that fails is kept in pytest's temporary folder, as `KIND_SEED.c`;
the seed makes it anew:

    python -m tests.harness.random_kinds nests 7
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.harness.opencl import Environment
from tests.harness.random_check import Devices, check
from tests.harness.random_kinds import KINDS

pytestmark = pytest.mark.opencl

CASES = [
    pytest.param(name, seed, id=f"{name}-{seed}")
    for name, kind in KINDS.items()
    for seed in range(int(os.environ.get("MAPPER_RANDOM", kind.seeds)))
]


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_same_result(name: str, seed: int, folder: Path, environment: Environment, fake: Path) -> None:
    outcome = check(name, seed, Devices(environment, fake), folder)
    assert outcome.fault is None, outcome.fault
    assert outcome.runs
