"""Each small program gives the sequential program's results on every path, and each loop gets its verdict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.harness.build import Built, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import Example, load_all
from tests.harness.opencl import TOGETHER, Environment

pytestmark = pytest.mark.opencl

EXAMPLES = [pytest.param(example, id=example.name) for example in load_all()]


def build(example: Example, folder: Path, environment: Environment) -> Built:
    return mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])


@pytest.mark.parametrize("example", EXAMPLES)
def test_verdicts(example: Example, folder: Path, environment: Environment) -> None:
    built = build(example, folder, environment)
    assert (len(built.offloadable), built.kept) == (example.offloaded, example.kept)


@pytest.mark.parametrize("device", ["cpu", "auto"])
@pytest.mark.parametrize("example", EXAMPLES)
def test_same_result(example: Example, device: str, folder: Path, environment: Environment) -> None:
    """With the kernels that all runs share, not with those that are built one by one."""
    built = build(example, folder, environment)
    actual = execute([built.executable], environment.on(device, **TOGETHER))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


@pytest.mark.parametrize("example", EXAMPLES)
def test_same_result_with_kernels_built_ahead(example: Example, folder: Path, environment: Environment) -> None:
    """Each kernel is built by itself, beside the program."""
    built = build(example, folder, environment)
    actual = execute([built.executable], environment.on("auto"))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


@pytest.mark.parametrize("example", EXAMPLES)
def test_same_result_on_opencl(example: Example, folder: Path, environment: Environment) -> None:
    built = build(example, folder, environment)
    profile = folder / f"{example.name}.profile.json"
    actual = execute([built.executable], environment.on("opencl", MAPPER_PROFILE=str(profile), **TOGETHER))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
    idle = set(built.offloadable) - launched(profile)
    assert len(idle) == example.idle, f"never launched: {sorted(idle)}"


def launched(profile: Path) -> set[str]:
    """The ids of the loops whose kernels a run enqueued."""
    if not profile.exists():
        return set()
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    loops = [loop for region in regions for loop in region["loops"] if loop["launches"]]
    return {name for loop in loops for name in (loop["id"], *loop["others"])}
