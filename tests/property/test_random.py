"""Random programs print the same sequentially, with OpenMP, and on OpenCL devices, by all versions of their loops.

A few fixed seeds of each kind run by default; `MAPPER_RANDOM=500 pytest tests/property/test_random.py -k nests`
runs the seeds 0 to 499 of one kind.  A program that fails is kept in pytest's temporary folder, as `KIND_SEED.c`;
the seed makes it anew:

    python -m tests.harness.random_kinds nests 7
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import Example
from tests.harness.grammar import program
from tests.harness.opencl import Environment
from tests.harness.random_kinds import KINDS

pytestmark = pytest.mark.opencl

CASES = [
    pytest.param(name, seed, id=f"{name}-{seed}")
    for name, kind in KINDS.items()
    for seed in range(int(os.environ.get("MAPPER_RANDOM", kind.seeds)))
]


def environments(name: str, environment: Environment, fake: Path) -> Iterator[Mapping[str, str]]:
    """In which environments a kind's programs run."""
    for run in KINDS[name].runs:
        more = {key: value for key, value in run.items() if key not in ("MAPPER_DEVICE", "SEPARATE")}
        device = run["MAPPER_DEVICE"]
        separate = "SEPARATE" in run
        yield (environment.on_discrete(device, fake) if separate else environment.on(device)) | more


@pytest.mark.parametrize(("name", "seed"), CASES)
def test_same_result(
    name: str, seed: int, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    kind = KINDS[name]
    source = folder / f"{name}_{seed}.c"
    source.write_text(program(name, seed), encoding="utf-8")
    example = Example(source.stem, (source,), offloaded=0, kept=(), flags=tuple(kind.flags))
    expected = sequential_output(example, folder)
    profile = tmp_path / "profile.json"
    for options in kind.options(seed):
        built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *options)
        report = built.executable.with_suffix(".report").read_text(encoding="utf-8")
        assert kind.shows(json.loads(report)["loops"]) or options  # otherwise this tests nothing
        for variables in environments(name, environment, fake):
            actual = execute([built.executable], {**variables, "MAPPER_PROFILE": str(profile)})
            assert difference(expected, actual, kind.relative) is None
    if kind.launched is not None:
        loops = [loop for region in json.loads(profile.read_text())["regions"] for loop in region["loops"]]
        assert any(kind.launched in loop["id"] and loop["launches"] for loop in loops)
