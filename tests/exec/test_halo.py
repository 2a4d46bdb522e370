"""Kernels that stage what they read give the results of the loops that they come from, and race for nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.harness.build import Built, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, Example, load
from tests.harness.grammar import program as random_program
from tests.harness.opencl import Environment

NAME = "halo_windows"
STAGED = {"MAPPER_LANES": "32"}
SEEDS = range(8)


def built(folder: Path, environment: Environment) -> tuple[Example, Built]:
    example = load(PROGRAMS / f"{NAME}.c")
    return example, mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])


@pytest.mark.opencl
@pytest.mark.parametrize("variables", [{}, {"MAPPER_MAX_ITEMS": "32"}], ids=["whole", "parts"])
def test_same_result(variables: dict[str, str], folder: Path, environment: Environment) -> None:
    example, program = built(folder, environment)
    actual = execute([program.executable], environment.on("opencl", **STAGED, **variables))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


@pytest.mark.opencl
@pytest.mark.parametrize("limits", [{}, {"FAKE_GROUP": "64"}], ids=["tiles", "small groups"])
def test_on_a_discrete_gpu(
    limits: dict[str, str], folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    example, program = built(folder, environment)
    profile = tmp_path / "profile.json"
    variables = environment.on_discrete("gpu", fake) | {"MAPPER_PROFILE": str(profile), **limits}
    actual = execute([program.executable], variables)
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    assert all(region["opencl"]["calls"] >= 1 for region in regions)


@pytest.mark.oclgrind
def test_kernels_are_clean(folder: Path, environment: Environment) -> None:
    example, program = built(folder, environment)
    log = folder / f"{NAME}.staged.oclgrind"
    actual = execute([program.executable], environment.under_oclgrind(log, **STAGED))
    assert log.read_text(encoding="utf-8") == ""
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


@pytest.mark.opencl
@pytest.mark.parametrize("seed", SEEDS)
def test_random_windows(seed: int, folder: Path, environment: Environment) -> None:
    source = folder / f"windows{seed}.c"
    source.write_text(random_program("windows", seed), encoding="utf-8")
    example = load(source)
    program = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    expected = sequential_output(example, folder)
    for lanes in ("1", "32"):
        actual = execute([program.executable], environment.on("opencl", MAPPER_LANES=lanes))
        assert difference(expected, actual, example.tolerance) is None
