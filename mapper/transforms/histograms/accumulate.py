"""`accumulate`: what each thread adds up in an array of its own is added up in one array for all threads.

    long mine[256] = {0};
    #pragma omp for nowait
    for (int i = 0; i < n; i++)
      mine[key[i]]++;                    (atomic on the device)
    #pragma omp critical
    for (int k = 0; k < 256; k++)
      all[k] += mine[k];

The translation does that (`mapper.translate.merging.accumulators`), as what a loop does with its variables decides
on its kernel; here it is reported.  Without it, virtual threads have an array each, and the host merges them all.
"""

from __future__ import annotations

from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Kernel
from mapper.transforms.frame.base import Changed, Outcome, Transform, listed
from mapper.transforms.frame.contract import USUAL, Trait
from mapper.transforms.names import ACCUMULATE as NAME


def _reported(kernel: Kernel, symbols: Symbols) -> Outcome:
    """The kernel as it is."""
    if not kernel.accumulated:
        return None
    verb = "is" if len(kernel.accumulated) == 1 else "are"
    return Changed(kernel, f"{listed(kernel.accumulated)} {verb} updated for all threads at once")


TRANSFORM = Transform(
    NAME,
    "threads' own arrays that a loop only updates are one for all threads",
    _reported,
    accepts=USUAL | {Trait.PACKED, Trait.UNIONS},
)
