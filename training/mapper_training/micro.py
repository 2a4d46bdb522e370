"""What this platform's parts cost: operations, copies, launches, opening the device, building kernels.

Small programs, compiled as any user's, run with MAPPER_PROFILE; so the numbers are what mapped programs meet.
docs/model.md describes the JSON document.
"""

from __future__ import annotations

import json
import math
import os
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mapper_training.device import setting
from mapper_training.measure import RunError, run_process
from mapper_training.weights import BLOCK, FILE

__all__ = ["FILE", "SOURCES", "measure"]

SCHEMA = 1
SOURCES = {
    name: Path(__file__).parent / "micro_programs" / f"{name}.c"
    for name in ("copies", "launch", "operations", "rows")
}

ITEMS, STEPS, MOST_STEPS, IN_STEP = 1 << 17, 64, 1 << 16, 4
"""Work-items of micro_programs/operations.c, their steps, and operations in a step."""

BUSY = 0.002
"""Seconds that the cheapest operation's loop should take at least, so that starting it does not count."""

SMALL, LARGE = 1 << 9, 1 << 24
"""Elements (of 8 bytes) of the arrays that are copied."""

FEW_ROWS, MANY_ROWS = 1 << 10, 1 << 15
"""Rows of micro_programs/rows.c."""

LAUNCHES = 100
"""Loops in the region of micro_programs/launch.c that has many."""

DEVICES = ("cpu", "opencl")
CACHES = ("MAPPER_CACHE_DIR", "POCL_CACHE_DIR", "CUDA_CACHE_PATH")
"""The variables that name caches of built kernels: mapper's own, and those of the drivers."""


@dataclass(frozen=True, slots=True)
class Bench:
    """The folder of the built programs, and when their runs must have ended (`time.monotonic`)."""

    folder: Path
    until: float = math.inf


def measure(bench: Bench) -> dict[str, Any]:
    """Measure; what fails is missing, and `problems` says why.  Raises `LateError` where the time is over."""
    document: dict[str, Any] = {"schema": SCHEMA, "problems": []}
    for part in (_startup, _operations, _copies, _launches):
        try:
            document.update(part(bench))
        except RunError as error:
            document["problems"].append(str(error))
    return document


def measure_programs(programs: Mapping[str, bytes], seconds: float) -> dict[str, Any]:
    """`measure` with programs that are given as the bytes of their files, in so many seconds at most."""
    until = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="mapper-train-") as folder:
        for name, program in programs.items():
            (Path(folder) / name).write_bytes(program)
            (Path(folder) / name).chmod(0o755)
        return measure(Bench(Path(folder), until))


def _run(
    bench: Bench, device: str, program: str, *arguments: int, clocks: bool = True, **more: str
) -> dict[str, Any]:
    """The profile of one run, with caches of its own; `more` are variables of its environment."""
    profile = bench.folder / "micro.profile.json"
    profile.unlink(missing_ok=True)
    own = {}
    for name in CACHES:
        cache = bench.folder / "caches" / name
        cache.mkdir(parents=True, exist_ok=True)
        own[name] = str(cache)
    environment = {**os.environ, **own, **more, "MAPPER_DEVICE": setting(device), "MAPPER_PROFILE": str(profile)}
    environment["MAPPER_CLOCKS"] = "1" if clocks else "0"
    command = [str(bench.folder / program), *map(str, arguments)]
    _, problem, _, _ = run_process(command, environment, until=bench.until)
    if problem is not None:
        raise RunError(f"{program} on {device}: {problem}")
    document: dict[str, Any] = json.loads(profile.read_text(encoding="utf-8"))
    if any(not region[device]["calls"] for region in document["regions"]):
        raise RunError(f"{program} did not run on {device}")
    return document


def _startup(bench: Bench) -> dict[str, Any]:
    """The first run with empty caches builds, the second loads; `launch` has few kernels, `operations` many."""
    seconds = {
        (program, state): _run(bench, "opencl", program, *arguments)["device"]["startup_seconds"]
        for state in ("cold", "cached")
        for program, arguments in (("launch", (1,)), ("operations", (64, 1, 1)))
    }
    kernels = SOURCES["operations"].read_text(encoding="utf-8").count("#pragma omp")
    return {
        "open": {"seconds": seconds["launch", "cached"]},
        "build": {
            "kernels": kernels,
            "cold_seconds": max(seconds["operations", "cold"] - seconds["launch", "cached"], 0.0),
            "cached_seconds": max(seconds["operations", "cached"] - seconds["launch", "cached"], 0.0),
        },
    }


def _operations(bench: Bench) -> dict[str, Any]:
    """Seconds of one operation when all of the device is busy, and each kind's weight against a float addition."""
    found: dict[str, dict[str, float]] = {}
    for device in DEVICES:
        _run(bench, device, "operations", ITEMS, 2, STEPS)
        steps = STEPS
        shortest = min(_operations_run(bench, device, steps).values())
        if shortest < BUSY:
            steps *= min(math.ceil(BUSY / max(shortest, 1e-9)), MOST_STEPS // STEPS)
        operations = ITEMS * steps * IN_STEP
        seconds = {name: value / operations for name, value in _operations_run(bench, device, steps).items()}
        base = seconds["float_add"]
        found[device] = {name: value / base for name, value in sorted(seconds.items())}
        found[device]["float_add_seconds"] = base
    return {"operations": found}


def _operations_run(bench: Bench, device: str, steps: int) -> dict[str, float]:
    """Seconds of each loop of micro_programs/operations.c; with OpenCL its kernel's alone."""
    regions = _regions(_run(bench, device, "operations", ITEMS, 2, steps))
    if device == "opencl":
        return {name: _copy(region["kernel"])[1] for name, region in regions.items()}
    return {name: _call(region, device) for name, region in regions.items()}


def _copies(bench: Bench) -> dict[str, Any]:
    """Latency and bandwidth from a small and a large array; nothing of a direction where no bytes move."""
    runs = {}
    for elements in (SMALL, LARGE):
        _run(bench, "opencl", "copies", elements, 2)
        runs[elements] = _regions(_run(bench, "opencl", "copies", elements, 5))
    copies: dict[str, dict[str, float] | float | None] = {}
    for name in ("upload", "download"):
        (few, short), (many, long) = (_copy(runs[elements][name][name]) for elements in (SMALL, LARGE))
        if many > few and long > short:
            bandwidth = (many - few) / (long - short)
            copies[name] = {
                "bytes_per_second": bandwidth,
                "latency_seconds": max(short - few / bandwidth, 0.0),
            }
        else:
            copies[name] = None
    if copies["upload"] is not None:
        copies[BLOCK] = _block(bench)
    stream = {"opencl": _bandwidth(runs[LARGE]["stream"]["kernel"])}
    host = _regions(_run(bench, "cpu", "copies", LARGE, 5))["stream"]
    stream["cpu"] = 2.0 * 8 * LARGE / _call(host, "cpu")
    return {"copy": copies, "stream_bytes_per_second": stream}


def _block(bench: Bench) -> float:
    """How many seconds more a call takes for each row, where rows are blocks of their own and all have changed.

    Rows move once or twice in most programs, so the first time counts as much as the second.
    """
    longer = {}
    for rows in (FEW_ROWS, MANY_ROWS):
        _run(bench, "opencl", "rows", rows, 2)
        regions = _regions(_run(bench, "opencl", "rows", rows, 2))
        longer[rows] = _call(regions["table"], "opencl") - _call(regions["array"], "opencl")
    return max(longer[MANY_ROWS] - longer[FEW_ROWS], 0.0) / (MANY_ROWS - FEW_ROWS)


def _launches(bench: Bench) -> dict[str, Any]:
    """Seconds of a region of one loop, waited for, and of a loop in a region of many, each a launch of its own."""
    found = {}
    for device in DEVICES:
        _run(bench, device, "launch", 10)
        waiting = _regions(_run(bench, device, "launch", 100))
        profile = _run(bench, device, "launch", 100, clocks=False, MAPPER_BATCH="0")
        hundred = _regions(profile)["hundred"][device]
        seconds = float(hundred["seconds"]) + float(profile["waited"])
        found[device] = {
            "region_seconds": _call(waiting["one"], device),
            "loop_seconds": seconds / int(hundred["calls"]) / LAUNCHES,
        }
    return {"launch": found}


def _regions(profile: dict[str, Any]) -> dict[str, Any]:
    """A profile's regions by the functions that they are in."""
    return {_function(region): region for region in profile["regions"]}


def _function(region: dict[str, Any]) -> str:
    """`operations_int_add_1` -> `int_add`: the id is the file, the function and a number."""
    return "_".join(region["id"].split("_")[1:-1])


def _call(region: dict[str, Any], device: str) -> float:
    return float(region[device]["seconds"]) / int(region[device]["calls"])


def _copy(cost: dict[str, Any]) -> tuple[float, float]:
    """Bytes and seconds of one copy or one launch."""
    count = max(int(cost["count"]), 1)
    return cost["bytes"] / count, cost["seconds"] / count


def _bandwidth(kernel: dict[str, Any]) -> float | None:
    """Bytes a second that a pass over both arrays moved."""
    seconds = float(kernel["seconds"]) / max(int(kernel["count"]), 1)
    return 2.0 * 8 * LARGE / seconds if seconds > 0 else None
