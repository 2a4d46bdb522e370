"""Pipelines: work-shared loops whose threads wait for each other by flags go by diagonals of tiles.

    #pragma omp for schedule(static)                  #pragma omp single
    for (i = 1; i < n; i++) {                         for (i = 1; i < n; i++) { what is about flags }
      if (i > 1)                                      for (wave = 0; wave < rows + columns - 1; wave++)
        while (!flag[i - 1]) { flush }          ->      #pragma omp for
      for (j = 1; j < m; j++)                           for (tile = 0; tile < rows; tile++)
        a[i][j] = f(a[i - 1][j], a[i][j - 1]);            for (row = 0; row < SIDE; row++)
      flag[i] = 1; flush                                    for (column = 0; column < SIDE; column++)
    }                                                         if inside: a[i][j] = f(...);

A team may have one thread, so the order of the loop itself is one that the flags permit; in a program without data
races each order that they permit gives the same result.  Flags are kept by one thread in that order, and
stop the program where a wait would not end.  So it is with `ordered(2)` and its `depend` clauses, where there is
nothing to keep.  The source's text stays what the CPU runs.  The translation must prove that flags and data are
apart, and that tiles may run by diagonals (`Directive.pipeline`; Wolfe, "More iteration space tiling", 1989).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees.directive import Clause, Directive, Pipeline
from mapper.ir.trees.names import all_names, fresh_name, names_in
from mapper.ir.trees.nodes import Omp, constructs_in, replace_child, statements_in, statements_of, walk
from mapper.ir.trees.quote import statements
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import is_loop, make_region
from mapper.openmp.idioms.pipelines.nests import (
    OF_LOOP,
    Nest,
    alone,
    inside,
    listed,
    nest_of,
    only,
    placed,
    starts,
)

SIDE = 32
"""How many iterations of each loop are in a tile: as many as work-items that share one."""
_OF_REGION = frozenset(["shared", "default", "firstprivate", "num_threads", "proc_bind", "if"])


def by_diagonals(unit: Unit, as_written: Collection[Location]) -> None:
    """Change such loops of a unit whose directives are bound; regions at the places in `as_written` stay."""
    for function in unit.functions:
        constructs = list(constructs_in(function))
        if not constructs:
            continue
        declared = [*unit.declarations, *(each for each in walk(function) if isinstance(each, c_ast.Decl))]
        regions = [each for each in constructs if "parallel" in each.directive.words]
        for region in regions:
            if region.directive.where not in as_written:
                if region.directive.kind == "parallel for":
                    _change_region(unit, region, declared)
                else:
                    _change(unit, region, declared)
        if not regions:
            _change(unit, function.body, declared)


def _change(unit: Unit, node: c_ast.Node, declared: list[c_ast.Decl]) -> None:
    """Change the work-shared loops in some code of a team, inner ones first."""
    for holder in reversed([*statements_in(node)]):
        for slot, child in holder.children():
            if is_loop(child):
                made = _made(unit, child, declared, OF_LOOP)
                if made is not None:
                    replace_child(holder, slot, made)


def _change_region(unit: Unit, construct: Omp, declared: list[c_ast.Decl]) -> None:
    """Make a region of a loop that is one."""
    made = _made(unit, construct, declared, OF_LOOP | _OF_REGION)
    if made is not None:
        kept = [each for each in construct.directive.clauses if each.kind in _OF_REGION]
        make_region(construct, kept, made)


def _made(
    unit: Unit, construct: Omp, declared: list[c_ast.Decl], clauses: Collection[str]
) -> c_ast.Compound | None:
    """What represents a loop in the code of its team; None where it stays as it is."""
    nest = nest_of(construct, declared, clauses)
    return None if nest is None or not nest.waits else Tiles(unit, nest).made()


@dataclass(frozen=True, eq=False, slots=True)
class Tiles:
    """A loop that can be changed.

    With `flags`, which all threads keep, the outer loop of the nest is one that all threads run.
    """

    unit: Unit
    nest: Nest
    flags: c_ast.Node | None = None

    def made(self) -> c_ast.Compound:
        """The code of the team that does what the loop does."""
        names = all_names(self.unit.tree)
        wishes = "first down left across wave tile row column".split()
        name = {wish: fresh_name(wish, names) for wish in wishes}
        pairs = [(name["first"], name["down"]), (name["left"], name["across"])]
        bounds = starts([self.nest.first, self.nest.second], pairs)
        coord = self.nest.construct.coord
        return placed(c_ast.Compound([*self._kept(), *bounds, self._waves(name), *self._last(name)], coord), coord)

    def _kept(self) -> list[c_ast.Node]:
        """What keeps the flags, in the order of the loop."""
        if self.flags is not None:
            return [self.flags]
        kept = self.nest.kept()
        return [alone(kept, self.nest.construct)] if kept else []

    def _waves(self, name: dict[str, str]) -> c_ast.Node:
        """The loop over diagonals, with the work-shared one over rows of tiles: each has one tile of it, or none.

        How often both run is known before the region where the bounds are.
        """
        first, second = self.nest.first, self.nest.second
        wave, tile, row, column = (name[each] for each in ("wave", "tile", "row", "column"))
        down, across = f"{tile} * {SIDE} + {row}", f"({wave} - {tile}) * {SIDE} + {column}"
        one, other = ("+" if each.counting.rises else "-" for each in (first, second))
        text = f"""
            for ($T {wave} = 0; {wave} <= ($T)($length) / {SIDE} + ($T)($width) / {SIDE}; {wave}++)
                for ($T {tile} = 0; {tile} <= ($T)($length) / {SIDE}; {tile}++)
                    for ($T {row} = 0; {row} < {SIDE}; {row}++)
                        for ($T {column} = 0; {column} < {SIDE}; {column}++)
                            if ({tile} <= {wave} && {down} <= {name["down"]} && {across} <= {name["across"]}) {{
                                const $T {first.name} = $low {one} ({down});
                                const $T {second.name} = $lower {other} ({across});
                            }}
        """
        (waves,) = statements(
            text,
            T=first.type,
            low=first.known(first.counting.lower, name["first"]),
            lower=second.known(second.counting.lower, name["left"]),
            length=first.known(first.reach, name["down"]),
            width=second.known(second.reach, name["across"]),
        )
        assert isinstance(waves, c_ast.For)
        tiles = waves.stmt
        point = next(each for each in walk(tiles) if isinstance(each, c_ast.If))
        point.iftrue.block_items += inside([first, second], statements_of(second.node.stmt))
        construct = self.nest.construct
        pipeline = Pipeline(self.flags or self.nest.flags, first.counting, second.counting)
        directive = Directive("for", self._private(), construct.directive.where, "for", pipeline=pipeline)
        waves.stmt = Omp(directive, tiles, construct.coord)
        return waves

    def _private(self) -> tuple[Clause, ...]:
        """The `private` clauses that the body of the loops still needs."""
        used = names_in(self.nest.second.node.stmt) - {self.nest.first.name, self.nest.second.name}
        return only(self.nest.construct.directive.all("private"), used)

    def _last(self, name: dict[str, str]) -> list[c_ast.Node]:
        """What sets a counter to what it is behind the loop, where that is the thread's own variable."""
        first, second = self.nest.first, self.nest.second
        if self.flags is not None:
            behind = first.behind(name["first"], name["down"])
            declared = isinstance(first.node.init, c_ast.DeclList)
            return [] if declared else statements(f"{first.name} = $behind;", behind=behind)
        if second.name in listed(self.nest.construct) or isinstance(second.node.init, c_ast.DeclList):
            return []
        behind = second.behind(name["left"], name["across"])
        return statements(f"if ({name['down']} >= 0) {second.name} = $behind;", behind=behind)
