"""`schedule`: how many work-items share a row of a sparse matrix is chosen by the mean length of rows at run time.

With rows much shorter than MRT_LANES most lanes idle, and in few long rows more lanes would have work.  The kernel
is emitted with several numbers of lanes; all rows together have as many elements as the array that they are in, so
that the run-time library can compute the mean before the launch (`runtime/forms/schedule.c`).
"""

from __future__ import annotations

from dataclasses import replace

from mapper.analysis.kernels.loops import elements_of_row, once_set
from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.gang import SCHEDULES, Gang
from mapper.ir.program.kernel import Kernel
from mapper.ir.trees.ctypes import FloatType, IntType
from mapper.ir.trees.nodes import flattened
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    gang = kernel.form(Gang)
    if gang is None:
        return None
    items = flattened(gang.whole)
    values = once_set(items)
    rows = [name for loop in gang.loops if loop in items and (name := elements_of_row(loop, values)) is not None]
    buffer = next((each for each in kernel.buffers if each.name in rows), None)
    if buffer is None or buffer.table or buffer.of or not isinstance(buffer.element, IntType | FloatType):
        return None
    if gang.shared:
        return Refusal("local memory holds arrays of each row, for one number of rows")
    numbers = ", ".join(str(each.lanes) for each in SCHEDULES)
    did = f"{numbers} or the usual number of work-items share a row, by the mean length of rows in `{buffer.name}`"
    return Changed(kernel.with_form(replace(gang, along=buffer.name)), did)


TRANSFORM = Transform("schedule", "the number of work-items that share a sparse row is chosen at run time", _apply)
