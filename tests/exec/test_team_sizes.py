"""Parts of loops for threads that a team does not have: they do not run on the device, either."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.build import execute, mapped
from tests.harness.examples import PROGRAMS, load
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl


@pytest.mark.parametrize("limit", [{"OMP_THREAD_LIMIT": "2"}, {"OMP_MAX_ACTIVE_LEVELS": "0"}, {}], ids=str)
def test_parts_without_a_thread_are_left_out(
    limit: dict[str, str], folder: Path, environment: Environment, fake: Path
) -> None:
    example = load(PROGRAMS / "thread_limited.c")
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    given = {"OMP_NUM_THREADS": "4", **limit}
    wanted = execute([built.executable], environment.on("cpu") | given)
    whole = execute([built.executable], environment.on("cpu"))
    assert (wanted == whole) == (not limit)
    for variables in (environment.on("opencl"), environment.on_discrete("opencl", fake)):
        assert execute([built.executable], variables | given) == wanted
