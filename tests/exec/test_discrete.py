"""On a device with memory of its own, where every forgotten copy shows, programs give the same results.

PoCL works in the host's memory, so it can't show a missing copy.  Here it stands behind a library that says that
the device is a discrete GPU: then the run-time library makes buffers, and moves bytes both ways.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, Example, load, load_all
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

EXAMPLES = [pytest.param(example, id=example.name) for example in load_all() if example.offloaded]


@pytest.mark.parametrize("device", ["opencl", "auto"])
@pytest.mark.parametrize("example", EXAMPLES)
def test_same_result(example: Example, device: str, folder: Path, environment: Environment, fake: Path) -> None:
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    actual = execute([built.executable], environment.on_discrete(device, fake))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


def test_single_elements_move_alone(folder: Path, environment: Environment, fake: Path, tmp_path: Path) -> None:
    example = load(PROGRAMS / "host_parts.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile.json"
    execute([built.executable], environment.on_discrete("opencl", fake) | {"MAPPER_PROFILE": str(profile)})
    first, second = json.loads(profile.read_text(encoding="utf-8"))["regions"][:2]
    matrix = 130 * 130 * 8
    assert first["download"]["bytes"] + second["download"]["bytes"] < 3 * matrix
    assert first["upload"]["bytes"] + second["upload"]["bytes"] < 4 * matrix


@pytest.mark.parametrize("threshold", [0, 1])
def test_copies_go_through_pinned_memory(
    threshold: int, folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    example = load(PROGRAMS / "host_parts.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    counts = tmp_path / "counts"
    variables = {"MAPPER_STAGING": str(threshold), "FAKE_COUNTS": str(counts)}
    actual = execute([built.executable], environment.on_discrete("opencl", fake) | variables)
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
    calls = dict(line.split() for line in counts.read_text(encoding="utf-8").splitlines())
    assert int(calls["clEnqueueMapBuffer"]) == 4 * threshold
