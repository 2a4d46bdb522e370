"""`narrow`: kernels that find their iterations by dividing one index do so in 32 bits where that is enough.

Kernels with grid-stride loops, as for reductions, and those of which several work-items share an
iteration, count all iterations of their dimensions by one index.  A division of 64-bit numbers costs GPUs about as
much as a hundred additions.
"""

from __future__ import annotations

from dataclasses import replace

from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Kernel
from mapper.transforms.frame.base import Changed, Outcome, Transform
from mapper.transforms.frame.contract import USUAL, Trait


def narrow(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel with one short division for each dimension but the last."""
    if len(kernel.dimensions) < 2 or not (kernel.reductions or kernel.large or kernel.form(Gang) is not None):
        return None
    return Changed(replace(kernel, narrow=True), "iterations are found by 32-bit divisions where these are enough")


TRANSFORM = Transform(
    "narrow",
    "indices are divided in 32 bits where these are enough",
    narrow,
    accepts=USUAL | {Trait.LARGE_ARRAYS, Trait.PACKED, Trait.UNIONS},
)
