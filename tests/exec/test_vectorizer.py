"""Kernels that the loop vectorizer of some PoCL miscompiles are right all the same, in caches of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


def test_masked_subscripts(folder: Path, environment: Environment, tmp_path: Path) -> None:
    example = load(PROGRAMS / "reduce_masked_subscripts.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], "--passes=layout")
    caches = {"MAPPER_CACHE_DIR": str(tmp_path / "kernels"), "POCL_CACHE_DIR": str(tmp_path / "pocl")}
    as_for_users = {"POCL_EXTRA_BUILD_FLAGS": "", "POCL_WORK_GROUP_SPECIALIZATION": "1"}
    variables = environment.on("opencl", **as_for_users, **caches)
    assert difference(sequential_output(example, folder), execute([built.executable], variables)) is None
