"""What became of the launches of a program's loops."""

from __future__ import annotations

import json
from pathlib import Path

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment


def launches(
    name: str, folder: Path, environment: Environment, variables: dict[str, str]
) -> list[tuple[int, int]]:
    """How often each loop was launched and refused, where the results are right."""
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = folder / "profile.json"
    actual = execute([built.executable], variables | {"MAPPER_PROFILE": str(profile)})
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
    regions = json.loads(profile.read_text(encoding="utf-8"))["regions"]
    return [(loop["launches"], loop["refused"]) for region in regions for loop in region["loops"]]
