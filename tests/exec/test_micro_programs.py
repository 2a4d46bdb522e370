"""The micro-benchmarks launch and copy as often, and as much, as what is computed from their times assumes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mapper_training import micro
from tests.harness.build import execute, mapped
from tests.harness.examples import Example
from tests.harness.opencl import Environment

pytestmark = pytest.mark.opencl

LOOPS = {"copies": 3, "launch": 2, "rows": 2}


def _regions(
    name: str, arguments: list[str], folder: Path, environment: Environment, fake: Path
) -> dict[str, dict[str, Any]]:
    """The regions of a micro-benchmark's profile, by their functions, on a device with memory of its own."""
    example = Example(name, (micro.SOURCES[name],), LOOPS[name], ())
    built = mapped(example, folder, environment.variables["MAPPER_CACHE_DIR"])
    profile = folder / f"{name}.profile.json"
    variables = environment.on_discrete("opencl", fake) | {"MAPPER_PROFILE": str(profile), "MAPPER_BATCH": "0"}
    execute([built.executable, *arguments], variables)
    document = json.loads(profile.read_text(encoding="utf-8"))
    return {region["id"].split("_")[1]: region for region in document["regions"]}


def test_each_array_is_copied_whole(folder: Path, environment: Environment, fake: Path) -> None:
    elements, repeats = 5000, 3
    found = _regions("copies", [str(elements), str(repeats)], folder, environment, fake)
    for name in ("upload", "download"):
        assert found[name][name]["bytes"] == repeats * elements * 8
    assert found["stream"]["upload"]["bytes"] == 0


def test_each_loop_is_a_launch(folder: Path, environment: Environment, fake: Path) -> None:
    found = _regions("launch", ["2"], folder, environment, fake)
    assert found["one"]["kernel"]["count"] == 2
    assert found["hundred"]["kernel"]["count"] == 2 * micro.LAUNCHES


def test_rows_and_one_array_move_as_much(folder: Path, environment: Environment, fake: Path) -> None:
    """All rows move again in each call, as the host has changed all of them."""
    rows, repeats = 300, 3
    found = _regions("rows", [str(rows), str(repeats)], folder, environment, fake)
    moved = repeats * rows * 8 * 8
    assert found["array"]["upload"]["bytes"] == moved
    assert moved <= found["table"]["upload"]["bytes"] <= 2 * moved
    for way, pieces in (("table", rows), ("array", 0)):
        (vector,) = found[way]["vectors"]
        values = dict(zip(found[way]["feature_names"], vector["values"], strict=True))
        assert values["pieces"] == pieces
