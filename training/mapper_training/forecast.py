"""What a program's next size will take, from the smaller ones: times and memory grow as powers of the size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from mapper_training.config import Config
from mapper_training.measure import Result

LEAST_CALLS = 2
RUNS = 3.0
"""Runs of a point on one device, in the mean."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """The calls that a run should make, its expected seconds, and the process's expected memory in bytes.

    `calls` is 0 where even the fewest calls would take longer than the configuration's limit; by one smaller size
    alone that is not decided.
    """

    calls: int
    seconds: float
    memory: float

    @property
    def cost(self) -> float:
        """Expected seconds of the whole point, on both devices."""
        return 2 * RUNS * self.seconds


def forecast(history: Sequence[tuple[int, Result]], size: int, config: Config) -> Forecast:
    """Forecast one size from the (size, result) of smaller ones, ascending."""
    if not history:
        return Forecast(config.calls, 0.0, 0.0)
    call = _extrapolate([(s, r.call) for s, r in history], size)
    setup = _extrapolate([(s, r.setup) for s, r in history], size, history[0][1].setup)
    memory = _extrapolate([(s, float(r.memory)) for s, r in history], size, float(history[0][1].memory))
    opening = history[0][1].setup  # which each run pays, whatever its size
    fitting = int((config.limit - max(setup - opening, 0.0)) / call) if call > 0 else config.calls
    if len(history) == 1:  # where starting a loop takes most of the time, it says little of larger ones
        fitting = max(fitting, LEAST_CALLS)
    calls = min(config.calls, fitting) if fitting >= LEAST_CALLS else 0
    return Forecast(calls, setup + max(calls, LEAST_CALLS) * call, memory)


def _extrapolate(values: Sequence[tuple[int, float]], size: int, base: float = 0.0) -> float:
    """Continue size -> value beyond the last one as base + c * size**p, p between 1 and 3 by the last two."""
    last_size, last = values[-1]
    above = max(last - base, 0.0)
    power = 1.0
    if len(values) > 1:
        before_size, before = values[-2]
        before_above = max(before - base, 0.0)
        if before_above > 0 and above > 0:
            power = math.log(above / before_above) / math.log(last_size / before_size)
    growth: float = (size / last_size) ** min(max(power, 1.0), 3.0)
    return base + above * growth


def ladder(history: Sequence[tuple[int, Result]], sizes: Sequence[int], config: Config) -> float:
    """Expected seconds of all of `sizes`, ascending, up to the first that takes too long."""
    total = 0.0
    known = list(history)
    for size in sizes:
        expected = forecast(known, size, config)
        if not expected.calls:
            break
        total += expected.cost
        if known:
            call = _extrapolate([(s, r.call) for s, r in known], size)
            known.append((size, Result("measured", "", [], expected.calls, call, expected.seconds, 0)))
    return total
