"""Distributes the loops of a whole program: makes work loops of the further parts of a loop."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from mapper.analysis.symbols import Symbols
from mapper.ir.kernel import Applied, Kernel
from mapper.ir.region import Part, Program, WorkLoop
from mapper.transforms.base import Refusal
from mapper.transforms.distribute import NAME, Piece, distribute
from mapper.transforms.overwrite import TRANSFORM as OVERWRITE

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
        if isinstance(found, list):
            these = _work_loops(loop, kernel, found)
            made |= {each.id: each.kernel for each in these if each.kernel is not None}
            if len(these) > 1:
                parts[name] = these
        elif isinstance(found, Refusal):
            made[name] = _with(kernel, Applied(NAME, found.reason, found.where))
        else:
            made[name] = kernel
    return Distributed(made, parts)


def _work_loops(loop: WorkLoop, kernel: Kernel, pieces: list[Piece]) -> tuple[WorkLoop, ...]:
    """The loop with its new kernel, then its further parts."""
    before = tuple(each for each in kernel.applied if each.transform != OVERWRITE.name)
    did = f"an iteration runs in {len(pieces)} parts" if len(pieces) > 1 else "inner loops over one range are one"
    first = (*before, Applied(NAME, did=did), *pieces[0].kernel.applied)
    found = []
    for number, piece in enumerate(pieces):
        made = replace(piece.kernel, applied=first) if number == 0 else piece.kernel
        part = Part(loop.id, piece.loop, piece.carried, kernel.dimensions) if len(pieces) > 1 else None
        found.append(replace(loop, id=made.name if number else loop.id, kernel=made, part=part))
    return tuple(found)


def _with(kernel: Kernel, note: Applied) -> Kernel:
    return replace(kernel, applied=(*kernel.applied, note))
