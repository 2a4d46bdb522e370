"""Mapped programs touch no memory that isn't theirs, and compute nothing undefined."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import execute, mapped, sequential_output
from tests.harness.compare import difference
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

CHECKED = ("-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
NAMES = "app_jacobi data_malloc data_vla host_realloc host_stack_frames orphan_callers reduce_region".split()


@pytest.mark.parametrize("device", ["cpu", "opencl", "separate"])
@pytest.mark.parametrize("name", NAMES)
def test_clean(name: str, device: str, folder: Path, environment: Environment, fake: Path) -> None:
    example = load(PROGRAMS / f"{name}.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"], *CHECKED)
    separate = environment.on_discrete("opencl", fake)
    variables = separate if device == "separate" else environment.on(device)
    # Drivers keep what they have for ever.  Under MAPPER_VERIFY both versions of each loop are looked at.
    variables |= {"ASAN_OPTIONS": "detect_leaks=0", "MAPPER_VERIFY": "1"}
    assert difference(sequential_output(example, folder), execute([built.executable], variables)) is None
