"""Rows -> tree: scikit-learn's CART with entropy, and its evaluation with whole programs held out.

A row is one feature vector of one region with its mean time on each device.  Rows are weighted by
what a wrong choice costs, so that loops that are equally fast on both sides don't shape the tree.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from sklearn.tree import DecisionTreeClassifier

from mapper.features import schema
from mapper.model.tree import CPU, OPENCL, Leaf, Model, Node, Split, predict

TRAINER = "fit-3"
KEYS = ("program", "region", "arguments")
TIMES = ("seconds_cpu", "seconds_opencl", "startup_seconds")
CALLS = 100
"""Opening the device and building kernels is paid once in a process; each call is charged this share of it."""

COLUMNS = (*KEYS, *schema.RAW_NAMES, *TIMES)


@dataclass(frozen=True, slots=True)
class Scores:
    """How well trees choose on programs that they have not seen.

    `accuracy` is the share of rows where the faster device was chosen.  `oracle` is the geometric mean over rows
    of the faster time over the chosen one (1 is perfect), `always_cpu` and `always_opencl` the same for fixed
    choices.
    """

    accuracy: float
    oracle: float
    always_cpu: float
    always_opencl: float
    rows: int

    def as_dict(self) -> dict[str, float]:
        """Plain numbers for the model file."""
        return {
            "accuracy": round(self.accuracy, 4),
            "oracle_share": round(self.oracle, 4),
            "always_cpu_share": round(self.always_cpu, 4),
            "always_opencl_share": round(self.always_opencl, 4),
            "rows": self.rows,
        }


MIN_ROWS = 5
"""Rows that a leaf must have at least."""

PRUNING = 0.02
"""Cost-complexity pruning (scikit-learn's `ccp_alpha`); chosen with whole programs held out on two platforms."""


def feature_matrix(table: pd.DataFrame) -> np.ndarray:
    """All features in schema order; shape (rows, features)."""
    raw = table[list(schema.RAW_NAMES)].to_numpy(dtype=float)
    return np.array([schema.combine(list(row)) for row in raw], dtype=float)


def seconds(table: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """What a call costs on the CPU and with OpenCL, its share of the start-up included; shape (rows,) each."""
    opencl = table["seconds_opencl"].to_numpy(dtype=float) + table["startup_seconds"].to_numpy(dtype=float) / CALLS
    return table["seconds_cpu"].to_numpy(dtype=float), opencl


def labels(table: pd.DataFrame) -> np.ndarray:
    """1 where OpenCL was faster, else 0; shape (rows,)."""
    cpu, opencl = seconds(table)
    return np.asarray(opencl < cpu, dtype=int)


def weights(table: pd.DataFrame) -> np.ndarray:
    """What a wrong choice costs: |log2(time ratio)|, at most 6, at least a little; shape (rows,)."""
    cpu, opencl = seconds(table)
    ratio = np.log2(cpu / opencl)
    clipped: np.ndarray = np.clip(np.abs(ratio), 0.05, 6.0)
    return clipped


def fit_tree(table: pd.DataFrame, seed: int, depth: int) -> Node:
    """The tree for a table; its thresholds are exactly scikit-learn's."""
    classifier = DecisionTreeClassifier(
        criterion="entropy",
        max_depth=depth,
        min_samples_leaf=MIN_ROWS,
        ccp_alpha=PRUNING,
        random_state=seed,
    )
    classifier.fit(feature_matrix(table), labels(table), sample_weight=weights(table))
    return _simplified(_convert(classifier, 0))


def _convert(classifier: DecisionTreeClassifier, number: int) -> Node:
    tree = classifier.tree_
    if tree.children_left[number] == -1:
        shares = {int(c): float(v) for c, v in zip(classifier.classes_, tree.value[number][0], strict=True)}
        size = float(tree.n_node_samples[number])
        # scikit-learn decides by the first of the largest shares, as max() does here
        decision = max((CPU, OPENCL), key=lambda c: shares.get(c, 0.0))
        return Leaf(decision, (round(shares.get(CPU, 0.0) * size, 3), round(shares.get(OPENCL, 0.0) * size, 3)))
    return Split(
        int(tree.feature[number]),
        float(tree.threshold[number]),
        _convert(classifier, int(tree.children_left[number])),
        _convert(classifier, int(tree.children_right[number])),
    )


def _simplified(node: Node) -> Node:
    """Merge splits whose two sides decide alike."""
    if isinstance(node, Leaf):
        return node
    left, right = _simplified(node.left), _simplified(node.right)
    if isinstance(left, Leaf) and isinstance(right, Leaf) and left.decision == right.decision:
        return Leaf(left.decision, (left.samples[0] + right.samples[0], left.samples[1] + right.samples[1]))
    return Split(node.feature, node.threshold, left, right)


def leave_one_program_out(table: pd.DataFrame, seed: int, depth: int) -> Scores:
    """Predict each program's rows with a tree trained on all other programs."""
    chosen = np.zeros(len(table), dtype=int)
    for program in sorted(table["program"].unique()):
        held_out = (table["program"] == program).to_numpy()
        tree = fit_tree(table[~held_out], seed, depth)
        chosen[held_out] = [predict(tree, features) for features in feature_matrix(table[held_out])]
    return score(table, chosen)


def score(table: pd.DataFrame, chosen: np.ndarray) -> Scores:
    """Scores of choices (shape: (rows,)) on a table."""
    cpu, opencl = seconds(table)
    best = np.minimum(cpu, opencl)

    def share(times: np.ndarray) -> float:
        return float(np.exp(np.log(best / times).mean()))

    return Scores(
        accuracy=float((chosen == labels(table)).mean()),
        oracle=share(np.where(chosen == OPENCL, opencl, cpu)),
        always_cpu=share(cpu),
        always_opencl=share(opencl),
        rows=len(table),
    )


def data_hash(table: pd.DataFrame) -> str:
    """SHA-256 of the table's CSV text."""
    return hashlib.sha256(table.to_csv(index=False).encode()).hexdigest()


def train(table: pd.DataFrame, name: str, platform: Mapping[str, str], seed: int = 1, depth: int = 6) -> Model:
    """A model from a table with the columns `COLUMNS`, with its leave-one-program-out scores."""
    scores = leave_one_program_out(table, seed, depth).as_dict() if table["program"].nunique() > 1 else {}
    return Model(
        name=name,
        tree=fit_tree(table, seed, depth),
        platform=platform,
        data=data_hash(table),
        trainer=TRAINER,
        seed=seed,
        scores=scores,
    )
