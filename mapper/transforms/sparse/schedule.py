"""`schedule`: how many work-items share a row of a sparse matrix is chosen by the mean length of rows at run time.

With rows much shorter than MRT_LANES most lanes idle, and in few long rows more lanes would have work.  The kernel
is emitted with several numbers of lanes; all rows together have as many elements as the array that they are in, so
that the run-time library can compute the mean before the launch (`runtime/forms/schedule.c`).  A launch may be for
some of the rows, as of one level of a triangular solve: the array where rows begin says how many there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mapper.analysis.kernels.loops import elements_of_row, once_set, starts_of_rows
from mapper.analysis.names.symbols import Symbols
from mapper.ir.forms.gang import Gang
from mapper.ir.program.kernel import Buffer, Kernel
from mapper.ir.trees.ctypes import FloatType, IntType
from mapper.transforms.cooperative.plans.guards import opened
from mapper.transforms.frame.base import Changed, Outcome, Refusal, Transform


def _apply(kernel: Kernel, symbols: Symbols) -> Outcome:
    gang = kernel.form(Gang)
    if gang is None:
        return None
    items, _ = opened(gang.whole, symbols)
    values = once_set(items)
    loops = [loop for loop in gang.loops if loop in items or gang.alone]
    buffer = _buffer(kernel, [elements_of_row(loop, values) for loop in loops])
    if buffer is None:
        return None
    of_buffer = (loop for loop in loops if elements_of_row(loop, values) == buffer.name)
    starts = _buffer(kernel, [starts_of_rows(loop, values) for loop in of_buffer])
    if gang.marks:
        return Refusal("lanes count in order, which takes a work-group for each row")
    if gang.shared:
        return Refusal("local memory holds arrays of each row, for one number of rows")
    made = replace(gang, along=buffer.name, starts=starts.name if starts is not None else "")
    numbers = ", ".join(str(each.lanes) for each in made.schedules)
    did = f"{numbers} or the usual number of work-items share a row, by the mean length of rows in `{buffer.name}`"
    return Changed(kernel.with_form(made), did)


def _buffer(kernel: Kernel, names: Sequence[str | None]) -> Buffer | None:
    """The first buffer that has one of some names, if it is one block of numbers."""
    found = next((each for each in kernel.buffers if each.name in names), None)
    if found is None or found.table or found.of or not isinstance(found.element, IntType | FloatType):
        return None
    return found


TRANSFORM = Transform("schedule", "the number of work-items that share a sparse row is chosen at run time", _apply)
