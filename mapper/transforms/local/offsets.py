"""Sets of offsets with constant bounds, as points and as boxes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

import islpy as isl

MOST_POINTS = 1024
"""Windows of more elements are not looked at."""
MOST_BOXES = 16
"""The shape of a window is given by at most so many boxes."""

Point = tuple[int, ...]
Box = tuple[tuple[int, int], ...]
"""The least and the greatest offset in each coordinate."""


def is_bounded(met: isl.Set, number: int) -> bool:
    """Whether one offset has a constant range."""
    bare = _bare(met)
    return bool(bare.dim_has_any_lower_bound(isl.dim_type.set, number)) and bool(
        bare.dim_has_any_upper_bound(isl.dim_type.set, number)
    )


def _bare(met: isl.Set) -> isl.Set:
    """All offsets of a set, whatever its parameters are."""
    return met.project_out(isl.dim_type.param, 0, met.dim(isl.dim_type.param)).coalesce()


def span(met: isl.Set, number: int) -> int:
    """How many values are between the least and the greatest one of an offset with a constant range, with both."""
    return _span(_bare(met), number)


def _span(bare: isl.Set, number: int) -> int:
    return int(bare.dim_max_val(number).to_python()) - int(bare.dim_min_val(number).to_python()) + 1


def points_of(met: isl.Set) -> list[Point] | None:
    """All offsets of a set, whatever its parameters are; None where they are too many."""
    bare = _bare(met)
    if not bare.is_bounded():
        return None
    number = bare.dim(isl.dim_type.set)
    if prod(_span(bare, each) for each in range(number)) > MOST_POINTS:
        return None
    points: list[Point] = []

    def note(point: isl.Point) -> None:
        values = (point.get_coordinate_val(isl.dim_type.set, each) for each in range(number))
        points.append(tuple(int(each.to_python()) for each in values))

    bare.foreach_point(note)
    return sorted(points)


def as_set(points: Sequence[Point]) -> isl.Set:
    """The set of these points alone."""
    boxes = boxes_of(points)
    parts = boxes if boxes is not None else [tuple((each, each) for each in point) for point in points]
    texts = []
    for box in parts:
        names = [f"x{number}" for number in range(len(box))]
        bounds = (f"{low} <= {name} <= {high}" for name, (low, high) in zip(names, box, strict=True))
        texts.append(f"[{', '.join(names)}] : {' and '.join(bounds)}")
    return isl.Set(f"{{ {'; '.join(texts)} }}", isl.DEFAULT_CONTEXT)


def boxes_of(points: Sequence[Point]) -> list[Box] | None:
    """The boxes that cover these points and no others; None where it takes too many."""
    known, left = set(points), set(points)
    boxes: list[Box] = []
    while left:
        if len(boxes) == MOST_BOXES:
            return None
        box = _grown(min(left), known)
        boxes.append(box)
        left -= set(product(*(range(low, high + 1) for low, high in box)))
    return boxes


def _grown(start: Point, known: set[Point]) -> Box:
    """The largest box around a point that grows side by side, the last side first."""
    box = [(each, each) for each in start]
    for number in reversed(range(len(box))):
        for step in (-1, 1):
            while True:
                low, high = box[number]
                slice_ = [
                    *box[:number],
                    (low - 1, low - 1) if step < 0 else (high + 1, high + 1),
                    *box[number + 1 :],
                ]
                if not known.issuperset(product(*(range(one, other + 1) for one, other in slice_))):
                    break
                box[number] = (low - 1, high) if step < 0 else (low, high + 1)
    return tuple(box)
