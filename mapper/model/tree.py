"""Models as values: one decision tree or the sum of several, and their JSON form.

A model is a JSON file that anyone may send to anyone: it is read as data, checked field by field, and can't
run code.  Thresholds are compared as scikit-learn does: the feature is rounded to float32, the threshold
is a double.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

from mapper.diagnostics import Location, fail
from mapper.features import schema

CPU, OPENCL = 0, 1
CLASSES = ("cpu", "opencl")
PATIENCE = 4.0
"""For how many start-ups regions that prefer the device wait on the CPU, before it is opened after all."""

MAX_DEPTH = 64
MAX_TREES = 500
MAX_NODES = 20_000
MAX_BYTES = 8_000_000


class Granularity(StrEnum):
    """What one decision is about: the whole program, at its first region, or each region by itself."""

    PROGRAM = "program"
    REGION = "region"


@dataclass(frozen=True, slots=True)
class Leaf:
    """What a tree adds to the score; `samples` are the training rows of each class that ended here.

    In a model of one classification tree the value is the share of OpenCL less that of the CPU, in a regression it
    is log2 of the CPU's time over OpenCL's.
    """

    value: float
    samples: tuple[float, float] = (0.0, 0.0)

    @property
    def decision(self) -> int:
        """The decision of a model of this leaf alone."""
        return OPENCL if self.value > 0.0 else CPU


@dataclass(frozen=True, slots=True)
class Split:
    """Left when `float32(features[feature]) <= threshold`; `feature` counts in schema order."""

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
"""In the order of `MRT_RELAY_...` in `runtime/mapper_rt_launch.h`, which says what they are."""


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

    Where there are `sums`, theirs is added to it first.

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
    relayout: Relayout | None = None

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
    for tree in model.trees:
        total += leaf_of(tree, features).value
    return total


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


def predict(model: Model, features: Sequence[float]) -> int:
    """The decision: OpenCL where the score is positive."""
    return OPENCL if score(model, features) > 0.0 else CPU


def leaf_of(tree: Node, features: Sequence[float]) -> Leaf:
    """The leaf that features end in."""
    node = tree
    while isinstance(node, Split):
        node = node.left if to_float32(features[node.feature]) <= node.threshold else node.right
    return node


def to_float32(value: float) -> float:
    """Round a double to the nearest float32 (overflow gives infinity, as a C cast does)."""
    try:
        return float(struct.unpack("f", struct.pack("f", value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def nodes(tree: Node) -> Iterator[Node]:
    """All nodes, parents first, left before right."""
    yield tree
    if isinstance(tree, Split):
        yield from nodes(tree.left)
        yield from nodes(tree.right)


def dumps(model: Model) -> str:
    """The model's JSON text, with sorted keys and a final newline."""
    document = {
        "schema": schema.VERSION,
        "features": list(schema.NAMES),
        "name": model.name,
        "kind": model.kind,
        "granularity": str(model.granularity),
        "startup_seconds": model.startup,
        "bytes_per_second": model.bandwidth,
        "doublings": model.doublings,
        "platform": dict(model.platform),
        "weights": asdict(model.weights),
        "data_sha256": model.data,
        "trainer": model.trainer,
        "seed": model.seed,
        "scores": dict(model.scores),
        "confusion": dict(model.confusion),
        "limits": list(model.limits),
        "base": model.base.hex(),
        "trees": [_encode(tree) for tree in model.trees],
    }
    if model.sums is not None:
        document["sums"] = {
            side: {schema.NAMES[feature]: seconds.hex() for feature, seconds in terms}
            for side, terms in zip(CLASSES, (model.sums.cpu, model.sums.opencl), strict=True)
        }
        if model.sums.together:
            document["together"] = [[schema.NAMES[feature] for feature in group] for group in model.sums.together]
    if model.relayout is not None:
        document["relayout"] = {
            "features": list(RELAYOUT_FEATURES),
            "tree": _encode(model.relayout.tree, RELAYOUT_FEATURES),
            "data_sha256": model.relayout.data,
            "scores": dict(model.relayout.scores),
        }
    return json.dumps(document, indent=1, sort_keys=True) + "\n"


def load(path: Path) -> Model:
    """Read a model; raises `MapperError` E020 (unreadable or broken) or E021 (another schema version)."""
    where = Location(str(path))
    try:
        if path.stat().st_size > MAX_BYTES:
            fail("E020", f"the model is larger than {MAX_BYTES} bytes", where)
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        fail("E020", f"can't read the model: {error.strerror}", where)
    except (ValueError, RecursionError) as error:
        fail("E020", f"the model is not valid JSON: {error}", where)
    if not isinstance(document, dict) or not {"tree", "trees"} & document.keys():
        fail("E020", "this is no mapper model (there is no tree in it); `mapper train` makes one", where)
    version = document.get("schema")
    if version != schema.VERSION or document.get("features") != list(schema.NAMES):
        other = f"feature schema {version!r}" if version != schema.VERSION else "another list of features"
        fail(
            "E021",
            f"the model has {other}, this mapper uses schema {schema.VERSION}; train it again with `mapper train`",
            where,
        )
    try:
        return _model(document)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        fail("E020", f"the model is broken: {error}", where)


def _model(document: Mapping[str, Any]) -> Model:
    """The model that a document of the right schema describes; raises ValueError or its like for a broken one."""
    listed = document["trees"]
    if not isinstance(listed, list) or not 1 <= len(listed) <= MAX_TREES:
        raise ValueError(f"there must be 1 to {MAX_TREES} trees")
    trees = tuple(_decode(tree, 0) for tree in listed)
    if sum(1 for tree in trees for _ in nodes(tree)) > MAX_NODES:
        raise ValueError(f"there are more than {MAX_NODES} nodes")
    return Model(
        name=_text(document, "name"),
        trees=trees,
        base=_finite(float.fromhex(_text(document, "base"))),
        kind=_text(document, "kind"),
        granularity=Granularity(_text(document, "granularity")),
        startup=_not_negative(document["startup_seconds"]),
        bandwidth=_positive(document["bytes_per_second"]),
        doublings=_positive(document.get("doublings", 1.0)),
        platform={_line(k, "platform"): _text(document["platform"], k) for k in _object(document, "platform")},
        weights=_weights(document),
        data=_text(document, "data_sha256"),
        trainer=_text(document, "trainer"),
        seed=int(document.get("seed", 0)),
        scores=_numbers(document, "scores"),
        confusion=_numbers(document, "confusion"),
        limits=tuple(_line(limit, "limits") for limit in document.get("limits", [])),
        sums=_sums(document) if "sums" in document else None,
        relayout=_relayout(document["relayout"]) if "relayout" in document else None,
    )


def _weights(document: Mapping[str, Any]) -> schema.Weights:
    """The default ones in a file of an earlier version, which was fitted with these."""
    if "weights" not in document:
        return schema.NO_PLATFORM
    known = _object(document, "weights")
    if sorted(known) != sorted(schema.WEIGHTED):
        raise ValueError(f"weights must be of {', '.join(schema.WEIGHTED)}")
    return schema.Weights(**{name: _positive(known[name]) for name in schema.WEIGHTED})


def _relayout(document: Mapping[str, Any]) -> Relayout | None:
    """None for the tree of another version, with other features: without one, there are no copies."""
    if document["features"] != list(RELAYOUT_FEATURES):
        return None
    tree = _decode(document["tree"], 0, RELAYOUT_FEATURES)
    if sum(1 for _ in nodes(tree)) > MAX_NODES:
        raise ValueError(f"there are more than {MAX_NODES} nodes")
    return Relayout(
        tree,
        _text(document, "data_sha256"),
        _numbers(document, "scores"),
    )


def _sums(document: Mapping[str, Any]) -> Sums:
    cpu, opencl = (_terms(document["sums"][side]) for side in CLASSES)
    named = document.get("together", [])
    if not isinstance(named, list) or not all(isinstance(group, list) for group in named):
        raise ValueError("groups of features are no lists")
    names = [str(name) for group in named for name in group]
    if not set(names) <= set(schema.NAMES) or len(names) != len(set(names)):
        raise ValueError("groups name unknown features, or one twice")
    return Sums(cpu, opencl, tuple(tuple(sorted(map(schema.NAMES.index, group))) for group in named))


def _terms(value: Any) -> tuple[tuple[int, float], ...]:
    """One side's features in schema order with their seconds."""
    if not isinstance(value, dict) or not set(value) <= set(schema.NAMES):
        raise ValueError("the sums name unknown features")
    numbers = {name: _finite(float.fromhex(str(seconds))) for name, seconds in value.items()}
    return tuple((number, numbers[name]) for number, name in enumerate(schema.NAMES) if name in numbers)


def _text(document: Mapping[str, Any], key: str) -> str:
    return _line(document.get(key, ""), key)


def _line(value: Any, what: str) -> str:
    if not isinstance(value, str) or not value.isprintable():
        raise ValueError(f"{what} is not a line of text")
    return value


def _object(document: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    value = document.get(key, {})
    if not isinstance(value, dict):
        raise ValueError(f"{key} is not an object")
    return value


def _numbers(document: Mapping[str, Any], key: str) -> dict[str, float]:
    return {_line(name, key): _finite(value) for name, value in _object(document, key).items()}


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value!r} is not a finite number")
    return number


def _not_negative(value: Any) -> float:
    number = _finite(value)
    if number < 0.0:
        raise ValueError(f"{value!r} is negative")
    return number


def _positive(value: Any) -> float:
    number = _finite(value)
    if number <= 0.0:
        raise ValueError(f"{value!r} is not a positive number")
    return number


def _encode(node: Node, names: Sequence[str] = schema.NAMES) -> dict[str, Any]:
    if isinstance(node, Leaf):
        return {"value": node.value.hex(), "samples": list(node.samples)}
    return {
        "feature": names[node.feature],
        "threshold": node.threshold.hex(),
        "left": _encode(node.left, names),
        "right": _encode(node.right, names),
    }


def _decode(value: Any, depth: int, names: Sequence[str] = schema.NAMES) -> Node:
    if depth > MAX_DEPTH:
        raise ValueError(f"the tree is deeper than {MAX_DEPTH}")
    if not isinstance(value, dict):
        raise ValueError("a node of the tree is not an object")
    if "value" in value:
        samples = [_finite(s) for s in value.get("samples", (0.0, 0.0))]
        if len(samples) != len(CLASSES):
            raise ValueError("a leaf of the tree has no samples of each class")
        return Leaf(_finite(float.fromhex(str(value["value"]))), (samples[0], samples[1]))
    threshold = _finite(float.fromhex(str(value["threshold"])))
    feature = str(value["feature"])
    if feature not in names:
        raise ValueError(f"unknown feature {feature!r}")
    return Split(
        names.index(feature),
        threshold,
        _decode(value["left"], depth + 1, names),
        _decode(value["right"], depth + 1, names),
    )


def describe(model: Model) -> dict[str, Any]:
    """The model as plain data for people: everything but the trees, and their size."""
    document = asdict(replace(model, relayout=None))
    document.pop("trees")
    document.pop("relayout")
    leaves = [node for tree in model.trees for node in nodes(tree) if isinstance(node, Leaf)]
    return document | {"leaves": len(leaves), "schema": schema.VERSION}
