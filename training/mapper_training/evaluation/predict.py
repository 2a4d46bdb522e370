"""Which side a model would choose for programs that it was not trained on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import pandas as pd
from joblib import Parallel, delayed

from mapper.features import schema
from mapper.model.as_c import condition
from mapper.model.tree import (
    AT_ONCE,
    TREE_NAMES,
    Granularity,
    Leaf,
    Model,
    Node,
    Split,
    Sums,
    leaf_of,
    nodes,
    score,
    tree_features,
)
from mapper_training.evaluation.data import CPU, OPENCL, Asked, Case, Measured, region_seconds
from mapper_training.fit import data_of, doublings
from mapper_training.horizon import costs
from mapper_training.models import KINDS, SIMPLE

RATIO = TREE_NAMES.index("ratio")

FIXED = ("startup", "coalesced")
"""Features that can't change alone: the start-up is 0 or 1, and coalesced accesses are among all."""

LEAST_PROGRAMS = 2
"""A model needs this many programs to learn from."""


@dataclass(frozen=True, eq=False, slots=True)
class Fold:
    """The model that predicts one group of programs, and the names of the programs that it was trained on."""

    group: str
    programs: frozenset[str]
    model: Model


@dataclass(frozen=True, slots=True)
class Choice:
    """What the model decides in one process.

    `opened` is the share of the process that is over, by the CPU's time, when the device is opened; 1 if never.
    `on_cpu` are regions that stay on the CPU although it is open.  `question` is the decisive one: the first that
    was answered by OpenCL, otherwise the one that came nearest to it.
    """

    opened: float
    reason: str
    on_cpu: tuple[str, ...]
    question: Asked
    score: float


@dataclass(frozen=True, slots=True)
class Flip:
    """The smallest change of one feature alone that turns the answer."""

    feature: str
    value: float
    threshold: float

    @property
    def factor(self) -> float:
        """The threshold over the value; infinite where the value is 0."""
        return self.threshold / self.value if self.value else math.inf


def without(measured: Measured, *groups: str, npb: bool = True) -> pd.DataFrame:
    """The training rows of one fold: all training programs, and the NPB programs of other groups."""
    rows = measured.npb_rows[~measured.npb_rows["group"].isin(groups)].drop(columns="group") if npb else None
    tables = [table for table in (measured.training, rows) if table is not None and len(table)]
    return pd.concat(tables, ignore_index=True) if tables else pd.DataFrame({"program": []})


def folds(
    measured: Measured, kinds: Sequence[str], seed: int, depth: int, npb: bool = True, jobs: int = -1
) -> dict[tuple[str, str], Fold]:
    """A model of each kind for each group of programs; none where there is too little to learn from.

    Without `npb` the models learn from the training programs only, and one serves for all groups.
    """
    groups = sorted({case.group for case in measured.cases})
    tables = {group: without(measured, group, npb=npb) for group in (groups if npb else groups[:1])}
    found = fit_all(tables, measured.weights, kinds, seed, depth, jobs)
    if not npb and found:
        return {(kind, group): found[kind, groups[0]] for kind in kinds for group in groups}
    return found


def fit_all(
    tables: Mapping[str, pd.DataFrame],
    weights: schema.Weights,
    kinds: Sequence[str],
    seed: int,
    depth: int,
    jobs: int = -1,
) -> dict[tuple[str, str], Fold]:
    """A model of each kind for each of these tables; none of those with too few programs.

    `weights` are those of the platform's operations.
    """
    tables = {name: table for name, table in tables.items() if table["program"].nunique() >= LEAST_PROGRAMS}
    fitted = Parallel(n_jobs=jobs)(delayed(_fit)(table, weights, kinds, seed, depth) for table in tables.values())
    return {
        (kind, name): Fold(name, frozenset(tables[name]["program"]), replace(model, name=name))
        for name, models in zip(tables, fitted, strict=True)
        for kind, model in models.items()
    }


def _fit(
    table: pd.DataFrame, weights: schema.Weights, kinds: Sequence[str], seed: int, depth: int
) -> dict[str, Model]:
    data, paid = data_of(table, weights), costs(table)
    models = {}
    for kind in kinds:
        trees = (KINDS | SIMPLE)[kind](data, seed, depth)
        model = Model("", trees.trees, trees.base, kind, weights=weights, sums=trees.sums, prices=trees.prices)
        means = doublings(kind, data.ratios)
        models[kind] = replace(model, startup=paid.startup, bandwidth=paid.bandwidth, doublings=means)
    return models


def choose(case: Case, model: Model) -> Choice | None:
    """Follow a model through the questions of a process; None where no question is known.

    An execution that is expected to take longer than the waiting is waited for here, unlike in the library.
    """
    program = [(asked, score(model, asked.features)) for asked in case.questions if asked.about_program]
    if not program:
        return None
    seconds = case.on_cpu
    total = max(sum(seconds.values()), 1e-12)
    first = next(((asked, value) for asked, value in program if value > 0), None)
    opened, reason, patience = 1.0, "no answer was OpenCL", model.patience
    if first is not None:
        at_once = next((asked for asked, value in program if value >= AT_ONCE), None)
        opened = 1.0 if at_once is None else min(at_once.at / total, 1.0)
        reason, patience = "the answer was OpenCL", model.startup
    regions = _regions(case.questions, model)
    waiting = [name for name, value in regions.items() if value > 0]
    waited = sum(seconds.get(name, 0.0) for name in waiting)
    longest = max((_longest_call(case, name) for name in waiting), default=0.0)
    late = longest * math.ceil(patience / longest) if longest > 0 else patience
    if waited - late > patience and late / waited < opened:
        opened, reason = late / waited, "regions that prefer the device had waited long enough"
    on_cpu: tuple[str, ...] = ()
    if opened < 1.0 and model.granularity is Granularity.REGION:
        on_cpu = tuple(name for name, value in sorted(regions.items()) if value <= 0)
    asked, value = first or max(program, key=lambda each: each[1])
    return Choice(opened, reason, on_cpu, asked, value)


def _longest_call(case: Case, region: str) -> float:
    """Seconds of a region's longest call on the CPU, 0 without a profile.

    No call is broken off: the device is opened when the next begins.
    """
    profile = case.profiles.get(CPU, {"regions": []})
    vectors = [vector for each in profile["regions"] if each["id"] == region for vector in each["vectors"]]
    return max((one[CPU]["seconds"] / max(one[CPU]["calls"], 1) for one in vectors), default=0.0)


def _regions(questions: Sequence[Asked], model: Model) -> dict[str, float]:
    """The score of the first question about each region."""
    found: dict[str, float] = {}
    for asked in questions:
        if not asked.about_program and asked.region not in found:
            found[asked.region] = score(model, asked.features)
    return found


def moved_seconds(case: Case, regions: Iterable[str], bandwidth: float) -> float:
    """What it costs that these regions alone run on the CPU: they for the device, and their arrays both ways.

    Added to the time with all regions on the device.
    """
    on_cpu, on_device = case.on_cpu, region_seconds(case.profiles[OPENCL], OPENCL)
    shared = bool((case.profiles[OPENCL]["device"] or {}).get("shared_memory"))
    calls = {region["id"]: int(region[OPENCL]["calls"]) for region in case.profiles[OPENCL]["regions"]}
    arrays = {asked.region: _feature(asked, "transfer") for asked in case.questions if not asked.about_program}
    return sum(
        on_cpu.get(name, 0.0)
        - on_device.get(name, 0.0)
        + (0.0 if shared else calls.get(name, 0) * arrays.get(name, 0.0) / bandwidth)
        for name in regions
    )


def _feature(asked: Asked, name: str) -> float:
    return asked.features[schema.NAMES.index(name)]


def nearest_flip(model: Model, features: Sequence[float]) -> Flip | None:
    """The feature whose value must change by the smallest factor to turn the answer, all others as they are."""
    if model.sums is not None and model.trees == (Leaf(0.0),):
        return _nearest_of_sums(model.sums, features)
    before = score(model, features) > 0
    thresholds: dict[int, set[float]] = {}
    for tree in model.trees:
        for node in nodes(tree):
            if isinstance(node, Split):
                thresholds.setdefault(node.feature, set()).add(node.threshold)
    best: tuple[float, Flip] | None = None
    if model.prices is not None and RATIO in thresholds:
        best = _flip_of_ratio(model, features, thresholds.pop(RATIO))
    free = {feature for feature, name in enumerate(schema.NAMES) if name not in FIXED}
    thresholds = {feature: known for feature, known in thresholds.items() if feature in free}
    for feature, known in sorted(thresholds.items()):
        value = features[feature]
        for threshold in sorted(known, key=lambda each: _distance(value, each)):
            if best is not None and _distance(value, threshold) >= best[0]:
                break
            changed = list(features)
            changed[feature] = threshold if value > threshold else math.nextafter(threshold, math.inf)
            if (score(model, changed) > 0) != before:
                best = _distance(value, threshold), Flip(schema.NAMES[feature], value, threshold)
                break
    return best[1] if best else None


def _flip_of_ratio(model: Model, features: Sequence[float], known: Iterable[float]) -> tuple[float, Flip] | None:
    """The nearest ratio of what both sides are expected to take that turns the answer, with its distance."""
    asked = tree_features(model, features)
    value, before = asked[RATIO], score(model, features) > 0
    for threshold in sorted(known, key=lambda each: _distance(value, each)):
        asked[RATIO] = threshold if value > threshold else math.nextafter(threshold, math.inf)
        total = model.base + sum(leaf_of(tree, asked).value for tree in model.trees)
        if (total > 0) != before:
            return _distance(value, threshold), Flip(condition(RATIO), value, threshold)
    return None


def _nearest_of_sums(sums: Sums, features: Sequence[float]) -> Flip | None:
    """The same for sums: what one feature would have to be for both sides to take equally long."""
    cpu, opencl = sums.seconds(features)
    slopes: dict[int, float] = {}
    for terms, sign in ((sums.longest(features), 1.0), (sums.opencl, -1.0)):
        for feature, seconds in terms:
            slopes[feature] = slopes.get(feature, 0.0) + sign * seconds
    flips = [
        Flip(schema.NAMES[feature], features[feature], features[feature] - (cpu - opencl) / slope)
        for feature, slope in sorted(slopes.items())
        if slope and features[feature] > 0 and schema.NAMES[feature] not in FIXED
    ]
    possible = [flip for flip in flips if flip.threshold > 0]
    return min(possible, key=lambda flip: _distance(flip.value, flip.threshold), default=None)


def _distance(value: float, threshold: float) -> float:
    if value > 0 and threshold > 0:
        return abs(math.log2(value / threshold))
    return 0.0 if value == threshold else 60.0


def path(model: Model, features: Sequence[float]) -> list[str]:
    """The conditions on the way through the first tree."""
    node: Node = model.trees[0]
    asked = tree_features(model, features)
    found = []
    while not isinstance(node, Leaf):
        value = asked[node.feature]
        left = value <= node.threshold
        sign = "<=" if left else ">"
        found.append(f"{condition(node.feature)} {sign} {node.threshold:.4g} (it is {value:.4g})")
        node = node.left if left else node.right
    return found
