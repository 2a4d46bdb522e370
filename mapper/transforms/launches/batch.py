"""`batch`: launches of one kernel that follow each other directly become one.

A sequential loop around one work-shared loop alone, as over the hyperplanes of a sweep, launches a kernel again
and again with other values, and so does one of serial code that only executes a region again and again.  On GPUs
each launch costs some microseconds beside its work, and sweeps have little.  The kernel gets a second form that
runs many such steps: it takes their values from a table, and all work-groups wait for each other between two.
The run-time library collects launches, and decides (`runtime/forms/batch.c`).

Reductions whose results come later (`emit/regions/later.py`) may be those of many steps together, where the order
does not count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from mapper.ir.builtins.reductions import is_exact
from mapper.ir.forms.batched import Batched
from mapper.ir.forms.gang import Gang
from mapper.ir.forms.replicated import Replicated
from mapper.ir.program.kernel import Kernel
from mapper.ir.program.region import ParallelRegion, WorkLoop
from mapper.ir.trees.ctypes import CType, FloatType, IntType
from mapper.transforms.frame.base import Changed, Lowering, Outcome, Placed, Refusal, WholeTransform
from mapper.transforms.launches.batch_entry import with_batch
from mapper.transforms.launches.repeats import around_place

COLUMNS = 64
"""A step's values and counts.  A table must fit into a kernel's parameters: with many of them it has few steps."""


def stands_alone(region: ParallelRegion, loop: WorkLoop) -> bool:
    """Whether a work-shared loop is all that a sequential loop holds, numbers that are computed aside."""
    if loop.row is not None or loop.part is not None or loop.others or loop.merges:
        return False
    team = loop.team
    holder, unit = (region.construct.body, region.unit) if team is None else (team.function.body, team.unit)
    around = None if holder is None else around_place(holder, loop.construct, unit.tree)
    return around is not None and around[0] is not None


def _apply(placed: Sequence[Placed]) -> Sequence[Outcome]:
    return [
        _batched(each.kernel, not each.alone, each.turns) if each.alone or each.repeated else None
        for each in placed
    ]


def _batched(kernel: Kernel, repeated: bool, turns: tuple[str, ...]) -> Outcome:
    gang = kernel.form(Gang)
    others = [each for each in kernel.forms if each is not gang and not isinstance(each, Replicated)]
    shares = bool(others) or (gang is not None and gang.own is not None)
    if not all(is_exact(each.operator, each.type) for each in kernel.reductions):
        return Refusal("the order in which its sums are added must be that of single launches", kernel.where)
    shares |= bool(kernel.reductions) and bool(kernel.forms) and kernel.form(Replicated) is None
    if kernel.stops or kernel.local_size or shares or kernel.steps is not None:
        return Refusal("the host is needed between two launches, or work-groups share work", kernel.where)
    if any(each.table or each.of or each.eager or each.relaid is not None for each in kernel.buffers):
        return Refusal("its memory must be looked at before each launch", kernel.where)
    if not all(_is_number(each.type) for each in kernel.values):
        return Refusal("it gets values that are no numbers", kernel.where)
    turns = tuple(each.name for each in kernel.buffers if each.name in turns)
    if turns and gang is not None:
        return Refusal("arrays change places, and work-items share iterations", kernel.where)
    if kernel.launch_numbers + len(turns) > COLUMNS:
        return Refusal("it gets too many values", kernel.where)
    if gang is not None and gang.long:  # which would take turns with the form that many launches have
        kernel = kernel.with_form(replace(gang, long=False))
    return Changed(kernel.with_form(Batched(repeated, turns)), "launches that follow each other become one")


def _is_number(ctype: CType) -> bool:
    return isinstance(ctype, IntType) or (isinstance(ctype, FloatType) and ctype.bits <= 64)


TRANSFORM = WholeTransform("batch", "makes one launch of several that follow each other", _apply)
LOWERING = Lowering(TRANSFORM.name, with_batch)
