"""Measures training programs on this machine: each region both ways, one row for each feature vector.

Programs are built with `mapper compile` like any user's program.  Their runs report through MAPPER_PROFILE
what the run-time library saw: the features and the seconds on the device that was asked for.  Measuring is
strictly one run at a time.  Each round passes through all programs, and sizes far apart come before those between
(`config.points`), so that what there is time for is spread over programs and sizes.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from mapper_training.config import Config, Point, points
from mapper_training.forecast import Forecast, forecast, ladder
from mapper_training.journal import Journal
from mapper_training.measure import DIFFERS, FAILED, MEASURED, LateError, Result

SPREAD = 16
"""Points that are measured however little time there is."""

BEFORE, LONG, LARGE, LATE, ENDED = "before", "long", "large", "late", "ended"


@dataclass(frozen=True, slots=True)
class Step:
    """What was done with one point.

    `outcome` is that of its `Result`, or BEFORE (it was there already), LONG (a run would take too long), LARGE
    (too much memory), LATE (the budget is spent), ENDED (a smaller size failed).  `remaining` are the expected
    seconds of the rest.
    """

    point: Point
    outcome: str
    detail: str
    remaining: float


@dataclass
class Summary:
    """How many points ended in which way, and what was wrong with those that were refused."""

    outcomes: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)

    def __add__(self, other: Summary) -> Summary:
        """Both, with the problems of this one first."""
        return Summary(self.outcomes + other.outcomes, self.problems + other.problems)

    def count(self, step: Step) -> None:
        """Add one point."""
        self.outcomes[step.outcome] += 1
        if step.outcome in (DIFFERS, FAILED):
            verb = "gives other results with OpenCL" if step.outcome == DIFFERS else "failed"
            self.problems.append(f"{step.point.program} {step.point.arguments} {verb}: {step.detail}")


def collect(
    config: Config,
    journal: Journal,
    measured: Callable[[Point, int], Result],
    done: Callable[[Step], None],
    *,
    built: Collection[str],
    memory: float = float("inf"),
    clock: Callable[[], float] = time.monotonic,
    seconds: float | None = None,
) -> Summary:
    """Measure every point that the journal lacks, of the programs in `built`; `done` is called after each.

    `measured(point, calls)` measures one, or raises `LateError`.  `memory` is the most bytes that a program may be
    expected to take, `seconds` the time for all (default: that of the configuration).
    """
    deadline = clock() + (60 * config.minutes if seconds is None else seconds)
    summary = Summary()
    for point in points(config):
        if point.program not in built:
            continue
        spread = summary.outcomes[MEASURED] + summary.outcomes[BEFORE] < SPREAD
        outcome, detail = _step(point, config, journal, measured, memory, deadline - clock(), spread)
        left = min(_remaining(config, journal, built), max(deadline - clock(), 0.0))
        step = Step(point, outcome, detail, left)
        summary.count(step)
        done(step)
    return summary


def _step(
    point: Point,
    config: Config,
    journal: Journal,
    measured: Callable[[Point, int], Result],
    memory: float,
    left: float,
    spread: bool,
) -> tuple[str, str]:
    """Measure one point if it should be; its outcome and what there is to say of it.

    `left` are the seconds that are left; with `spread` a program's first point is measured in any case.
    """
    known = journal.result(point)
    if known is not None:
        return (BEFORE, "") if known.outcome == MEASURED else (known.outcome, known.detail)
    if _program_ended(point, config, journal):
        return ENDED, ""
    expected = _forecast(point, config, journal)
    if not expected.calls:
        return LONG, ""
    if expected.memory > memory:
        return LARGE, ""
    first = spread and not _history(point, config, journal)
    if (left <= 0 or expected.cost > left) and not first:
        return LATE, ""
    try:
        result = measured(point, expected.calls)
    except LateError:
        return LATE, ""
    journal.add(point, result)
    return result.outcome, result.detail


def _program_ended(point: Point, config: Config, journal: Journal) -> bool:
    """Whether a smaller size failed, or any of the program's results differed."""
    for touch in config.variants(point.program):
        for size in config.programs[point.program]:
            result = journal.result(Point(point.program, size, touch))
            if result is not None and result.outcome == DIFFERS:
                return True
            smaller = touch == point.touch and size < point.size
            if result is not None and smaller and result.outcome != MEASURED:
                return True
    return False


def _history(point: Point, config: Config, journal: Journal) -> list[tuple[int, Result]]:
    results = [
        (size, journal.result(Point(point.program, size, point.touch)))
        for size in config.programs[point.program]
        if size < point.size
    ]
    return [(size, result) for size, result in results if result is not None]


def _forecast(point: Point, config: Config, journal: Journal) -> Forecast:
    return forecast(_history(point, config, journal), point.size, config)


def _remaining(config: Config, journal: Journal, built: Collection[str]) -> float:
    """Expected seconds of all that has not been measured yet."""
    total = 0.0
    for program in built:
        for touch in config.variants(program):
            history, rest = [], []
            for size in config.programs[program]:
                result = journal.result(Point(program, size, touch))
                if result is None:
                    rest.append(size)
                elif result.outcome == MEASURED:
                    history.append((size, result))
                else:
                    break
            else:
                total += ladder(history, rest, config)
    return total
