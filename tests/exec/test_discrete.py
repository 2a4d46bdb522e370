"""On a device with memory of its own, where every forgotten copy shows, programs give the same results.

PoCL works in the host's memory, so it can't show a missing copy.  Here it stands behind a library that says that
the device is a discrete GPU: then the run-time library makes buffers, and moves bytes both ways.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.harness.build import COMPILER, execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import ROOT, Example, load_all
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

EXAMPLES = [
    pytest.param(example, id=example.name, marks=pytest.mark.xdist_group(example.name))
    for example in load_all()
    if example.offloaded
]


@pytest.fixture(scope="module")
def fake(folder: Path) -> Path:
    """The library that forwards to PoCL's loader."""
    library = folder / "libfake.so"
    source = ROOT / "tests" / "runtime" / "fake_opencl.c"
    include = ROOT / "mapper" / "runtime"
    subprocess.run(
        [
            COMPILER,
            "-std=gnu11",
            "-O1",
            "-shared",
            "-fPIC",
            f"-I{include}",
            source,
            "-o",
            library,
            "-ldl",
            "-pthread",
        ],
        check=True,
    )
    return library


@pytest.mark.parametrize("device", ["opencl", "auto"])
@pytest.mark.parametrize("example", EXAMPLES)
def test_same_result(example: Example, device: str, folder: Path, environment: Environment, fake: Path) -> None:
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    actual = execute([built.executable], environment.on_discrete(device, fake))
    assert difference(sequential_output(example, folder), actual, example.tolerance) is None
