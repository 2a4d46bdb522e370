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

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from pycparser import c_ast

from mapper.diagnostics import Location
from mapper.ir.trees import build
from mapper.ir.trees.directive import Clause, Counting, Directive, Pipeline
from mapper.ir.trees.headers import Head, ahead_of, head_of
from mapper.ir.trees.jumps import leaves
from mapper.ir.trees.names import all_names, assigned_names, fresh_name, names_in, pointed_names
from mapper.ir.trees.nodes import (
    Omp,
    calls,
    clone,
    has_effects,
    may_continue,
    replace_child,
    single,
    statements_in,
    statements_of,
    subscripted,
    text_of,
    walk,
)
from mapper.ir.trees.quote import statements
from mapper.ir.trees.unit import Unit
from mapper.openmp.idioms.constructs import is_loop, make_region
from mapper.openmp.idioms.pipelines.spin_waits import MixedError, Waiting, parted, waiting_in
from mapper.openmp.idioms.pipelines.strips import in_one, least

SIDE = 32
"""How many iterations of each loop are in a tile: as many as work-items that share one."""
_OF_LOOP = frozenset(["private", "schedule", "nowait", "ordered"])
_OF_REGION = frozenset(["shared", "default", "firstprivate", "num_threads", "proc_bind", "if"])
_TYPES = {"int": "int", "long": "long", "long int": "long"} | {
    each: each for each in ("int32_t", "int64_t", "ptrdiff_t", "ssize_t")
}
_LEAVING = (c_ast.Goto, c_ast.Label, c_ast.Return)


def by_diagonals(unit: Unit, as_written: Collection[Location] = ()) -> None:
    """Change such loops of a unit whose directives are bound; regions at the places in `as_written` stay."""
    for function in unit.functions:
        declared = [*unit.declarations, *(each for each in walk(function) if isinstance(each, c_ast.Decl))]
        regions = [each for each in walk(function) if isinstance(each, Omp) and "parallel" in each.directive.words]
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
                made = _made(unit, child, declared, _OF_LOOP)
                if made is not None:
                    replace_child(holder, slot, made)


def _change_region(unit: Unit, construct: Omp, declared: list[c_ast.Decl]) -> None:
    """Make a region of a loop that is one."""
    made = _made(unit, construct, declared, _OF_LOOP | _OF_REGION)
    if made is not None:
        kept = [each for each in construct.directive.clauses if each.kind in _OF_REGION]
        make_region(construct, kept, made)


@dataclass(frozen=True, eq=False, slots=True)
class _Level:
    """One of the two loops; all but the type is in the names of the source."""

    node: c_ast.For
    head: Head
    type: str
    counting: Counting

    @property
    def name(self) -> str:
        """The counter's name."""
        return self.head.start.name

    @property
    def reach(self) -> c_ast.Node:
        """How far it is from the first value of the counter to the last one; negative where there is none."""
        last, first = (self.counting.bound, self.counting.lower)[:: 1 if self.counting.rises else -1]
        found = c_ast.BinaryOp("-", last, first)
        strict = self.counting.relation in "<>"
        return c_ast.BinaryOp("-", found, c_ast.Constant("int", "1")) if strict else found


def _made(
    unit: Unit, construct: Omp, declared: list[c_ast.Decl], clauses: Collection[str]
) -> c_ast.Compound | None:
    """What represents a loop in the code of its team; None where it stays as it is."""
    outer = construct.body
    if not isinstance(outer, c_ast.For) or any(each.kind not in clauses for each in construct.directive.clauses):
        return None
    waiting = waiting_in(outer.stmt, _counters(outer))
    ordered = construct.directive.first("ordered") is not None
    if ordered != _is_doacross(outer) or not (ordered or waiting.spins):
        return None
    try:
        parts = parted(outer.stmt, waiting)
    except MixedError:
        return None
    inner = single(parts.data)
    if not isinstance(inner, c_ast.For):
        return None
    inner = in_one(inner) or inner
    first, second = _level(outer, declared), _level(inner, declared)
    if first is None or second is None or first.type != second.type or not _is_rectangle(first, second):
        return None
    if not _is_apart(parts.flags, inner, waiting, {first.name, second.name}) or not _looks_back(waiting, first):
        return None
    kept = [] if parts.flags is None else _set_counters(parts.flags)
    types = {name: _type_of(name, declared) for name in kept}
    if None in types.values():
        return None
    return _Pipeline(unit, construct, first, second, parts.flags, types).made()


# ---- what the loop must be -------------------------------------------------------------------------------------


def _counters(node: c_ast.For) -> set[str]:
    """The counters of a loop and of all in it."""
    heads = (head_of(each) for each in walk(node) if isinstance(each, c_ast.For))
    return {each.start.name for each in heads if each is not None}


def _set_counters(node: c_ast.Node) -> list[str]:
    """The counters of loops in some code that are declared outside of it."""
    heads = (head_of(each) for each in walk(node) if isinstance(each, c_ast.For))
    return sorted(
        {each.start.name for each in heads if each is not None and isinstance(each.start.node, c_ast.ID)}
    )


def _is_doacross(node: c_ast.For) -> bool:
    """Whether iterations wait for others by `ordered` constructs that stand alone, and by no others."""
    found = [each for each in walk(node) if isinstance(each, Omp) and each.directive.kind == "ordered"]
    return bool(found) and all(each.body is None for each in found)


def _level(node: c_ast.For, declared: list[c_ast.Decl]) -> _Level | None:
    """A loop that counts by one, whose bounds are expressions of values alone, with a signed counter."""
    head = head_of(node)
    if head is None or text_of(head.step.by) != "1" or leaves(node.stmt, (c_ast.Break,), _LEAVING):
        return None
    if head.relation not in (("<", "<=") if head.step.sign > 0 else (">", ">=")):
        return None
    found = _type_of(head.start.name, declared)
    if found is None or any(has_effects(each) or calls(each) for each in (head.start.value, head.bound)):
        return None
    counting = Counting(clone(head.start.value), head.relation, clone(head.bound))
    return _Level(node, head, found, counting)


def _type_of(name: str, declared: list[c_ast.Decl]) -> str | None:
    """The type of all counters of a name."""
    types = {_type(each) for each in declared if each.name == name}
    return types.pop() if len(types) == 1 else None


def _type(decl: c_ast.Decl) -> str | None:
    """The type of a counter, by one word; None for types that don't serve."""
    of = decl.type
    if not isinstance(of, c_ast.TypeDecl) or not isinstance(of.type, c_ast.IdentifierType):
        return None
    return _TYPES.get(" ".join(of.type.names))


def _is_rectangle(first: _Level, second: _Level) -> bool:
    """Whether the inner loop always has the same iterations, as far as names say."""
    changed = assigned_names(second.node.stmt)
    heads = first.head, second.head
    bounds = [each for head in heads for each in (head.start.value, head.bound)]
    counters = {first.name, second.name}
    taken = pointed_names(first.node)
    used = names_in(*bounds)
    return not (counters & (changed | used | taken)) and not (used & changed) and len(counters) == 2


def _is_plain(tree: c_ast.Node) -> bool:
    """Whether an expression only combines numbers and variables."""
    plain = (c_ast.ID, c_ast.Constant, c_ast.BinaryOp, c_ast.TernaryOp, c_ast.UnaryOp)
    return all(isinstance(each, plain) for each in walk(tree))


def _is_apart(flags: c_ast.Node | None, data: c_ast.For, waiting: Waiting, counters: Collection[str]) -> bool:
    """Whether data never mention flags, nor the reverse; all names of counters mean the loops' own."""
    if flags is None:
        return True
    if names_in(data) & (waiting.flags | waiting.seen | (assigned_names(flags) - set(counters))):
        return False
    return not names_in(flags) & (assigned_names(data) - set(counters)) and not may_continue(data.stmt)


def _looks_back(waiting: Waiting, first: _Level) -> bool:
    """Whether no iteration waits for a flag of a later one, as far as subscripts say."""
    for each in waiting.spins:
        for look in each.looks:
            _, subscripts = subscripted(look)
            for part in (node for subscript in subscripts for node in walk(subscript)):
                ahead = ahead_of(part, first.name)
                if ahead is not None and ahead[0] == first.head.step.sign:
                    return False
    return True


# ---- what it becomes -------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, slots=True)
class _Pipeline:
    """A loop that can be changed; `flags` is what is about flags in an iteration of the outer loop.

    `counters` are those that it sets, with their types.
    """

    unit: Unit
    construct: Omp
    first: _Level
    second: _Level
    flags: c_ast.Node | None
    counters: Mapping[str, str | None]

    def made(self) -> c_ast.Compound:
        """The code of the team that does what the loop does."""
        names = all_names(self.unit.tree)
        wishes = "first down left across wave tile row column".split()
        name = {wish: fresh_name(wish, names) for wish in wishes}
        bounds = self._bounds(name)
        made = [*self._kept(), *bounds, self._waves(name), *self._last(name)]
        block = c_ast.Compound(made, self.construct.coord)
        for node in walk(block):
            if node.coord is None:
                node.coord = self.construct.coord  # type: ignore[misc]
        return block

    def _kept(self) -> list[c_ast.Node]:
        """What keeps the flags, in the order of the loop."""
        if self.flags is None:
            return []
        where, node = self.construct.directive.where, self.first.node
        around = c_ast.For(clone(node.init), clone(node.cond), clone(node.next), self.flags, node.coord)
        types = {self.first.name: self.first.type, **self.counters}
        own = [each for name, of in types.items() if of is not None for each in statements(f"$T {name};", T=of)]
        directive = Directive("single", (Clause("nowait", where),), where, "single nowait")
        return [Omp(directive, c_ast.Compound([*own, around], node.coord), self.construct.coord)]

    def _bounds(self, name: dict[str, str]) -> list[c_ast.Node]:
        """The variables that say where the loops begin and how far they go; less than 0 where there is nothing."""
        text = f"""
            $T {name["first"]} = $low, {name["down"]} = $length;
            $T {name["left"]} = $lower, {name["across"]} = $width;
        """
        made = statements(text, T=self.first.type, low=0, length=0, lower=0, width=0)
        values = {
            name["first"]: clone(self.first.counting.lower),
            name["down"]: self.first.reach,
            name["left"]: clone(self.second.counting.lower),
            name["across"]: self.second.reach,
        }
        for each in made:
            if isinstance(each, c_ast.Decl) and each.name in values:
                each.init = values[each.name]
        return made

    def _waves(self, name: dict[str, str]) -> c_ast.Node:
        """The loop over diagonals, with the work-shared one over rows of tiles: each has one tile of it, or none.

        How often both run is known before the region where the bounds are.
        """
        wave, tile, row, column = (name[each] for each in ("wave", "tile", "row", "column"))
        down, across = f"{tile} * {SIDE} + {row}", f"({wave} - {tile}) * {SIDE} + {column}"
        one, other = ("+" if each.counting.rises else "-" for each in (self.first, self.second))
        low, lower = (
            each.counting.lower if _is_plain(each.counting.lower) else c_ast.ID(name[start])
            for each, start in ((self.first, "first"), (self.second, "left"))
        )
        text = f"""
            for ($T {wave} = 0; {wave} <= ($T)($length) / {SIDE} + ($T)($width) / {SIDE}; {wave}++)
                for ($T {tile} = 0; {tile} <= ($T)($length) / {SIDE}; {tile}++)
                    for ($T {row} = 0; {row} < {SIDE}; {row}++)
                        for ($T {column} = 0; {column} < {SIDE}; {column}++)
                            if ({tile} <= {wave} && {down} <= {name["down"]} && {across} <= {name["across"]}) {{
                                const $T {self.first.name} = $low {one} ({down});
                                const $T {self.second.name} = $lower {other} ({across});
                            }}
        """
        length, width = (
            each.reach if _is_plain(each.reach) else c_ast.ID(name[variable])
            for each, variable in ((self.first, "down"), (self.second, "across"))
        )
        (waves,) = statements(text, T=self.first.type, low=low, lower=lower, length=length, width=width)
        assert isinstance(waves, c_ast.For)
        tiles = waves.stmt
        point = next(each for each in walk(tiles) if isinstance(each, c_ast.If))
        point.iftrue.block_items += self._point()
        pipeline = Pipeline(self.flags, self.first.counting, self.second.counting)
        where = self.construct.directive.where
        directive = Directive("for", self._private(), where, "for", pipeline=pipeline)
        waves.stmt = Omp(directive, tiles, self.construct.coord)
        return waves

    def _point(self) -> list[c_ast.Node]:
        """The body of the loops, where their bounds are said once more for the analysis of subscripts."""
        body = statements_of(self.second.node.stmt)
        tests: list[c_ast.Node] = [
            c_ast.BinaryOp(each.counting.relation, c_ast.ID(each.name), clone(bound))
            for each in (self.first, self.second)
            for bound in (least(each.counting.bound) if each.counting.rises else [each.counting.bound])
            if _is_plain(bound)
        ]
        if not tests:
            return body
        return [c_ast.If(build.joined("&&", tests), c_ast.Compound(body), None)]

    def _private(self) -> tuple[Clause, ...]:
        """The `private` clauses that the body of the loops still needs."""
        used = names_in(self.second.node.stmt) - {self.first.name, self.second.name}
        found = []
        for clause in self.construct.directive.all("private"):
            kept = [at for at, each in enumerate(clause.variables) if each in used]
            if kept:
                places = tuple(clause.places[at] for at in kept) if clause.places else ()
                found.append(replace(clause, variables=tuple(clause.variables[at] for at in kept), places=places))
        return tuple(found)

    def _last(self, name: dict[str, str]) -> list[c_ast.Node]:
        """What sets the inner counter to what it is behind the loop, where that is the thread's own variable."""
        listed = {each for clause in self.construct.directive.all("private") for each in clause.variables}
        counter = self.second.name
        if counter in listed or isinstance(self.second.node.init, c_ast.DeclList):
            return []
        forth = "+" if self.second.head.step.sign > 0 else "-"
        behind = f"{name['across']} < 0 ? {name['left']} : {name['left']} {forth} ({name['across']} + 1)"
        return statements(f"if ({name['down']} >= 0) {counter} = {behind};")
