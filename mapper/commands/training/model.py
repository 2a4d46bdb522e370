"""`mapper model show`: a model as a page for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from mapper.diagnostics import MapperError
from mapper.features import schema
from mapper.model import store
from mapper.model.as_c import condition, leaf_words
from mapper.model.document import load
from mapper.model.tree import (
    CLASSES,
    RELAYOUT_FEATURES,
    TREE_NAMES,
    Leaf,
    Model,
    Node,
    Relayout,
    Split,
    Sums,
    nodes,
)

_ANSWERS = {"cpu": "CPU", "opencl": "OpenCL"}


def show(name: str) -> str:
    """The card of a model by name, or by the path of its file; raises `MapperError` E020 to E022."""
    path = Path(name)
    if path.suffix != ".json" and not path.is_file():
        path = store.find(name)
    return card(load(path), path)


def listed() -> str:
    """One line for each model that has a name; the default is marked."""
    lines = []
    for name in store.names():
        try:
            model = load(store.find(name))
            about = f"{model.kind}, by {model.granularity}; {model.platform.get('device', 'unknown device')}"
        except MapperError as error:
            about = error.diagnostics[0].message
        lines.append(f"{'*' if name == store.default_name() else ' '} {name:<20} {about}\n")
    return "".join(lines)


def card(model: Model, path: Path) -> str:
    """All that is known about a model, as text."""
    leaves = sum(isinstance(node, Leaf) for tree in model.trees for node in nodes(tree))
    size = f"{len(model.trees)} tree{'s' * (len(model.trees) > 1)}, {leaves} {'leaf' if leaves == 1 else 'leaves'}"
    if model.sums is not None:
        small = f", and {size}" if model.trees != (Leaf(0.0),) else ""
        size = f"two sums of features, in seconds{small}"
    lines = [
        f"model        {model.name}  ({path})",
        f"kind         {model.kind}: {size}",
        f"decides for  {'the whole program' if model.granularity == 'program' else 'each region by itself'}",
        f"device       {model.device or 'unknown'}{f' ({model.device_type})' if model.device_type else ''}",
        f"schema       {schema.VERSION}",
        f"trainer      {model.trainer}, seed {model.seed}",
        f"data         SHA-256 {model.data or 'unknown'}",
        f"start-up     {model.startup:.3g} s to open the device and load kernels",
        f"score        {_score(model)}",
        f"copies       {model.bandwidth:.3g} bytes a second",
        f"operations   {_weights(model)}",
        "",
        "platform",
        *(f"  {key:<10} {value}" for key, value in sorted(model.platform.items())),
        "",
        "scores, with whole programs held out",
        *(f"  {key:<24} {value:g}" for key, value in sorted(model.scores.items())),
        "",
        "confusion, in simulated processes",
        *(f"  {key:<24} {value:g}" for key, value in sorted(model.confusion.items())),
        "",
        "limits",
        *(f"  {limit}" for limit in model.limits),
        "",
        "features used, by the number of splits",
        *(f"  {name:<14} {count}" for name, count in _used(model)),
        "",
    ]
    if model.sums is not None:
        lines += ["seconds of one unit of each feature; OpenCL where its sum is the smaller", *_prices(model.sums)]
    elif len(model.trees) == 1:
        lines += ["tree", *_drawn(model.trees[0], "  ", model.base)]
    else:
        lines += [
            f"trees: base {model.base:+.4g}; the first of {len(model.trees)}",
            *_drawn(model.trees[0], "  ", 0.0),
        ]
    if model.prices is not None:
        lines += ["", "seconds of one unit of each feature, of which cpu_seconds and device_seconds are the sums"]
        lines += _prices(model.prices)
    if model.relayout is not None:
        lines += _relayout(model.relayout)
    return "\n".join(lines) + "\n"


def _prices(sums: Sums) -> list[str]:
    """What one unit of each feature takes on either side."""
    lines = [
        f"  {side:<8} {schema.NAMES[feature]:<14} {each:.4g}"
        for side, terms in (("CPU", sums.cpu), ("OpenCL", sums.opencl))
        for feature, each in terms
    ]
    if sums.together:
        lines += ["of these groups only the one that takes longest counts on the CPU"]
        lines += [f"  {', '.join(schema.NAMES[feature] for feature in group)}" for group in sums.together]
    return lines


def _score(model: Model) -> str:
    """What a score says of the time that OpenCL takes."""
    if model.sums is not None:
        return "the share of the slower side's time that the faster one saves; OpenCL where positive"
    return f"a score of 1: OpenCL {2**model.doublings:.3g} times as fast as OpenMP; OpenCL where positive"


def _weights(model: Model) -> str:
    """What an operation of each kind counts for in `comp`."""
    each = ", ".join(f"{name} {weight:g}" for name, weight in asdict(model.weights).items())
    return f"weights in comp: {each}{'' if model.weights != schema.NO_PLATFORM else ' (not measured)'}"


def _relayout(relayout: Relayout) -> list[str]:
    """The tree for copies of arrays in another order."""
    return [
        "",
        "copies in another order, with shapes held out",
        *(f"  {key:<24} {value:g}" for key, value in sorted(relayout.scores.items())),
        f"  {'data':<24} SHA-256 {relayout.data or 'unknown'}",
        *_drawn(relayout.tree, "  ", 0.0, RELAYOUT_FEATURES, ("array", "copy")),
    ]


def _used(model: Model) -> list[tuple[str, int]]:
    splits = (node for tree in model.trees for node in nodes(tree) if isinstance(node, Split))
    counts = Counter(TREE_NAMES[split.feature] for split in splits)
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))


def _drawn(
    node: Node, pad: str, base: float, names: Sequence[str] = TREE_NAMES, sides: Sequence[str] = CLASSES
) -> list[str]:
    if isinstance(node, Leaf):
        score = base + node.value
        answers = [_ANSWERS.get(side, side) for side in sides]
        return [f"{pad}{leaf_words(node, base, answers)}  (score {score:+.3g})"]
    name = condition(node.feature, names)
    return [
        f"{pad}{name} <= {node.threshold:.6g}",
        *_drawn(node.left, pad + "  ", base, names, sides),
        f"{pad}{name} > {node.threshold:.6g}",
        *_drawn(node.right, pad + "  ", base, names, sides),
    ]
