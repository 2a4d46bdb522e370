"""What blocks of a matrix product cost on this device: numbers for the run-time library's model of it.

docs/shapes.md describes the model: a unit has some blocks of a size at a time, each takes its share of the time,
and a round that is not full takes no less than a single block.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from mapper.runtime.probe import Probe
from mapper_training.measure import RunError, run_process

__all__ = ["SIZES", "SOURCE", "Block", "Effort", "Found", "fit", "measure", "remember"]

SOURCE = Path(__file__).parent / "micro_programs" / "product.c"
SIZES = ((32, 32, 4), (64, 32, 8), (64, 64, 16))
"""Columns and rows of a block, and iterations of a work-item."""

_BASIS, _PRIME, _WORD = 0xCBF29CE484222325, 0x100000001B3, 1 << 64


@dataclass(frozen=True, slots=True)
class Effort:
    """Sizes of square products, for a device of `UNITS` units, and how often each is tried."""

    sizes: tuple[int, ...] = (256, 512, 768, 1024, 1536, 2048, 4096)
    repeats: int = 5


UNITS, STEPS, MOST_RESIDENT = 132, 1024, 12
"""Of an H200; steps of the sums whose time is reported; the most blocks that a unit is taken to have at a time."""


@dataclass(frozen=True, slots=True)
class Block:
    """A unit has `resident` of these at a time, of `each` iterations a work-item; microseconds.

    `time` is that of one of many, `least` that of a single one.
    """

    each: int
    resident: int
    time: float
    least: float


@dataclass(frozen=True, slots=True)
class Found:
    """What was measured, and on which device."""

    device: str
    driver: str
    blocks: tuple[Block, ...]


def fit(each: int, shares: Sequence[int], times: Sequence[float]) -> Block:
    """The block whose times are nearest to those measured: microseconds, where the busiest unit has so many."""
    counts, measured = np.asarray(shares), np.asarray(times)
    least = float(measured[counts == counts.min()].mean()) / int(counts.min())
    spans = np.linspace(0.5, 1.5, 401) * measured[-1] / counts[-1]
    best = (np.inf, 1, 0.0)
    for resident in range(1, MOST_RESIDENT + 1):
        rest = counts % resident
        last = np.where(rest > 0, np.maximum(np.outer(spans, rest), least), 0.0)
        error = np.square(np.log((np.outer(spans, counts - rest) + last) / measured)).sum(axis=1)
        at = int(error.argmin())
        best = min(best, (float(error[at]), resident, float(spans[at])))
    return Block(each, best[1], best[2], least)


def measure(program: Path, environment: Mapping[str, str], found: Probe, effort: Effort = Effort()) -> Found:
    """Run a built `SOURCE` on the device that such an environment names.

    Raises:
        RunError: it does not run there, or has no blocks.
    """
    profile = program.with_suffix(".profile.json")
    variables = {**environment, "MAPPER_TUNE": "0", "MAPPER_SHAPES": "1"}
    _run([str(program)], {**variables, "MAPPER_PROFILE": str(profile)})
    device = json.loads(profile.read_text(encoding="utf-8"))["device"]
    if device is None:
        raise RunError("no OpenCL device could be opened")
    units = next((each.units for each in found.devices if each.name == device["name"].strip()), 0)
    if (not device["gpu"] and "MAPPER_LANES" not in environment) or units < 1:
        raise RunError(f"{device['name']} does not run matrix products in blocks")
    blocks = []
    sizes = [max(round(size * math.sqrt(units / UNITS) / 64), 1) * 64 for size in effort.sizes]
    for columns, rows, each in SIZES:
        words = [str(program), str(effort.repeats), *map(str, sizes)]
        output = _run(words, variables | {"MAPPER_BLOCK": str(columns * rows)})
        launch, *seconds = map(float, output.split())
        shares = [math.ceil(math.ceil(size / columns) * math.ceil(size / rows) / units) for size in sizes]
        own = [max(one - launch, one / 10) * 1e6 for one in seconds]
        blocks.append(fit(each, shares, [one * STEPS / size for one, size in zip(own, sizes, strict=True)]))
    return Found(device["name"], device["driver"], tuple(blocks))


def _run(command: list[str], environment: dict[str, str]) -> str:
    output, problem, _, _ = run_process(command, environment)
    if problem is not None:
        raise RunError(f"{command[0]}: {problem}")
    return output


def remember(found: Found, folder: Path) -> Path:
    """Write the file that programs read when they open the device (`runtime/device/unit.c`)."""
    path = folder / f"{_key(found):016x}.device"
    folder.mkdir(parents=True, exist_ok=True)
    temporary = path.with_suffix(f".{os.getpid()}")
    temporary.write_text(
        "".join(f"block {b.each} {b.resident} {b.time:.6g} {b.least:.6g}\n" for b in found.blocks),
        encoding="utf-8",
    )
    os.replace(temporary, path)
    return path


def _key(found: Found) -> int:
    """As `mrt_device_key`: FNV-1a of both names, each with its end."""
    key = _BASIS
    for byte in b"".join(name.encode() + b"\0" for name in (found.device, found.driver)):
        key = (key ^ byte) * _PRIME % _WORD
    return key
