"""The micro-benchmarks of a platform as a table for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mapper_training.evaluation.tables import NONE

SIDES = ("cpu", "opencl")
OPERATIONS = (
    *("int_add", "int_multiply", "int_divide", "float_multiply", "float_divide", "float_sqrt", "float_exp"),
    *("float_sin", "double_add", "double_multiply", "double_divide", "double_sqrt", "double_exp", "double_sin"),
)


def rows(document: Mapping[str, Any] | None) -> list[list[str]]:
    """Headings and what micro.json has, a line each; headings alone where it has nothing."""
    found = [["what it costs", "CPU", "OpenCL"]]
    if document is None:
        return found
    launch, stream = document.get("launch") or {}, document.get("stream_bytes_per_second") or {}
    found += _line("an empty region", [_micros(launch.get(side), "region_seconds") for side in SIDES])
    found += _line("each loop of a long region", [_micros(launch.get(side), "loop_seconds") for side in SIDES])
    found += _line("reading one array, writing one", [_rate(stream.get(side)) for side in SIDES])
    for way in ("upload", "download"):
        copy = (document.get("copy") or {}).get(way) or {}
        found += _line(f"copies: {way}", [NONE, _rate(copy.get("bytes_per_second"))])
    opened, built = document.get("open") or {}, document.get("build") or {}
    found += _line("opening the device", [NONE, _seconds(opened.get("seconds"))])
    for key, word in (("cold", "the first time"), ("cached", "from the cache")):
        label = f"building {built.get('kernels')} kernels, {word}"
        found += _line(label, [NONE, _seconds(built.get(f"{key}_seconds"))])
    operations = document.get("operations") or {}
    first = [(operations.get(side) or {}).get("float_add_seconds") for side in SIDES]
    found += _line(
        "float_add, over the whole device", [NONE if each is None else f"{each * 1e12:.3g} ps" for each in first]
    )
    for name in OPERATIONS:
        times = [(operations.get(side) or {}).get(name) for side in SIDES]
        found += _line(f"{name}, in float_adds", [NONE if each is None else f"{each:.3g}" for each in times])
    return found


def _line(what: str, values: list[str]) -> list[list[str]]:
    """A line, or none where nothing is known."""
    return [[what, *values]] if any(value != NONE for value in values) else []


def _micros(found: Mapping[str, float] | None, key: str) -> str:
    return NONE if found is None or key not in found else f"{found[key] * 1e6:.3g} µs"


def _rate(value: float | None) -> str:
    return NONE if value is None else f"{value / 1e9:.4g} GB/s"


def _seconds(value: float | None) -> str:
    return NONE if value is None else f"{value:.3g} s"
