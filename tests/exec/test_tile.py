"""Kernels over tiles in local memory give the results of the loops that they come from, and race for nothing."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.harness.build import Built, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, Example, load
from tests.harness.grammar import program as random_program
from tests.harness.opencl import Environment

NAMES = ["tile_products", "tile_parameters", "tile_condition", "app_matmul", "loop_triangular"]
TILED = {"MAPPER_LANES": "32"}
BLOCKS = {
    "large": {"MAPPER_SHAPES": "0"},
    "half": {"MAPPER_UNITS": "1"},
    "small": {"MAPPER_UNITS": "500"},
}
"""What makes all blocks large, or lets the model of the device find others better."""
SEEDS = range(8)


def built(name: str, folder: Path, environment: Environment) -> tuple[Example, Built]:
    example = load(PROGRAMS / f"{name}.c")
    return example, mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *example.small)


@pytest.mark.opencl
@pytest.mark.parametrize("variables", [{"MAPPER_MAX_ITEMS": "32"}, *BLOCKS.values()], ids=["parts", *BLOCKS])
@pytest.mark.parametrize("name", NAMES)
def test_same_result(name: str, variables: dict[str, str], folder: Path, environment: Environment) -> None:
    example, program = built(name, folder, environment)
    actual = execute([program.executable], environment.on("opencl", **TILED, **variables))
    assert difference(sequential_output(example, folder, *example.small), actual, example.tolerance) is None


@pytest.mark.opencl
@pytest.mark.parametrize("limits", [{}, {"FAKE_GROUP": "64"}], ids=["tiles", "small groups"])
def test_on_a_discrete_gpu(
    limits: dict[str, str], folder: Path, environment: Environment, fake: Path, tmp_path: Path
) -> None:
    example, program = built("tile_products", folder, environment)
    profile = tmp_path / "profile.json"
    variables = environment.on_discrete("gpu", fake) | {"MAPPER_PROFILE": str(profile), **limits}
    actual = execute([program.executable], variables)
    assert difference(sequential_output(example, folder, *example.small), actual, example.tolerance) is None
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    assert all(region["opencl"]["calls"] == 1 for region in regions)


@pytest.mark.opencl
@pytest.mark.parametrize(("which", "size"), [("large", None), ("half", "64 x 32"), ("small", "32 x 32")])
def test_blocks_suit_the_device(which: str, size: str | None, folder: Path, environment: Environment) -> None:
    _, program = built("tile_products", folder, environment)
    said = environment.on("opencl", MAPPER_INFO="2", **TILED, **BLOCKS[which])
    told = subprocess.run([program.executable], env=said, capture_output=True, text=True, check=True).stderr
    assert set(re.findall("tile_products_main_1: blocks of (.*)", told)) == ({size} if size else set())


@pytest.mark.opencl
@pytest.mark.parametrize(("block", "reported"), [("77", 1), ("1024", 0)])
def test_a_block_that_there_is_not_is_reported(
    block: str, reported: int, folder: Path, environment: Environment
) -> None:
    _, program = built("tile_products", folder, environment)
    variables = environment.on("opencl", MAPPER_BLOCK=block, **TILED)
    said = subprocess.run([program.executable], env=variables, capture_output=True, text=True, check=True).stderr
    assert said.count(f"it has no blocks of {block} iterations (MAPPER_BLOCK)") == reported


@pytest.mark.oclgrind
@pytest.mark.parametrize("which", BLOCKS)
@pytest.mark.parametrize("name", NAMES)
def test_kernels_are_clean(name: str, which: str, folder: Path, environment: Environment) -> None:
    example, program = built(name, folder, environment)
    log = folder / f"{name}.{which}.tiles.oclgrind"
    actual = execute([program.executable], environment.under_oclgrind(log, **TILED, **BLOCKS[which]))
    assert log.read_text(encoding="utf-8") == ""
    assert difference(sequential_output(example, folder, *example.small), actual, example.tolerance) is None


@pytest.mark.opencl
@pytest.mark.parametrize("seed", SEEDS)
def test_random_products(seed: int, folder: Path, environment: Environment) -> None:
    source = folder / f"product{seed}.c"
    source.write_text(random_program("products", seed), encoding="utf-8")
    example = load(source)
    program = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    expected = sequential_output(example, folder)
    for variables in ({"MAPPER_LANES": "1"}, *(TILED | each for each in BLOCKS.values())):
        actual = execute([program.executable], environment.on("opencl", **variables))
        assert difference(expected, actual, example.tolerance) is None
