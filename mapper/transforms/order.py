"""All transformations, in the order in which they run: the one place that says so.

They run in two phases.  Features are counted in what `OPTIMISE` makes of a kernel.  `LOWER` then rewrites its code
for the device's compiler.
"""

from __future__ import annotations

from mapper.transforms.cooperative import gang, interleave, wavefront
from mapper.transforms.dimensions import interchange, nest, spmd, untile
from mapper.transforms.fission import distribute
from mapper.transforms.frame import entries
from mapper.transforms.frame.base import Lowering, Pass, Transform
from mapper.transforms.fusion import fuse
from mapper.transforms.histograms import accumulate, multisplit, privatize
from mapper.transforms.launches import batch, cell_code, grid_stride, hyperplanes, scalars, sweep
from mapper.transforms.local import columns, halo, stage, tile
from mapper.transforms.loops import bodies, hoist, induction, split, unroll
from mapper.transforms.memory import arguments, layout, narrow, overwrite, relayout, restrict, vector, vload, widen
from mapper.transforms.private import expand, promote, recursion, rotate
from mapper.transforms.sparse import collapse, schedule

OPTIMISE: tuple[Pass, ...] = (
    hyperplanes.TRANSFORM,
    sweep.TRANSFORM,
    recursion.TRANSFORM,
    accumulate.TRANSFORM,
    expand.TRANSFORM,
    bodies.TRANSFORM,
    arguments.TRANSFORM,
    induction.TRANSFORM,
    widen.TRANSFORM,
    untile.TRANSFORM,
    overwrite.TRANSFORM,
    nest.TRANSFORM,
    spmd.TRANSFORM,
    distribute.TRANSFORM,
    fuse.TRANSFORM,
    interchange.TRANSFORM,
    promote.TRANSFORM,
    tile.TRANSFORM,
    halo.TRANSFORM,
    gang.TRANSFORM,
    columns.TRANSFORM,
    interleave.TRANSFORM,
    wavefront.TRANSFORM,
    schedule.TRANSFORM,
    collapse.TRANSFORM,
    privatize.TRANSFORM,
    multisplit.TRANSFORM,
    stage.TRANSFORM,
    layout.TRANSFORM,
    relayout.TRANSFORM,
    restrict.TRANSFORM,
    narrow.TRANSFORM,
    unroll.TRANSFORM,
    vector.TRANSFORM,
    scalars.TRANSFORM,
    batch.TRANSFORM,
)

LOWER: tuple[Transform, ...] = (
    hoist.TRANSFORM,
    split.TRANSFORM,
    rotate.TRANSFORM,
    vload.TRANSFORM,
)

LOWERINGS: tuple[Lowering, ...] = (
    expand.LOWERING,
    privatize.LOWERING,
    entries.BLOCKS,
    gang.LOWERING,
    collapse.LOWERING,
    multisplit.LOWERING,
    batch.LOWERING,
    grid_stride.LOWERING,
    entries.PLAIN,
    cell_code.LOWERING,
)
"""What is left to do behind all transformations."""

ORDER: tuple[Pass, ...] = (*OPTIMISE, *LOWER)
