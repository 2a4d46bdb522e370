"""On a device with memory of its own, where every forgotten copy shows, programs give the same results.

PoCL works in the host's memory, so it can't show a missing copy.  Here it stands behind a library that says that
the device is a discrete GPU: then the run-time library makes buffers, and moves bytes both ways.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import Example, load_all
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

EXAMPLES = [pytest.param(example, id=example.name) for example in load_all() if example.offloaded]


@pytest.mark.parametrize("device", ["opencl", "auto"])
@pytest.mark.parametrize("example", EXAMPLES)
def test_same_result(example: Example, device: str, folder: Path, environment: Environment, fake: Path) -> None:
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    actual = execute([built.executable], environment.on_discrete(device, fake))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
