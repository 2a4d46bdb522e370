"""Kernels whose iterations count in order give the same results in the groups of GPUs, of several sizes."""

from __future__ import annotations

import subprocess
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


@pytest.mark.parametrize(
    "fault",
    [
        "clEnqueueReadBuffer:1:-5",
        "clEnqueueReadBuffer:2+:-5",
        "clEnqueueNDRangeKernel:4:-5",
        "clEnqueueNDRangeKernel:6+:-5",
        "clGetKernelWorkGroupInfo:2+:-5",
        "clWaitForEvents:1:-5",
    ],
)
def test_results_are_right_where_a_pass_fails(
    fault: str, folder: Path, environment: Environment, fake: Path
) -> None:
    example = load(PROGRAMS / "thread_counters_rows.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    variables = {**environment.on_discrete("opencl", fake), "FAKE_FAIL": fault, "MAPPER_LANES": "32"}
    done = subprocess.run(
        [built.executable], env=variables, capture_output=True, text=True, timeout=500, check=True
    )
    assert difference(sequential_output(example, folder), done.stdout, example.tolerance) is None
    assert done.stderr.count("\n") <= 1  # a command that has ended is asked twice
