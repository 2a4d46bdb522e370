"""Simple ways to choose, beside the model's, with bootstrap intervals over programs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from mapper_training.evaluation.data import OPENCL, OPENMP, WHOLE
from mapper_training.evaluation.results import CHOSEN, ORACLE, Result
from mapper_training.simulate import TOLERANCE

SAMPLES = 10_000
CONFIDENCE = 0.95

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Way:
    """One way to choose: how many whole processes it has right, and its share of the oracle (geometric mean).

    The intervals hold the same of 95% of all samples of as many programs, drawn with replacement: a program comes
    with all its classes, since these are alike.
    """

    name: str
    cases: int
    right: int
    share: float
    right_interval: Interval
    share_interval: Interval


def ways(
    model: Sequence[Result], kind: str, others: Sequence[tuple[str, Sequence[Result]]], seed: int
) -> tuple[Way, ...]:
    """The model's own results, always one side on the same cases, and the `others`; none without a case."""
    known = [each for each in model if CHOSEN in each.seconds[WHOLE]]
    listed = [
        (f"the model ({kind})", known, CHOSEN),
        ("always OpenMP", known, OPENMP),
        ("always OpenCL", known, OPENCL),
        *((name, [each for each in found if CHOSEN in each.seconds[WHOLE]], CHOSEN) for name, found in others),
    ]
    return tuple(way(name, found, version, seed) for name, found, version in listed if found)


def way(name: str, results: Sequence[Result], version: str, seed: int, tolerance: float = TOLERANCE) -> Way:
    """How one version's times compare with the oracle's; right is what takes at most `tolerance` times as long."""

    def slower(result: Result) -> float:
        times = result.seconds[WHOLE]
        return times[version] / times[ORACLE]

    right = [slower(each) <= tolerance for each in results]
    return Way(
        name,
        len(results),
        sum(right),
        math.exp(-float(np.mean([math.log(slower(each)) for each in results]))),
        _interval(results, lambda each: float(slower(each) <= tolerance), seed),
        _exp(_interval(results, lambda each: -math.log(slower(each)), seed)),
    )


def _exp(interval: Interval) -> Interval:
    return math.exp(interval[0]), math.exp(interval[1])


def _interval(results: Sequence[Result], value: Callable[[Result], float], seed: int) -> Interval:
    """The bootstrap's percentiles of the mean of a value (Efron, The Annals of Statistics 7, 1979)."""
    groups = sorted({each.case.group for each in results})
    values = [[value(each) for each in results if each.case.group == group] for group in groups]
    sums, counts = np.array([sum(each) for each in values]), np.array([len(each) for each in values])
    drawn = np.random.default_rng(seed).integers(len(groups), size=(SAMPLES, len(groups)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.quantile(means, [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2])
    return float(low), float(high)
