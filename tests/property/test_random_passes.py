"""Random programs that are made for one transformation print the same before and after it, on PoCL.

Hypothesis draws two for each transformation, always the same; `MAPPER_RANDOM_PASSES=100` draws as many, at
random, and makes what fails smaller.  Other transformations have loops in `test_random.py`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import Example
from tests.harness.opencl import Environment
from tests.harness.pass_cases import CASES

pytestmark = pytest.mark.opencl

NUMBERS = count()
EXAMPLES = os.environ.get("MAPPER_RANDOM_PASSES")
CALM = settings(
    max_examples=int(EXAMPLES or "2"),
    derandomize=EXAMPLES is None,
    database=None,
    phases=[Phase.generate] if EXAMPLES is None else list(Phase),
    deadline=None,
    suppress_health_check=list(HealthCheck),
)


def outputs(source: Path, flags: list[str], folder: Path, environment: Environment, fake: Path) -> Iterator[str]:
    """What a program prints by itself, with one and with 32 lanes, and on a device with memory of its own."""
    example = Example(source.stem, (source,), offloaded=0, kept=(), flags=("-std=c11", "-w"))
    yield sequential_output(example, folder)
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *flags)
    yield execute([built.executable], environment.on("opencl", MAPPER_LANES="1"))
    yield execute([built.executable], environment.on("opencl", MAPPER_LANES="32"))
    yield execute([built.executable], {**environment.on_discrete("opencl", fake), "MAPPER_LANES": "32"})


@pytest.mark.parametrize("name", sorted(CASES))
def test_same_result(name: str, folder: Path, environment: Environment, fake: Path) -> None:
    @CALM
    @given(st.data())
    def same(data: st.DataObject) -> None:
        text = data.draw(CASES[name])
        for flags in ([], [f"-fno-{name}"]):
            source = folder / f"{name}_{next(NUMBERS)}.c"
            source.write_text(text, encoding="utf-8")
            expected, *found = outputs(source, flags, folder, environment, fake)
            assert [difference(expected, each) for each in found] == [None] * 3

    same()
