"""The way of choosing, chosen without the program that is predicted: nested folds.

For each group of programs, models of all others but one predict that one, so that no model that helps to choose
the kind and the granularity has seen either of both.  Then the group itself is predicted in the way that was best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from mapper.model.tree import Granularity
from mapper_training.evaluation.data import OPENMP, WHOLE, Measured
from mapper_training.evaluation.predict import Fold, choose, fit_all, without
from mapper_training.evaluation.results import Result, Summary, result, summarise

LEAST_GROUPS = 6
"""Groups of programs that are needed."""

Way = tuple[str, Granularity]
"""A kind of model, and what it decides for."""


@dataclass(frozen=True, eq=False, slots=True)
class Nested:
    """The scores for whole processes, and the way that was chosen for each group."""

    summary: Summary
    ways: Mapping[str, Way]


def nested(
    measured: Measured,
    outer: Mapping[tuple[str, str], Fold],
    kinds: Sequence[str],
    seed: int,
    depth: int,
    jobs: int = -1,
) -> Nested | None:
    """Predict each group in the way that was best for the others; None where there are too few groups.

    `outer` has the models that have not seen the group itself.
    """
    groups = sorted({case.group for case in measured.cases if case.questions})
    if len(groups) < LEAST_GROUPS or any((kind, group) not in outer for kind in kinds for group in groups):
        return None
    pairs = {_pair(one, other): (one, other) for one, other in combinations(groups, 2)}
    tables = {name: without(measured, *pair) for name, pair in pairs.items()}
    inner = fit_all(tables, measured.weights, kinds, seed, depth, jobs)
    ways: dict[str, Way] = {}
    results: list[Result] = []
    for group in groups:
        found = {
            (kind, by): [
                each
                for other in groups
                if other != group
                for each in predicted(measured, other, inner[kind, _pair(group, other)], by)
            ]
            for kind in kinds
            for by in Granularity
        }
        ways[group] = max(found, key=lambda way: round(summarise(found[way], WHOLE, OPENMP).oracle or 0.0, 3))
        kind, by = ways[group]
        results += predicted(measured, group, outer[kind, group], by)
    return Nested(summarise(results, WHOLE, OPENMP), ways)


def _pair(one: str, other: str) -> str:
    return " ".join(sorted((one, other)))


def predicted(measured: Measured, group: str, fold: Fold, granularity: Granularity) -> list[Result]:
    """The results of one group's cases that follow a model."""
    model = replace(fold.model, granularity=granularity)
    found = []
    for case in measured.cases:
        choice = choose(case, model) if case.group == group else None
        if choice is not None:
            found.append(result(case, choice, model.bandwidth, model.startup))
    return found
