"""Measured rows -> what a model is trained on: questions over horizons, with what each answer costs.

A row is one feature vector of one region with its mean seconds a call on each device.  From it follows what any
number of calls costs from any state: n calls cost n times as much, arrays that are not where they are needed are
copied first, and the device is opened first where it is not open.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from scipy.special import stdtrit

from mapper.features import schema
from mapper.features.schema import NO_PLATFORM, State, Weights
from mapper_training.weights import BLOCK

KEYS = ("program", "region", "arguments")
TIMES = ("seconds_cpu", "seconds_opencl", "startup_seconds")
COLUMNS = (*KEYS, *schema.RAW_NAMES, *TIMES)
"""The columns that a table must have."""

DEFAULTS = {
    "calls": 10.0,
    "upload_bytes": 0.0,
    "upload_seconds": 0.0,
    "download_bytes": 0.0,
    "download_seconds": 0.0,
    "kernel_seconds": 0.0,
    "steady": 0.0,
    "first_cpu": np.nan,
}
"""What columns say that older tables lack: calls of the measured run, the mean of a call's copies and kernels,
whether its seconds are those of calls after the first one, and those of that one on the CPU."""

SMALL = 1e5
"""Bytes that are copied in no time."""

WHOLE = ("whole_cpu", "whole_opencl")
"""The seconds of whole processes with all regions on one side, where they are known."""

LONG_RUN = 1.0
"""Runs whose regions take longer than so many seconds say little of the start-up."""

REAL = "real"
"""The column that is 1 in rows of real runs, whose calls are those of the whole process."""

BANDWIDTH = 6e9
"""Bytes a second that copies reach where a table does not tell."""

ARRAYS_SHARE = 2.0 / 3.0
"""The size of the arrays over `transfer`, which counts those that are read and written twice."""

LEAST_RESIDENT = 0.05
"""What a call takes with its arrays in place, at least, as a share of what it takes with their copies."""

LONG_CALLS = (1.0, 30.0, 1000.0)
"""Calls that questions are about."""

STATES = 5
"""Questions for each of them."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What the platform's parts cost.

    `startup` are the seconds that opening the device adds to a process, `bandwidth` the bytes a second of copies,
    `block` the seconds that each block of memory takes besides that a table of pointers leads to,
    `turn` the seconds that a kernel and a copy of results take longer when the host waits for them at each call,
    `weights` what operations cost.
    """

    startup: float
    bandwidth: float
    turn: float = 0.0
    weights: Weights = NO_PLATFORM
    block: float = 0.0


@dataclass(frozen=True, slots=True)
class Work:
    """One row: seconds of a call with its arrays in place, the arrays' bytes, and what moves again at each call.

    `again` are the bytes that the host makes move at each call, to and fro, `again_seconds` their copies.  `begin`
    are the seconds that the first call takes longer on the CPU: threads start, and memory is touched for the first
    time.
    """

    raw: tuple[float, ...]
    cpu: float
    opencl: float
    calls: float
    arrays: float
    again: float
    again_seconds: float
    begin: float = 0.0
    begun: bool = True
    """Whether that is known."""

    def moved(self, size: float, platform: Costs) -> float:
        """The seconds that so many bytes of its arrays take to the device: for the bytes, and for their blocks."""
        pieces, transfer = (self.raw[schema.RAW_NAMES.index(name)] for name in ("pieces", "transfer"))
        return size / platform.bandwidth + platform.block * pieces * schema.ratio(size, transfer)


@dataclass(frozen=True, slots=True)
class Question:
    """The raw and state features of one question, and the seconds that each answer costs."""

    features: tuple[float, ...]
    cpu: float
    opencl: float
    begun: bool = True
    """Whether the CPU's seconds hold what a process that begins there pays first, if this is one."""


def costs(table: pd.DataFrame, weights: Weights = NO_PLATFORM) -> Costs:
    """The platform's costs as far as the table tells, with the weights of its operations."""
    full = with_defaults(table)
    moved = full[full["upload_seconds"] > 0]
    total = float((moved["upload_bytes"] * moved["calls"]).sum())
    seconds = float((moved["upload_seconds"] * moved["calls"]).sum())
    bandwidth = total / seconds if total > 1e7 and seconds > 0 else BANDWIDTH
    block = float(table[BLOCK].max()) if BLOCK in table else 0.0
    return Costs(_startup(full), bandwidth, _turn(full), weights, 0.0 if math.isnan(block) else block)


def _turn(table: pd.DataFrame) -> float:
    """From rows of one launch whose arrays are small and move at each call."""
    small = table[(table["steady"] == 1) & (table["launches"] == 1) & (table["upload_bytes"].between(1, SMALL))]
    small = small[small["upload_bytes"] * small["calls"] > 2 * small["transfer"]]
    waited = small["seconds_opencl"] - small["upload_seconds"] - small["kernel_seconds"]
    return max(float(waited.median()), 0.0) if len(waited) else 0.0


def _startup(table: pd.DataFrame) -> float:
    """What processes took longer with OpenCL, less what their regions did: the end of the process costs, too.

    Where no whole times are known it is what the run-time library measured when it opened the device.
    """
    if not set(WHOLE) <= set(table.columns):
        return float(table["startup_seconds"].median())
    known = table.dropna(subset=list(WHOLE))
    if REAL in known:
        known = known[known[REAL].ne(1)]
    regions = known["calls"] * (known["seconds_opencl"] - known["seconds_cpu"])
    points = known.assign(regions=regions).groupby(["program", "arguments"])
    added = points["whole_opencl"].first() - points["whole_cpu"].first() - points["regions"].sum()
    added = added[points["calls"].max() * points["seconds_cpu"].max() < LONG_RUN]
    return float(added.median()) if len(added) else float(table["startup_seconds"].median())


def with_defaults(table: pd.DataFrame) -> pd.DataFrame:
    """The table with the columns that older ones lack."""
    missing = {name: value for name, value in DEFAULTS.items() if name not in table}
    known = {name: value for name, value in DEFAULTS.items() if not np.isnan(value)}
    return table.assign(**missing).fillna(known)


def undisturbed(table: pd.DataFrame) -> pd.DataFrame:
    """Means over runs, less their standard errors, which the 95% confidence intervals tell (Student's t).

    Where one of several runs was disturbed and the others are alike, that is what the others took; of two runs it
    is the lesser.
    """
    changed = {}
    for side in ("cpu", "opencl"):
        seconds, error, runs = f"seconds_{side}", f"error_{side}", f"runs_{side}"
        if error in table and runs in table:
            several = (table[runs] > 1) & table[error].notna()
            t = stdtrit(np.maximum(table[runs].fillna(2.0) - 1.0, 1.0), 0.975)
            changed[seconds] = table[seconds] * (1.0 - (table[error] / t).where(several, 0.0))
    return table.assign(**changed)


def works(table: pd.DataFrame) -> list[Work]:
    """One for each row, in order."""
    full = undisturbed(with_defaults(table))
    turn = _turn(full)
    raw = full[list(schema.RAW_NAMES)].to_numpy(dtype=float)
    rest = full[["seconds_cpu", "seconds_opencl", *DEFAULTS]].to_numpy(dtype=float)
    return [
        _work(tuple(features.tolist()), turn, *values.tolist()) for features, values in zip(raw, rest, strict=True)
    ]


def _work(
    raw: tuple[float, ...],
    turn: float,
    cpu: float,
    opencl: float,
    calls: float,
    upload_bytes: float,
    upload_seconds: float,
    download_bytes: float,
    download_seconds: float,
    kernel_seconds: float,
    steady: float,
    first_cpu: float,
) -> Work:
    first = raw[schema.RAW_NAMES.index("transfer")] * ARRAYS_SHARE
    calls = max(calls, 1.0)
    again = max(upload_bytes * calls - first, 0.0) / calls
    repeated = again / upload_bytes if upload_bytes > 0 else 0.0
    both = again + repeated * download_bytes
    begun = not math.isnan(first_cpu)
    begin = max(first_cpu - cpu, 0.0) if begun else 0.0
    if not steady:
        resident = max(opencl - upload_seconds, LEAST_RESIDENT * opencl)
        return Work(
            raw, cpu, resident, calls, first, both, repeated * (upload_seconds + download_seconds), begin, begun
        )
    opencl = max(opencl, kernel_seconds)
    moved = repeated * upload_seconds + (turn if again > first / calls else 0.0)
    resident = max(opencl - moved, min(kernel_seconds, opencl), LEAST_RESIDENT * opencl)
    return Work(
        raw, cpu, resident, calls, first, both, opencl - resident + repeated * download_seconds, begin, begun
    )


def vector(work: Work, calls: float, platform: Costs, *, up: float = 0.0) -> list[float]:
    """All features of the question about `calls` calls on an open device."""
    return schema.combine(schema.horizon(work.raw, calls), State(calls, up), platform.weights)


def known(raw: Sequence[float], state: State) -> tuple[float, ...]:
    """The raw features of a horizon and its state, from which all others follow."""
    return (*raw, *state.values())


def questions(work: Work, platform: Costs, horizons: Sequence[float] = LONG_CALLS) -> list[Question]:
    """What a row teaches: horizons from one call to many, from each state that the run-time library may meet."""
    found = []
    for calls in horizons:
        moves = work.again * calls
        again = calls * work.again_seconds
        arrays, every = work.arrays, work.arrays * calls
        for up, down, startup in (
            (arrays + moves, 0.0, 1.0),
            (arrays + moves, 0.0, 0.0),
            (moves, 0.0, 0.0),
            (moves, arrays, 0.0),
            (every + moves, 0.0, 0.0),
        ):
            found.append(
                Question(
                    known(schema.horizon(work.raw, calls), State(calls, up, down, startup)),
                    calls * work.cpu + startup * work.begin + down / platform.bandwidth,
                    calls * work.opencl + again + work.moved(up - moves, platform) + startup * platform.startup,
                    work.begun,
                )
            )
    return found


def matrix(asked: list[Question], weights: Weights) -> np.ndarray:
    """All features, combined by a platform's weights; shape (questions, features)."""
    given = np.array([question.features for question in asked], dtype=float)
    values = dict(zip(schema.RAW_NAMES + schema.STATE_NAMES, given.T, strict=True))
    schema.add_combined(values, _ratios, weights)
    return np.column_stack([values[name] for name in schema.NAMES])


def _ratios(numerator: np.ndarray, denominator: np.ndarray) -> np.ndarray:
    """`schema.ratio` of each pair."""
    quotients: np.ndarray = np.divide(
        numerator, denominator, out=np.zeros_like(numerator), where=denominator != 0.0
    )
    return quotients


def ratios(asked: list[Question]) -> np.ndarray:
    """log2 of the CPU's seconds over OpenCL's, at most 6 either way; shape (questions,)."""
    cpu = np.array([question.cpu for question in asked])
    opencl = np.array([question.opencl for question in asked])
    clipped: np.ndarray = np.clip(np.log2(cpu / opencl), -6.0, 6.0)
    return clipped
