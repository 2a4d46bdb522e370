"""What whole processes take when a model chooses: the measure by which models are compared.

A process runs each region of one program, with one set of arguments, so many times.  Nothing is on the device at
first.  A region that runs on the other side than most of the work moves its arrays at each call.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd

from mapper.features import schema
from mapper.features.schema import State
from mapper.model.tree import AT_ONCE, CPU, OPENCL, PATIENCE, Granularity
from mapper_training.horizon import REAL, WHOLE, Costs, Work, vector, works

CALLS = (1.0, 10.0, 100.0, 1000.0)
"""Calls of the region that is called most: training programs have no length of their own."""

TOLERANCE = 1.02
"""A choice that costs less than this times the best one's time counts as right."""


@dataclass(frozen=True, slots=True)
class Process:
    """One process: its program, and each region's work with the calls that it makes."""

    program: str
    arguments: str
    regions: tuple[tuple[Work, float], ...]
    whole: Mapping[int, float] = field(default_factory=dict)
    """The seconds with all regions on one side, of real processes that were timed as a whole."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whole-process seconds: with the choices made, always on each side, and with the best choices."""

    process: Process
    chosen: float
    cpu: float
    opencl: float
    oracle: float

    @property
    def right(self) -> bool:
        """Whether the choices cost about as little as the best."""
        return self.chosen <= TOLERANCE * self.oracle

    @property
    def on_device(self) -> bool:
        """Whether the best choice opens the device."""
        return self.oracle < self.cpu


Score = Callable[[np.ndarray], np.ndarray]
"""Scores of questions (shape: questions x features); positive for OpenCL."""


def processes(table: pd.DataFrame, calls: Sequence[float] = CALLS) -> list[Process]:
    """All processes that a table lists; those of real runs are as long as they were."""
    found, every = [], works(table)
    is_real = table[REAL].eq(1).to_numpy() if REAL in table else np.zeros(len(table), dtype=bool)
    points: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, (program, arguments) in enumerate(zip(table["program"], table["arguments"], strict=True)):
        points[str(program), str(arguments)].append(number)
    for (program, arguments), numbers in sorted(points.items()):
        rows = [every[number] for number in numbers]
        real = is_real[numbers].any()
        timed = _timed(table.iloc[numbers]) if real else {}
        most = max(work.calls for work in rows)
        for factor in (1.0,) if real else [number / most for number in calls]:
            regions = tuple((work, max(round(factor * work.calls), 1.0)) for work in rows)
            found.append(Process(program, arguments, regions, timed))
    return found


def _timed(group: pd.DataFrame) -> dict[int, float]:
    if not set(WHOLE) <= set(group.columns):
        return {}
    times = group[list(WHOLE)].iloc[0]
    return {} if times.isna().any() else {CPU: float(times.iloc[0]), OPENCL: float(times.iloc[1])}


def program_vector(process: Process, platform: Costs) -> list[float]:
    """The features of the question whether opening the device pays for the process."""
    return schema.combine(*whole_process(process), platform.weights)


def whole_process(process: Process) -> tuple[list[float], State]:
    """What that question is about: the raw features of all that the process does, and its state."""
    total = [0.0] * len(schema.RAW)
    once = [name in schema.ONCE for name in schema.RAW_NAMES]
    for work, calls in process.regions:
        for number, value in enumerate(schema.horizon(work.raw, calls)):
            total[number] = max(total[number], value) if once[number] else total[number] + value
    up = sum(total[schema.RAW_NAMES.index(name)] for name in ("transfer", "shuttled"))
    return total, State(sum(calls for _, calls in process.regions), up, 0.0, 1.0)


def run(process: Process, score: Score, granularity: Granularity, platform: Costs) -> Outcome:
    """Simulate a process that follows a model.

    A mixture of both sides is only estimated: where both were timed as a whole it is no better than the better.
    """
    always = {side: seconds(process, [side] * len(process.regions), platform) for side in (CPU, OPENCL)}
    chosen = _followed(process, score, granularity, platform)
    greedy = [OPENCL if _alone(work, calls, platform) else CPU for work, calls in process.regions]
    best = min(always[CPU], always[OPENCL])
    if process.whole:
        chosen = max(chosen, best)
    else:
        best = min(best, seconds(process, greedy, platform))
    return Outcome(process, chosen, always[CPU], always[OPENCL], best)


def _followed(process: Process, score: Score, granularity: Granularity, platform: Costs) -> float:
    """The seconds of a process that follows a model.

    If the answer to the first question is the CPU, regions that would run on an open device wait for it; once they
    have waited several times as long as opening it takes, and will wait as long again, it is opened after all, as
    the run-time library does.  If the answer is OpenCL, but little is expected of it, they wait once as long.
    That the library does not wait for an execution which is expected to take longer is left out.
    """
    asked = [
        vector(work, calls, platform, up=work.arrays + work.again * (calls - 1)) for work, calls in process.regions
    ]
    prefers = [each > 0 for each in score(np.array(asked))]
    by_region = granularity is Granularity.REGION
    sides = [OPENCL if each or not by_region else CPU for each in prefers]
    first = score(np.array([program_vector(process, platform)]))[0]
    if first >= AT_ONCE:
        return seconds(process, sides, platform)
    total = seconds(process, [CPU] * len(sides), platform)
    waiting = sum(calls * work.cpu for (work, calls), each in zip(process.regions, prefers, strict=True) if each)
    patience = (1 if first > 0 else PATIENCE) * platform.startup
    if waiting <= 2 * patience:  # as much must be to come
        return total
    before = patience / waiting
    rest = tuple((work, (1 - before) * calls) for work, calls in process.regions)
    return before * total + seconds(replace(process, regions=rest, whole={}), sides, platform)


def _alone(work: Work, calls: float, platform: Costs) -> bool:
    """Whether a region by itself is better off on an open device."""
    return calls * (work.opencl + work.again_seconds) + work.moved(work.arrays, platform) < calls * work.cpu


def seconds(process: Process, sides: Sequence[int], platform: Costs) -> float:
    """The seconds of a process whose regions run on these sides."""
    if process.whole and len(set(sides)) == 1:
        return process.whole[sides[0]]
    if OPENCL not in sides:
        return sum(calls * work.cpu + work.begin for work, calls in process.regions)
    total, first = platform.startup, 0.0
    spent = {CPU: 0.0, OPENCL: 0.0}
    for (work, calls), side in zip(process.regions, sides, strict=True):
        once = work.opencl + work.again_seconds if side == OPENCL else work.cpu
        spent[side] += calls * once
        first = max(first, work.moved(work.arrays, platform) if side == OPENCL else 0.0)
    main = OPENCL if spent[OPENCL] >= spent[CPU] else CPU
    for (work, calls), side in zip(process.regions, sides, strict=True):
        if side != main:
            total += calls * work.moved(work.arrays, platform)
    return total + spent[CPU] + spent[OPENCL] + first


@dataclass(frozen=True, slots=True)
class Scores:
    """How well a model chooses for whole processes of programs that it has not seen.

    `accuracy` is the share of processes with a right choice.  `oracle` is the geometric mean over processes of the
    best choice's time over the chosen one's (1 is perfect), `always_cpu` and `always_opencl` the same for fixed
    choices.
    """

    accuracy: float
    oracle: float
    always_cpu: float
    always_opencl: float
    rows: int
    confusion: dict[str, int]

    def as_dict(self) -> dict[str, float]:
        """Plain numbers for the model file."""
        return {
            "accuracy": round(self.accuracy, 4),
            "oracle_share": round(self.oracle, 4),
            "always_cpu_share": round(self.always_cpu, 4),
            "always_opencl_share": round(self.always_opencl, 4),
            "rows": self.rows,
        }


def summarise(outcomes: Iterable[Outcome], rows: int) -> Scores:
    """The scores of simulated processes."""
    listed = list(outcomes)

    def share(times: Iterable[float]) -> float:
        logs = [np.log(outcome.oracle / time) for outcome, time in zip(listed, times, strict=True)]
        return float(np.exp(np.mean(logs)))

    confusion = {"cpu_right": 0, "opencl_right": 0, "cpu_as_opencl": 0, "opencl_as_cpu": 0}
    for outcome in listed:
        if outcome.right:
            confusion["opencl_right" if outcome.on_device else "cpu_right"] += 1
        else:
            confusion["opencl_as_cpu" if outcome.on_device else "cpu_as_opencl"] += 1
    return Scores(
        accuracy=float(np.mean([outcome.right for outcome in listed])),
        oracle=share(outcome.chosen for outcome in listed),
        always_cpu=share(outcome.cpu for outcome in listed),
        always_opencl=share(outcome.opencl for outcome in listed),
        rows=rows,
        confusion=confusion,
    )
