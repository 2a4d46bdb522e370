"""Measures training programs on this machine: each region both ways, one row for each feature vector.

Programs are built with `mapper compile` like any user's program.  Their runs report through MAPPER_PROFILE
what the run-time library saw: the features and the seconds on the device that was asked for.  Measuring is
strictly one run at a time.  Results on both devices are compared before their times are believed.
"""

from __future__ import annotations

import json
import os
import subprocess
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from mapper.diagnostics import fail
from mapper.features import schema
from training.fit import COLUMNS

HERE = Path(__file__).parent
RUN_TIMEOUT = 300.0
WARM = 2.0
"""Runs with OpenCL that are shorter than this many seconds are repeated, and the second counts."""


@dataclass(frozen=True, slots=True)
class Config:
    """training/config.toml: sizes for each program, repeats of a run, limit in seconds, seed and depth."""

    seed: int
    depth: int
    repeats: int
    limit: float
    programs: Mapping[str, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Run:
    """One program at one size."""

    program: str
    size: int


def load_config(suite: str = "quick") -> Config:
    """Read the configuration of one suite."""
    text = (HERE / "config.toml").read_text(encoding="utf-8")
    document = tomllib.loads(text)
    return Config(
        seed=document["seed"],
        depth=document["depth"],
        repeats=document["repeats"],
        limit=document["limit"],
        programs=document[suite],
    )


def build(config: Config, folder: Path, compile_one: Callable[[Path, Path], None]) -> Iterator[str]:
    """Build all programs into `folder`, yielding each name when it is done."""
    for name in config.programs:
        compile_one(HERE / "programs" / f"{name}.c", folder / name)
        yield name


def collect(config: Config, folder: Path, done: Callable[[Run], None]) -> pd.DataFrame:
    """Run all programs in `folder` at all sizes on both devices; a table with the columns `COLUMNS`."""
    rows: list[dict[str, Any]] = []
    for program, sizes in config.programs.items():
        too_long = False
        for size in sizes:
            if not too_long:
                seconds, found = _both(folder / program, size, config.repeats)
                rows += [{"program": program, "arguments": str(size), **row} for row in found]
                too_long = seconds > config.limit
            done(Run(program, size))
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _both(program: Path, size: int, repeats: int) -> tuple[float, list[dict[str, Any]]]:
    """The longest run's seconds, and the rows of one program at one size."""
    cpu_text, cpu, _ = _run(program, size, repeats, "cpu")
    opencl_text, opencl, startup = _run(program, size, repeats, "opencl")
    if sum(opencl.values()) * repeats < WARM:  # the first run filled the drivers' caches of built kernels
        opencl_text, opencl, startup = _run(program, size, repeats, "opencl")
    if not same_output(cpu_text, opencl_text):
        fail("E023", f"{program.name} {size} gives other results with OpenCL; its times can't be used")
    rows = []
    for key, seconds in sorted(cpu.items()):
        if key in opencl:
            region, features = key
            raw = dict(zip(schema.RAW_NAMES, features, strict=True))
            times = {"seconds_cpu": seconds, "seconds_opencl": opencl[key], "startup_seconds": startup}
            rows.append({"region": region, **raw, **times})
    return max(sum(cpu.values()), sum(opencl.values())) * repeats, rows


Times = dict[tuple[str, tuple[float, ...]], float]


def _run(program: Path, size: int, repeats: int, device: str) -> tuple[str, Times, float]:
    """A run's output, the mean seconds of a call for each (region, raw features), and the start-up's seconds."""
    profile = program.with_suffix(".profile.json")
    environment = {**os.environ, "MAPPER_DEVICE": device, "MAPPER_PROFILE": str(profile)}
    command = [str(program), str(size), str(repeats)]
    try:
        process = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=RUN_TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        fail("E023", f"{program.name} {size} did not end within {RUN_TIMEOUT:.0f} seconds on {device}")
    if process.returncode != 0:
        fail("E023", f"{program.name} {size} failed on {device}: {process.stderr.strip() or process.returncode}")
    document = json.loads(profile.read_text(encoding="utf-8"))
    times = read_profile(document, device)
    if device == "opencl" and not times:
        reason = process.stderr.strip() or "no region ran there; `mapper doctor` says what is missing"
        fail("E023", f"{program.name} {size} did not run with OpenCL: {reason}")
    return process.stdout, times, float((document["device"] or {}).get("startup_seconds", 0.0))


def read_profile(profile: Mapping[str, Any], device: str) -> Times:
    """Mean seconds of a call on one device, for each (region, raw features) of a MAPPER_PROFILE document."""
    times: Times = {}
    for region in profile["regions"]:
        if region["feature_names"][: len(schema.RAW_NAMES)] != list(schema.RAW_NAMES):
            fail("E023", "a training program was built with another feature schema than the trainer's")
        for vector in region["vectors"]:
            calls = vector[device]["calls"]
            if calls:
                raw = tuple(float(value) for value in vector["values"][: len(schema.RAW_NAMES)])
                times[region["id"], raw] = float(vector[device]["seconds"]) / calls
    return times


def same_output(one: str, other: str, tolerance: float = 1e-5) -> bool:
    """Whether two outputs are the same text, numbers compared with a relative tolerance."""
    left, right = one.split(), other.split()
    return len(left) == len(right) and all(_same_word(a, b, tolerance) for a, b in zip(left, right, strict=True))


def _same_word(one: str, other: str, tolerance: float) -> bool:
    if one == other:
        return True
    try:
        a, b = float(one), float(other)
    except ValueError:
        return False
    return abs(a - b) <= tolerance * max(abs(a), abs(b), 1e-30)
