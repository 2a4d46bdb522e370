"""Models as values: one decision tree or the sum of several, and what they say of a kernel's features.

A model with `prices` has three features besides those of the schema: the seconds that an additive cost model
expects of either side, and their ratio.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from mapper.features import schema

CPU, OPENCL = 0, 1
CLASSES = ("cpu", "opencl")
AT_ONCE = 1.0
"""The score, in doublings of speed, from which on the device is opened at once.

Where less is expected of it, regions that prefer it first wait on the CPU as long as opening it takes.
"""

PATIENCE = 4.0
"""For how many start-ups regions that prefer the device wait on the CPU, before it is opened after all."""


PRICED = ("cpu_seconds", "device_seconds", "ratio")
"""Seconds that a model's prices expect of OpenMP and of OpenCL, and the latter over the former."""

TREE_NAMES = schema.NAMES + PRICED
"""What splits may ask, in the order of their numbers."""


class Granularity(StrEnum):
    """What one decision is about: the whole program, at its first region, or each region by itself."""

    PROGRAM = "program"
    REGION = "region"


@dataclass(frozen=True, slots=True)
class Leaf:
    """What a tree adds to the score; `samples` are the training points of each class that ended here.

    The value is the mean of log2(seconds on the CPU / seconds with OpenCL), in the kind `published` the share of
    OpenCL less that of the CPU.
    """

    value: float
    samples: tuple[float, float] = (0.0, 0.0)

    @property
    def decision(self) -> int:
        """The decision of a model of this leaf alone."""
        return OPENCL if self.value > 0.0 else CPU

    @property
    def sure(self) -> float:
        """The share of the training points for which the leaf's decision is right; 0 where they are not known."""
        return self.samples[self.decision] / sum(self.samples) if sum(self.samples) else 0.0


@dataclass(frozen=True, slots=True)
class Split:
    """Left when `features[feature] <= threshold`; `feature` counts in `TREE_NAMES`."""

    feature: int
    threshold: float
    left: Split | Leaf
    right: Split | Leaf


Node = Split | Leaf


@dataclass(frozen=True, slots=True)
class Sums:
    """What each side costs in seconds: the sum of features, each with the seconds that one unit of it takes.

    `together` are groups of features that a processor works on at the same time (operations on integers, on
    floating-point numbers, accesses): on the CPU only the group that takes longest counts, as in the roofline
    model (Williams, Waterman and Patterson, CACM 2009).
    """

    cpu: tuple[tuple[int, float], ...]
    opencl: tuple[tuple[int, float], ...]
    together: tuple[tuple[int, ...], ...] = ()

    def grouped(self) -> tuple[list[tuple[int, float]], list[list[tuple[int, float]]]]:
        """The CPU's terms that are added up, and those of each group."""
        inside = {feature for group in self.together for feature in group}
        groups = [[term for term in self.cpu if term[0] in group] for group in self.together]
        return [term for term in self.cpu if term[0] not in inside], [group for group in groups if group]

    def longest(self, features: Sequence[float]) -> list[tuple[int, float]]:
        """The CPU's terms that count: those that are added up, and the group that takes longest."""
        alone, groups = self.grouped()
        return alone + max(groups, key=lambda group: _total(group, features), default=[])

    def seconds(self, features: Sequence[float]) -> tuple[float, float]:
        """What the CPU and what OpenCL is expected to take."""
        alone, groups = self.grouped()
        cpu = _total(alone, features) + max((_total(group, features) for group in groups), default=0.0)
        return cpu, _total(self.opencl, features)

    def priced(self, features: Sequence[float]) -> list[float]:
        """The features `PRICED`; the ratio is infinite where the CPU takes no time."""
        cpu, device = self.seconds(features)
        return [cpu, device, device / cpu if cpu != 0.0 else math.inf]

    def score(self, features: Sequence[float]) -> float:
        """What OpenCL saves, as a share of the costlier side: between -1 and 1."""
        cpu, opencl = self.seconds(features)
        larger = max(cpu, opencl)
        return (cpu - opencl) / larger if larger > 0.0 else 0.0


def _total(terms: Sequence[tuple[int, float]], features: Sequence[float]) -> float:
    total = 0.0
    for feature, seconds in terms:
        total += seconds * features[feature]
    return total


RELAYOUT_FEATURES = ("bytes", "uses", "element", "rows", "columns", "pitch", "runs")
"""In the order of `__MRT_RELAY_...` in `runtime/mapper_rt_launch.h`, which says what they are."""


@dataclass(frozen=True, slots=True)
class Relayout:
    """When copies of arrays in another order pay: where the leaf for `RELAYOUT_FEATURES` is positive.

    `data` is the SHA-256 of the measured table, `scores` are those of trees that had not seen the same shapes.
    """

    tree: Node
    data: str = ""
    scores: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Model:
    """Trained trees with what is known about their making; the score is `base` plus what the trees give, in order.

    Where there are `sums`, theirs is added to it first.  `prices` give the features `PRICED` to the trees, and add
    nothing themselves.

    `kind` names the method, `granularity` what one decision is about by default.  `startup` is what opening the
    device and building kernels costs (seconds), `bandwidth` what copies reach (bytes/second).
    Without `sums` a score of 1 means `doublings` doublings of speed.
    `platform` describes the machine (CPU, threads, device and its type, driver), `weights` are what operations of
    its device cost (the default ones where they are not known), `data` is the SHA-256 of the
    training table, `scores` are the trainer's own evaluation with whole programs held out, `confusion` its counts
    (`cpu_as_opencl`: the CPU was right, OpenCL was chosen), `limits` sentences for people.
    """

    name: str
    trees: tuple[Node, ...]
    base: float = 0.0
    kind: str = "tree"
    granularity: Granularity = Granularity.REGION
    startup: float = 0.2
    bandwidth: float = 6e9
    doublings: float = 1.0
    platform: Mapping[str, str] = field(default_factory=dict)
    weights: schema.Weights = schema.NO_PLATFORM
    data: str = ""
    trainer: str = ""
    seed: int = 0
    scores: Mapping[str, float] = field(default_factory=dict)
    confusion: Mapping[str, float] = field(default_factory=dict)
    limits: tuple[str, ...] = ()
    sums: Sums | None = None
    prices: Sums | None = None
    relayout: Relayout | None = None

    @property
    def expects_seconds(self) -> bool:
        """Whether its C code can say what either side is expected to take."""
        return self.sums is not None or (self.prices is not None and len(self.trees) == 1)

    @property
    def patience(self) -> float:
        """Seconds on the CPU, in regions that prefer the device, after which it is opened after all.

        A program that the model expects to end sooner is left alone; where it was wrong, waiting costs at most
        `PATIENCE` start-ups.
        """
        return PATIENCE * self.startup

    @property
    def device(self) -> str:
        """The OpenCL name of the device that it was trained on; empty where that is not known."""
        return self.platform.get("device", "")

    @property
    def threads(self) -> int:
        """The threads of the machine that it was trained on; 0 where they are not known."""
        number = self.platform.get("threads", "")
        return int(number) if number.isdecimal() and len(number) < 6 else 0

    @property
    def device_type(self) -> str:
        """That device's type: `gpu`, `cpu` or `other`; empty where that is not known."""
        return self.platform.get("type", "")


def score(model: Model, features: Sequence[float]) -> float:
    """The score for all features in schema order (see `schema.combine`), combined by the model's weights."""
    total = model.base if model.sums is None else model.sums.score(features) + model.base
    asked = tree_features(model, features)
    for tree in model.trees:
        total += leaf_of(tree, asked).value
    return total


def tree_features(model: Model, features: Sequence[float]) -> list[float]:
    """What the model's splits ask: all features in schema order, and the priced ones where there are prices."""
    return [*features, *(model.prices.priced(features) if model.prices is not None else ())]


def speedup(model: Model, value: float) -> float:
    """How many times as fast as OpenMP a score says that OpenCL is: comparable between models of several devices.

    Above 1 where the score is positive.  A score of `sums` is the share of the slower side's time that is saved;
    others are logarithms of the ratio, to the base 2 where `doublings` is 1.
    """
    if model.sums is None:
        return math.exp2(model.doublings * value)
    if value >= 1.0:
        return math.inf
    return 1.0 / (1.0 - value) if value > 0.0 else max(1.0 + value, 0.0)


def choose(models: Sequence[Model], raw: Sequence[float], state: schema.State) -> tuple[int, float]:
    """The number of the model that expects the greatest speed-up over OpenMP, the first of equals; and that.

    Each model is asked about the features of a horizon and its state, combined by its own weights.
    """
    expected = [speedup(model, score(model, schema.combine(raw, state, model.weights))) for model in models]
    best = max(range(len(models)), key=lambda number: (expected[number], -number))
    return best, expected[best]


def leaf_of(tree: Node, features: Sequence[float]) -> Leaf:
    """The leaf that features end in."""
    node = tree
    while isinstance(node, Split):
        node = node.left if features[node.feature] <= node.threshold else node.right
    return node


def nodes(tree: Node) -> Iterator[Node]:
    """All nodes, parents first, left before right."""
    yield tree
    if isinstance(tree, Split):
        yield from nodes(tree.left)
        yield from nodes(tree.right)
