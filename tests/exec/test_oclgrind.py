"""Oclgrind runs the kernels of every program: no access outside a buffer, no data race, and the right results."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import Example, load_all
from tests.harness.opencl import Environment

pytestmark = pytest.mark.oclgrind

EXAMPLES = [pytest.param(example, id=example.name) for example in load_all() if example.offloaded]


@pytest.mark.parametrize("example", EXAMPLES)
def test_kernels_are_clean(example: Example, folder: Path, environment: Environment) -> None:
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *example.small)
    log = folder / f"{example.name}.oclgrind"
    actual = execute([built.executable], environment.under_oclgrind(log))
    assert log.read_text(encoding="utf-8") == ""
    assert difference(sequential_output(example, folder, *example.small), actual, example.tolerance) is None
