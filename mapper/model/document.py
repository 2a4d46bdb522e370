"""The JSON form of models.

A model is a file that anyone may send to anyone: it is read as data, checked field by field, and can't run code.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from mapper.diagnostics import Location, fail
from mapper.features import schema
from mapper.model.tree import (
    CLASSES,
    RELAYOUT_FEATURES,
    TREE_NAMES,
    Granularity,
    Leaf,
    Model,
    Node,
    Relayout,
    Split,
    Sums,
    nodes,
)

MAX_DEPTH = 64
MAX_TREES = 500
MAX_NODES = 20_000
MAX_BYTES = 8_000_000


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
        "trees": [_encode(tree, TREE_NAMES) for tree in model.trees],
    }
    for key, sums in (("sums", model.sums), ("prices", model.prices)):
        if sums is not None:
            document[key] = {
                side: {schema.NAMES[feature]: seconds.hex() for feature, seconds in terms}
                for side, terms in zip(CLASSES, (sums.cpu, sums.opencl), strict=True)
            }
            if sums.together:
                document["together"] = [[schema.NAMES[feature] for feature in group] for group in sums.together]
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
        fail("E020", f"the model is not valid JSON: {error}; `mapper train` makes one", where)
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
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        fail("E020", f"the model is broken: {what}; `mapper train` makes one", where)


def _model(document: Mapping[str, Any]) -> Model:
    """The model that a document of the right schema describes; raises ValueError or its like for a broken one."""
    listed = document["trees"]
    if not isinstance(listed, list) or not 1 <= len(listed) <= MAX_TREES:
        raise ValueError(f"there must be 1 to {MAX_TREES} trees")
    prices = _sums(document, "prices")
    trees = tuple(_decode(tree, 0, schema.NAMES if prices is None else TREE_NAMES) for tree in listed)
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
        sums=_sums(document, "sums"),
        prices=prices,
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


def _sums(document: Mapping[str, Any], key: str) -> Sums | None:
    if key not in document:
        return None
    cpu, opencl = (_terms(document[key][side]) for side in CLASSES)
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


def _encode(node: Node, names: Sequence[str]) -> dict[str, Any]:
    if isinstance(node, Leaf):
        return {"value": node.value.hex(), "samples": list(node.samples)}
    return {
        "feature": names[node.feature],
        "threshold": node.threshold.hex(),
        "left": _encode(node.left, names),
        "right": _encode(node.right, names),
    }


def _decode(value: Any, depth: int, names: Sequence[str]) -> Node:
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
