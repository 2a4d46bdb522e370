"""Fuses the loops of a whole program: neighbours in one text, and rows of statements that call functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from pycparser import c_ast

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.effects import EffectsOf
from mapper.ir.program.kernel import Applied, Kernel
from mapper.ir.program.region import ParallelRegion, Program, TeamFunction, WorkLoop
from mapper.ir.trees.nodes import walk
from mapper.transforms.fusion.fuse import Group, fuse
from mapper.transforms.fusion.loops_of_calls import Unfolding
from mapper.transforms.fusion.rows import rows

_Finish = Callable[[Symbols, Kernel], Kernel]


@dataclass(frozen=True, eq=False, slots=True)
class Fused:
    """The groups of neighbouring loops; the rows of each region and team function, by its `id`; all kernels.

    `paths` are those of the units that rows are in, by the row's id.
    """

    groups: tuple[Group, ...] = ()
    rows: Mapping[int, tuple[WorkLoop, ...]] = field(default_factory=dict)
    kernels: Mapping[str, Kernel] = field(default_factory=dict)
    paths: Mapping[str, str] = field(default_factory=dict)


def fused(
    program: Program,
    kernels: Mapping[str, Kernel],
    units: Mapping[str, Symbols],
    effects: EffectsOf,
    finish: _Finish,
    finish_short: _Finish,
) -> Fused:
    """Fuse what can be fused.

    `kernels` are those of all loops, by id, `units` the symbols of the units by path; `finish` applies all later
    transformations, `finish_short` those that matter to kernels whose loops are all short.  Of the kernels that
    come back those of the loops are gone that another loop's kernel runs.
    """
    all_kernels = dict(kernels)
    groups: list[Group] = []
    found: dict[int, tuple[WorkLoop, ...]] = {}
    paths: dict[str, str] = {}
    notes: dict[str, Applied] = {}
    regions = [region for region in program.regions if not region.orphaned]
    loops = {id(loop.construct): loop for region in regions for loop in region.loops if loop.id in kernels}

    names: set[str] = set()  # of the rows
    for region, holder in _holders(program):
        symbols = units[holder.unit.path]
        finished, short = partial(finish, symbols), partial(finish_short, symbols)
        made = rows(Unfolding(effects, holder, loops, kernels, units), finished, short, names)
        found[id(holder)] = made.loops
        all_kernels |= {loop.id: loop.kernel for loop in made.loops if loop.kernel is not None}
        paths |= {loop.id: holder.unit.path for loop in made.loops}
        notes = {**made.notes, **notes}
        team = holder if isinstance(holder, TeamFunction) else None
        inside = {id(node) for loop in made.loops for node in _covered(loop)}
        own = [loop for loop in region.loops if loop.team is team and id(loop.construct) not in inside]
        pairs, apart = fuse(holder, own, kernels, symbols, effects, finished)
        all_kernels |= apart
        groups += pairs
    for group in groups:
        all_kernels[group.first] = group.kernel
        for other in group.others:
            del all_kernels[other]
    for name, note in notes.items():
        if name in all_kernels:
            kernel = all_kernels[name]
            all_kernels[name] = replace(kernel, applied=(*kernel.applied, note))
    return Fused(tuple(groups), found, all_kernels, paths)


def _holders(program: Program) -> Iterator[tuple[ParallelRegion, ParallelRegion | TeamFunction]]:
    """The regions with a device version and the functions that their threads call, each once."""
    known: set[int] = set()
    for region in program.regions:
        if region.kept is not None:
            continue
        holders: tuple[ParallelRegion | TeamFunction, ...] = (region, *region.teams)
        for holder in holders:
            if id(holder) not in known:
                known.add(id(holder))
                yield region, holder


def _covered(loop: WorkLoop) -> Iterator[c_ast.Node]:
    """All that the kernel of a row represents; its loops join no others, which would be left out with them."""
    for statement in loop.row.statements if loop.row is not None else ():
        yield from walk(statement)
