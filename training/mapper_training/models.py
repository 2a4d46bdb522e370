"""The kinds of models that are compared, each fitted by scikit-learn and turned into trees that embed as C.

- `published`: a decision tree (entropy) on F1 to F4 alone, not weighted, after Grewe, Wang and O'Boyle;
- `tree`: a decision tree (entropy) on all features and on the seconds that `sums` expects of each side, with their
  ratio, weighted by what a wrong choice costs, pruned by how well programs are predicted that were held out, one
  part of it for an open device and one for a device that is not open yet;
- `regression`: a regression tree of log2(seconds on the CPU / seconds with OpenCL);
- `sums`: the seconds of each side as a sum of features, each with a price that is not negative; of those that the
  CPU works on at the same time only the dearest count;
- `boosted`: the sum of small regression trees of that ratio (gradient boosting);
- `corrected`: `sums`, and small regression trees of what its score is wrong by.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import minimize, nnls
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.model_selection import GroupKFold
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from threadpoolctl import threadpool_limits

from mapper.features import schema
from mapper.model.tree import CPU, OPENCL, Leaf, Node, Split, Sums

MIN_SAMPLES = 8
"""Questions that a leaf must have at least; a row gives fifteen."""

LEAST_POINTS = 60
"""Questions that a leaf of the kind `tree` must have at least: four rows."""

PRUNING = (0.001, 0.003, 0.005, 0.01, 0.03, 0.1)
"""Candidates for cost-complexity pruning (scikit-learn's `ccp_alpha`)."""

FOLDS = 4
"""Parts of the programs in cross-validation within the data: of prices, and of how a tree is pruned."""

DOUBT = 0.01
"""What leaves that are wrong are taken to have been in doubt, at least."""

STAGES, RATE, STAGE_DEPTH = 60, 0.1, 3

ATOMICS = ("int_atomics", "float_atomics", "local_int_atomics", "local_float_atomics")

PARTS = {"coalesced": "mem", "steps": "launches", "cpu_near": "cpu_mem", "cpu_far_near": "cpu_far"}
"""Features that count a part of what another one counts: the part has a price of its own, and so has the rest."""

TOGETHER = (
    ("cpu_int_ops",),
    ("cpu_float_ops", "cpu_double_ops", "cpu_special_ops"),
    ("cpu_chain",),
    ("cpu_mem", "cpu_near", "cpu_far", "cpu_far_near"),
)
"""What processors do at the same time: operations on integers, on floating-point numbers, chains, accesses."""

POWER = 16
"""While prices are searched for, the largest of such groups is their norm of this order: it has slopes."""

START = 0.01
"""The share of a question's seconds that each price explains at first, at least."""


@dataclass(frozen=True, eq=False, slots=True)
class Data:
    """Questions: features (shape: questions x features), log2 ratios, and the program of each."""

    features: np.ndarray
    ratios: np.ndarray
    programs: np.ndarray
    seconds: np.ndarray
    """On the CPU and with OpenCL; shape (questions, 2)."""
    begun: np.ndarray
    """Whether it is known what a process that begins on the CPU pays first."""
    block: float = 0.0
    """The seconds that micro-benchmarks say of a block that moves (the feature `moving`)."""

    def of(self, chosen: np.ndarray) -> Data:
        """Some of the questions."""
        parts = (self.features, self.ratios, self.programs, self.seconds, self.begun)
        return replace(Data(*(part[chosen] for part in parts)), block=self.block)


@dataclass(frozen=True, slots=True)
class Fitted:
    """The trees of a model; its score is `base` plus what they give, plus that of `sums` where there are some.

    `prices` give the trees the features `PRICED`.
    """

    trees: tuple[Node, ...]
    base: float = 0.0
    sums: Sums | None = None
    prices: Sums | None = None


Fit = Callable[[Data, int, int], Fitted]


def fit_published(data: Data, seed: int, depth: int) -> Fitted:
    """The published model."""
    columns = [schema.NAMES.index(name) for name in schema.PUBLISHED]
    tree = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=MIN_SAMPLES, random_state=seed)
    tree.fit(as_float32(data.features[:, columns]), data.ratios > 0)
    return Fitted((simplified(node_of(tree, 0, columns)),))


def fit_threshold(data: Data, seed: int, depth: int) -> Fitted:
    """One threshold of one feature, whichever loses least by wrong answers: what any model must beat.

    A wrong answer loses as many doublings as the other side is faster.  `seed` and `depth` change nothing.
    """
    gained, lost = np.maximum(data.ratios, 0.0), np.maximum(-data.ratios, 0.0)
    one = OPENCL if gained.sum() > lost.sum() else CPU
    best: tuple[float, Node] = (float(min(gained.sum(), lost.sum())), _vote(one, data.ratios))
    for number, values in enumerate(data.features.T):
        order = np.argsort(values, kind="stable")
        ascending = values[order]
        ends = np.flatnonzero(ascending[:-1] < ascending[1:])  # the last question of each value but the greatest
        if not len(ends):
            continue
        for below in (CPU, OPENCL):
            wrong, right = (gained, lost) if below == CPU else (lost, gained)
            losses = np.cumsum(wrong[order])[ends] + right.sum() - np.cumsum(right[order])[ends]
            least = int(np.argmin(losses))
            if losses[least] < best[0]:
                end = ends[least]
                left = values <= ascending[end]
                split = Split(
                    number,
                    shortest(float(ascending[end]), float(ascending[end + 1])),
                    _vote(below, data.ratios[left]),
                    _vote(OPENCL if below == CPU else CPU, data.ratios[~left]),
                )
                best = (float(losses[least]), split)
    return Fitted((best[1],))


def _vote(side: int, ratios: np.ndarray) -> Leaf:
    faster = float((ratios > 0).sum())
    return Leaf(1.0 if side == OPENCL else -1.0, (len(ratios) - faster, faster))


def fit_tree(data: Data, seed: int, depth: int) -> Fitted:
    """The weighted tree, of two parts; its pruning is chosen by grouped cross-validation within the data.

    The first split is whether the device is open.  What opening it takes is certain and what the CPU would take is
    not, so that a process that must open the device is not judged as a region that finds it open.

    What the tree learns from are seconds expected of programs by the prices of others (stacked generalisation:
    Wolpert, Neural Networks 5, 1992), as it will be asked of programs that nobody has measured.
    """
    alpha = _best_pruning(data, seed, depth)
    prices = _prices(data, seed, depth)
    features = _priced_by_others(data, seed, depth)
    startup = schema.NAMES.index("startup")

    def tree_of(chosen: np.ndarray) -> Node:
        part, ratios = features[chosen], data.ratios[chosen]
        return _readable(_weighted(part, ratios, seed, depth, alpha), 0, part, ratios)

    closed = features[:, startup] > 0
    return Fitted((Split(startup, 0.5, tree_of(~closed), tree_of(closed)),), prices=prices)


def fit_regression(data: Data, seed: int, depth: int) -> Fitted:
    """One regression tree."""
    tree = DecisionTreeRegressor(max_depth=depth, min_samples_leaf=MIN_SAMPLES, ccp_alpha=0.02, random_state=seed)
    tree.fit(as_float32(data.features), data.ratios)
    return Fitted((_regressor(tree, 0, 1.0, data.ratios),))


def fit_sums(data: Data, seed: int, depth: int) -> Fitted:
    """Prices of operations, accesses, launches, copies and the start-up, from all questions together.

    The CPU's are those of the loops as they are written, the device's those of its kernels.  On the CPU only the
    program's own atomic updates have one: where other kernels need atomics, threads merge states of their own.  A
    process that begins there starts threads and touches its arrays for the first time; questions for which nobody
    measured that say nothing of the CPU.  Loops that follow each other step by step are short, and threads need
    what others have just written: their work has a price besides.  What a block of memory takes to the device is
    not fitted: micro-benchmarks measure it, and few programs have many blocks.
    """
    told = data.begun | (data.features[:, schema.NAMES.index("startup")] == 0)
    loops = tuple(name for name in schema.RAW_NAMES if name.startswith("cpu_"))
    rest = ("calls", "cpu_far", "cpu_far_near", "updates", "contended", "stepped", "down", "startup", "fresh")
    cpu = _priced(data.features[told], data.seconds[told, 0], (*loops, *rest), TOGETHER)
    kernels = ("int_ops", "float_ops", "double_ops", "special_ops", "branches", "mem", "coalesced")
    launched = ("calls", "launches", "steps", *ATOMICS, "work_items", "depth", "up", "startup")
    moving = schema.NAMES.index("moving")
    blocks = data.block * data.features[:, moving]
    opencl = _priced(data.features, data.seconds[:, 1], (*kernels, *launched), given=blocks)
    opencl = tuple(sorted((*opencl, (moving, data.block))))
    together = tuple(tuple(schema.NAMES.index(name) for name in group) for group in TOGETHER)
    return Fitted((Leaf(0.0),), sums=Sums(cpu, opencl, together))


def _priced(
    features: np.ndarray,
    seconds: np.ndarray,
    names: Sequence[str],
    together: Sequence[Sequence[str]] = (),
    given: np.ndarray | float = 0.0,
) -> tuple[tuple[int, float], ...]:
    """Non-negative prices whose sums come near the seconds, by the size of the error's logarithm (Huber).

    Of features of which another one counts a part (`PARTS`), it is the rest that is priced.  Of the groups in
    `together`, only the one that costs most counts.  `given` are seconds that are known besides.
    """
    columns = [schema.NAMES.index(name) for name in names]
    terms = features[:, columns]
    parts = [(names.index(part), names.index(whole)) for part, whole in PARTS.items() if part in names]
    for part, whole in parts:
        terms[:, whole] = np.maximum(terms[:, whole] - terms[:, part], 0.0)
    scale = np.maximum(terms.max(axis=0), 1e-30)
    shares = terms / scale / seconds[:, None]
    start, _ = nnls(shares, np.maximum(1.0 - given / seconds, 0.0))
    least = 1e-9 * float(np.median(seconds))
    start = np.maximum(start, [_first_price(share, least) for share in shares.T])

    scaled = terms / scale
    groups = [[names.index(name) for name in group] for group in together]
    alone = [number for number, name in enumerate(names) if not any(name in group for group in together)]

    def loss(logs: np.ndarray) -> tuple[float, np.ndarray]:
        prices = np.exp(logs)
        costs = [scaled[:, group] @ prices[group] for group in groups]
        most = np.maximum.reduce(costs) if costs else np.zeros(len(seconds))
        shares = [np.divide(cost, most, out=np.zeros_like(cost), where=most > 0) for cost in costs]
        norm = np.maximum(sum((share**POWER for share in shares), np.zeros(len(seconds))), 1.0)
        sums = given + scaled[:, alone] @ prices[alone] + most * norm ** (1 / POWER)
        off = np.log(sums) - np.log(seconds)
        small = np.abs(off) < 1.0
        value = np.where(small, off * off / 2, np.abs(off) - 0.5).sum()
        slope = np.where(small, off, np.sign(off)) / sums
        slopes = np.zeros(len(prices))
        slopes[alone] = slope @ scaled[:, alone]
        for group, share in zip(groups, shares, strict=True):
            slopes[group] = (slope * share ** (POWER - 1) * norm ** (1 / POWER - 1)) @ scaled[:, group]
        return float(value), slopes * prices

    bounds = [(np.log(least), np.log(1e9 * float(seconds.max())))] * len(scale)
    with threadpool_limits(1):  # products this small take longer with several, and need not be alike everywhere
        found = minimize(
            loss,
            np.log(start),
            jac=True,
            method="L-BFGS-B",
            bounds=bounds,
            options={"maxiter": 500},
        )
    prices = np.where(terms.any(axis=0), np.exp(found.x) / scale, 0.0)
    prices = np.array([float(f"{price:.4g}") for price in prices])  # more digits say nothing
    for part, whole in parts:
        prices[part] = float(f"{prices[part] - prices[whole]:.4g}")
    by_feature = dict(zip(columns, prices.tolist(), strict=True))
    return tuple(sorted(by_feature.items()))


def _first_price(shares: np.ndarray, least: float) -> float:
    """A price from which a search can start: with it a term is a hundredth of what questions that have it take.

    The search is for the price's logarithm: from a price of next to nothing it hardly moves.
    """
    known = shares[shares > 0]
    return max(START / float(np.median(known)), least) if len(known) else least


def fit_boosted(data: Data, seed: int, depth: int) -> Fitted:
    """Gradient boosting of small regression trees."""
    return _boosted(data, data.ratios, seed)


def fit_corrected(data: Data, seed: int, depth: int) -> Fitted:
    """`fit_sums`, and boosted trees of the difference between the true share that OpenCL saves and its score."""
    sums = fit_sums(data, seed, depth).sums
    assert sums is not None
    cpu, opencl = data.seconds[:, 0], data.seconds[:, 1]
    saved = (cpu - opencl) / np.maximum(cpu, opencl)
    trees = _boosted(data, saved - _sums_scores(sums, data.features), seed)
    return replace(trees, sums=sums)


def _boosted(data: Data, target: np.ndarray, seed: int) -> Fitted:
    ensemble = GradientBoostingRegressor(
        n_estimators=STAGES,
        learning_rate=RATE,
        max_depth=STAGE_DEPTH,
        min_samples_leaf=MIN_SAMPLES,
        max_features=0.5,
        subsample=0.7,
        random_state=seed,
    )
    ensemble.fit(as_float32(data.features), target)
    trees = tuple(_regressor(stage, 0, RATE, target) for stage in ensemble.estimators_[:, 0])
    return Fitted(trees, float(ensemble.init_.constant_.ravel()[0]))


KINDS: dict[str, Fit] = {
    "published": fit_published,
    "tree": fit_tree,
    "regression": fit_regression,
    "sums": fit_sums,
    "boosted": fit_boosted,
    "corrected": fit_corrected,
}

THRESHOLD = "threshold"
SIMPLE: dict[str, Fit] = {THRESHOLD: fit_threshold}
"""What the report compares models with, and no program carries."""


def weights(ratios: np.ndarray) -> np.ndarray:
    """What a wrong choice costs: |log2 of the ratio|, at least a little; shape (questions,)."""
    cost: np.ndarray = np.maximum(np.abs(ratios), 0.05)
    return cost


def as_float32(features: np.ndarray) -> np.ndarray:
    """As scikit-learn itself stores features; larger values become the largest."""
    limit = np.finfo(np.float32).max
    rounded: np.ndarray = np.clip(features, -limit, limit).astype(np.float32)
    return rounded


def _prices(data: Data, seed: int, depth: int) -> Sums:
    prices = fit_sums(data, seed, depth).sums
    assert prices is not None
    return prices


def _priced_by_others(data: Data, seed: int, depth: int) -> np.ndarray:
    """The features and behind them the priced ones, each program's by the prices of programs in other folds."""
    programs = len(np.unique(data.programs))
    if programs < 2:
        return with_priced(_prices(data, seed, depth), data.features)
    folds = list(GroupKFold(min(FOLDS, programs)).split(data.features, groups=data.programs))
    parts = [with_priced(_prices(data.of(train), seed, depth), data.features[tests]) for train, tests in folds]
    back = np.argsort(np.concatenate([tests for _, tests in folds]))
    found: np.ndarray = np.concatenate(parts)[back]
    return found


def with_priced(prices: Sums, features: np.ndarray) -> np.ndarray:
    """The features and behind them the priced ones, as `Sums.priced` gives them; shape (questions, features)."""
    cpu, device = _expected(prices, features)
    ratio = np.divide(device, cpu, out=np.full(len(features), np.inf), where=cpu != 0.0)
    return np.column_stack([features, cpu, device, ratio])


def _weighted(
    features: np.ndarray, ratios: np.ndarray, seed: int, depth: int, alpha: float
) -> DecisionTreeClassifier:
    tree = DecisionTreeClassifier(
        criterion="entropy", max_depth=depth, min_samples_leaf=LEAST_POINTS, ccp_alpha=alpha, random_state=seed
    )
    return tree.fit(as_float32(features), ratios > 0, sample_weight=weights(ratios))


def _best_pruning(data: Data, seed: int, depth: int) -> float:
    """The strongest pruning among those that do best on programs that were held out.

    Of those that lose least by wrong choices, these are the ones whose leaves say best how sure they are (the
    cross-entropy, weighted as the choices are).  Prices, too, are those of the other programs.
    """
    programs = len(np.unique(data.programs))
    if programs < 3:
        return PRUNING[-1]
    losses, entropies = dict.fromkeys(PRUNING, 0.0), dict.fromkeys(PRUNING, 0.0)
    for train, held_out in GroupKFold(min(FOLDS, programs)).split(data.features, groups=data.programs):
        known, test = data.of(train), data.of(held_out)
        prices = _prices(known, seed, depth)
        learnt, asked = _priced_by_others(known, seed, depth), with_priced(prices, test.features)
        faster, cost = test.ratios > 0, weights(test.ratios)
        for alpha in PRUNING:
            sure = _share_of_opencl(_weighted(learnt, known.ratios, seed, depth, alpha), asked)
            losses[alpha] += float(cost[(sure > 0.5) != faster].sum())
            entropies[alpha] -= float(cost @ np.log(np.clip(np.where(faster, sure, 1.0 - sure), DOUBT, 1.0)))
    best = _near_least(losses, PRUNING)
    return max(_near_least(entropies, best))


def _near_least(losses: Mapping[float, float], among: Sequence[float]) -> list[float]:
    """Those of some prunings that lose at most 2% more than the best of them."""
    least = min(losses[alpha] for alpha in among)
    return [alpha for alpha in among if losses[alpha] <= 1.02 * least]


def _share_of_opencl(tree: DecisionTreeClassifier, features: np.ndarray) -> np.ndarray:
    """The share of OpenCL in the leaves that questions end in; shape (questions,)."""
    shares = dict(zip(tree.classes_.tolist(), tree.predict_proba(as_float32(features)).T, strict=True))
    found: np.ndarray = shares.get(True, np.zeros(len(features)))
    return found


def _readable(classifier: DecisionTreeClassifier, number: int, features: np.ndarray, ratios: np.ndarray) -> Node:
    """A node of scikit-learn's tree, and all below it, for the questions that come to it.

    Its thresholds are the shortest numbers that part these questions alike, a leaf's value is the mean of the
    ratios: where wrong choices weigh what they cost, its sign is what the leaf votes for.
    """
    tree = classifier.tree_
    if tree.children_left[number] == -1:
        faster = int((ratios > 0).sum())
        return Leaf(round(float(ratios.mean()), 3), (float(len(ratios) - faster), float(faster)))
    feature = int(tree.feature[number])
    left = as_float32(features[:, feature]) <= tree.threshold[number]
    values = features[:, feature]
    return Split(
        feature,
        shortest(float(values[left].max()), float(values[~left].min())),
        _readable(classifier, int(tree.children_left[number]), features[left], ratios[left]),
        _readable(classifier, int(tree.children_right[number]), features[~left], ratios[~left]),
    )


def shortest(least: float, most: float) -> float:
    """A number of few digits from `least` on and below `most`, near their geometric mean if both are positive."""
    middle = math.sqrt(least) * math.sqrt(most) if least > 0 else least / 2 + most / 2
    if not math.isfinite(middle):
        return least
    rounded = (float(f"{middle:.{digits}g}") for digits in range(1, 17))
    return next((value for value in rounded if least <= value < most), least)


def node_of(classifier: DecisionTreeClassifier, number: int, columns: Sequence[int] | None = None) -> Node:
    """A node of scikit-learn's tree, and all below it; `columns` are the features' numbers."""
    tree = classifier.tree_
    if tree.children_left[number] == -1:
        shares = {bool(c): float(v) for c, v in zip(classifier.classes_, tree.value[number][0], strict=True)}
        size = float(tree.n_node_samples[number])
        cpu, opencl = shares.get(False, 0.0), shares.get(True, 0.0)
        return Leaf(opencl - cpu, (round(cpu * size, 3), round(opencl * size, 3)))
    feature = int(tree.feature[number])
    return Split(
        feature if columns is None else columns[feature],
        float(tree.threshold[number]),
        node_of(classifier, int(tree.children_left[number]), columns),
        node_of(classifier, int(tree.children_right[number]), columns),
    )


def _regressor(regressor: DecisionTreeRegressor, number: int, scale: float, ratios: np.ndarray) -> Node:
    tree = regressor.tree_
    if tree.children_left[number] == -1:
        value = float(tree.value[number][0][0])
        size = float(tree.n_node_samples[number])
        return Leaf(scale * value, (0.0, size) if value > 0 else (size, 0.0))
    return Split(
        int(tree.feature[number]),
        float(tree.threshold[number]),
        _regressor(regressor, int(tree.children_left[number]), scale, ratios),
        _regressor(regressor, int(tree.children_right[number]), scale, ratios),
    )


def simplified(node: Node) -> Node:
    """Merge splits of a classification tree whose two sides decide alike."""
    if isinstance(node, Leaf):
        return node
    left, right = simplified(node.left), simplified(node.right)
    if isinstance(left, Leaf) and isinstance(right, Leaf) and left.decision == right.decision:
        samples = (left.samples[0] + right.samples[0], left.samples[1] + right.samples[1])
        return (
            Leaf((samples[1] - samples[0]) / max(sum(samples), 1.0) or left.value, samples)
            if _agrees(samples, left.decision)
            else Leaf(left.value, samples)
        )
    return Split(node.feature, node.threshold, left, right)


def _agrees(samples: tuple[float, float], decision: int) -> bool:
    return (samples[1] > samples[0]) == bool(decision)


def scores(fitted: Fitted, features: np.ndarray) -> np.ndarray:
    """The scores of many questions, as `mapper.model.tree.score` gives each; shape (questions,)."""
    asked = features if fitted.prices is None else with_priced(fitted.prices, features)
    total = np.full(len(features), fitted.base)
    if fitted.sums is not None:
        total = _sums_scores(fitted.sums, features) + total
    for tree in fitted.trees:
        values = np.empty(len(features))
        _fill(tree, asked, np.arange(len(features)), values)
        total = total + values
    return total


def _sums_scores(sums: Sums, features: np.ndarray) -> np.ndarray:
    cpu, opencl = _expected(sums, features)
    larger = np.maximum(cpu, opencl)
    found: np.ndarray = np.divide(cpu - opencl, larger, out=np.zeros(len(features)), where=larger > 0)
    return found


def _expected(sums: Sums, features: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The seconds on the CPU and with OpenCL; shape (questions,) each."""
    alone, groups = sums.grouped()
    cpu, opencl = _totals(alone, features), _totals(sums.opencl, features)
    if groups:
        cpu = cpu + np.maximum.reduce([_totals(group, features) for group in groups])
    return cpu, opencl


def _totals(terms: Sequence[tuple[int, float]], features: np.ndarray) -> np.ndarray:
    total: np.ndarray = np.zeros(len(features))
    for feature, seconds in terms:
        total = total + seconds * features[:, feature]
    return total


def _fill(node: Node, features: np.ndarray, rows: np.ndarray, values: np.ndarray) -> None:
    if isinstance(node, Leaf):
        values[rows] = node.value
        return
    left = features[rows, node.feature] <= node.threshold
    _fill(node.left, features, rows[left], values)
    _fill(node.right, features, rows[~left], values)
