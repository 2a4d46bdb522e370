"""What to run, for how long, and what once more: rules without side effects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

FACTOR = 5.0
"""A version may take so many times as long as the program with OpenMP."""

LEAST = 2.0
"""Seconds that each version gets."""

STARTUP = 1.0
"""Seconds of a process beside its set-up and its timed part: opening the device, loading kernels, the end."""

KERNELS = 60.0
"""Seconds for building kernels that the cache does not hold, beside others that do the same."""

SLOWER = 1.03
"""A ratio from which on a version seems slower, where one of the two ran once only."""

APART = 1.005
"""A ratio between the fastest run of one version and the slowest of another from which on the first is slower."""

CLEAR = 0.85
"""A ratio below which a version is faster beyond doubt."""


@dataclass(frozen=True)
class Limit:
    """Seconds for the timed part, and for the whole process."""

    timed: float
    whole: float


def limit(openmp: float | None, setup: float, cap: float, cut_before: float | None) -> Limit:
    """How long a version may take.

    `openmp` are the seconds of the program with OpenMP, `setup` those of its process outside of the timed part,
    `cap` what no version may exceed.  After another version of the program that was cut off after `cut_before`
    seconds it is half of that: one more transformation rarely brings a factor of less.
    """
    timed = cap if openmp is None else min(cap, max(LEAST, FACTOR * openmp))
    if cut_before is not None:
        timed = min(timed, max(LEAST, cut_before / 2))
    return Limit(timed, timed + 2 * setup + STARTUP)


def wanted(ratio: float, most: int, thorough: bool) -> int:
    """How many runs of two versions are worth while, when one takes `ratio` times as long as the one before it.

    Gains that are clear need no second run; what seems slower gets all runs.  `thorough` is for time that is left:
    then small gains get a second run, too.
    """
    if ratio > SLOWER:
        return most
    if ratio > CLEAR and thorough:
        return min(2, most)
    return 1


def runs(best: Sequence[tuple[str, float]], most: int, thorough: bool) -> dict[str, int]:
    """How many runs each version of one program should have, given their best times in order."""
    counts = dict.fromkeys((name for name, _ in best), 1)
    for (before, base), (after, own) in pairwise(best):
        for name in (before, after):
            counts[name] = max(counts[name], wanted(own / base, most, thorough))
    return counts


def runs_against(whole: str, best: Mapping[str, float], most: int) -> dict[str, int]:
    """The same for versions that are each compared with `whole`: without one transformation, and with all.

    All gains that are not clear get all runs: what must be known is that none is a loss.
    """
    if whole not in best:
        return dict.fromkeys(best, 1)
    counts = {name: most if best[whole] > CLEAR * own else 1 for name, own in best.items() if name != whole}
    return {**counts, whole: max(counts.values(), default=1)}
