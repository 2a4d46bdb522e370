"""Kernels whose work-groups count in local memory give the same results, with other passes and without."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.exec.test_transforms import outcomes
from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


@pytest.mark.parametrize("flag", ["--passes=privatize", "-fprivatize"])
@pytest.mark.parametrize("most", ["0", "600"])
@pytest.mark.parametrize(
    "name", ["privatize_counts", "thread_histogram", "reduction_arrays", "reduction_array_kinds"]
)
def test_same_result(name: str, most: str, flag: str, folder: Path, environment: Environment) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], flag)
    actual = execute([built.executable], environment.on("opencl", MAPPER_LANES="32", MAPPER_MAX_ITEMS=most))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None


def test_long_and_used_counters_stay() -> None:
    reasons = [loop["privatize"][1] for loop in outcomes("privatize_counts") if "privatize" in loop]
    assert reasons == [
        "nothing tells that neighbouring iterations meet in few elements of `counts`",
        None,
        None,
        "nothing tells that neighbouring iterations meet in few elements of `wider`",
        None,
        None,
        None,
        "`other` is used in other ways, too",
    ]
