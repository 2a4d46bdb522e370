"""What the run-time library keeps does not grow without end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


def test_few_views_of_a_table(folder: Path, environment: Environment, fake: Path, tmp_path: Path) -> None:
    example = load(PROGRAMS / "rows_triangle.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = tmp_path / "profile"
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_PROFILE": str(profile)}
    assert difference(sequential_output(example, folder), execute([built.executable], variables)) is None
    everything = json.loads(profile.read_text(encoding="utf-8"))
    assert everything["regions"][0]["loops"][0]["launches"] == 300
    assert everything["memory"]["other"] <= sum(range(300 - 256 + 1, 301)) * 8  # the last of 300 views
