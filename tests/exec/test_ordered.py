"""Kernels whose iterations count in order give the same results in the groups of GPUs, of several sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


@pytest.mark.parametrize("name", ["thread_counters", "thread_counters_wide", "thread_counters_rows"])
def test_same_result(name: str, folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    actual = execute([built.executable], environment.on("opencl", MAPPER_LANES="32"))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
