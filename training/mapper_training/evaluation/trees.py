"""Decision trees as pictures; needs matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from mapper.model.as_c import condition
from mapper.model.tree import RELAYOUT_FEATURES, TREE_NAMES, Leaf, Node
from mapper_training.evaluation.data import OPENCL, OPENMP
from mapper_training.evaluation.pictures import COLOURS, style

DEEPEST, LEAST, WIDEST = 5, 3, 19
"""Levels that are drawn, at most and at least; below `LEAST` only as far as there are so many leaves side by side.

What is below is summed up.
"""


@dataclass(frozen=True, slots=True)
class Box:
    """A node's place: `x` in leaves from the left, `y` in levels from the top."""

    x: float
    y: int
    text: str
    colour: str
    parts: tuple[Box, ...] = ()


@dataclass(frozen=True, slots=True)
class Words:
    """What a tree's features are called, and its two answers: of negative scores, and of positive ones."""

    features: Sequence[str] = TREE_NAMES
    answers: tuple[str, str] = ("CPU", "OpenCL")


PLAIN = Words()
COPIES = Words(RELAYOUT_FEATURES, ("as it is", "copy"))


def draw(tree: Node, base: float = 0.0, words: Words = PLAIN) -> Figure:
    """A tree from the root down; left means yes.  Scores are `base` plus what a leaf gives."""
    for deepest in range(DEEPEST, LEAST - 1, -1):
        root, width = _place(tree, 0, 0.0, base, words, deepest)
        if width <= WIDEST:
            break
    depth = _depth(root)
    with style():
        figure = Figure(figsize=(max(5.0, 0.76 * width), 0.95 * depth + 0.4))
        axes = figure.subplots()
        axes.set_axis_off()
        axes.set_xlim(-0.6, width - 0.4)
        axes.set_ylim(depth - 0.5, -0.6)
        _draw(axes, root)
        return figure


def _place(node: Node, level: int, left: float, base: float, words: Words, deepest: int) -> tuple[Box, float]:
    """The box of a node whose leaves begin at `left`, and where they end."""
    if isinstance(node, Leaf):
        score = base + node.value
        text = f"{words.answers[score > 0]}\n{score:+.2g}"
        if points := sum(node.samples):
            text += f"\n{points:.0f} points\n{node.sure:.0%} sure"
        return Box(left, level, text, COLOURS[OPENCL if score > 0 else OPENMP]), left + 1
    if level == deepest:
        size = _leaves(node)
        return Box(left, level, f"{size} more\nleaves", "#999999"), left + 1
    yes, middle = _place(node.left, level + 1, left, base, words, deepest)
    no, right = _place(node.right, level + 1, middle, base, words, deepest)
    name = condition(node.feature, words.features).replace(" / ", "\n/ ")
    text = f"{name}\n≤ {node.threshold:.3g} ?"
    return Box((yes.x + no.x) / 2, level, text, "white", (yes, no)), right


def _leaves(node: Node) -> int:
    return 1 if isinstance(node, Leaf) else _leaves(node.left) + _leaves(node.right)


def _depth(box: Box) -> int:
    return 1 + max((_depth(part) for part in box.parts), default=0)


def _draw(axes: Axes, box: Box) -> None:
    for part, word in zip(box.parts, ("yes", "no"), strict=False):
        axes.plot([box.x, part.x], [box.y, part.y], color="#888888", linewidth=1, zorder=1)
        axes.text(
            (box.x + part.x) / 2,
            (box.y + part.y) / 2,
            word,
            fontsize=7,
            ha="center",
            va="center",
            color="#555555",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.8},
        )
        _draw(axes, part)
    axes.text(
        box.x,
        box.y,
        box.text,
        ha="center",
        va="center",
        fontsize=7.5,
        color="black" if box.colour == "white" else "white",
        zorder=2,
        bbox={"boxstyle": "round,pad=0.35", "facecolor": box.colour, "edgecolor": "#666666", "linewidth": 0.7},
    )
