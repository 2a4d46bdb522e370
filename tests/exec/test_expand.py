"""Private arrays in global memory: as many work-items as there is memory for; the CPU where these are too few."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.harness.launches import launches
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

NAMES = ["private_large", "private_large_pointers", "private_variable"]


@pytest.mark.parametrize("lanes", ["1", "32"])
@pytest.mark.parametrize("name", NAMES)
def test_few_work_items(name: str, lanes: str, tmp_path: Path, environment: Environment) -> None:
    for items in ("1", "3", "40"):
        variables = environment.on("opencl", MAPPER_LANES=lanes, MAPPER_MAX_ITEMS=items)
        assert not any(refused for _, refused in launches(name, tmp_path, environment, variables))


@pytest.mark.parametrize("name", NAMES)
def test_memory_of_its_own(name: str, tmp_path: Path, environment: Environment, fake: Path) -> None:
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_LANES": "32", "MAPPER_UNITS": "1"}
    assert not any(refused for _, refused in launches(name, tmp_path, environment, variables))


@pytest.mark.parametrize(("room", "refused"), [(60_000_000, 0), (8_000_000, 2), (400_000, 6)])
def test_little_memory(room: int, refused: int, tmp_path: Path, environment: Environment, fake: Path) -> None:
    """Groups of 64 work-items take 16, 5, 10, 5 and 5 MB, and the loop that reduces has smaller ones.

    Nothing is sent early, so that memory is for the arrays alone.
    """
    variables = environment.on_discrete("opencl", fake) | {
        "MAPPER_LANES": "32",
        "MAPPER_UNITS": "1",
        "MAPPER_SEND": "0",
        "FAKE_MEMORY": str(room),
    }
    found = launches("private_large", tmp_path, environment, variables)
    assert sum(each[1] > 0 for each in found) == refused
