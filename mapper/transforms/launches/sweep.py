"""`sweep`: a sequential loop of a region runs in one kernel, with all work-shared loops in it.

A line solver with its parallel loop inside the sweep launches a kernel for each step, each for little work.  The
translation finds out which sequential loops can have a kernel (`mapper.translate.regions.sweeps`); here these join
the kernels of the program.  Work-shared loops keep their own kernels where launches may find that the common one
is not right, or not worth it; elsewhere they have none, and the CPU runs the loops should a launch fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from mapper.ir.program.kernel import Applied, Kernel
from mapper.ir.program.region import Program, WorkLoop
from mapper.transforms.frame.base import Sweeping
from mapper.transforms.names import SWEEP as NAME

TRANSFORM = Sweeping(NAME, "a sequential loop runs in one kernel, with all work-shared loops in it")


@dataclass(frozen=True, eq=False, slots=True)
class Swept:
    """The kernels for sequential loops, by id, and what is reported of each work-shared loop, by its id.

    `only` gives for loops without a kernel of their own the one that runs them.
    """

    loops: Mapping[str, WorkLoop] = field(default_factory=dict)
    notes: Mapping[str, Applied] = field(default_factory=dict)
    only: Mapping[str, str] = field(default_factory=dict)

    def of(self, candidates: Iterable[WorkLoop], kernels: Mapping[str, Kernel]) -> tuple[WorkLoop, ...]:
        """Those of some candidates that are taken, with the kernels that they have now."""
        return tuple(replace(each, kernel=kernels[each.id]) for each in candidates if each.id in kernels)


def swept(program: Program, kernels: Mapping[str, Kernel]) -> Swept:
    """The kernels for all sequential loops whose work-shared loops still have `kernels`."""
    found: dict[str, WorkLoop] = {}
    notes: dict[str, Applied] = {}
    only: dict[str, str] = {}
    for region in program.regions:
        for each in region.sweeps if region.kept is None else ():
            if each.kernel is None and each.kept is not None:
                note = Applied(
                    NAME, f"the sequential loop around it stays outside: {each.kept.reason}", each.kept.where
                )
            elif each.kernel is not None and all(other in kernels for other in each.others):
                did = "it runs a sequential loop and the work-shared loops in it"
                kernel = replace(each.kernel, applied=(*each.kernel.applied, Applied(NAME, did=did)))
                found[each.id] = replace(each, kernel=kernel)
                note = Applied(NAME, did=runs(each.id))
                if not _hangs_on_launch(each):
                    only |= dict.fromkeys(each.others, each.id)
            else:
                continue
            notes |= dict.fromkeys(each.others, note)
    return Swept(found, notes, only)


def _hangs_on_launch(loop: WorkLoop) -> bool:
    """Whether launches may find that the kernel is not right, or not worth it."""
    assert loop.kernel is not None
    assert loop.row is not None
    assumed = loop.kernel.assumed
    return bool(loop.row.fewest or assumed.pairs or assumed.host_expressions or assumed.rows_apart)


def runs(kernel: str) -> str:
    """What is said of a work-shared loop that a kernel runs."""
    return f"the kernel {kernel} runs it with the sequential loop around it"
