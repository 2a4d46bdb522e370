"""All transformations, in the order in which they run: the one place that says so."""

from __future__ import annotations

from mapper.transforms import (
    batch,
    collapse,
    columns,
    distribute,
    fuse,
    gang,
    hoist,
    interchange,
    interleave,
    layout,
    multisplit,
    narrow,
    nest,
    overwrite,
    privatize,
    promote,
    relayout,
    restrict,
    rotate,
    scalars,
    schedule,
    split,
    tile,
    unroll,
    vector,
    vload,
    wavefront,
)
from mapper.transforms.base import Pass

ORDER: tuple[Pass, ...] = (
    overwrite.TRANSFORM,
    nest.TRANSFORM,
    distribute.TRANSFORM,
    fuse.TRANSFORM,
    interchange.TRANSFORM,
    promote.TRANSFORM,
    tile.TRANSFORM,
    gang.TRANSFORM,
    columns.TRANSFORM,
    interleave.TRANSFORM,
    wavefront.TRANSFORM,
    schedule.TRANSFORM,
    collapse.TRANSFORM,
    privatize.TRANSFORM,
    multisplit.TRANSFORM,
    layout.TRANSFORM,
    relayout.TRANSFORM,
    restrict.TRANSFORM,
    narrow.TRANSFORM,
    unroll.TRANSFORM,
    split.TRANSFORM,
    rotate.TRANSFORM,
    hoist.TRANSFORM,
    vload.TRANSFORM,
    vector.TRANSFORM,
    scalars.TRANSFORM,
    batch.TRANSFORM,
)

NAMES = tuple(each.name for each in ORDER)
"""What `-fno-NAME`, `--passes` and `--dump-after` take."""
