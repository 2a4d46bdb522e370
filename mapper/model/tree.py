"""Decision trees as values, and their JSON form.

A model is a JSON file that anyone may send to anyone: it is read as data, checked field by field, and can't
run code.  Thresholds are compared as scikit-learn does: the feature is rounded to float32, the threshold
is a double.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mapper.diagnostics import Location, fail
from mapper.features import schema

CPU, OPENCL = 0, 1
CLASSES = ("cpu", "opencl")
MAX_DEPTH = 64


@dataclass(frozen=True, slots=True)
class Leaf:
    """A decision (`CPU` or `OPENCL`); `samples` are the training rows of each class that ended here."""

    decision: int
    samples: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Split:
    """Left when `float32(features[feature]) <= threshold`; `feature` counts in schema order."""

    feature: int
    threshold: float
    left: Split | Leaf
    right: Split | Leaf


Node = Split | Leaf


@dataclass(frozen=True, slots=True)
class Model:
    """A trained tree with what is known about its making.

    `platform` describes the machine (CPU, threads, device, driver), `data` is the SHA-256 of the training
    table, `scores` are the trainer's own evaluation.
    """

    name: str
    tree: Node
    platform: Mapping[str, str] = field(default_factory=dict)
    data: str = ""
    trainer: str = ""
    seed: int = 0
    scores: Mapping[str, float] = field(default_factory=dict)


def predict(tree: Node, features: Sequence[float]) -> int:
    """The decision for all features in schema order (see `schema.combine`)."""
    node = tree
    while isinstance(node, Split):
        node = node.left if to_float32(features[node.feature]) <= node.threshold else node.right
    return node.decision


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
        "platform": dict(model.platform),
        "data_sha256": model.data,
        "trainer": model.trainer,
        "seed": model.seed,
        "scores": dict(model.scores),
        "tree": _encode(model.tree),
    }
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def load(path: Path) -> Model:
    """Read a model; raises `MapperError` E020 (unreadable or broken) or E021 (another schema version)."""
    where = Location(str(path))
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        fail("E020", f"can't read the model: {error.strerror}", where)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        fail("E020", f"the model is not valid JSON: {error}", where)
    if not isinstance(document, dict) or "tree" not in document:
        fail("E020", "this is no mapper model (there is no tree in it); `mapper train` makes one", where)
    version = document.get("schema")
    if version != schema.VERSION or document.get("features") != list(schema.NAMES):
        fail(
            "E021",
            f"the model has feature schema {version!r}, this mapper uses {schema.VERSION}; train it again with "
            "`mapper train`",
            where,
        )
    try:
        return Model(
            name=_text(document, "name"),
            tree=_decode(document["tree"], 0),
            platform={str(k): str(v) for k, v in dict(document.get("platform", {})).items()},
            data=_text(document, "data_sha256"),
            trainer=_text(document, "trainer"),
            seed=int(document.get("seed", 0)),
            scores={str(k): float(v) for k, v in dict(document.get("scores", {})).items()},
        )
    except (KeyError, TypeError, ValueError) as error:
        fail("E020", f"the model is broken: {error}", where)


def _text(document: Mapping[str, Any], key: str) -> str:
    value = document.get(key, "")
    if not isinstance(value, str):
        raise ValueError(f"{key} is not a string")
    return value


def _encode(node: Node) -> dict[str, Any]:
    if isinstance(node, Leaf):
        return {"decision": CLASSES[node.decision], "samples": list(node.samples)}
    return {
        "feature": schema.NAMES[node.feature],
        "threshold": node.threshold.hex(),
        "left": _encode(node.left),
        "right": _encode(node.right),
    }


def _decode(value: Any, depth: int) -> Node:
    if depth > MAX_DEPTH:
        raise ValueError(f"the tree is deeper than {MAX_DEPTH}")
    if not isinstance(value, dict):
        raise ValueError("a node of the tree is not an object")
    if "decision" in value:
        samples = [float(s) for s in value.get("samples", (0.0, 0.0))]
        if value["decision"] not in CLASSES or len(samples) != len(CLASSES):
            raise ValueError("a leaf of the tree has no valid decision")
        return Leaf(CLASSES.index(value["decision"]), (samples[0], samples[1]))
    threshold = float.fromhex(str(value["threshold"]))
    if not math.isfinite(threshold):
        raise ValueError("a threshold of the tree is not a finite number")
    feature = str(value["feature"])
    if feature not in schema.NAMES:
        raise ValueError(f"unknown feature {feature!r}")
    return Split(
        schema.NAMES.index(feature),
        threshold,
        _decode(value["left"], depth + 1),
        _decode(value["right"], depth + 1),
    )


def describe(model: Model) -> dict[str, Any]:
    """The model as plain data for people: everything but the tree, and the tree's size."""
    document = asdict(model)
    document.pop("tree")
    leaves = [node for node in nodes(model.tree) if isinstance(node, Leaf)]
    return document | {"leaves": len(leaves), "schema": schema.VERSION}
