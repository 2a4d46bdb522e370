"""Memory that must be different for a loop to be right: pairs of buffers that each launch compares.

Points-to analysis may take all arrays of a library for one object: `sums[thread] += x[i]` could change `x`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from mapper.ir.program.assumptions import Pairs
from mapper.ir.program.kernel import Kernel
from mapper.translate.memory.memory import Slot
from mapper.translate.outline.outlining import Outlining
from mapper.translate.threads.thread_state import Suspect


def different(work: Outlining, kernel: Kernel, suspects: Sequence[Suspect]) -> Pairs:
    """The pairs of buffers that must be different; raises `Refused` where no launch could find them so.

    What is stored elsewhere than the source has it (`Directive.moved`) has been changed before the launch.
    """
    moved = work.loop.construct.directive.moved
    buffers = {each.name: each for each in kernel.buffers if not each.table}
    slots = [each for each in work.scope.parameters.values() if isinstance(each, Slot)]
    known = {each.root: buffers.get(each.name) for each in slots}
    found: set[tuple[str, str]] = set()
    for each in suspects:
        roots = [work.statements.pointers.storage(place) for place in (each.target, each.place)]
        pairs = [(known.get(one), known.get(other)) for one, other in product(*roots)]
        for one, other in pairs or [(None, None)]:
            if one is None or other is None or one is other or other.name in one.same or one.name in other.same:
                work.frame.refuse(each.code, each.reason, each.place)
            if one.may_overlap(other):
                if moved:
                    work.frame.refuse(each.code, each.reason, each.place)
                found.add((min(one.name, other.name), max(one.name, other.name)))
    return frozenset(found)
