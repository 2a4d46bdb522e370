"""When copies of arrays in another order pay: the tree, from measured rows, and how it does on shapes held out."""

from __future__ import annotations

import hashlib

import numpy as np
import pandas as pd
from sklearn.model_selection import GroupKFold
from sklearn.tree import DecisionTreeClassifier

from mapper.model.tree import RELAYOUT_FEATURES, Leaf, Node, Relayout, leaf_of
from mapper_training.models import as_float32, node_of, simplified
from mapper_training.simulate import TOLERANCE

DEPTH, LEAST = 8, 3
"""Of the tree: its depth, and rows that a leaf has at least."""

PRUNING = (0.001, 1.0)
"""Candidates for cost-complexity pruning; the last one leaves a single leaf."""

FOLDS = 10
LARGEST_WEIGHT = 3.0
"""Doublings beyond which a difference counts no more."""


def fit(table: pd.DataFrame, seed: int) -> Relayout:
    """The tree for a table of `mapper_training.relayout.Row`, with its scores on shapes that were held out."""
    text = table.to_csv(index=False).encode()
    return Relayout(tree_of(table, seed), hashlib.sha256(text).hexdigest(), scores(table, held_out(table, seed)))


def held_out(table: pd.DataFrame, seed: int) -> np.ndarray:
    """For each row whether a tree that has seen no row of its shape would use the copy."""
    chosen = np.zeros(len(table), dtype=bool)
    for train, test in _folds(table, FOLDS):
        tree = tree_of(table.iloc[train], seed)
        chosen[test] = [leaf_of(tree, values).value > 0 for values in _features(table.iloc[test])]
    return chosen


def right(table: pd.DataFrame, chosen: np.ndarray) -> np.ndarray:
    """For each row whether the choice costs less than 2% more than the better version."""
    best = np.minimum(table["seconds_plain"], table["seconds_relaid"])
    return np.asarray(_taken(table, chosen) <= TOLERANCE * best)


def scores(table: pd.DataFrame, chosen: np.ndarray) -> dict[str, float]:
    """Rows, the share of right ones, and how near the times come to the best ones (geometric means)."""
    best = np.minimum(table["seconds_plain"], table["seconds_relaid"])

    def share(seconds: np.ndarray) -> float:
        return round(float(np.exp(np.log(best / seconds).mean())), 4)

    return {
        "rows": float(len(table)),
        "accuracy": round(float(right(table, chosen).mean()), 4),
        "oracle_share": share(_taken(table, chosen)),
        "never_share": share(table["seconds_plain"].to_numpy()),
        "always_share": share(table["seconds_relaid"].to_numpy()),
    }


def shapes(table: pd.DataFrame) -> np.ndarray:
    """What is held out together: arrays with equally long rows and about as many bytes, of any elements."""
    size = table["rows"] * table["columns"] * table["element"]
    return np.asarray(table["columns"].astype(str) + "x" + np.log2(size).round().astype(int).astype(str))


def _taken(table: pd.DataFrame, chosen: np.ndarray) -> np.ndarray:
    return np.where(chosen, table["seconds_relaid"], table["seconds_plain"])


def _features(table: pd.DataFrame) -> np.ndarray:
    return table[list(RELAYOUT_FEATURES)].to_numpy(dtype=float)


def _folds(table: pd.DataFrame, most: int) -> list[tuple[np.ndarray, np.ndarray]]:
    groups = shapes(table)
    count = min(most, len(np.unique(groups)))
    return list(GroupKFold(count).split(table, groups=groups)) if count > 1 else []


def _gain(table: pd.DataFrame) -> np.ndarray:
    """Doublings of speed by the copy."""
    return np.asarray(np.log2(table["seconds_plain"] / table["seconds_relaid"]))


def _classifier(table: pd.DataFrame, seed: int, alpha: float) -> DecisionTreeClassifier:
    gain = _gain(table)
    tree = DecisionTreeClassifier(
        criterion="entropy", max_depth=DEPTH, min_samples_leaf=LEAST, ccp_alpha=alpha, random_state=seed
    )
    weight = np.minimum(np.abs(gain), LARGEST_WEIGHT) + 0.05
    return tree.fit(as_float32(_features(table)), gain > 0, sample_weight=weight)


def tree_of(table: pd.DataFrame, seed: int) -> Node:
    """The tree with the strongest pruning that costs shapes held out within the table least."""
    gain = _gain(table)
    if len(np.unique(gain > 0)) < 2:
        return Leaf(
            1.0 if gain[0] > 0 else -1.0, (0.0, float(len(table))) if gain[0] > 0 else (float(len(table)), 0.0)
        )
    losses = dict.fromkeys(PRUNING, 0.0)
    for train, test in _folds(table, FOLDS // 2):
        if len(np.unique(gain[train] > 0)) < 2:
            continue
        for alpha in PRUNING:
            tree = _classifier(table.iloc[train], seed, alpha)
            wrong = tree.predict(as_float32(_features(table.iloc[test]))) != (gain[test] > 0)
            losses[alpha] += float(np.abs(gain[test])[wrong].sum())
    least = min(losses.values())
    alpha = max(alpha for alpha, loss in losses.items() if loss <= 1.02 * least)
    return simplified(node_of(_classifier(table, seed, alpha), 0))
