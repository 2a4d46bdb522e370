"""Distributes the loops of a whole program: makes work loops of the further parts of a loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from mapper.analysis.names.symbols import Symbols
from mapper.ir.program.kernel import Applied, Kernel
from mapper.ir.program.region import Part, Program, WorkLoop
from mapper.transforms.fission.distribute import NAME, Cut, distribute
from mapper.transforms.frame.base import Refusal
from mapper.transforms.fusion.concatenate import with_own_functions
from mapper.transforms.memory.overwrite import TRANSFORM as OVERWRITE

_Passes = Callable[[Symbols, Kernel], Kernel]


@dataclass(frozen=True, eq=False, slots=True)
class Distributed:
    """All kernels, those of further parts among them, and the parts of each distributed loop, by its id."""

    kernels: Mapping[str, Kernel] = field(default_factory=dict)
    parts: Mapping[str, tuple[WorkLoop, ...]] = field(default_factory=dict)

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all parts."""
        return frozenset(part.id for parts in self.parts.values() for part in parts)


def distributed(
    program: Program,
    kernels: Mapping[str, Kernel],
    around: Mapping[str, Symbols],
    again: _Passes,
    finish: _Passes,
) -> Distributed:
    """Distribute what can be distributed.

    `kernels` are those of all loops, and `around` the symbols of their units, by id; `again` applies the
    transformations before this one, `finish` those behind it.
    """
    loops = {loop.id: loop for region in program.regions if region.kept is None for loop in region.loops}
    made: dict[str, Kernel] = {}
    parts: dict[str, tuple[WorkLoop, ...]] = {}
    for name, kernel in kernels.items():
        symbols, loop = around[name], loops[name]
        found = distribute(loop, kernel, symbols, partial(again, symbols), partial(finish, symbols))
        if isinstance(found, Cut):
            these = _work_loops(loop, kernel, found)
            made |= {each.id: each.kernel for each in these if each.kernel is not None}
            if len(these) > 1:
                parts[name] = these
        elif isinstance(found, Refusal):
            made[name] = _with(kernel, Applied(NAME, found.reason, found.where))
        else:
            made[name] = kernel
    return Distributed(made, parts)


def _work_loops(loop: WorkLoop, kernel: Kernel, cut: Cut) -> tuple[WorkLoop, ...]:
    """The loop with its kernel, then its further parts."""
    kernels = [piece.kernel for piece in cut.pieces]
    if len(kernels) == 1:
        note = Applied(NAME, did="inner loops over one range are one")
        return (replace(loop, kernel=_behind(kernel, note, kernels[0])),)
    where = " where inner loops are long" if cut.inner else ""
    note = Applied(NAME, did=f"an iteration runs in {len(kernels)} parts{where}")
    loops = [piece.loop for piece in cut.pieces]
    if cut.whole:
        kernels.insert(0, _with(kernel, note))
        loops.insert(0, loops[0])
    else:
        kernels[0] = _behind(kernel, note, kernels[0])
    found = []
    for number, (made, text) in enumerate(zip(kernels, loops, strict=True)):
        part = Part(loop.id, text, cut.carried, kernel.dimensions, cut.inner, cut.whole)
        name = f"{loop.id}_part{number if cut.whole else number + 1}" if number else loop.id
        if number:
            made = replace(with_own_functions(made, name), name=name)
        found.append(replace(loop, id=name, kernel=made, part=part))
    return tuple(found)


def _behind(whole: Kernel, note: Applied, part: Kernel) -> Kernel:
    """The first part's kernel with all that was done before; what it overwrites was found anew."""
    before = tuple(each for each in whole.applied if each.transform != OVERWRITE.name)
    return replace(part, applied=(*before, note, *part.applied))


def _with(kernel: Kernel, note: Applied) -> Kernel:
    return replace(kernel, applied=(*kernel.applied, note))
