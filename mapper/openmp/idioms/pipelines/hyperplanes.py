"""Sweeps: sequential loops over planes, each with a pipeline over its rows, go by hyperplanes of three dimensions.

    for (k = 1; k < p; k++) {                   #pragma omp single
      #pragma omp for nowait                    for (k = 1; k < p; k++) { what is about flags }
      for (i = 1; i < n; i++)                   for (wave = 0; wave <= planes + rows + columns; wave++)
        for (j = 1; j < m; j++)                   #pragma omp for collapse(2)
          c[i][j] = g(k, i, j);                   for (plane = 0; plane <= planes; plane++)
      #pragma omp for                               for (row = 0; row <= rows; row++)
      for (i = 1; i < n; i++) {            ->         if inside:
        wait                                            k = 1 + plane; i = 1 + row; j = 1 + wave - plane - row;
        for (j = 1; j < m; j++)                         c[i][j] = g(k, i, j);
          a[k][i][j] = f(c[i][j], a[k - 1][i][j],       a[k][i][j] = f(...);
                         a[k][i - 1][j], ...);
        signal
      }
    }

What one plane does, its phases, may be in called functions.  All points of a hyperplane are independent, if points
depend on none that is later in any dimension (Lamport, "The parallel execution of DO loops", CACM 17(2), 1974).
The translation must prove that, and that each point may run its phases one after the other (`Pipeline.plane`).
The source's text stays what the CPU runs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.expressions.integers import polynomial_of
from mapper.ir.trees.directive import Clause, Directive, Pipeline
from mapper.ir.trees.names import all_names, assigned_names, declared_names, fresh_name, names_in, pointed_names
from mapper.ir.trees.nodes import (
    Omp,
    clone,
    constructs_in,
    may_continue,
    replace_child,
    statements_in,
    statements_of,
    text_of,
    walk,
)
from mapper.ir.trees.quote import statements
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import is_loop
from mapper.openmp.idioms.pipelines.handshakes import Handshakes, for_all, handshakes, number_names
from mapper.openmp.idioms.pipelines.nests import (
    Level,
    Nest,
    alone,
    inside,
    is_rectangle,
    level_of,
    listed,
    only,
    placed,
    row_of,
    starts,
)
from mapper.openmp.idioms.pipelines.phases import Between, Phase, are_apart, phases_of, with_counters
from mapper.openmp.idioms.pipelines.spin_waits import waiting_in
from mapper.openmp.idioms.pipelines.tiles import Tiles

_OF_PLANES = (
    Omp,
    c_ast.FuncCall,
    c_ast.Compound,
    c_ast.EmptyStatement,
    c_ast.If,
    c_ast.While,
    c_ast.DoWhile,
    c_ast.Assignment,
    c_ast.UnaryOp,
    c_ast.Decl,
)
_AROUND = (c_ast.Compound, c_ast.For, c_ast.While, c_ast.DoWhile, c_ast.If)


def by_hyperplanes(unit: Unit, as_written: Collection[Location]) -> None:
    """Change such loops of a unit whose directives are bound, in regions or in functions that have none.

    Loops with a pipeline at a place in `as_written` stay.
    """
    if not any(map(is_loop, constructs_in(unit.tree))):
        return
    found = [_Place(function, *place) for function in unit.functions for place in _places(function)]
    taken = all_names(unit.tree) if found else set[str]()
    for place in found:
        made = _made(unit, place, as_written, taken)
        if made is None and not (isinstance(place.code, Omp) and place.code.directive.where in as_written):
            made = _rows(unit, place, taken)
        if made is not None:
            replace_child(place.holder, place.slot, made)


@dataclass(frozen=True, eq=False, slots=True)
class _Place:
    """A loop that may be over planes, in the code of a team in a function, and the node that holds it."""

    function: c_ast.FuncDef
    code: c_ast.Node
    holder: c_ast.Node
    slot: str
    loop: c_ast.For


def _places(function: c_ast.FuncDef) -> Iterator[tuple[c_ast.Node, c_ast.Node, str, c_ast.For]]:
    """The loops of a function that may be over planes, with the team's code and their places, inner ones first."""
    regions = [each for each in constructs_in(function) if "parallel" in each.directive.words]
    for code in [each for each in regions if each.directive.kind == "parallel"] if regions else [function]:
        yield from ((code, *place) for place in _loops(code))


def _loops(node: c_ast.Node) -> Iterator[tuple[c_ast.Node, str, c_ast.For]]:
    """The loops that all threads of a team run, of nothing but constructs and calls."""
    for slot, child in node.children():
        if isinstance(child, _AROUND):
            yield from _loops(child)
        if isinstance(child, c_ast.For) and _may_be_of_planes(statements_of(child.stmt)):
            yield node, slot, child


def _may_be_of_planes(items: Sequence[c_ast.Node]) -> bool:
    """Whether statements may be of phases: work-shared loops are among them, or calls that may come to some."""
    parts = (part for item in items for part in statements_in(item))
    return all(isinstance(each, _OF_PLANES) for each in items) and any(
        isinstance(part, Omp | c_ast.FuncCall) for part in parts
    )


def _made(unit: Unit, place: _Place, as_written: Collection[Location], taken: set[str]) -> c_ast.Compound | None:
    """What represents a loop over planes in the code of its team; None where it stays as it is.

    `taken` are the names that new variables must not have; theirs are added.
    """
    function, loop = place.function, place.loop
    declared = [*unit.declarations, *(each for each in walk(function) if isinstance(each, c_ast.Decl))]
    plane = level_of(loop, declared)
    if plane is None:
        return None
    found = _waiting(unit, place, plane, phases_of(unit, function, loop.stmt, taken))
    if found is None:
        return None
    phases = found.phases
    waiting = [each for each in phases if each.nest.waits]
    if not waiting or any(each.nest.construct.directive.where in as_written for each in waiting):
        return None
    levels = [plane, waiting[0].nest.first, waiting[0].nest.second]
    if not _is_box(levels, phases) or plane.name in pointed_names(function):
        return None
    name = {}
    for wish in "wave plane row row_at column_at first_plane planes first_row rows first_column columns".split():
        name[wish] = fresh_name(wish, taken)
        taken.add(name[wish])
    levels[1:] = [_named(each, name[of]) for each, of in zip(levels[1:], ("row_at", "column_at"), strict=True)]
    moved = [with_counters(each, name["row_at"], name["column_at"]) for each in phases]
    if not are_apart(moved) or any(may_continue(each.data) for each in moved):
        return None
    return _Sweep(waiting[0].nest.construct, levels, phases, moved, name, found.flags).made()


def _waiting(
    unit: Unit, place: _Place, plane: Level, items: Sequence[Phase | Between] | None
) -> Handshakes | None:
    """The phases of a plane, with what is about flags by number; None where there is more beside the loops."""
    if items is None:
        return None
    phases = [each for each in items if isinstance(each, Phase)]
    between = [each.node for each in items if isinstance(each, Between)]
    if not phases or not between:
        return Handshakes(phases, ()) if phases else None
    if not any(waiting_in(each, ()).spins for each in between):
        return None
    return handshakes(items, number_names(place.code, unit.tree), plane.name, plane.counting)


def _rows(unit: Unit, place: _Place, taken: set[str]) -> c_ast.Compound | None:
    """What represents a loop around a single work-shared one whose threads wait by number, in tiles."""
    function, loop = place.function, place.loop
    declared = [*unit.declarations, *(each for each in walk(function) if isinstance(each, c_ast.Decl))]
    plane = level_of(loop, declared)
    if plane is None:
        return None
    found = _waiting(unit, place, plane, phases_of(unit, function, loop.stmt, taken, row_of))
    if found is None or not found.flags or len(found.phases) != 1:
        return None
    (phase,) = found.phases
    row, construct = phase.nest.first, phase.nest.construct
    node = row.node
    body = c_ast.Compound([*phase.own(node.stmt), *statements_of(node.stmt)], node.coord)
    inner = replace(row, node=c_ast.For(node.init, node.cond, node.next, body, node.coord))
    if plane.type != row.type or not is_rectangle(plane, inner):
        return None
    return Tiles(
        unit, Nest(construct, plane, inner, None, {}, waits=True), for_all(found.flags, plane, construct)
    ).made()


# ---- what the loop must be -------------------------------------------------------------------------------------


def _is_box(levels: Sequence[Level], phases: Sequence[Phase]) -> bool:
    """Whether all phases have the same iterations in each plane, and those that wait the same order of them."""
    plane, *others = levels
    for each in phases:
        for one, level in zip(others, (each.nest.first, each.nest.second), strict=True):
            if _ends(one) != _ends(level) or (each.nest.waits and one.counting.rises != level.counting.rises):
                return False
    used = names_in(*(bound for each in levels for bound in (each.counting.lower, each.counting.bound)))
    own = declared_names(*(each for phase in phases for each in phase.before))
    counters = {level.name for each in phases for level in (each.nest.first, each.nest.second)}
    changed = assigned_names(*(each.data for each in phases)) | own | counters
    alike = len({each.type for each in levels}) == 1
    return alike and plane.name not in changed and not used & (changed | {plane.name})


def _ends(level: Level) -> tuple[object, ...]:
    """The type, the least and the greatest value of a counter; equal where these are the same for certain."""
    counting = level.counting
    last = counting.bound
    if counting.relation in "<>":
        last = c_ast.BinaryOp("-" if counting.rises else "+", last, c_ast.Constant("int", "1"))
    ends = counting.lower, last
    return (level.type, *(polynomial_of(each) or text_of(each) for each in ends[:: 1 if counting.rises else -1]))


def _named(level: Level, name: str) -> Level:
    """A loop whose counter has another name."""
    return replace(level, head=replace(level.head, start=level.head.start._replace(name=name)))


def _value(node: c_ast.Node) -> c_ast.Node | None:
    """What a declaration or an assignment before a loop computes."""
    match node:
        case c_ast.Decl(init=value) | c_ast.Assignment(rvalue=value):
            found: c_ast.Node | None = value
            return found
    return None


# ---- what it becomes -------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class _Sweep:
    """A loop that can be changed: over planes, rows and columns, in `levels`.

    `phases` are as the source has them; in `moved` they have the counters of `levels`.  `flags` are what all
    threads do in each plane about flags that they have by their numbers.
    """

    construct: Omp
    levels: Sequence[Level]
    phases: Sequence[Phase]
    moved: Sequence[Phase]
    name: dict[str, str]
    flags: Sequence[c_ast.Node]

    def made(self) -> c_ast.Compound:
        """The code of the team that does what the loop does."""
        coord = self.levels[0].node.coord
        kept = self._kept()
        pairs = [(self.name[f"first_{each}"], self.name[f"{each}s"]) for each in ("plane", "row", "column")]
        flags: list[c_ast.Node] = []
        if kept is not None:
            flags = [kept if self.flags else alone([kept], self.construct)]
        made = [*flags, *starts(self.levels, pairs), self._waves(kept), *self._last()]
        return placed(c_ast.Compound(made, coord), coord)

    def _kept(self) -> c_ast.Node | None:
        """What keeps the flags, in the order of the loops."""
        if self.flags:
            return for_all(self.flags, self.levels[0], self.construct)
        parts: list[c_ast.Node] = []
        for each in self.phases:
            found = c_ast.Compound(each.nest.kept())
            if each.nest.flags is not None:
                parts.append(c_ast.Compound([*each.own(found), found]))
        if not parts:
            return None
        plane = self.levels[0]
        node = plane.node
        around = c_ast.For(clone(node.init), clone(node.cond), clone(node.next), c_ast.Compound(parts), node.coord)
        return c_ast.Compound([*statements(f"$T {plane.name};", T=plane.type), around])

    def _waves(self, kept: c_ast.Node | None) -> c_ast.Node:
        """The loop over hyperplanes, with the work-shared loops over planes and rows: each has one point, or none.

        How often all run is known before the region where the bounds are.
        """
        plane, row, column = self.levels
        one, other, third = ("+" if each.counting.rises else "-" for each in self.levels)
        name = self.name
        wave, at_plane, at_row = name["wave"], name["plane"], name["row"]
        at = f"{wave} - {at_plane} - {at_row}"
        text = f"""
            for ($T {wave} = 0; {wave} <= ($T)($reach) + ($T)($length) + ($T)($width); {wave}++)
                for ($T {at_plane} = 0; {at_plane} <= ($T)($reach); {at_plane}++)
                    for ($T {at_row} = 0; {at_row} <= ($T)($length); {at_row}++)
                        if ({at_plane} + {at_row} <= {wave} && {at} <= {name["columns"]}) {{
                            const $T {plane.name} = $back {one} {at_plane};
                            const $T {row.name} = $low {other} {at_row};
                            const $T {column.name} = $lower {third} ({at});
                        }}
        """
        (waves,) = statements(
            text,
            T=plane.type,
            reach=plane.known(plane.reach, name["planes"]),
            length=row.known(row.reach, name["rows"]),
            width=column.known(column.reach, name["columns"]),
            back=plane.known(plane.counting.lower, name["first_plane"]),
            low=row.known(row.counting.lower, name["first_row"]),
            lower=column.known(column.counting.lower, name["first_column"]),
        )
        assert isinstance(waves, c_ast.For)
        shared = waves.stmt
        point = next(each for each in walk(shared) if isinstance(each, c_ast.If))
        parts = [(each.own(each.data), statements_of(each.data)) for each in self.moved]
        point.iftrue.block_items += inside(self.levels, [c_ast.Compound([*own, *data]) for own, data in parts])
        before = tuple(value for own, _ in parts for each in own if (value := _value(each)) is not None)
        data = tuple(each for _, data in parts for each in data)
        called = frozenset(each.function for each in self.phases if each.function)
        turned = tuple(each.nest.second.counting.rises != column.counting.rises for each in self.phases)
        counted = Pipeline(kept, row.counting, column.counting, plane.counting, called, before, data, turned)
        where = self.construct.directive.where
        both = Clause("collapse", where, expression=c_ast.Constant("int", "2"))
        directive = Directive("for", (both, *self._private()), where, "for collapse(2)", pipeline=counted)
        waves.stmt = Omp(directive, shared, self.construct.coord)
        return waves

    def _private(self) -> tuple[Clause, ...]:
        """The `private` clauses that the phases still need, each variable once."""
        left = names_in(*(each.data for each in self.moved))
        found: list[Clause] = []
        for clause in (clause for each in self.phases for clause in each.private):
            for part in only([clause], left):
                left -= set(part.variables)
                found.append(part)
        return tuple(found)

    def _last(self) -> list[c_ast.Node]:
        """What sets counters to what they are behind the loops, where these are the thread's own variables."""
        found = []
        name = self.name
        for each in self.phases:
            second = each.nest.second
            own = each.function or isinstance(second.node.init, c_ast.DeclList)
            if not own and second.name not in listed(each.nest.construct):
                behind = second.behind(name["first_column"], name["columns"])
                test = f"{name['planes']} >= 0 && {name['rows']} >= 0"
                found += statements(f"if ({test}) {second.name} = $behind;", behind=behind)
        plane = self.levels[0]
        if not isinstance(plane.node.init, c_ast.DeclList):
            behind = plane.behind(name["first_plane"], name["planes"])
            found += statements(f"{plane.name} = $behind;", behind=behind)
        return found
