"""The names of all transformations, in the order in which they run, and which of them an options' value chooses.

This is known before it is known whether a transformation is to be imported.
"""

from __future__ import annotations

from mapper.options import Options

ACCUMULATE, EXPAND, HYPERPLANES = "accumulate", "expand", "hyperplanes"
RECURSION, SWEEP = "recursion", "sweep"
"""The transformations that the translation asks about."""

NAMES = tuple(
    (
        "hyperplanes sweep recursion accumulate expand inline arguments induction widen untile overwrite nest "
        "spmd distribute fuse interchange promote tile halo gang columns interleave wavefront schedule collapse "
        "privatize multisplit stage layout relayout restrict narrow unroll vector scalars batch hoist "
        "split rotate vload"
    ).split()
)
"""What `-fno-NAME`, `--passes` and `--dump-after` take."""


def is_chosen(name: str, options: Options) -> bool:
    """Whether a transformation is to run; checked kernels are not optimised."""
    if name in options.disabled or (options.safe and name != EXPAND):
        return False
    return options.passes is None or name in options.passes
