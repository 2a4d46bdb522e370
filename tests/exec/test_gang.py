"""Kernels whose iterations several work-items share give the same results, with any number of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

NAMES = [
    "app_spmv",
    "gang_counts",
    "gang_lines",
    "gang_recurrence",
    "gang_reductions",
    "gang_stages",
    "data_static_arrays",
    "data_vla",
]


@pytest.mark.parametrize("lanes", ["2", "32"])
@pytest.mark.parametrize("name", NAMES)
def test_same_result(name: str, lanes: str, folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "--passes=gang,unroll")
    actual = execute([built.executable], environment.on("opencl", MAPPER_LANES=lanes))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
