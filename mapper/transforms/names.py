"""The names of all transformations, in the order in which they run.

Command lines are read by them, before it is known whether a transformation is to be imported.
"""

from __future__ import annotations

NAMES = tuple(
    (
        "sweep expand untile overwrite nest spmd distribute fuse interchange promote tile halo gang columns "
        "interleave wavefront schedule collapse privatize multisplit stage layout relayout restrict narrow unroll "
        "vector scalars batch hoist split rotate vload"
    ).split()
)
"""What `-fno-NAME`, `--passes` and `--dump-after` take."""
