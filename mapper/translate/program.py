"""The translation as a whole: bound units -> `Program`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath

from mapper.analysis.names.symbols import Symbols
from mapper.analysis.pointers.callgraph import CallGraph
from mapper.analysis.pointers.effects import EffectsOf
from mapper.analysis.pointers.points_to_sets.points_to import points_to
from mapper.analysis.whole_program.program import Whole
from mapper.ir.program.region import ParallelRegion, Program
from mapper.ir.trees.unit import Unit
from mapper.translate.common.context import Context
from mapper.translate.private.threadprivate.threadprivate import settle
from mapper.translate.regions.orphans import Orphan, settled
from mapper.translate.regions.regions import Regions, opaque_loops
from mapper.translate.regions.teams import Teams
from mapper.translate.regions.user_pragmas import stated, with_target
from mapper.translate.scope.names import portable


def translate(
    units: Sequence[Unit],
    symbols: Mapping[str, Symbols],
    effects: EffectsOf | None = None,
    *,
    expands: bool = True,
    strict: bool = True,
    assume_private: bool = False,
    sweeps: bool = True,
    recursion: bool = True,
    accumulates: bool = True,
    is_repeated: Callable[[Program], bool] = lambda _: False,
) -> Program:
    """All parallel regions of a program, each with the kernels of its loops or the reasons why not.

    `symbols` are the resolved names of each unit, by its path; `effects` may be given where they are known
    already.  `expands` is true if the transformation `expand` is to follow, `assume_private` if no private
    variable carries a value to another iteration (see `Context`), `sweeps`, `recursion` and `accumulates` if the
    transformations of these names are to follow.  `is_repeated` is true of a program without orphaned loops that
    will be translated again: then it is the result, since to judge these loops may take most of the time.  Raises
    `MapperError` only for what the user must correct (a clause that names no variable).  Unless `strict`, faults
    of mapper's own are verdicts.
    """
    if effects is None:
        whole = Whole([symbols[unit.path] for unit in units])
        points = points_to(whole)
        effects = EffectsOf(whole, points, CallGraph(whole, points))
    context = Context(
        units,
        symbols,
        effects.graph,
        expands,
        strict,
        assume_private,
        stated(units, symbols),
        sweeps,
        recursion,
        accumulates,
    )
    teams = Teams(context, effects, unique_stems([unit.path for unit in units]))
    regions: list[ParallelRegion] = []
    orphans: list[Orphan] = []
    for unit in units:
        names = symbols[unit.path]
        finder = Regions(teams, unit, names)
        for function in names.functions.values():
            inside, outside = finder.of_function(function)
            regions += inside
            orphans += outside
    regions = list(settle(regions, context, effects))
    if orphans and is_repeated(
        found := Program(tuple(units), tuple(map(with_target, regions)), (), teams.pointed)
    ):
        return found
    more, alone = settled(orphans, regions, teams)
    alone += [loop for unit in units for loop in opaque_loops(unit, teams.stems[unit.path])]
    return Program(tuple(units), tuple(map(with_target, (*regions, *more))), tuple(alone), teams.pointed)


def unique_stems(paths: Sequence[str]) -> dict[str, str]:
    """A name for each file, to begin the ids of its loops: the file's own as an identifier, made unique."""
    stems: dict[str, str] = {}
    for path in paths:
        stem = portable(PurePath(path).stem)
        stem = f"f{stem}" if stem[:1].isdigit() else stem
        name, number = stem, 1
        while name in stems.values():
            number += 1
            name = f"{stem}{number}"
        stems[path] = name
    return stems
